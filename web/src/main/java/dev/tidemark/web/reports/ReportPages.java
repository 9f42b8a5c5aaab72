package dev.tidemark.web.reports;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.app.FollowUp;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.DetailCache;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.NextStep;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.Pairing;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.html.ReportView;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.IdempotencyTokens;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;

/** Everything under {@code /reports}, and {@code /compare}. */
public final class ReportPages {

    private static final String SECTION = "/reports";
    /** Scripts that draw a report; the last one needs the first. */
    private static final String[] SCRIPTS = {"echarts.js", "report.js"};
    /** Labels on the page on which the second side is chosen; others can be sought. */
    private static final int MOST_TO_CHOOSE = 50;
    /** Labels that are offered for comparing; others can be typed. */
    private static final int MOST_OFFERED = 500;

    /** Whether iterations that were interrupted are compared, too. */
    private static final String PARTIAL = "partial";

    private final Workbench workbench;
    private final ReportService reportService;
    private final ReportCache cache;
    private final Downloads downloads;
    private final IdempotencyTokens idempotencyTokens = new IdempotencyTokens();

    public ReportPages(Workbench workbench, ReportService reportService, Downloads downloads) {
        this.workbench = workbench;
        this.reportService = reportService;
        this.cache = reportService.cache();
        this.downloads = downloads;
    }

    public List<Route> routes() {
        return Stream.concat(downloads.routes().stream(), Stream.of(
                Route.get("/reports/{label}", READER, this::one),
                Route.post("/reports/{label}/again", ADMINISTRATOR, this::again),
                Route.get("/reports/{label}/delete", ADMINISTRATOR, this::askToDelete),
                Route.post("/reports/{label}/delete", ADMINISTRATOR, this::delete),
                Route.get("/compare", READER, this::compare))).toList();
    }

    /** A form in which a report can be taken along, and where. */
    public record Offer(String title, String path) {}

    /** The stable address of a label's report. */
    public static String path(String label) {
        return "/reports/" + Links.segment(label);
    }

    // ---- One report ----

    /**
     * Makes the report of the newest label, which is mostly the one that is asked for first. Not beside a run, whose
     * machine it would keep busy.
     */
    public void prepare() {
        cache.inBackground(() -> {
            if (workbench.live().running().isEmpty()) {
                workbench.store().labels().stream().reduce((older, newer) -> newer).map(LabelSummary::label)
                        .ifPresent(label -> page(label, Map.of()));
            }
        });
    }

    /** Makes the report of a label whose job has ended, which is what is looked at next. */
    public void ended(String label) {
        try {
            cache.make(label, report -> made(label, report, Map.of()));
        } catch (StoreException e) {
            // Whoever opens the report is told why there is none.
        }
    }

    private Optional<ReportCache.Made> page(String label, Map<String, List<String>> query) {
        return cache.get(label, query, report -> made(label, report, query));
    }

