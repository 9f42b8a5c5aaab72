package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Cost;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.bench.support.ZipfKeys;

/**
 * What the whole path of the workload volume costs per operation for each way to choose keys, on a database that does
 * nothing, beside a bare loop. All run by turns in one process, so the compiler has seen every generator where a run
 * has one: the costs are upper bounds.
 */
final class VolumePath {

    private static final String BARE = "bare loop";
    private static final int WARM_UPS = 2;
    private static final Map<String, Object> SAME = Map.of("key-count", "100M", "value-size", "1kB");
    private static final String GETS = "get=1";
    /** Sets that grow need a mix that adds keys. */
    private static final String MOSTLY_GETS = "get=95,insert=5";

    private final ZipfKeys keys = new ZipfKeys();
    private final Map<String, Map<String, String>> paths = new LinkedHashMap<>();
    private final long operations;

    private VolumePath(long operations) {
        this.operations = operations;
        for (String choice : List.of("sequential", "partitioned", "uniform", "hot-set", "pareto", "pareto-clamped",
                "pareto-unbounded", "zipf")) {
            paths.put(choice, Map.of("mix", GETS, "keys", choice));
        }
        paths.put("zipf, adjacent", Map.of("mix", GETS, "keys", "zipf", "key-order", "adjacent"));
        paths.put("zipf, text", Map.of("mix", GETS, "keys", "zipf", "key-format", "text", "key-digits", "19"));
        paths.put("zipf, diced", Map.of("mix", GETS, "keys", "zipf", "mix-order", "diced"));
        paths.put("latest, 5 % inserts", Map.of("mix", MOSTLY_GETS, "keys", "latest"));
        paths.put("own, 5 % inserts", Map.of("mix", MOSTLY_GETS, "keys", "own"));
        paths.put("uniform, puts of 1 kB", Map.of("mix", "put=1", "keys", "uniform"));
        paths.put("uniform, updates of 1 kB", Map.of("mix", "update=1", "keys", "uniform"));
    }

    /** @param operations per thread and turn */
    static void run(int rounds, long operations) throws Exception {
        VolumePath path = new VolumePath(operations);
        System.out.println("Per operation and thread: median (smallest–largest) of " + rounds + " rounds");
        System.out.println();
        System.out.println("| Threads | Path | ns | ÷ bare loop | ns more | B |");
        System.out.println("| --- | --- | --- | --- | --- | --- |");
        try (VolumeHarness harness = new VolumeHarness("null", Path.of("unused"), 1, SAME)) {
            for (int threads : List.of(1, 2)) {
                path.print(threads, path.measure(harness, threads, rounds));
            }
        }
    }

    private Rounds measure(VolumeHarness harness, int threads, int rounds) throws Exception {
        Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
        contenders.put(BARE, () -> figures(BareLoop.run(keys, threads, threads * operations)));
        paths.forEach((name, settings) -> contenders.put(name,
                () -> figures(harness.run(threads, threads * operations, settings))));
        return Rounds.alternate(WARM_UPS, rounds, contenders);
    }

    private static double[] figures(Cost cost) {
        return new double[] {cost.nanos(), cost.bytes()};
    }

    private void print(int threads, Rounds rounds) {
        double floor = rounds.of(BARE, 0).median();
        System.out.printf("| %d | %s | %s | 1 | 0 | %s |%n", threads, BARE, rounds.of(BARE, 0).text(1),
                rounds.of(BARE, 1).text(3));
        for (String path : paths.keySet()) {
            System.out.printf("| %d | %s | %s | %s | %.0f | %s |%n", threads, path, rounds.of(path, 0).text(1),
                    rounds.ratio(path, BARE).text(2), rounds.of(path, 0).median() - floor, rounds.of(path, 1).text(3));
        }
    }
}
