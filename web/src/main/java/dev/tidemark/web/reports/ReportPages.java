package dev.tidemark.web.reports;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.DetailCache;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.Pairing;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.html.ReportView;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything under {@code /reports}, and {@code /compare}. */
public final class ReportPages {

    private static final String SECTION = "/reports";
    /** Scripts that draw a report; the last one needs the first. */
    private static final String[] SCRIPTS = {"echarts.js", "report.js"};
    /** Labels on one page of the list. */
    private static final int PER_PAGE = 50;
    /** Labels that are offered for comparing; others can be typed. */
    private static final int MOST_OFFERED = 500;

    /** Whether iterations that were interrupted are compared, too. */
    private static final String PARTIAL = "partial";

    private final Workbench workbench;
    private final ReportService reportService;
    private final ReportCache cache;
    private final Downloads downloads;

    public ReportPages(Workbench workbench, ReportService reportService, Downloads downloads) {
        this.workbench = workbench;
        this.reportService = reportService;
        this.cache = reportService.cache();
        this.downloads = downloads;
    }

    public List<Route> routes() {
        return Stream.concat(downloads.routes().stream(), Stream.of(
                Route.get("/reports", READER, this::list),
                Route.get("/reports/{label}", READER, this::one),
                Route.get("/reports/{label}/delete", ADMINISTRATOR, this::askToDelete),
                Route.post("/reports/{label}/delete", ADMINISTRATOR, this::delete),
                Route.get("/compare", READER, this::compare))).toList();
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
                    TextSanitizer.moment(label.started()), label.total(), StateWords.of(label.iterations()));
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
     * @param damage what was found damaged in the store so far, a line for each label
     */
    public record Listing(String asked, List<Line> lines, int page, int pages, int found, int all,
            List<String> damage) {

        /** The address of another page of the same list. */
        public String path(int number) {
            return "/reports?page=" + number + (asked.isEmpty() ? "" : "&q=" + Links.query(asked));
        }
    }

    private void list(RequestContext requestContext) {
        Form query = requestContext.query();
        String asked = query.text("q").map(String::strip).orElse("");
        int all = workbench.store().labels().size();
        List<LabelSummary> found = reportService.found(asked);
        int pages = Math.max(1, (found.size() + PER_PAGE - 1) / PER_PAGE);
        int page = Math.clamp(query.text("page").isPresent() ? query.number("page") : 1, 1, pages);
        List<Line> lines = found.stream().skip((long) (page - 1) * PER_PAGE).limit(PER_PAGE).map(Line::of).toList();
        Listing listing = new Listing(asked, lines, page, pages, found.size(), all,
                workbench.store().damage());
        if (requestContext.partly()) {
            requestContext.part("reports/listing.jte", Map.of("listing", listing));
        } else {
            requestContext.page(Kind.of("Reports", SECTION, "htmx.js"), "reports/list.jte", Map.of("listing", listing));
        }
    }

    /** The stable address of a label's report. */
    public static String path(String label) {
        return "/reports/" + Links.segment(label);
    }

    // ---- One report ----

    private void one(RequestContext requestContext) {
        String label = requestContext.name("label");
        Map<String, List<String>> asked = requestContext.query().fields();
        if (requestContext.partly()) {
            answer(requestContext, cache.isMaking(label, asked.toString()));
            return;
        }
        Optional<ReportCache.Made> known = cache.get(label, asked.toString(), report -> made(label, report, asked));
        show(requestContext, label, known,
                made -> requestContext.page(Kind.of(label, SECTION, SCRIPTS), "reports/report.jte", Map.of(
                "label", label, "path", path(label), "content", made.shown().content(), "asOf", asOf(made), "whole",
                made.shown().whole(), "forms", made.shown().forms())));
    }

    /**
     * Shows what was made. While it is being made, a page tells that, which asks again and again whether it still is,
     * and then comes anew.
     */
    private static void show(RequestContext requestContext, String title, Optional<ReportCache.Made> known,
            Consumer<ReportCache.Made> page) {
        if (known.isPresent()) {
            page.accept(known.get());
        } else {
            requestContext.context().status(202);
            requestContext.page(Kind.of(title, SECTION, "htmx.js"), "reports/making.jte", Map.of("title", title));
        }
    }

