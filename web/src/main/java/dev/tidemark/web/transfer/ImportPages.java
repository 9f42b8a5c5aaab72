package dev.tidemark.web.transfer;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.CsvImportOptions;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.transfer.ImportSummary;
import dev.tidemark.web.fields.PairParser;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.http.Upload;
import dev.tidemark.web.reports.ReportPages;

/** {@code /import}: results that were exported elsewhere, or measured by other tools. */
public final class ImportPages {

    private static final String IMPORT = "/import";
    private static final String SECTION = "/reports";

    private final ResultTransfer resultTransfer;

    public ImportPages(ResultTransfer resultTransfer) {
        this.resultTransfer = resultTransfer;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(IMPORT, ADMINISTRATOR, v -> show(v, "")),
                Route.upload(IMPORT, ADMINISTRATOR, ResultTransfer.LARGEST, this::take));
    }

    /**
     * What the page offers.
     *
     * @param files     those in the server's folder
     * @param workloads whose params and measures a table's columns may be
     * @param drivers   likewise
     */
    public record View(String folder, List<String> files, List<String> workloads, List<String> drivers, String largest,
            Form filled, String complaint) {

        /** What is filled in, or what holds else. */
        public String text(String field, String usual) {
            return filled.text(field).orElse(usual);
        }
    }

    private void show(RequestContext requestContext, String complaint) {
        requestContext.page(Kind.of("Import", SECTION), "transfer/import.jte", Map.of("view", new View(
                resultTransfer.folder().toString(), resultTransfer.files(),
                Workloads.all().stream().map(Workload::name).toList(),
                Drivers.all().stream().map(Driver::name).toList(), Numbers.bytes(ResultTransfer.LARGEST),
                requestContext.form(), TextSanitizer.sentence(complaint))));
    }

    private void take(RequestContext requestContext) {
        ImportSummary importSummary;
        try {
            importSummary = imported(requestContext.form(), requestContext.upload());
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            show(requestContext, e.getMessage());
            return;
        }
        List<String> labels = importSummary.labels();
        requestContext.redirect(labels.size() == 1 ? ReportPages.path(labels.getFirst()) : SECTION,
                "Imported " + Numbers.counted(importSummary.iterations(), "iteration")
                        + (labels.size() == 1 ? "" : " of " + Numbers.counted(labels.size(), "label"))
                        + (importSummary.known() == 0 ? "." : "; " + importSummary.known() + " were there already.")
                        + importSummary.together().map(t -> " " + t).orElse(""));
    }

    private ImportSummary imported(Form form, Optional<Upload> sent) {
        Optional<String> there = form.text("there");
        if (sent.isPresent() == there.isPresent()) {
            throw new InvalidInputException(sent.isPresent()
                    ? "choose a file of yours, or one of the server's, not both"
                    : "choose a file first");
        }
        Optional<CsvImportOptions> table = form.text("label").map(label -> reading(label.strip(), form));
        return sent.isPresent() ? resultTransfer.take(sent.get().file(), sent.get().name(), table)
                : resultTransfer.takeThere(there.get(), table);
    }

    private static CsvImportOptions reading(String label, Form form) {
        return new CsvImportOptions(label, form.text("workload").orElse(""), form.needed("driver"),
                form.text("map").orElse("").lines().filter(l -> !l.isBlank()).map(String::strip).toList(),
                PairParser.pairs(form.text("default").orElse(""), "="),
                PairParser.pairs(form.text("set").orElse(""), "="));
    }
}
