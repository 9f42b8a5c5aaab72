package dev.tidemark.bench;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.web.WebOptions;
import dev.tidemark.web.WebServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * How long the web application's pages take over HTTP beside many stored iterations: in one label, and in 500 labels of
 * 20. Server and client are one process. Of each page the first request since the server was started is told, which
 * finds no report kept: how long until there was an answer, which may be that the report is being made, and until it
 * was what was asked for; then the median, the 95th percentile and the slowest of those after it. Last, how long a
 * report takes that an earlier start of the server has kept in the store.
 */
final class WebPages {

    private static final int LABELS = 500;
    private static final int OLD_JOBS = 500;
    /** What is read from the disk for many seconds; asked for once. */
    private static final Set<String> ONCE = Set.of("download hdr", "download zip");
    /** The status of a page that says that its report is being made. */
    private static final int MAKING = 202;
    /** Requests before the timed ones, for the compiler. */
    private static final int WARM_UPS = 10;
    /** Pages that an earlier process has kept are not taken for this one's. */
    private static final String BUILD = Instant.now().toString();

    private WebPages() {}

    /** @param part only pages in whose name this stands are asked for */
    static void run(int requests, Path folder, String part) throws Exception {
        one(requests, folder.resolve("one-label"), part);
        many(requests, folder.resolve("many-labels"), part);
    }

    private static void one(int requests, Path folder, String part) throws Exception {
        try (Workbench workbench = filled(folder, many -> {
            many.label("points-1000", new int[] {10, 10, 10}, 10);
            many.label("points-10000", new int[] {20, 20, 25}, 1);
        })) {
            System.out.printf("%n10,000 iterations in one label, 500 jobs that are over%n%n");
            times(workbench, requests, part, Map.of("label", "points-1000"));
            System.out.printf("%nThe same with 10,000 points, each once%n%n");
            times(workbench, requests, part, Map.of("label", "points-10000"));
            System.out.printf("%nWhile the report of 10,000 iterations at 1,000 points is made%n%n");
            beside(workbench);
        }
    }

    private static void many(int requests, Path folder, String part) throws Exception {
        try (Workbench workbench = filled(folder, many -> {
            for (int i = 0; i < LABELS; i++) {
                many.label("night-%03d".formatted(i), new int[] {2, 5, 1}, 2);
            }
        })) {
            System.out.printf("%n%d labels of 20 iterations, %d jobs that are over%n%n", LABELS, OLD_JOBS);
            times(workbench, requests, part, Map.of("label", "night-250", "other", "night-251"));
        }
    }

    // ---- The store ----

    @FunctionalInterface
    private interface Filler {
        void of(ManyIterations many);
    }

    /** Filled once; what is there is used again. */
    private static Workbench filled(Path folder, Filler filling) throws IOException {
        boolean fresh = Files.notExists(folder);
        Files.createDirectories(folder);
        Workbench workbench = Workbench.open(Optional.of(folder.resolve("results.db")), "bench", Clock.system());
        if (fresh) {
            filling.of(new ManyIterations(workbench));
            for (int i = 0; i < OLD_JOBS; i++) {
                Job job = workbench.jobs().submit(ManyIterations.yaml("night-%03d".formatted(i), new int[] {2, 5, 1},
                        2), "bench", JobOptions.USUAL);
                workbench.jobs().queue().take(job.id());
                workbench.jobs().queue().end(job.id(), JobState.DONE, "", false);
            }
        }
        return workbench;
    }

    // ---- Pages ----

    private static Map<String, String> pages(Map<String, String> names) {
        String label = names.get("label");
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("report", "/reports/" + label);
        pages.put("home", "/");
        pages.put("reports", "/reports");
        pages.put("reports, searched", "/reports?q=" + label.substring(0, label.length() - 1));
        pages.put("compare, the form", "/compare");
        if (names.containsKey("other")) {
            pages.put("compare, two labels", "/compare?a=" + label + "&b=" + names.get("other"));
        } else {
            pages.put("compare, two values", "/compare?a=" + label + ":workers%3D1&b=" + label + ":workers%3D2");
        }
        pages.put("jobs", "/jobs");
        pages.put("new job", "/new");
        pages.put("status", "/status");
        pages.put("status, data", "/status/data");
        pages.put("targets", "/targets");
        pages.put("datasets", "/datasets");
        pages.put("defaults", "/defaults");
        pages.put("before deleting", "/reports/" + label + "/delete");
        for (String form : new String[] {"html", "tsv", "iterations", "csv", "json", "hdr", "zip"}) {
            pages.put("download " + form, "/reports/" + label + "/as/" + form);
        }
        return pages;
    }

