package dev.tidemark.web.reports;

import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.core.measure.HdrLog;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.export.ExportFormat;
import dev.tidemark.report.export.ExportFormats;
import dev.tidemark.report.export.FileNames;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.CsvTable;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.PerftoolsCsv;
import dev.tidemark.report.write.TsvReport;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.reports.ReportPages.Offer;

/** Reports in the forms in which they can be taken along: one in all of them, several in those that have room. */
public final class Downloads {

    /**
     * A form.
     *
     * @param name in the address
     * @param file the ending of the file's name
     * @param type its media type
     */
    private record Simple(String name, String title, String file, String type, Function<Report, String> text) {}

    /** The form of everything, for import elsewhere. */
    public static final String EVERYTHING = "zip";

    private static final String HDR = "hdr";
    private static final String PERFTOOLS = "perftools";
    private static final String ZIP = "application/zip";

    private final ResultStore store;
    private final ReportCache reports;
    private final List<Simple> simple;

    public Downloads(ResultStore store, ReportService reportService) {
        this.store = store;
        this.reports = reportService.cache();
        this.simple = List.of(
                new Simple("html", "HTML", ".html", "text/html; charset=utf-8", r -> HtmlReport.of(r, store::detail)),
                new Simple("tsv", "TSV", ".tsv", "text/tab-separated-values; charset=utf-8", TsvReport::of),
                new Simple("iterations", "TSV of every iteration", "-iterations.tsv",
                        "text/tab-separated-values; charset=utf-8", TsvReport::raw),
                new Simple("csv", "CSV", ".csv", "text/csv; charset=utf-8", r -> CsvTable.ofTsv(TsvReport.of(r))),
                new Simple("json", "JSON", ".json", "application/json",
                        r -> JsonReport.of(r, store::detail)));
    }

    List<Route> routes() {
        return List.of(Route.get("/reports/{label}/as/{form}", READER, this::send));
    }

    /** What it can be had as. @param label empty for a section of a study, which has only the report's own forms */
    List<Offer> offered(String name, Optional<LabelResults> label) {
        String path = ReportPages.path(name) + "/as/";
        List<Offer> offers = new ArrayList<>(simple.stream().map(s -> new Offer(s.title(), path + s.name())).toList());
        label.ifPresent(l -> offered(List.of(l), form -> path + form).forEach(offers::add));
        return offers;
    }

    /**
     * What several labels can be had as together: forms that nothing of them fits are left out.
     *
     * @param path of a form, by its name
     */
    public List<Offer> offered(List<LabelResults> labels, UnaryOperator<String> path) {
        List<Offer> offers = new ArrayList<>();
        List<LabelResults> withIntervals = labels.stream().filter(l -> store.hasIntervals(l.label())).toList();
        if (!withIntervals.isEmpty()) {
            offers.add(new Offer("HDR logs", path.apply(HDR)));
        }
        if (labels.stream().anyMatch(PerftoolsCsv::fits)) {
            offers.add(new Offer("PerfTools CSV", path.apply(PERFTOOLS)));
        }
        ExportFormats.all().stream().filter(f -> withIntervals.stream().anyMatch(l -> f.fits(l, store::detail)))
                .forEach(f -> offers.add(new Offer(f.name() + " files", path.apply(f.name()))));
        offers.add(new Offer("Full export (.zip)", path.apply(EVERYTHING)));
        return offers;
    }

    /** Answers with the form that the path names. */
    public void send(RequestContext requestContext) throws IOException {
        String name = requestContext.name("label");
        String form = requestContext.name("form");
        Optional<Simple> text = simple.stream().filter(s -> s.name().equals(form)).findFirst();
        if (text.isPresent()) {
            requestContext.download(text.get().type(), name + text.get().file(), reports.of(name, text.get().text()));
            return;
        }
        LabelResults label = reports.onPool(() -> store.label(name).orElseThrow(() -> HttpException.missing(
                "there is no label '" + name + "'")));
        send(requestContext, List.of(label), form, name);
    }

    /**
     * Answers with several labels in one file.
     *
     * @param form  one of those that were {@link #offered}
     * @param title of the file, without its ending
     * @throws HttpException when there is no such form, or nothing of the labels fits it
     */
    public void send(RequestContext requestContext, List<LabelResults> labels, String form, String title)
            throws IOException {
        switch (form) {
            case EVERYTHING -> everything(requestContext, labels.stream().map(LabelResults::label).toList(), title);
            case HDR -> {
                List<LabelResults> fitting = fitting(labels, l -> store.hasIntervals(l.label()), title, HDR);
                requestContext.stream(ZIP, title + "-hdr.zip", out -> hdrLogs(fitting, out));
            }
            case PERFTOOLS -> {
                List<LabelResults> fitting = fitting(labels, PerftoolsCsv::fits, title, PERFTOOLS);
                requestContext.download("text/csv; charset=utf-8", title + "-perftools.csv",
                        reports.onPool(() -> PerftoolsCsv.of(fitting, store::detail).text()));
            }
            default -> files(requestContext, labels, ExportFormats.named(form).orElseThrow(() -> HttpException.missing(
                    "a report is not available as '" + form + "'")), title);
        }
    }

    private static List<LabelResults> fitting(List<LabelResults> labels, Predicate<LabelResults> fits, String title,
            String format) {
        List<LabelResults> fitting = labels.stream().filter(fits).toList();
        if (fitting.isEmpty()) {
            throw HttpException.missing("nothing of " + title + " fits the format " + format);
        }
        return fitting;
    }

    /** Files of one label lie at the top, those of several in a folder each. */
    private void files(RequestContext requestContext, List<LabelResults> labels, ExportFormat format, String title) {
        List<LabelResults> fitting = fitting(labels, l -> format.fits(l, store::detail), title, format.name());
        requestContext.stream(ZIP, title + "-" + format.name() + ".zip", out -> {
            try (ZipOutputStream zip = new ZipOutputStream(out)) {
                for (int i = 0; i < fitting.size(); i++) {
                    String folder = folder(fitting, i);
                    for (Map.Entry<String, String> file : format.files(fitting.get(i), store::detail).entrySet()) {
                        zip.putNextEntry(new ZipEntry(folder + file.getKey()));
                        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        });
    }

    /** Numbered, as different labels may make the same name of a folder. */
    private static String folder(List<LabelResults> labels, int index) {
        return labels.size() == 1 ? ""
                : index + 1 + "-" + labels.get(index).label().replaceAll("[^A-Za-z0-9._-]", "-") + "/";
    }

    /** One log per iteration that has intervals. */
    private void hdrLogs(List<LabelResults> labels, OutputStream out) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < labels.size(); i++) {
                FileNames names = FileNames.of(labels.get(i));
                for (Iteration iteration : labels.get(i).iterations()) {
                    IterationDetail detail = store.detail(iteration.id());
                    if (!detail.intervals().isEmpty()) {
                        zip.putNextEntry(new ZipEntry(folder(labels, i) + names.of(iteration) + ".hdr"));
                        HdrLog.write(detail, iteration.started(), StateWords.ending(iteration), zip);
                    }
                }
            }
        }
    }

    /** Answers with everything of some labels. The store writes a file; it lives as long as it is sent. */
    public void everything(RequestContext requestContext, List<String> labels, String title) throws IOException {
        Path folder = Files.createTempDirectory("tidemark-export");
        Path file = folder.resolve("export.zip");
        try {
            reports.onPool(() -> store.export(labels, file));
            requestContext.stream(ZIP, title + ".zip", out -> Files.copy(file, out));
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
