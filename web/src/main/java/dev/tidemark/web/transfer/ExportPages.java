package dev.tidemark.web.transfer;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.Numbers;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.reports.Downloads;
import dev.tidemark.web.reports.ReportPages.Offer;

/** {@code /export}: the statistics of chosen labels, or of all, in one file. */
public final class ExportPages {

    private static final String EXPORT = "/export";
    private static final String SECTION = "/reports";

    private final ResultTransfer resultTransfer;
    private final Downloads downloads;

    public ExportPages(ResultTransfer resultTransfer, Downloads downloads) {
        this.resultTransfer = resultTransfer;
        this.downloads = downloads;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(EXPORT, READER, v -> show(v, v.query(), "")),
                Route.get("/export/as/{form}", READER, this::send),
                Route.post(EXPORT, ADMINISTRATOR, this::put));
    }

    /**
     * What the page offers.
     *
     * @param labels that were chosen
     * @param all    whether these are all there are, as none was chosen
     * @param sum    what they have, in words
     * @param forms  in which they can be taken along
     * @param folder of the server
     * @param file   a name for a file in it
     */
    public record View(List<String> labels, boolean all, String sum, List<Offer> forms, String folder, String file,
            String complaint) {}

    /** The labels that the form names; none for all that there are. */
    private static List<String> chosen(Form form) {
        return form.all("label").stream().distinct().toList();
    }

    private void show(RequestContext requestContext, Form form, String complaint) {
        List<LabelSummary> labels = resultTransfer.chosen(chosen(form));
        String sum = Numbers.counted(labels.size(), "label") + ", "
                + Numbers.counted(labels.stream().mapToInt(LabelSummary::total).sum(), "iteration");
        String file = form.text("file").orElse(ResultTransfer.title(labels).replaceAll("[^A-Za-z0-9._-]", "-")
                .replaceFirst("^[^A-Za-z0-9]", "x") + ".zip");
        requestContext.page(Kind.of("Export", SECTION), "transfer/export.jte", Map.of("view", new View(
                labels.stream().map(LabelSummary::label).toList(), form.all("label").isEmpty(), sum,
                labels.isEmpty() ? List.of() : forms(labels, form), resultTransfer.folder().toString(), file,
                TextSanitizer.sentence(complaint))));
    }

    private List<Offer> forms(List<LabelSummary> labels, Form form) {
        String query = chosen(form).stream().map(l -> "label=" + Links.query(l))
                .collect(Collectors.joining("&"));
        UnaryOperator<String> path = name -> EXPORT + "/as/" + name + (query.isEmpty() ? "" : "?" + query);
        return labels.size() > ResultTransfer.MOST_LOOKED_AT
                ? List.of(new Offer("Full export (.zip)", path.apply(Downloads.EVERYTHING)))
                : downloads.offered(resultTransfer.results(labels), path);
    }

    private void send(RequestContext requestContext) throws IOException {
        resultTransfer.send(requestContext, chosen(requestContext.query()), requestContext.name("form"));
    }

    private void put(RequestContext requestContext) {
        Form form = requestContext.form();
        try {
            String name = form.needed("file").strip();
            int iterations = resultTransfer.put(chosen(form), name);
            requestContext.redirect(EXPORT, "Exported " + Numbers.counted(iterations, "iteration") + " to "
                    + resultTransfer.folder().resolve(name) + " on the server.");
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            show(requestContext, form, e.getMessage());
        }
    }
}