    private static void times(Workbench workbench, int requests, String part, Map<String, String> names)
            throws Exception {
        System.out.println("| Page | Answered, ms | First, ms | Median, ms | p95, ms | Slowest, ms | kB |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
        try (JobProcessor processor = workbench.jobProcessor(); WebServer server = started(workbench, processor)) {
            Map<String, String> pages = pages(names);
            pages.keySet().removeIf(name -> !name.contains(part));
            for (var page : pages.entrySet()) {
                boolean download = page.getKey().startsWith("download");
                Answer first = get(server, page.getValue(), download);
                int timed = ONCE.contains(page.getKey()) ? 1 : download ? Math.max(3, requests / 10) : requests;
                for (int i = 0; i < (download ? 0 : Math.min(WARM_UPS, requests)); i++) {
                    get(server, page.getValue(), false);
                }
                double[] times = new double[timed];
                times[0] = first.millis();
                for (int i = timed > 1 ? 0 : 1; i < timed; i++) {
                    times[i] = get(server, page.getValue(), download).millis();
                }
                Arrays.sort(times);
                System.out.printf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %s |%n", page.getKey(),
                        first.answered(), first.millis(), times[timed / 2], times[(int) Math.ceil(0.95 * timed) - 1],
                        times[timed - 1], download ? "–" : String.valueOf(first.bytes() / 1000));
            }
        }
        try (JobProcessor processor = workbench.jobProcessor(); WebServer server = started(workbench, processor)) {
            System.out.printf("%nThe report, once the server was started anew: %.1f ms%n",
                    get(server, "/reports/" + names.get("label"), false).millis());
        }
    }

    private static WebServer started(Workbench workbench, JobProcessor processor) {
        return WebServer.start(workbench, processor, new WebOptions("127.0.0.1", 0, false, Optional.empty())
                .of(Optional.of(BUILD)), Clock.system(), failure -> failure.printStackTrace());
    }

    /**
     * An answer.
     *
     * @param answered until the first answer, which may say that the report is being made
     * @param millis   until the last byte of what was asked for, of a download until its first
     */
    private record Answer(double answered, double millis, long bytes) {}

    private static Answer get(WebServer server, String path, boolean toFirstByte) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + path)).build();
        long start = Clock.system().nanoTime();
        HttpResponse<InputStream> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
        double answered = (Clock.system().nanoTime() - start) / 1e6;
        while (response.statusCode() == MAKING) {
            response.body().close();
            response = CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
        }
        try (InputStream body = response.body()) {
            if (response.statusCode() != 200) {
                throw new IllegalStateException(path + ": " + response.statusCode() + " "
                        + new String(body.readAllBytes()));
            }
            long bytes = body.read() < 0 ? 0 : 1;
            long first = Clock.system().nanoTime();
            if (!toFirstByte) {
                bytes += body.readAllBytes().length;
            }
            return new Answer(answered, ((toFirstByte ? first : Clock.system().nanoTime()) - start) / 1e6, bytes);
        }
    }

    private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    // ---- Beside a slow one ----

    /** Other pages are asked for, by turns, as long as a report that is not kept yet takes. */
    private static void beside(Workbench workbench) throws Exception {
        workbench.store().savePage("points-1000", "of another build", new byte[0]);
        try (JobProcessor processor = workbench.jobProcessor(); WebServer server = started(workbench, processor)) {
            AtomicReference<Answer> report = new AtomicReference<>();
            AtomicReference<Exception> failed = new AtomicReference<>();
            Thread slow = Clock.system().start("report", () -> {
                try {
                    report.set(get(server, "/reports/points-1000", false));
                } catch (Exception e) {
                    failed.set(e);
                }
            });
            Map<String, double[]> most = new LinkedHashMap<>();
            while (slow.isAlive()) {
                for (String path : new String[] {"/", "/reports", "/jobs", "/status"}) {
                    double[] seen = most.computeIfAbsent(path, p -> new double[2]);
                    seen[0]++;
                    seen[1] = Math.max(seen[1], get(server, path, false).millis());
                }
            }
            if (failed.get() != null) {
                throw failed.get();
            }
            System.out.printf("report: %.0f ms%n", report.get().millis());
            most.forEach((path, seen) -> System.out.printf("%s: slowest of %.0f: %.1f ms%n", path, seen[0], seen[1]));
        }
    }
}
