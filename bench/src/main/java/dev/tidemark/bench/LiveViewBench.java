package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * What the live view costs the run that is watched: the program itself runs {@code volume} on the null driver, beside
 * its own server. Within one run, stretches take turns in which the server stands still (as if there were none), nobody
 * watches, one watches and three watch by events; the throughput of each is told by the stored intervals, as a ratio to
 * that of the stretch without a server of the same round. The order is turned by one from round to round. Of every
 * stretch the first second is left out. Before them three watch for a while, since in its first minutes a server spends
 * more on its compiler than on what it does. Besides, the server's processor time is told.
 */
final class LiveViewBench {

    /** What is beside the run in a stretch. */
    private enum Watchers {
        NO_SERVER("no server", 0), NOBODY("server, nobody watches", 0), ONE("one watches", 1),
        THREE("three watch", 3);

        private final String words;
        private final int watchers;

        Watchers(String words, int watchers) {
            this.words = words;
            this.watchers = watchers;
        }
    }

    /** A stretch of the run, without its first second. @param cpu seconds of the server's processor time in it */
    private record Stretch(Watchers beside, Instant from, Instant to, double cpu) {

        double seconds() {
            return Duration.between(from, to).toNanos() / 1e9;
        }
    }

    private static final long SECOND = 1_000_000_000L;
    private static final int STRETCH = 4;
    /** Seconds before the first stretch. */
    private static final int WARM_UP = 90;
    private static final Clock CLOCK = Clock.system();

    private final Path folder;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicLong bytesReceived = new AtomicLong();

    private LiveViewBench(Path folder) {
        this.folder = folder;
    }

    /** @param folder for a store of its own */
    static void run(int rounds, Path folder) throws Exception {
        Files.createDirectories(folder);
        for (int workers : new int[] {1, Runtime.getRuntime().availableProcessors()}) {
            new LiveViewBench(folder.toAbsolutePath()).run(rounds, workers);
        }
    }

