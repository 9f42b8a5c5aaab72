package dev.tidemark.web.reports;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.Brief;
import dev.tidemark.report.RecentDetails;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.StateWords;
import dev.tidemark.report.comparison.Pairing;
import dev.tidemark.report.comparison.SideBySide;
import dev.tidemark.report.comparison.Sides;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.html.ReportView;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Texts;
import dev.tidemark.web.http.Visit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything under {@code /reports}, and {@code /compare}. */
public final class ReportPages implements AutoCloseable {

    private static final String SECTION = "/reports";
    /** Scripts that draw a report; the last one needs the first. */
    private static final String[] SCRIPTS = {"echarts.js", "report.js"};
    /** Labels on one page of the list. */
    private static final int PER_PAGE = 50;
    /** Labels that are offered for comparing; others can be typed. */
    private static final int MOST_OFFERED = 500;

    private final Workbench workbench;
    private final ReportCache cache;
    private final Downloads downloads;

    public ReportPages(Workbench workbench) {
        this.workbench = workbench;
        this.cache = new ReportCache(workbench.store(), this::report);
        this.downloads = new Downloads(workbench.store(), cache);
    }

    public List<Route> routes() {
        return Stream.concat(downloads.routes().stream(), Stream.of(
                Route.get("/reports", READER, this::list),
                Route.get("/reports/{label}", READER, this::one),
                Route.get("/reports/{label}/delete", ADMINISTRATOR, this::askToDelete),
                Route.post("/reports/{label}/delete", ADMINISTRATOR, this::delete),
                Route.get("/compare", READER, this::compare))).toList();
    }

    /** What several labels can be taken along in. */
    public Downloads downloads() {
        return downloads;
    }

    /** A form in which a report can be taken along, and where. */
    public record Offer(String title, String path) {}

    // ---- The list ----

    /**
     * A line of the list.
     *
     * @param started  of the first iteration, in the server's zone
     * @param standing the states of its iterations in words
     */
    public record Line(String label, String path, String workload, String started, int iterations, String standing) {

        /** A label as a line. */
        public static Line of(LabelSummary label) {
            return new Line(label.label(), ReportPages.path(label.label()), label.workload(),
                    Texts.moment(label.started()), label.total(), StateWords.of(label.iterations()));
        }
    }

    /**
     * A page of the list, newest first.
     *
     * @param asked what the labels must contain; may be empty
     * @param page  from 1
     * @param pages how many there are
     * @param found labels that contain it
     * @param all   labels in all
     */
    public record Listing(String asked, List<Line> lines, int page, int pages, int found, int all) {

        /** The address of another page of the same list. */
        public String path(int number) {
            return "/reports?page=" + number + (asked.isEmpty() ? "" : "&q=" + Links.query(asked));
        }
    }

    private void list(Visit visit) {
        Form query = visit.query();
        String asked = query.text("q").map(String::strip).orElse("");
        List<LabelSummary> all = workbench.store().labels().reversed();
        List<LabelSummary> found = all.stream().filter(l -> l.label().toLowerCase(Locale.ROOT)
                .contains(asked.toLowerCase(Locale.ROOT))).toList();
        int pages = Math.max(1, (found.size() + PER_PAGE - 1) / PER_PAGE);
        int page = Math.clamp(query.text("page").isPresent() ? query.number("page") : 1, 1, pages);
        List<Line> lines = found.stream().skip((long) (page - 1) * PER_PAGE).limit(PER_PAGE).map(Line::of).toList();
        Listing listing = new Listing(asked, lines, page, pages, found.size(), all.size());
        if (visit.partly()) {
            visit.part("reports/listing.jte", Map.of("listing", listing));
        } else {
            visit.page(Kind.of("Reports", SECTION, "htmx.js"), "reports/list.jte", Map.of("listing", listing));
        }
    }

    /** The stable address of a label's report. */
    public static String path(String label) {
        return "/reports/" + Links.segment(label);
    }

    // ---- One report ----

    /** @throws Refusal naming the nearest label */
    private Report report(String label) {
        ResultStore store = workbench.store();
        return Report.open(store, label).orElseThrow(() -> Refusal.missing("there is no label '" + label + "'"
                + Nearest.hint(label, store.labels().stream().map(LabelSummary::label).toList())));
    }

