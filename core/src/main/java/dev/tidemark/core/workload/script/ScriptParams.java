package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.Definitions;
import dev.tidemark.core.workload.WorkerGroups;

/** The settings of {@link ScriptWorkload}. */
final class ScriptParams {

    /** When a worker gives its connection up. */
    enum Reconnect { NEVER, EACH }

    static final Param<List<ScriptSource>> SCRIPT = script(new ScriptSource.Type(null));
    static final Param<String> SCRIPT_TEXT = Param.lines(ScriptFigures.TEXT).reaching(Reach.SCRIPT).orElse("none")
            .changing(ChangeCost.REBUILD)
            .help("the statements themselves, in place of a file; script: text is then what is done. What a file held is "
                    + "kept under this name with the results");
    static final Param<String> SET_UP = Param.text("set-up").reaching(Reach.FILE, SetUpFiles::paths).orElse("none")
            .changing(ChangeCost.REBUILD)
            .help("files of statements, or folders of them as migration tools keep them, that are carried out before "
                    + "everything else; several with ; between");
    static final Param<Definitions> DEFINE = Param.typed("define", new Definitions.Type("[A-Za-z_][A-Za-z0-9_]*")).reaching(Reach.INPUT)
            .orElse("none")
            .help("variables of the scripts that are given a value from outside, with ; between").asMain();
    static final Param<Long> SCALE = Param.count("scale").ofData().byDefault(1L).atLeast(1).atMost(20_000)
            .changing(ChangeCost.REBUILD)
            .help("size of the tables of the built-in scripts: that many branches, ten times as many tellers, 100,000 times "
                    + "as many accounts; in every script the variable scale").asMain();
    static final Param<Long> WORKERS = Param.count("workers").pace().byDefault(4L).atLeast(1).atMost(1024)
            .help("clients that carry scripts out").alias("client").alias("threads").asMain();
    static final Param<Duration> DURATION = Param.duration("duration").amount().byDefault(Duration.ofSeconds(30)).orElse("none")
            .atLeast(1e-3).help("how long to run; none: until operations, steps or a trace end")
            .alias("time", "s", Map.of("0", "none")).asMain();
    static final Param<Long> OPERATIONS = Param.count("operations").amount().orElse("unlimited").atLeast(1)
            .help("scripts carried out after which to end before the time is up; with groups, of each group")
            .alias("events", "", Map.of("0", "unlimited"));
    static final Param<Double> RATE = Param.rate("rate").ofTask().pace().orElse("unpaced").atLeast(1e-3).atMost(1e9)
            .help("scripts offered per second by all workers together, whatever the target does; with groups, to each "
                    + "group; unpaced (or unthrottled): as fast as the workers can").asMain();
    static final Param<Duration> THINK_TIME = Param.duration("think-time").ofTask().pace().byDefault(Duration.ZERO)
            .help("pause of each worker between scripts; unthrottled only");
    static final Param<Long> MAX_TRIES = Param.count("max-tries").pace().byDefault(1L).atLeast(1).atMost(1000)
            .help("how often an operation is carried out at most that the database rolls back, with the same values; the "
                    + "time of all tries is the operation's");
    static final Param<Set<String>> RETRY_STATES = Param.typed("retry-states", new Retries.Type()).pace().reaching(Reach.NOTHING)
            .byDefault(new TreeSet<>(Set.of("40001", "40P01")))
            .help("SQL states of failures after which an operation is tried again, and is counted as rolled back after the "
                    + "last try; or the database's own numbers, as 1205, and Redis' words, as TRYAGAIN; with ; between. "
                    + "What was given up since its time was over is a timeout all the same, and not tried again");
    static final Param<Reconnect> RECONNECT = Param.oneOf("reconnect", Reconnect.class).pace().byDefault(Reconnect.NEVER)
            .help("whether each operation has a connection of its own, which is made and closed within its time, as pgbench -C "
                    + "has it");
    static final Param<Boolean> COMPARE = Param.flag("compare-answers").around().byDefault(false)
            .help("whether the rows that a statement answers are compared with its first answer to the same values, in any "
                    + "order; one that differs is a failure");
    static final Param<Boolean> TIMES = Param.flag("statement-times").around().byDefault(true)
            .help("whether the times of each statement are kept beside those of the operations, at one or two more "
                    + "readings of the clock for each");
    static final Param<LoadActor.Method> WAY = Param.oneOf("way", LoadActor.Method.class)
            .byDefault(LoadActor.Method.MULTI_ROW)
            .help("how \\load stores the rows of a batch: by the database's own bulk command (COPY, LOAD DATA), by an INSERT of "
                    + "many rows, or by an INSERT for each, prepared");
    static final Param<Long> BATCH_SIZE = Param.count("batch-size").byDefault(1000L).atLeast(1).atMost(1_000_000)
            .help("rows that \\load stores in one transaction");
    static final Param<Long> TABLES = Param.count("tables").ofTask().byDefault(1L).atLeast(1).atMost(1000)
            .changing(ChangeCost.REBUILD)
            .help("tables of the built-in scripts oltp-*; in every script the variable tables");
    static final Param<Long> TABLE_SIZE = Param.count("table-size").ofData().byDefault(10_000L).atLeast(1).atMost(1_000_000_000)
            .changing(ChangeCost.REBUILD)
            .help("rows of each of these tables; in every script the variable table_size");