    private void run(int rounds, int workers) throws Exception {
        String label = "live-" + workers + "-" + CLOCK.wallTime().toEpochMilli();
        Process server = program("serve", "--no-auth", "--port", "0");
        try {
            String address = address(server);
            int seconds = rounds * Watchers.values().length * STRETCH + WARM_UP + 8;
            Process run = program("volume", "--label", label, "--target", "null", "--workers", String.valueOf(workers),
                    "--duration", seconds + "s", "--interval", "500ms", "--alongside");
            Thread output = CLOCK.start("output", () -> swallow(run.getInputStream()));
            CLOCK.sleepUntil(CLOCK.nanoTime() + 5 * SECOND);
            List<InputStream> watching = watch(address, Watchers.THREE);
            CLOCK.sleepUntil(CLOCK.nanoTime() + WARM_UP * SECOND);
            leave(watching);
            List<List<Stretch>> all = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                all.add(round(round, server, address));
            }
            if (run.waitFor() != 0) {
                throw new IllegalStateException("the run ended with " + run.exitValue());
            }
            CLOCK.join(output);
            print(workers, label, all);
        } finally {
            signal("CONT", server);
            server.destroy();
            server.waitFor();
        }
    }

    private Process program(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("./tidemark"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("TIDEMARK_STORE", folder.resolve("results.db").toString());
        return builder.start();
    }

    private static String address(Process server) throws IOException {
        BufferedReader lines = server.inputReader();
        String line = lines.readLine();
        return line.substring(line.indexOf("http"));
    }

    private static void swallow(InputStream in) {
        try (in) {
            in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void signal(String signal, Process to) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(to.pid())).start().waitFor();
    }

    // ---- Stretches ----

    private List<Stretch> round(int round, Process server, String address) throws Exception {
        List<Stretch> stretches = new ArrayList<>();
        for (int i = 0; i < Watchers.values().length; i++) {
            stretches.add(stretch(Watchers.values()[(i + round) % Watchers.values().length], server, address));
        }
        return stretches;
    }

    private Stretch stretch(Watchers beside, Process server, String address) throws Exception {
        long start = CLOCK.nanoTime();
        signal(beside == Watchers.NO_SERVER ? "STOP" : "CONT", server);
        List<InputStream> watching = watch(address, beside);
        CLOCK.sleepUntil(start + SECOND);
        Instant from = CLOCK.wallTime();
        Duration cpu = cpu(server);
        CLOCK.sleepUntil(start + STRETCH * SECOND);
        Stretch stretch = new Stretch(beside, from, CLOCK.wallTime(), cpu(server).minus(cpu).toNanos() / 1e9);
        leave(watching);
        return stretch;
    }

    private List<InputStream> watch(String address, Watchers beside) throws Exception {
        List<InputStream> watching = new ArrayList<>();
        for (int i = 0; i < beside.watchers; i++) {
            watching.add(watch(address));
        }
        return watching;
    }

    private static void leave(List<InputStream> watching) throws IOException {
        for (InputStream stream : watching) {
            stream.close();
        }
    }

    private static Duration cpu(Process server) {
        return server.toHandle().info().totalCpuDuration().orElseThrow();
    }

    private InputStream watch(String address) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/status/events")).build();
        InputStream events = client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
        CLOCK.start("watcher", () -> {
            try {
                byte[] buffer = new byte[1 << 16];
                for (int n; (n = events.read(buffer)) >= 0;) {
                    bytesReceived.addAndGet(n);
                }
            } catch (IOException e) {
                // The stretch is over.
            }
        });
        return events;
    }

    // ---- What came of it ----

    private void print(int workers, String label, List<List<Stretch>> rounds) {
        Iteration iteration;
        IterationDetail detail;
        try (ResultStore store = ResultStore.open(folder.resolve("results.db"))) {
            iteration = store.label(label).orElseThrow().iterations().getFirst();
            detail = store.detail(iteration.id());
        }
        Map<Watchers, double[]> rates = new EnumMap<>(Watchers.class);
        Map<Watchers, Double> cpu = new EnumMap<>(Watchers.class);
        for (int round = 0; round < rounds.size(); round++) {
            for (Stretch stretch : rounds.get(round)) {
                rates.computeIfAbsent(stretch.beside(), b -> new double[rounds.size()])[round] = rate(iteration, detail,
                        stretch);
                cpu.merge(stretch.beside(), stretch.cpu() / stretch.seconds() / rounds.size(), Double::sum);
            }
        }
        System.out.printf("%n%d worker%s, %d processors, %d rounds; %,d kB of events%n%n", workers, workers == 1 ? ""
                : "s",
                Runtime.getRuntime().availableProcessors(), rounds.size(), bytesReceived.get() / 1000);
        System.out.println("| Beside the run | Operations/s, median | ÷ no server (95 %) | Server, % of a processor |");
        System.out.println("| --- | --- | --- | --- |");
        rates.forEach((beside, rate) -> {
            Comparison c = Comparison.paired(rates.get(Watchers.NO_SERVER), rate);
            System.out.printf("| %s | %,.0f | %s | %.2f |%n", beside.words, Rounds.Spread.of(rate).median(),
                    beside == Watchers.NO_SERVER ? "1" : "%.4f (%.4f–%.4f)".formatted(c.ratio(), c.low(), c.high()),
                    100 * cpu.get(beside));
        });
    }

    /** Units per second of the intervals that lie within the stretch. */
    private static double rate(Iteration iteration, IterationDetail detail, Stretch stretch) {
        long from = Duration.between(iteration.started(), stretch.from()).toNanos();
        long to = Duration.between(iteration.started(), stretch.to()).toNanos();
        SeriesSet series = new SeriesSet();
        long start = Long.MAX_VALUE;
        long end = 0;
        for (Interval interval : detail.intervals()) {
            if (interval.start() >= from && interval.end() <= to) {
                SeriesCodec.addTo(series, interval.series());
                start = Math.min(start, interval.start());
                end = Math.max(end, interval.end());
            }
        }
        return series.total().units() * 1e9 / (end - start);
    }
}
