package dev.tidemark.web.reports;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.Numbers;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;

/** The list of reports, and what is done to labels as a whole: notes, pins, other names, archiving, deleting. */
public final class ReportListPages {

    private static final String SECTION = "/reports";
    private static final String DELETE = "/delete";
    /** Labels on one page of the list. */
    private static final int PER_PAGE = 50;
    /** Labels that are deleted at a time; each is named before. */
    private static final int MOST_AT_ONCE = 200;

    private final Workbench workbench;
    private final ReportService reportService;

    public ReportListPages(Workbench workbench, ReportService reportService) {
        this.workbench = workbench;
        this.reportService = reportService;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/reports", READER, this::list),
                Route.get("/reports/{label}/line", READER, this::line),
                Route.get("/reports/{label}/edit", ADMINISTRATOR, this::edit),
                Route.post("/reports/{label}/note", ADMINISTRATOR, this::note),
                Route.post("/reports/{label}/rename", ADMINISTRATOR, this::rename),
                Route.post("/reports/{label}/pin", ADMINISTRATOR, v -> put(v, LabelMark::pinned, "pinned",
                        "no longer pinned")),
                Route.post("/reports/{label}/archive", ADMINISTRATOR, v -> put(v, LabelMark::archived,
                        "archived: the list leaves it out unless it is asked for all", "in the list again")),
                Route.get(DELETE, ADMINISTRATOR, this::askToDelete), Route.post(DELETE, ADMINISTRATOR, this::delete));
    }

    /**
     * A page of the list: what is pinned, then the newest first.
     *
     * @param query    what the labels or their notes must contain; may be empty
     * @param archived whether archived ones are among them
     * @param page     from 1
     * @param pages    how many there are
     * @param found    labels that contain it
     * @param all      labels in all
     * @param hidden   archived ones that are left out
     * @param damage   what was found damaged in the store so far, a line for each label
     */
    public record Listing(String query, boolean archived, List<ReportLine> lines, int page, int pages, int found,
            int all, long hidden, List<String> damage) {

        /** The address of another page of the same list. */
        public String path(int number) {
            return path(number, archived);
        }

        /** The same list with or without what is archived. */
        public String path(boolean withArchived) {
            return path(1, withArchived);
        }

        private String path(int number, boolean withArchived) {
            return "/reports?page=" + number + (query.isEmpty() ? "" : "&q=" + Links.query(query))
                    + (withArchived ? "&archived=true" : "");
        }
    }

    private void list(RequestContext requestContext) {
        Form query = requestContext.query();
        String text = query.text("q").map(String::strip).orElse("");
        boolean archived = query.text("archived").equals(Optional.of("true"));
        List<LabelSummary> all = workbench.store().labels();
        List<LabelSummary> found = reportService.found(text, archived);
        int pages = Math.max(1, (found.size() + PER_PAGE - 1) / PER_PAGE);
        int page = Math.clamp(query.text("page").isPresent() ? query.number("page") : 1, 1, pages);
        List<ReportLine> lines = ReportLine.of(found.stream().skip((long) (page - 1) * PER_PAGE).limit(PER_PAGE)
                .toList(), reportService.headlines());
        Listing listing = new Listing(text, archived, lines, page, pages, found.size(), all.size(),
                archived ? 0 : all.stream().filter(l -> l.mark().archived()).count(), workbench.store().damage());
        Map<String, Object> params = Map.of("listing", listing, "administrator", requestContext.administrator());
        if (requestContext.isFragmentRequest()) {
            requestContext.part("reports/listing.jte", params);
        } else {
            requestContext.page(Kind.of("Reports", SECTION, "htmx.js"), "reports/list.jte", params);
        }
    }

    /** What a line of the list that is still being made has become. */
    private void line(RequestContext requestContext) {
        LabelSummary label = reportService.known(requestContext.name("label"));
        requestContext.part("verdicts/said.jte",
                Map.of("line", ReportLine.of(List.of(label), reportService.headlines()).getFirst()));
    }

    // ---- What people say of a label ----

    /** A label, as the page about it shows it. @param to the name that it is to have */
    public record About(String label, String path, LabelMark mark, String to, String note, String complaint) {}

    private void edit(RequestContext requestContext) {
        LabelSummary label = reportService.known(requestContext.name("label"));
        show(requestContext, label, label.label(), label.mark().note(), "");
    }

    private static void show(RequestContext requestContext, LabelSummary label, String to, String note,
            String complaint) {
        requestContext.page(Kind.of(label.label(), SECTION), "reports/edit.jte", Map.of("about", new About(
                label.label(), ReportPages.path(label.label()), label.mark(), to, note,
                TextSanitizer.sentence(complaint))));
    }

    private void note(RequestContext requestContext) {
        LabelSummary label = reportService.known(requestContext.name("label"));
        String note = requestContext.form().text("note").orElse("");
        try {
            reportService.mark(label.label(), mark -> mark.withNote(note));
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            show(requestContext, label, label.label(), note, e.getMessage());
            return;
        }
        requestContext.redirect(SECTION, "The note of " + label.label() + " is kept.");
    }

    private void rename(RequestContext requestContext) {
        LabelSummary label = reportService.known(requestContext.name("label"));
        String to = requestContext.form().text("to").map(String::strip).orElse("");
        try {
            reportService.rename(label.label(), to);
        } catch (InvalidInputException e) {
            requestContext.context().status(e instanceof ConflictException ? 409 : 400);
            show(requestContext, label, to, label.mark().note(), e.getMessage());
            return;
        }
        requestContext.redirect(ReportPages.path(to), label.label() + " is called " + to + " from now on.");
    }

    private void put(RequestContext requestContext, BiFunction<LabelMark, Boolean, LabelMark> change, String done,
            String undone) {
        boolean on = switch (requestContext.form().needed("on")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new InvalidInputException("on: this is switched with true or false");
        };
        String label = reportService.known(requestContext.name("label")).label();
        reportService.mark(label, mark -> change.apply(mark, on));
        requestContext.redirect(SECTION, label + " is " + (on ? done : undone) + ".");
    }

    // ---- Deleting several ----

    private List<LabelSummary> chosen(Form form) {
        List<String> labels = form.all("label").stream().filter(l -> !l.isBlank()).distinct().toList();
        if (labels.isEmpty()) {
            throw new InvalidInputException("no report is chosen; tick the boxes of those to be deleted");
        }
        if (labels.size() > MOST_AT_ONCE) {
            throw new HttpException(400, "at most " + MOST_AT_ONCE + " reports are deleted at a time");
        }
        return labels.stream().map(reportService::known).toList();
    }

    private void askToDelete(RequestContext requestContext) {
        List<LabelSummary> labels = chosen(requestContext.query());
        requestContext.page(Kind.of("Delete reports", SECTION), "reports/delete.jte", Map.of("labels", labels,
                "what", what(labels), "iterations",
                Numbers.counted(labels.stream().mapToLong(LabelSummary::total).sum(), "iteration")));
    }

    private static String what(List<LabelSummary> labels) {
        return labels.size() == 1 ? labels.getFirst().label() : Numbers.counted(labels.size(), "report");
    }

    /** One that is being run keeps the others from being deleted, too: all were asked about together. */
    private void delete(RequestContext requestContext) {
        List<LabelSummary> labels = chosen(requestContext.form());
        labels.stream().filter(l -> workbench.store().isRunning(l.label())).findFirst().ifPresent(l -> {
            throw new ConflictException("label " + l.label() + " is being run; stop it first. Nothing was deleted");
        });
        int iterations = labels.stream().mapToInt(l -> reportService.delete(l.label())).sum();
        requestContext.redirect(SECTION, "Deleted " + what(labels) + " with " + Numbers.counted(iterations, "iteration")
                + ".");
    }
}