    static final ParamSet ALL = with(SCRIPT);

    /** Those that each of several groups of workers can have its own way. */
    static final List<Param<?>> OF_GROUP = ParamSet.of(SCRIPT, DEFINE, WORKERS, OPERATIONS, RATE).plus(Arrivals.ALL)
            .plus(ParamSet.of(THINK_TIME, MAX_TRIES, RETRY_STATES, RECONNECT)).all();

    private ScriptParams() {}

    private static ParamSet with(Param<List<ScriptSource>> script) {
        return ParamSet.of(script, SCRIPT_TEXT, SET_UP, DEFINE, SCALE, TABLES, TABLE_SIZE, WORKERS, DURATION, OPERATIONS, RATE)
                .plus(Arrivals.ALL).plus(ParamSet.of(THINK_TIME, MAX_TRIES, RETRY_STATES, RECONNECT, COMPARE, TIMES, WAY,
                        BATCH_SIZE, WorkerGroups.NAMES))
                .with(ScriptParams::somethingEndsIt, Arrivals.unpaced(RATE, THINK_TIME), Arrivals.rule(RATE),
                        v -> ConnectionParams.reconnects(v, v.get(RECONNECT) != Reconnect.NEVER));
    }

    /** With scripts in the language of this driver. */
    static ParamSet of(Driver driver) {
        return with(script(new ScriptSource.Type(driver)));
    }

    private static Param<List<ScriptSource>> script(ScriptSource.Type type) {
        return Param.typed("script", type)
                .reaching(Reach.FILE, scripts -> scripts.stream().flatMap(s -> s.files().stream()).toList())
                .byDefault(List.of(new ScriptSource("tpcb-like", 1))).changing(ChangeCost.REBUILD)
                .help("what is done: files of one's own or of pgbench's, or scripts that are built in ("
                        + String.join(", ", Builtin.words()) + "); several with ; between, and @N behind one that comes N "
                        + "times as often").asMain();
    }

    /** What the scripts of a point are written in. */
    static StatementLanguage language(Values point) {
        return ((ScriptSource.Type) point.params().find(SCRIPT.name()).param().type()).language(point);
    }

    /**
     * Name to text of the variables that have a value before an operation begins. A key of words may end as
     * {@code user:1:scale}, so that these have only what is defined.
     */
    static Map<String, String> variables(Values values, StatementLanguage language) {
        Map<String, String> variables = new HashMap<>(language.isWords() ? Map.of() : Map.of("scale",
                String.valueOf(values.get(SCALE)), "tables", String.valueOf(values.get(TABLES)), "table_size",
                String.valueOf(values.get(TABLE_SIZE))));
        values.find(DEFINE).map(Definitions::values).ifPresent(variables::putAll);
        return Map.copyOf(variables);
    }

    /** Whether nothing else did: of what was recorded, which the rule below lets pass for {@code \load} alone. */
    static boolean onlyAFileEndsIt(List<Setting> settings) {
        return WorkerGroups.names(settings).isEmpty() && Stream.of(DURATION, OPERATIONS).allMatch(p -> settings.stream()
                .anyMatch(s -> s.name().equals(p.name()) && s.text().equals(p.absent())))
                && settings.stream().noneMatch(s -> s.name().equals(Arrivals.ARRIVALS.name())
                && (s.text().equals("steps") || s.text().equals("trace")));
    }

    private static Optional<String> somethingEndsIt(Values v) {
        return v.find(DURATION).isPresent() || v.find(OPERATIONS).isPresent() || Arrivals.scheduled(v) || ScriptSet.loads(v)
                ? Optional.empty()
                : Optional.of("duration: none needs operations, or arrivals: steps or trace, which end");
    }
}
