package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.analysis.StateWords;
import dev.tidemark.report.comparison.SideBySide;
import dev.tidemark.report.write.JsonComparison;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.api.Parameter.Kind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Labels, their reports, and two of them compared. */
final class ReportOperations {

    private static final int USUAL_PAGE = 100;
    private static final int LARGEST_PAGE = 1000;

    private ReportOperations() {}

    record Label(@Says("groups the iterations") String label, String workload,
            @Says("of the first iteration") Instant started, @Says("in all") int iterations,
            @Says("how many iterations are done, running, interrupted, failed, invalid or stopped")
            Map<String, Integer> states) {

        static Label of(LabelSummary label) {
            Map<String, Integer> states = new LinkedHashMap<>();
            label.iterations().forEach((state, n) -> states.put(StateWords.of(state), n));
            return new Label(label.label(), label.workload(), label.started(), label.total(), states);
        }
    }

    record Labels(@Says("how many labels there are of those asked for") int found,
            @Says("newest first") List<Label> labels) {}

    record Deleted(@Says("how many iterations went with it") int iterations) {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/reports", READER, "listReports", "Lists the labels, newest first.")
                        .query("q", Kind.TEXT, "a text that the labels contain")
                        .query("limit", Kind.WHOLE, "how many, 1000 at most; 100 where nothing is said")
                        .query("offset", Kind.WHOLE, "how many to pass over")
                        .answers(Output.of(Labels.class, "the labels"))
                        .by((desk, call) -> Reply.of(labels(desk, call))),
                Operation.get("/reports/{label}", READER, "report",
                        "The report of a label, as tidemark report --json prints it.")
                        .answers(Output.document(Documents::report, "the report"))
                        .by((desk, call) -> new Reply.Json(desk.shelf().of(call.name("label"), JsonReport::of))),
                Operation.get("/reports/{label}/iterations", READER, "iterations",
                        "Every iteration of a label with settings and measures, as tidemark show --json prints them.")
                        .answers(Output.document(Documents::iterations, "the iterations"))
                        .by(ReportOperations::iterations),
                Operation.get("/reports/{label}/as/{form}", READER, "download",
                        "The report of a label in another form, as a file.")
                        .answers(Output.text("*/*", "the file"))
                        .by((desk, call) -> {
                            desk.downloads().send(call.visit());
                            return new Reply.Sent();
                        }),
                Operation.delete("/reports/{label}", ADMINISTRATOR, "deleteReport",
                        "Deletes a label for good, with all its data and what is kept of its stores.")
                        .answers(Output.of(Deleted.class, "what was deleted"))
                        .by((desk, call) -> Reply.of(new Deleted(desk.shelf().delete(call.name("label"))))),
                Operation.get("/compare", READER, "compare", "Compares two labels, or two values of a setting of one, "
                        + "as tidemark compare --json prints it.")
                        .query("a", Kind.TEXT, "a label, or LABEL:NAME=VALUE; the base")
                        .query("b", Kind.TEXT, "the other; may be left out with by")
                        .query("by", Kind.TEXT, "the setting of label a whose values are compared")
                        .query("partial", Kind.FLAG, "whether iterations that were stopped, failed or interrupted are "
                                + "compared, too, as far as they came")
                        .answers(Output.document(Documents::comparison, "the comparison"))
                        .by(ReportOperations::comparison));
    }

    private static Labels labels(Desk desk, Call call) {
        List<LabelSummary> found = desk.shelf().found(call.query("q").orElse(""));
        return new Labels(found.size(), found.stream().skip(call.number("offset", 0, Integer.MAX_VALUE))
                .limit(call.number("limit", USUAL_PAGE, LARGEST_PAGE)).map(Label::of).toList());
    }

    private static Reply iterations(Desk desk, Call call) {
        String label = desk.shelf().known(call.name("label")).label();
        return new Reply.Json(desk.shelf().apart(() -> JsonReport.show(desk.workbench().store().label(label)
                .orElseThrow())));
    }

    private static Reply comparison(Desk desk, Call call) {
        ResultStore store = desk.workbench().store();
        List<String> words = Stream.concat(Stream.of(call.needed("a")), call.query("b").stream()).toList();
        return new Reply.Json(desk.shelf().apart(() -> JsonComparison.of(SideBySide.of(desk.shelf()
                .pairings(words, call.query("by"), call.flag("partial")), store::detail))));
    }
}