    private void one(RequestContext requestContext) {
        String label = requestContext.name("label");
        Map<String, List<String>> query = requestContext.query().fields();
        if (requestContext.isFragmentRequest()) {
            answer(requestContext, cache.isMaking(label, query));
            return;
        }
        show(requestContext, label, page(label, query),
                made -> requestContext.page(Kind.of(label, SECTION, SCRIPTS), "reports/report.jte", Map.of(
                "label", label, "path", path(label), "content", made.shown().content(), "asOf", asOf(made), "whole",
                made.shown().whole(), "forms", made.shown().forms(), "steps", made.shown().steps().stream()
                        .map(step -> new Step(step.action(), step.command(label), IdempotencyTokens.key())).toList())));
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
    private ReportCache.Shown made(String label, Report known, Map<String, List<String>> query) {
        Report report = ReportView.objective(query).map(known::rankedBy).orElse(known);
        Optional<LabelResults> whole = Optional.of(report.results())
                .filter(r -> !workbench.store().stamp(label).isEmpty());
        return new ReportCache.Shown(HtmlReport.content(report, workbench.store()::detail,
                ReportView.of(report, query)), whole.isPresent(),
                downloads.offered(label, whole), whole.isPresent() ? report.verdict().next() : List.of());
    }

    // ---- What to run next ----

    /** A button for what the report advises. */
    public record Step(String action, String command, String once) {}

    /** Queues what the report advised when it was read, if it still does. */
    private void again(RequestContext requestContext) {
        String label = reportService.known(requestContext.name("label")).label();
        String command = requestContext.form().text("command").orElse("");
        Experiment experiment = reportService.of(label, report -> report.verdict().next().stream()
                .filter(step -> step.command(label).equals(command)).findFirst()
                .map(step -> workbench.read(followUp(step, report).document(report.results())))
                .orElseThrow(() -> new InvalidInputException("the report of " + label + " has changed meanwhile and "
                        + "advises something else now")));
        JobOptions options = new JobOptions(false, false, Optional.empty(),
                RequestContext.destroy(requestContext.form()), RequestContext.agreed(requestContext.form()),
                RequestContext.large(requestContext.form()));
        requestContext.confirming(SECTION, path(label), () -> {
            IdempotencyTokens.Done done = idempotencyTokens.carryOut(requestContext.form(),
                    () -> workbench.jobs().submit(experiment, requestContext.author(), options).id());
            requestContext.redirect("/status?job=" + done.result(), done.already()
                    ? "This job was already created, as job " + done.result() + "."
                    : "Job " + done.result() + ", " + experiment.label() + ", was queued.");
        });
    }

    private static FollowUp followUp(NextStep step, Report report) {
        return new FollowUp(Optional.of(step.label(report.label())).filter(_ -> step.apart()),
                step.repeat() > 0 ? OptionalInt.of(step.repeat()) : OptionalInt.empty(),
                step.contenders() ? report.contenders() : List.of(), step.vary(), step.set());
    }

    // ---- Comparing ----

    /**
     * A side of a comparison as it is named above it.
     *
     * @param letter  A or B
     * @param report  the address of its label's report
     * @param swapped the address of the comparison with the sides changed
     * @param another the address of the choice of another second side
     */
    public record Compared(String letter, String name, String report, String swapped, String another) {}

    /**
     * Labels that another can be compared with: those of the same workload, newest first.
     *
     * @param first    the other
     * @param workload of all of them
     * @param query    what their names must contain; may be empty
     * @param found    how many do
     * @param all      how many there are
     * @param apart    how many there are of other workloads
     */
    public record Others(String first, String workload, String query, List<ReportLine> lines, int found, int all,
            int apart) {

        /** The address of the comparison with one of them. */
        public String against(ReportLine line) {
            return compared(first, line.label());
        }
    }

    private static String compared(String a, String b) {
        return "/compare?a=" + Links.query(a) + "&b=" + Links.query(b);
    }

    /** The second click: whom to compare with. */
    private void against(RequestContext requestContext, String first) {
        LabelSummary label = reportService.known(first);
        String query = requestContext.query().text("q").map(String::strip).orElse("");
        List<LabelSummary> others = reportService.found("", false).stream().filter(l -> !l.label().equals(first))
                .toList();
        List<LabelSummary> same = others.stream().filter(l -> l.workload().equals(label.workload())).toList();
        List<LabelSummary> found = same.stream().filter(l -> ReportService.contains(l, query)).toList();
        Others shown = new Others(first, label.workload(), query, ReportLine.of(found.stream().limit(MOST_TO_CHOOSE)
                .toList(), reportService.headlines()), found.size(), same.size(), others.size() - same.size());
        if (requestContext.isFragmentRequest()) {
            requestContext.part("reports/others.jte", Map.of("others", shown));
        } else {
            requestContext.page(Kind.of("Compare " + first, SECTION, "htmx.js"), "reports/against.jte",
                    Map.of("others", shown));
        }
    }

    private void compare(RequestContext requestContext) {
        Form query = requestContext.query();
        Optional<String> first = query.text("with").map(String::strip);
        if (first.isPresent()) {
            against(requestContext, first.get());
            return;
        }
        List<String> words = Stream.concat(query.all("label").stream(), Stream.of("a", "b")
                .flatMap(n -> query.text(n).stream())).map(String::strip).toList();
        Optional<String> by = query.text("by").map(String::strip);
        boolean partial = query.text(PARTIAL).isPresent();
        if (words.isEmpty()) {
            comparing(requestContext, words, "", Optional.empty());
        } else if (requestContext.isFragmentRequest()) {
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
                        "partial", requestContext.query().text(PARTIAL).isPresent(), "labels", labels,
                        "complaint", TextSanitizer.sentence(complaint), "sides", sides(words),
                        "content", made.map(m -> m.shown().content()).orElse(""), "asOf",
                        made.map(ReportPages::asOf).orElse("")));
    }

    /** Two labels, or parts of them; none where one is compared within itself. */
    private List<Compared> sides(List<String> words) {
        if (words.size() != 2) {
            return List.of();
        }
        String swapped = compared(words.get(1), words.get(0));
        String another = "/compare?with=" + Links.query(label(words.getFirst()));
        return List.of(new Compared("A", words.get(0), path(label(words.get(0))), swapped, another),
                new Compared("B", words.get(1), path(label(words.get(1))), swapped, another));
    }

    /** The label of a side: a label may itself look like a part of another. */
    private String label(String side) {
        return side.lastIndexOf(':') < 1 || !workbench.store().stamp(side).isEmpty() ? side
                : side.substring(0, side.lastIndexOf(':'));
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
        LabelSummary label = reportService.known(requestContext.name("label"));
        String path = path(label.label());
        requestContext.ask(SECTION, "Delete " + label.label(), Numbers.counted(label.total(), "iteration") + " of "
                + label.workload() + ", started " + TextSanitizer.moment(label.started())
                + ", will go for good, with all raw data and what is kept of the stores.", path + "/delete", path);
    }

    private void delete(RequestContext requestContext) {
        String label = requestContext.name("label");
        int deleted = reportService.delete(label);
        requestContext.redirect(SECTION, "Deleted " + label + " with " + Numbers.counted(deleted, "iteration") + ".");
    }
}
