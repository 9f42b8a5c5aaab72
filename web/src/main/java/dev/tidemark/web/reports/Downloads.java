package dev.tidemark.web.reports;

import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.core.measure.HdrLog;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.export.ExportFormat;
import dev.tidemark.report.export.ExportFormats;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.CsvTable;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.PerftoolsCsv;
import dev.tidemark.report.write.TsvReport;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Visit;
import dev.tidemark.web.reports.ReportPages.Offer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A report in the forms in which it can be taken along. */
public final class Downloads {

    /**
     * A form.
     *
     * @param name in the address
     * @param file the ending of the file's name
     * @param type its media type
     */
    private record Simple(String name, String title, String file, String type, Function<Report, String> text) {}

    private static final String ZIP = "application/zip";

    private final ResultStore store;
    private final Function<String, Report> reports;
    private final List<Simple> simple;

    /** @param reports finds a report, or refuses */
    public Downloads(ResultStore store, Function<String, Report> reports) {
        this.store = store;
        this.reports = reports;
        this.simple = List.of(
                new Simple("html", "HTML", ".html", "text/html; charset=utf-8", r -> HtmlReport.of(r, store::detail)),
                new Simple("tsv", "TSV", ".tsv", "text/tab-separated-values; charset=utf-8", TsvReport::of),
                new Simple("iterations", "TSV of every iteration", "-iterations.tsv",
                        "text/tab-separated-values; charset=utf-8", TsvReport::raw),
                new Simple("csv", "CSV", ".csv", "text/csv; charset=utf-8", r -> CsvTable.ofTsv(TsvReport.of(r))),
                new Simple("json", "JSON", ".json", "application/json", JsonReport::of));
    }

    List<Route> routes() {
        return List.of(Route.get("/reports/{label}/as/{form}", READER, this::send));
    }

    /** What it can be had as. @param label empty for a section of a study, which has only the report's own forms */
    List<Offer> offered(String name, Optional<LabelResults> label) {
        String path = ReportPages.path(name) + "/as/";
        List<Offer> offers = new ArrayList<>(simple.stream().map(s -> new Offer(s.title(), path + s.name())).toList());
        label.ifPresent(l -> {
            offers.add(new Offer("HDR logs", path + "hdr"));
            if (PerftoolsCsv.fits(l)) {
                offers.add(new Offer("PerfTools CSV", path + "perftools"));
            }
            ExportFormats.all().forEach(f -> offers.add(new Offer(f.name() + " files", path + f.name())));
            offers.add(new Offer("Everything, for import elsewhere", path + "zip"));
        });
        return offers;
    }

    /** Answers with the form that the path names. */
    public void send(Visit visit) throws IOException {
        String name = visit.name("label");
        String form = visit.name("form");
        Optional<Simple> text = simple.stream().filter(s -> s.name().equals(form)).findFirst();
        if (text.isPresent()) {
            visit.download(text.get().type(), name + text.get().file(), text.get().text().apply(reports.apply(name)));
            return;
        }
        LabelResults label = store.label(name).orElseThrow(() -> Refusal.missing("there is no label '" + name + "'"));
        switch (form) {
            case "hdr" -> visit.stream(ZIP, name + "-hdr.zip", out -> hdrLogs(label, out));
            case "perftools" -> visit.download("text/csv; charset=utf-8", name + "-perftools.csv",
                    PerftoolsCsv.of(List.of(label), store::detail).text());
            case "zip" -> everything(visit, label.label());
            default -> files(visit, label, ExportFormats.named(form).orElseThrow(() -> Refusal.missing(
                    "a report is not to be had as '" + form + "'")));
        }
    }

    private void files(Visit visit, LabelResults label, ExportFormat format) {
        Map<String, String> files = format.files(label, store::detail);
        if (files.isEmpty()) {
            throw Refusal.missing("nothing of " + label.label() + " fits the format " + format.name());
        }
        visit.stream(ZIP, label.label() + "-" + format.name() + ".zip", out -> {
            try (ZipOutputStream zip = new ZipOutputStream(out)) {
                for (Map.Entry<String, String> file : files.entrySet()) {
                    zip.putNextEntry(new ZipEntry(file.getKey()));
                    zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                }
            }
        });
    }

    /** One log per iteration that has intervals. */
    private void hdrLogs(LabelResults label, OutputStream out) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Iteration iteration : label.iterations()) {
                IterationDetail detail = store.detail(iteration.id());
                if (!detail.intervals().isEmpty()) {
                    zip.putNextEntry(new ZipEntry("iteration-" + iteration.id() + ".hdr"));
                    HdrLog.write(detail, iteration.started(), zip);
                }
            }
        }
    }

    /** The store writes a file; it lives as long as it is sent. */
    private void everything(Visit visit, String label) throws IOException {
        Path folder = Files.createTempDirectory("tidemark-export");
        Path file = folder.resolve("export.zip");
        try {
            store.export(List.of(label), file);
            visit.stream(ZIP, label + ".zip", out -> Files.copy(file, out));
        } finally {
            deleted(file);
            deleted(folder);
        }
    }

    private static void deleted(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
