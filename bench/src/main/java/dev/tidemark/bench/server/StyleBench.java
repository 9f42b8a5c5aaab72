package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.bench.support.Measured;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import java.lang.management.ManagementFactory;

/**
 * The workload {@code api}, whole, beside a loop over the same client that does nothing but store and time each
 * request.
 */
public final class StyleBench {

    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final String OURS = "tidemark";
    private static final String BARE = "bare loop";
    private static final long SEED = 1;
    private static final int BATCH = 10;
    private static final int INNER = 10;

    private final Driver driver;
    private final Map<String, String> settings;
    private final int documents;
    private final Path folder;
    private int turns;

    private StyleBench(Driver driver, Map<String, String> settings, int documents, Path folder) {
        this.driver = driver;
        this.settings = settings;
        this.documents = documents;
        this.folder = folder;
    }

    /**
     * @param documents that each style stores in a turn
     * @param settings  of the driver, as name=value
     */
    public static void run(int rounds, String driver, int documents, List<String> settings) throws Exception {
        Map<String, String> given = new LinkedHashMap<>();
        settings.forEach(s -> given.put(s.substring(0, s.indexOf('=')), s.substring(s.indexOf('=') + 1)));
        Path folder = Files.createTempDirectory("tidemark-bench");
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            new StyleBench(Drivers.named(driver), given, documents, folder).run(rounds, runner);
        } finally {
            Directories.delete(folder);
        }
    }

    private void run(int rounds, InProcessRunner runner) throws Exception {
        System.out.printf("%s: %,d documents of about 2.3 kB a turn, batches of %d: median (smallest–largest) of %d "
                + "rounds%n",
                driver.name(), documents, BATCH, rounds);
        try (OpenTarget target = open()) {
            target.create();
            for (ApiStyle style : driver.styles(values())) {
                Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
                List<StyleDocument> all = documents(style);
                contenders.put(BARE, () -> bare((StyleTarget) target, style, all));
                contenders.put(OURS, () -> harness(style.name(), BATCH, runner));
                print(style, Rounds.alternate(2, rounds, contenders));
            }
            target.drop();
        }
    }

    /** Beside what PostgreSQL's own programs do, where they do the same work. */
    public static void peers(int rounds, String address, String user, String passwordFile,
            int documents) throws Exception {
        ServerAddress place = ServerAddress.of(address, user, passwordFile);
        Path folder = Files.createTempDirectory("tidemark-bench");
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            StyleBench ours = new StyleBench(Drivers.named("postgres"),
                    Map.of("address", address, "user", user, "password", "file:" + place.passwordFile()), documents,
                    folder);
            StylePeers peers = new StylePeers(place, folder, documents, SEED, INNER);
            System.out.printf("postgres: %,d documents of about 2.3 kB a turn, documents/s: median (smallest–largest) "
                    + "of %d rounds%n", documents, rounds);
            ours.beside("insert-prepared", 1, "pgbench, prepared", peers::single, rounds, runner);
            ours.beside("pipelined", BATCH, "pgbench, pipeline of 10", peers::pipelined, rounds, runner);
            ours.beside("copy", documents, "psql \\copy", peers::copy, rounds, runner);
            peers.clean();
        } finally {
            Directories.delete(folder);
        }
    }

    private void beside(String style, int batch, String peer, Rounds.Turn turn, int rounds, InProcessRunner runner)
            throws Exception {
        Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
        contenders.put(OURS, () -> harness(style, batch, runner));
        contenders.put(peer, turn);
        Rounds result = Rounds.alternate(2, rounds, contenders);
        System.out.printf("%-16s tidemark %s, %s %s, tidemark ÷ peer %s%n", style, result.of(OURS, 0).text(0), peer,
                result.of(peer, 0).text(0), result.ratio(OURS, peer).text(2));
    }

    private static void print(ApiStyle style, Rounds result) {
        for (String name : List.of(BARE, OURS)) {
            System.out.printf("%-28s %-10s %s documents/s, request µs: mean %s p50 %s, processor µs a document %s%n",
                    style.name(), name, result.of(name, 0).text(0), result.of(name, 1).text(1), result.of(name, 2)
                    .text(1),
                    result.of(name, 4).text(2));
        }
        System.out.printf("%-28s tidemark ÷ bare loop: request mean %s p50 %s, processor %s%n", style.name(),
                result.ratio(OURS, BARE, 1).text(2), result.ratio(OURS, BARE, 2).text(2), result.ratio(OURS, BARE, 4)
                .text(2));
    }

    private Values values() {
        return driver.params().defaults().with(settings, SettingOrigin.SET);
    }

    /** In a place of its own, beside that of the whole workload. */
    private OpenTarget open() throws Exception {
        Values values = values();
        if (driver.params().contains(ConnectionParams.NAMESPACE)) {
            values = values.with(ConnectionParams.NAMESPACE, "tidemark_bare", SettingOrigin.SET);
        }
        Path scratch = Files.createDirectories(folder.resolve("bare"));
        return driver.open(values, new Context(Clock.system(), scratch, Secrets.ofThisProcess(), note -> { }, () ->
                false));
    }

    /** Made once, since what was made just now lies nearer to the processor than what is kept for a run. */
    private List<StyleDocument> documents(ApiStyle style) {
        NestedObjects objects = new NestedObjects(SEED, INNER);
        List<StyleDocument> all = LongStream.range(0, documents).mapToObj(n -> StyleDocument.of(objects.object(n),
                style.input())).toList();
        System.gc();
        return all;
    }

    private double[] bare(StyleTarget target, ApiStyle style, List<StyleDocument> all) throws Exception {
        int batch = style.batches() ? BATCH : 1;
        LogHistogram times = new LogHistogram();
        try (StylePlace place = target.place(style, "bare"); StyleSession session = place.session(0)) {
            long processor = SYSTEM.getProcessCpuTime();
            long start = System.nanoTime();
            for (int i = 0; i < documents; i += batch) {
                session.prepare(style.noop() ? List.of() : all.subList(i, Math.min(documents, i + batch)));
                long before = System.nanoTime();
                if (style.maps()) {
                    session.map();
                }
                int lost = session.call();
                if (style.commits()) {
                    session.commit();
                }
                times.record(System.nanoTime() - before);
                if (lost > 0) {
                    throw new IllegalStateException(lost + " documents were not stored");
                }
            }
            double nanos = System.nanoTime() - start;
            return new double[] {documents * 1e9 / nanos, times.mean() / 1e3, times.quantile(0.5) / 1e3,
                times.quantile(0.99) / 1e3, (SYSTEM.getProcessCpuTime() - processor) / (double) documents / 1e3};
        }
    }

    private double[] harness(String style, int batch, InProcessRunner runner) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>(settings);
        values.put("style", style);
        values.put("documents", documents);
        values.put("batch-size", batch);
        values.put("inner-size", INNER);
        values.put("warm-up", "none");
        Measured measured = new Measured();
        runner.run(new RunRequest(1, "api", driver.name(), Setting.given(values), SEED,
                folder.resolve("whole-" + turns++).toString(), false), measured::accept);
        return measured.figures(measured.times(LatencyKind.SERVICE));
    }
}