    private void one(Visit visit) {
        String label = visit.name("label");
        Map<String, List<String>> asked = visit.query().fields();
        ReportCache.Shown shown = cache.get(label, asked.toString(), report -> made(label, report, asked));
        visit.page(Kind.of(label, SECTION, SCRIPTS), "reports/report.jte", Map.of("label", label, "path", path(label),
                "content", shown.content(), "whole", shown.whole(), "forms", shown.forms()));
    }

    /** @throws BadInput naming what the address asks for in vain */
    private ReportCache.Shown made(String label, Report known, Map<String, List<String>> asked) {
        Report report = ReportView.objective(asked).map(known::rankedBy).orElse(known);
        Optional<LabelResults> whole = Optional.of(report.results())
                .filter(r -> !workbench.store().stamp(label).isEmpty());
        return new ReportCache.Shown(HtmlReport.content(report, workbench.store()::detail,
                ReportView.of(report, asked)), whole.isPresent(),
                downloads.offered(label, whole));
    }

    // ---- Comparing ----

    private void compare(Visit visit) {
        Form query = visit.query();
        List<String> words = Stream.concat(query.all("label").stream(), Stream.of("a", "b")
                .flatMap(n -> query.text(n).stream())).map(String::strip).toList();
        List<String> labels = workbench.store().labels().reversed().stream().limit(MOST_OFFERED)
                .map(LabelSummary::label).toList();
        String complaint = "";
        String content = "";
        if (!words.isEmpty()) {
            try {
                Optional<String> by = query.text("by").map(String::strip);
                content = cache.comparison(words, by, named(words), () -> comparison(words, by));
            } catch (BadInput e) {
                // What the command line calls an option is a field here.
                complaint = e.getMessage().replace("with --by NAME", "in the field Setting");
            }
        }
        visit.page(content.isEmpty() ? Kind.of("Compare", SECTION) : Kind.of("Compare", SECTION, SCRIPTS),
                "reports/compare.jte", Map.of("a", words.isEmpty() ? "" : words.getFirst(), "b",
                        words.size() < 2 ? "" : words.get(1), "by", query.text("by").orElse(""), "labels", labels,
                        "complaint", complaint, "content", content));
    }

    /** The labels that words can mean: {@code LABEL}, or {@code LABEL:NAME=VALUE}. */
    private static List<String> named(List<String> words) {
        return words.stream().flatMap(w -> Stream.of(w, w.substring(0, Math.max(0, w.lastIndexOf(':'))))).toList();
    }

    private String comparison(List<String> words, Optional<String> by) {
        if (words.size() > 2) {
            throw new BadInput("two labels are compared at a time, and " + words.size() + " are chosen");
        }
        ResultStore store = workbench.store();
        List<Pairing> pairings = new Sides(store).find(words, by);
        String title = pairings.stream().map(Pairing::title).collect(Collectors.joining("; "));
        RecentDetails details = new RecentDetails(store::detail);
        return HtmlReport.content(title, pairings.stream().map(p -> SideBySide.of(p, details)).toList(), details);
    }

    // ---- Deleting ----

    private LabelSummary known(String label) {
        List<LabelSummary> all = workbench.store().labels();
        return all.stream().filter(l -> l.label().equals(label)).findFirst().orElseThrow(() -> Refusal.missing(
                "there is no label '" + label + "'"
                        + Nearest.hint(label, all.stream().map(LabelSummary::label).toList())));
    }

    private void askToDelete(Visit visit) {
        Line line = Line.of(known(visit.name("label")));
        visit.ask(SECTION, "Delete " + line.label(), Brief.counted(line.iterations(), "iteration") + " of "
                + line.workload() + ", started " + line.started() + ", will go for good, with all raw data and what is "
                + "kept of the stores.", line.path() + "/delete", line.path());
    }

    private void delete(Visit visit) {
        String label = known(visit.name("label")).label();
        int deleted = workbench.delete(label);
        visit.leadOn(SECTION, "Deleted " + label + " with " + Brief.counted(deleted, "iteration") + ".");
    }

    /** What is being made is left. */
    @Override
    public void close() {
        cache.close();
    }
}