    private static void answer(RequestContext requestContext, boolean stillMaking) {
        requestContext.context().status(204);
        if (!stillMaking) {
            requestContext.context().res().setHeader("HX-Refresh", "true");
        }
    }

    private static String asOf(ReportCache.Made made) {
        return made.asOf().map(TextSanitizer::moment).orElse("");
    }

    /** @throws InvalidInputException naming what the address asks for in vain */
    private ReportCache.Shown made(String label, Report known, Map<String, List<String>> asked) {
        Report report = ReportView.objective(asked).map(known::rankedBy).orElse(known);
        Optional<LabelResults> whole = Optional.of(report.results())
                .filter(r -> !workbench.store().stamp(label).isEmpty());
        return new ReportCache.Shown(HtmlReport.content(report, workbench.store()::detail,
                ReportView.of(report, asked)), whole.isPresent(),
                downloads.offered(label, whole));
    }

    // ---- Comparing ----

    private void compare(RequestContext requestContext) {
        Form query = requestContext.query();
        List<String> words = Stream.concat(query.all("label").stream(), Stream.of("a", "b")
                .flatMap(n -> query.text(n).stream())).map(String::strip).toList();
        Optional<String> by = query.text("by").map(String::strip);
        boolean partial = query.text(PARTIAL).isPresent();
        if (words.isEmpty()) {
            comparing(requestContext, words, "", Optional.empty());
        } else if (requestContext.partly()) {
            answer(requestContext, cache.isComparing(words, by, partial));
        } else {
            try {
                show(requestContext, "Compare " + String.join(" and ", words), cache.comparison(words, by, partial,
                        named(words), () -> comparison(words, by, partial)),
                        made -> comparing(requestContext, words, "", Optional.of(made)));
            } catch (InvalidInputException e) {
                // What the command line calls an option is a field here.
                comparing(requestContext, words, e.getMessage().replace("with --by NAME", "in the field Setting"),
                        Optional.empty());
            }
        }
    }

    private void comparing(RequestContext requestContext, List<String> words, String complaint,
            Optional<ReportCache.Made> made) {
        List<String> labels = workbench.store().labels().reversed().stream().limit(MOST_OFFERED)
                .map(LabelSummary::label).toList();
        requestContext.page(made.isEmpty() ? Kind.of("Compare", SECTION) : Kind.of("Compare", SECTION, SCRIPTS),
                "reports/compare.jte", Map.of("a", words.isEmpty() ? "" : words.getFirst(), "b",
                        words.size() < 2 ? "" : words.get(1), "by", requestContext.query().text("by").orElse(""),
                        "partial", requestContext.query().text(PARTIAL).isPresent(), "labels",
                        labels,
                        "complaint", TextSanitizer.sentence(complaint),
                        "content", made.map(m -> m.shown().content()).orElse(""), "asOf",
                        made.map(ReportPages::asOf).orElse("")));
    }

    /** The labels that words can mean: {@code LABEL}, or {@code LABEL:NAME=VALUE}. */
    private static List<String> named(List<String> words) {
        return words.stream().flatMap(w -> Stream.of(w, w.substring(0, Math.max(0, w.lastIndexOf(':'))))).toList();
    }

    private String comparison(List<String> words, Optional<String> by, boolean partial) {
        ResultStore store = workbench.store();
        List<Pairing> pairings = reportService.pairings(words, by, partial);
        String title = pairings.stream().map(Pairing::title).collect(Collectors.joining("; "));
        DetailCache details = new DetailCache(store::detail);
        return HtmlReport.content(title, LabelComparison.of(pairings, details), details);
    }

    // ---- Deleting ----

    private void askToDelete(RequestContext requestContext) {
        Line line = Line.of(reportService.known(requestContext.name("label")));
        requestContext.ask(SECTION, "Delete " + line.label(), Numbers.counted(line.iterations(), "iteration") + " of "
                + line.workload() + ", started " + line.started() + ", will go for good, with all raw data and what is "
                + "kept of the stores.", line.path() + "/delete", line.path());
    }

    private void delete(RequestContext requestContext) {
        String label = requestContext.name("label");
        int deleted = reportService.delete(label);
        requestContext.leadOn(SECTION, "Deleted " + label + " with " + Numbers.counted(deleted, "iteration") + ".");
    }
}
