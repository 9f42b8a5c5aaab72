package dev.tidemark.web.transfer;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.TableReading;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.Workloads;
import dev.tidemark.report.Brief;
import dev.tidemark.store.Imported;
import dev.tidemark.web.fields.Lines;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Upload;
import dev.tidemark.web.http.Visit;
import dev.tidemark.web.reports.ReportPages;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /import}: results that were exported elsewhere, or measured by other tools. */
public final class ImportPages {

    private static final String IMPORT = "/import";
    private static final String SECTION = "/reports";

    private final Statistics statistics;

    public ImportPages(Statistics statistics) {
        this.statistics = statistics;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(IMPORT, ADMINISTRATOR, v -> show(v, "")),
                Route.upload(IMPORT, ADMINISTRATOR, Statistics.LARGEST, this::take));
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

    private void show(Visit visit, String complaint) {
        visit.page(Kind.of("Import", SECTION), "transfer/import.jte", Map.of("view", new View(
                statistics.folder().toString(), statistics.files(),
                Workloads.all().stream().map(Workload::name).toList(),
                Drivers.all().stream().map(Driver::name).toList(), Brief.bytes(Statistics.LARGEST),
                visit.form(), complaint)));
    }

    private void take(Visit visit) {
        Imported imported;
        try {
            imported = imported(visit.form(), visit.upload());
        } catch (BadInput e) {
            visit.context().status(400);
            show(visit, e.getMessage());
            return;
        }
        List<String> labels = imported.labels();
        visit.leadOn(labels.size() == 1 ? ReportPages.path(labels.getFirst()) : SECTION,
                "Imported " + Brief.counted(imported.iterations(), "iteration")
                        + (labels.size() == 1 ? "" : " of " + Brief.counted(labels.size(), "label"))
                        + (imported.known() == 0 ? "." : "; " + imported.known() + " were there already."));
    }

    private Imported imported(Form form, Optional<Upload> sent) {
        Optional<String> there = form.text("there");
        if (sent.isPresent() == there.isPresent()) {
            throw new BadInput(sent.isPresent() ? "choose a file of yours, or one of the server's, not both"
                    : "choose a file first");
        }
        Optional<TableReading> table = form.text("label").map(label -> reading(label.strip(), form));
        return sent.isPresent() ? statistics.take(sent.get().file(), sent.get().name(), table)
                : statistics.takeThere(there.get(), table);
    }

    private static TableReading reading(String label, Form form) {
        return new TableReading(label, form.needed("workload"), form.needed("driver"),
                form.text("map").orElse("").lines().filter(l -> !l.isBlank()).map(String::strip).toList(),
                Lines.pairs(form.text("default").orElse(""), "="), Lines.pairs(form.text("set").orElse(""), "="));
    }
}
