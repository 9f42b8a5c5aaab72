package dev.tidemark.web.transfer;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.Exchange;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.Brief;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Visit;
import dev.tidemark.web.reports.Downloads;
import dev.tidemark.web.reports.ReportPages.Offer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** {@code /export}: the statistics of chosen labels, or of all, in one file. */
public final class ExportPages {

    private static final String EXPORT = "/export";
    private static final String SECTION = "/reports";
    /** Labels of which is looked up which forms they fit, as that reads all of their results. */
    private static final int MOST_LOOKED_AT = 50;

    private final Workbench workbench;
    private final Downloads downloads;
    private final Exchange exchange;

    public ExportPages(Workbench workbench, Downloads downloads, Exchange exchange) {
        this.workbench = workbench;
        this.downloads = downloads;
        this.exchange = exchange;
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

    /** Those that the form names, or all, the oldest first. @throws Refusal naming the nearest label */
    private List<LabelSummary> chosen(Form form) {
        List<LabelSummary> all = workbench.store().labels();
        List<String> wanted = form.all("label").stream().distinct().toList();
        List<String> names = all.stream().map(LabelSummary::label).toList();
        wanted.stream().filter(w -> !names.contains(w)).findFirst().ifPresent(w -> {
            throw Refusal.missing("there is no label '" + w + "'" + Nearest.hint(w, names));
        });
        return wanted.isEmpty() ? all : all.stream().filter(l -> wanted.contains(l.label())).toList();
    }

    private List<LabelResults> results(List<LabelSummary> labels) {
        ResultStore store = workbench.store();
        return labels.stream().flatMap(l -> store.label(l.label()).stream()).toList();
    }

    private static String title(List<LabelSummary> labels) {
        return labels.size() == 1 ? labels.getFirst().label() : "tidemark-" + labels.size() + "-labels";
    }

    private void show(Visit visit, Form form, String complaint) {
        List<LabelSummary> labels = chosen(form);
        String sum = Brief.counted(labels.size(), "label") + ", "
                + Brief.counted(labels.stream().mapToInt(LabelSummary::total).sum(), "iteration");
        String file = form.text("file").orElse(title(labels).replaceAll("[^A-Za-z0-9._-]", "-")
                .replaceFirst("^[^A-Za-z0-9]", "x") + ".zip");
        visit.page(Kind.of("Export", SECTION), "transfer/export.jte", Map.of("view", new View(
                labels.stream().map(LabelSummary::label).toList(), form.all("label").isEmpty(), sum,
                labels.isEmpty() ? List.of() : forms(labels, form), exchange.folder().toString(), file, complaint)));
    }

    private List<Offer> forms(List<LabelSummary> labels, Form form) {
        String query = form.all("label").stream().distinct().map(l -> "label=" + Links.query(l))
                .collect(Collectors.joining("&"));
        UnaryOperator<String> path = name -> EXPORT + "/as/" + name + (query.isEmpty() ? "" : "?" + query);
        return labels.size() > MOST_LOOKED_AT
                ? List.of(new Offer("Everything, for import elsewhere", path.apply(Downloads.EVERYTHING)))
                : downloads.offered(results(labels), path);
    }

    private void send(Visit visit) throws IOException {
        List<LabelSummary> labels = chosen(visit.query());
        String form = visit.name("form");
        if (labels.isEmpty()) {
            throw Refusal.missing("there are no labels yet");
        }
        if (form.equals(Downloads.EVERYTHING)) {
            downloads.everything(visit, labels.stream().map(LabelSummary::label).toList(), title(labels));
            return;
        }
        if (labels.size() > MOST_LOOKED_AT) {
            throw new Refusal(400, "choose " + MOST_LOOKED_AT + " labels at most for this form");
        }
        downloads.send(visit, results(labels), form, title(labels));
    }

    private void put(Visit visit) {
        Form form = visit.form();
        List<LabelSummary> labels = chosen(form);
        try {
            if (labels.isEmpty()) {
                throw new BadInput("there are no labels yet");
            }
            String name = form.needed("file").strip();
            int iterations = workbench.store().export(labels.stream().map(LabelSummary::label).toList(),
                    exchange.fresh(name));
            visit.leadOn(EXPORT, "Exported " + Brief.counted(iterations, "iteration") + " to "
                    + exchange.folder().resolve(name) + " on the server.");
        } catch (BadInput e) {
            visit.context().status(400);
            show(visit, form, e.getMessage());
        }
    }
}
