package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.bench.support.Measured;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.run.DatasetRequest;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;

/** The workload {@code random-io}, whole, with gets and puts, beside what does the same without a harness. */
public final class ServerBench {

    private static final String OURS = "tidemark";
    private static final String BARE = "bare loop";
    private static final String UNLIMITED = "without limit";
    private static final int VALUE_SIZE = 100;
    private static final long SEED = 1;

    private final Contest contest;
    private final ServerAddress place;
    private final Path folder;
    private final int seconds;

    private ServerBench(Contest contest, ServerAddress place, Path folder, int seconds) {
        this.contest = contest;
        this.place = place;
        this.folder = folder;
        this.seconds = seconds;
    }

    /**
     * @param driver       basex, cassandra, mariadb, postgres or redis
     * @param address      of a server whose namespace {@code tidemark} may be made anew, HOST:PORT
     * @param passwordFile one line, readable by nobody else
     */
    public static void run(int rounds, String driver, String address, String user, String passwordFile, int seconds)
            throws Exception {
        ServerAddress place = ServerAddress.of(address, user, passwordFile);
        Path folder = Files.createTempDirectory("tidemark-bench");
        Contest contest = switch (driver) {
            case "basex" -> new BaseXContest(place);
            case "cassandra" -> new CassandraContest(place);
            case "mariadb" -> new MariaDbContest(place);
            case "redis" -> new RedisContest(place);
            default -> new PostgresContest(place, folder);
        };
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            new ServerBench(contest, place, folder, seconds).run(rounds, runner);
        } finally {
            Directories.delete(folder);
        }
    }

    private void run(int rounds, InProcessRunner runner) throws Exception {
        runner.carryOut(dataset(DatasetRequest.Action.CREATE), Measured::complain);
        contest.prepare(contest.keys(), VALUE_SIZE);
        System.out.printf("%s: values of %d B of %,d keys, %d s a turn: median (smallest–largest) of %d rounds%n",
                contest.driver(), VALUE_SIZE, contest.keys(), seconds, rounds);
        for (Cell cell : contest.cells()) {
            Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
            contenders.put(BARE, () -> BareServerLoop.run(cell, contest.keys(), VALUE_SIZE, seconds, contest::open));
            contest.unlimited().ifPresent(opening -> contenders.put(UNLIMITED,
                    () -> BareServerLoop.run(cell, contest.keys(), VALUE_SIZE, seconds, opening)));
            contenders.put(OURS, () -> harness(cell, runner));
            contenders.putAll(contest.peers(cell, contest.keys(), seconds));
            print(cell, contenders, Rounds.alternate(1, rounds, contenders));
        }
        runner.carryOut(dataset(DatasetRequest.Action.DROP), Measured::complain);
    }

    private static void print(Cell cell, Map<String, Rounds.Turn> contenders, Rounds result) {
        for (String name : contenders.keySet()) {
            System.out.printf("%s  %-15s %s/s, µs: mean %s p50 %s p99 %s, processor %s%n", cell, name,
                    result.of(name, 0).text(0), result.of(name, 1).text(1), result.of(name, 2).text(1),
                    result.of(name, 3).text(1), result.of(name, 4).text(1));
        }
        contenders.keySet().stream().filter(name -> !name.equals(OURS)).forEach(name -> System.out.printf(
                "%s  tidemark ÷ %s: rate %s p50 %s p99 %s processor %s%n", cell, name,
                result.ratio(OURS, name).text(2), result.ratio(OURS, name, 2).text(2),
                result.ratio(OURS, name, 3).text(2), result.ratio(OURS, name, 4).text(2)));
    }

    private DatasetRequest dataset(DatasetRequest.Action action) {
        return new DatasetRequest(action, "bench", contest.driver(), settings(Map.of()),
                RunnerPath.absolute(folder.toString()), 1, contest.keys(), VALUE_SIZE, SEED);
    }

    private double[] harness(Cell cell, InProcessRunner runner) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("dataset", "bench");
        values.put("workers", cell.workers());
        values.put("read-percent", cell.readPercent());
        values.put("duration", seconds + "s");
        values.put("warm-up", "none");
        if (cell.depth() > 1) {
            values.put("queue-depth", cell.depth());
        }
        Measured measured = new Measured();
        runner.run(new RunRequest(1, "random-io", contest.driver(), settings(values), SEED, folder.toString(), true),
                measured::accept);
        return measured.figures(measured.times(LatencyKind.SERVICE));
    }

    private List<Setting> settings(Map<String, Object> more) {
        Map<String, Object> values = new LinkedHashMap<>(contest.settings());
        values.put("address", place.host() + ":" + place.port());
        values.put("password", "file:" + place.passwordFile());
        values.putAll(more);
        return Setting.given(values);
    }
}
