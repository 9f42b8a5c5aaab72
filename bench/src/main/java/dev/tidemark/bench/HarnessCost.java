package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Cost;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.bench.support.Ycsb;
import dev.tidemark.bench.support.ZipfKeys;
import site.ycsb.BasicDB;

/**
 * What the harness costs per operation on a database that does nothing, beside a bare loop that does the same work and
 * YCSB's core with its own no-op database and workload c.
 */
final class HarnessCost {

    private static final String OURS = "tidemark";
    private static final String BARE = "bare loop";
    private static final String YCSB = "YCSB core";
    private static final int WARM_UPS = 3;
    /** Operations per thread and turn: about a second. */
    private static final int OPERATIONS = 12_000_000;
    private static final int YCSB_OPERATIONS = 3_000_000;

    private final WholeHarness harness;
    private final ZipfKeys keys = new ZipfKeys();
    private final Ycsb ycsb = new Ycsb(BasicDB.class, Map.of(
            "basicdb.verbose", "false", "recordcount", String.valueOf(ZipfKeys.KEYS), "requestdistribution", "zipfian",
            "readproportion", "1", "updateproportion", "0", "scanproportion", "0", "insertproportion", "0"));

    private HarnessCost() throws Exception {
        harness = new WholeHarness();
    }

    static void run(int rounds) throws Exception {
        HarnessCost cost = new HarnessCost();
        System.out.println("Nanoseconds per operation and thread: median (smallest–largest) of " + rounds + " rounds");
        for (int threads : List.of(1, 2)) {
            cost.print(threads, cost.measure(threads, rounds));
        }
    }

    private Rounds measure(int threads, int rounds) throws Exception {
        Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
        contenders.put(BARE, () -> figures(BareLoop.run(keys, threads, (long) threads * OPERATIONS)));
        contenders.put(OURS, () -> figures(harness.closed(threads, (long) threads * OPERATIONS)));
        contenders.put(YCSB, () -> figures(ycsb.run(threads, threads * YCSB_OPERATIONS, false)));
        return Rounds.alternate(WARM_UPS, rounds, contenders);
    }

    private static double[] figures(Cost cost) {
        return new double[] {cost.nanos(), cost.bytes()};
    }

    private void print(int threads, Rounds rounds) {
        for (String contender : List.of(BARE, OURS, YCSB)) {
            System.out.printf("%d threads  %-10s %24s ns %28s B/operation%n", threads, contender,
                    rounds.of(contender, 0).text(1), rounds.of(contender, 1).text(3));
        }
        System.out.printf("%d threads  tidemark ÷ bare loop  %s%n", threads, rounds.ratio(OURS, BARE).text(2));
        System.out.printf("%d threads  YCSB ÷ tidemark       %s%n", threads, rounds.ratio(YCSB, OURS).text(2));
    }
}
