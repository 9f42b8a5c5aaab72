package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.bench.support.Measured;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;

/** The workload {@code script} on PostgreSQL beside pgbench, sysbench and a bare loop that carry out the same. */
public final class ScriptBench {

    private static final String BARE = "bare loop";
    private static final String OURS = "tidemark";
    private static final String VIRTUAL = "tidemark, virtual";
    /** From how many clients on virtual threads are tried, too. */
    private static final int MANY = 16;

    private final ServerAddress place;
    private final Path folder;
    private final int seconds;

    private ScriptBench(ServerAddress place, Path folder, int seconds) {
        this.place = place;
        this.folder = folder;
        this.seconds = seconds;
    }

    /**
     * @param address      of a PostgreSQL server of no other use: the tables of pgbench and sysbench in the schema
     *                     {@code public} of its database {@code postgres} are made anew
     * @param passwordFile one line, readable by nobody else
     */
    public static void run(int rounds, String address, String user, String passwordFile, int seconds)
            throws Exception {
        Path folder = Files.createTempDirectory("tidemark-bench");
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            new ScriptBench(ServerAddress.of(address, user, passwordFile), folder, seconds).run(rounds, runner);
        } finally {
            Directories.delete(folder);
        }
    }

    private void run(int rounds, InProcessRunner runner) throws Exception {
        SqlPeers peers = new SqlPeers(place, folder);
        peers.prepare();
        System.out.printf("%d s a turn: median (smallest–largest) of %d rounds%n", seconds, rounds);
        for (ScriptCell cell : ScriptCell.ALL) {
            Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
            if (cell.paced() == 0) {
                contenders.put(BARE, () -> BareServerLoop.run(new Cell(cell.clients(), 1), SqlPeers.ACCOUNTS, 0,
                        seconds, () -> new BareScript(place, cell.script())));
            }
            contenders.put(OURS, () -> harness(cell, "platform", runner));
            if (cell.clients() >= MANY) {
                contenders.put(VIRTUAL, () -> harness(cell, "virtual", runner));
            }
            contenders.put(cell.script().program(), () -> peers.run(cell, seconds));
            print(cell, contenders, Rounds.alternate(1, rounds, contenders));
        }
    }

    private static void print(ScriptCell cell, Map<String, Rounds.Turn> contenders, Rounds result) {
        for (String name : contenders.keySet()) {
            System.out.printf("%s  %-17s %s/s, µs: mean %s p99 %s, processor %s%n", cell, name,
                    result.of(name, 0).text(0), result.of(name, 1).text(1), result.of(name, 3).text(1),
                    result.of(name, 4).text(1));
        }
        List<String> ours = contenders.keySet().stream().filter(name -> name.startsWith(OURS)).toList();
        for (String our : ours) {
            contenders.keySet().stream().filter(name -> !name.startsWith(OURS)).forEach(name -> System.out.printf(
                    "%s  %s ÷ %s: rate %s mean %s p99 %s processor %s%n", cell, our, name,
                    result.ratio(our, name, 0).text(2), result.ratio(our, name, 1).text(2),
                    result.ratio(our, name, 3).text(2), result.ratio(our, name, 4).text(2)));
        }
    }

    private double[] harness(ScriptCell cell, String threads, InProcessRunner runner) throws Exception {
        Map<String, String> values = new LinkedHashMap<>(Map.of("user", place.user(), "address",
                place.host() + ":" + place.port(), "password", "file:" + place.passwordFile(), "warm-up", "none",
                "duration", seconds + "s", "workers", String.valueOf(cell.clients()), "worker-threads", threads,
                "script", cell.script().file(folder).toString(), "failure-limit", "1%"));
        values.put("max-tries", "100");
        values.put("retry-states", "23505;40001;40P01");
        if (cell.paced() > 0) {
            values.put("rate", String.valueOf(cell.paced()));
            values.put("arrivals", "poisson"); // as pgbench's are
        }
        Measured measured = new Measured();
        runner.run(new RunRequest(1, "script", "postgres", Setting.given(values), 1, folder.toString(), true), measured::accept);
        LogHistogram times = measured.times(cell.paced() > 0 ? LatencyKind.RESPONSE : LatencyKind.SERVICE);
        return measured.figures(times);
    }
}
