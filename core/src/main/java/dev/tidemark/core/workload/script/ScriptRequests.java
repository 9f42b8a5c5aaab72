package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.Dictionary;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import dev.tidemark.core.workload.script.language.Script;

/** What the operations of a script send, drawn one after the other while nobody answers. Not thread-safe. */
public final class ScriptRequests {

    /** Takes what is sent. */
    @FunctionalInterface
    public interface Sink {
        void take(String text, StatementSession.Binding values) throws Exception;
    }

    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*\"");
    /** What is meant as a variable: in braces, or behind a colon that neither a word nor an escape stands before. */
    private static final Pattern MEANT = Pattern.compile(":\\{([A-Za-z_][A-Za-z0-9_]*)\\}"
            + "|(?:(?<![\\w\\\\:]):|(?<!\\\\)::)([A-Za-z_][A-Za-z0-9_]*)");

    /** Of a statement in a run's results; before a run it is told as what is wrong with a file is. */
    private static final Pattern PLACE = Pattern.compile("^script (.*) line (\\d+)$");

    private final int[] bounds;
    private final ScriptExecution[] operations;
    private final long seed;

    /**
     * @param name what people call the script
     * @throws InvalidInputException saying what is wrong and in which line
     */
    public ScriptRequests(String name, String text, StatementLanguage language, Dictionary dictionary, long seed,
            Sink sink) {
        this.seed = seed;
        ScriptFile file = ScriptFile.of(new ScriptOperation(name, 1, name, text));
        if (!file.isOperationsAlone()) {
            throw new InvalidInputException(name + ": nothing is done before requests or behind them, so that it has "
                    + "no section but \\operation");
        }
        bounds = ScriptSet.bounds(file.operations());
        if (bounds[bounds.length - 1] == 0) {
            throw new InvalidInputException(name + ": no operation has a weight above 0");
        }
        List<Script> scripts = PgbenchParser.parse(file.operations().stream().map(o -> new PgbenchParser.Source(
                o.where(), o.text())).toList(), Set.of(), false, language, dictionary);
        scripts.forEach(script -> check(script, language.answersJson()));
        Map.of("client_id", "0", "random_seed", String.valueOf(seed), "default_seed", String.valueOf(seed))
                .forEach(scripts.getFirst().variables()::define); // all have the same
        Collector collector = new Collector(sink);
        operations = scripts.stream().map(script -> new ScriptExecution(collector, false, Clock.system(), script, null))
                .toArray(ScriptExecution[]::new);
    }

    private static void check(Script script, boolean quotes) {
        if (script.statements().isEmpty()) {
            throw new InvalidInputException(script.name() + ": there is no request in it");
        }
        if (script.sleeps() || script.pipelines()) {
            throw new InvalidInputException(script.name() + ": requests are asked at the run's own pace, so that "
                    + "\\sleep and \\startpipeline have no meaning");
        }
        script.statements().forEach(sql -> check(script, sql, quotes));
    }

    /** @param quotes whether what stands in quotes is no variable unless it is in braces */
    private static void check(Script script, Command.Sql sql, boolean quotes) {
        String where = script.name() + ": line " + sql.line() + ": ";
        if (sql.keep().isPresent() || !sql.takes().isEmpty()) {
            throw new InvalidInputException(where + "requests are made before the first is answered, so that \\gset "
                    + "and \\take have nothing to take");
        }
        Set<String> known = script.places().keySet();
        Matcher braced = MEANT.matcher(sql.source());
        while (braced.find()) {
            known(where, braced.group(1), known);
        }
        Matcher bare = MEANT.matcher(quotes ? QUOTED.matcher(sql.source()).replaceAll("x") : sql.source());
        while (bare.find()) {
            known(where, bare.group(2), known);
        }
    }

    private static void known(String where, String name, Set<String> known) {
        if (name != null && !known.contains(name)) {
            throw new InvalidInputException(where + "variable '" + name + "' is never set"
                    + Suggestions.hint(name, known));
        }
    }

    /** Draws the {@code n}th operation: the same requests each time. @throws InvalidInputException where it cannot */
    public void draw(long n) {
        long drawn = SplitMix64.mix(seed + n * SplitMix64.STEP);
        Tally tally = new Tally();
        try {
            operations[ScriptActor.kind(drawn, bounds)].carryOut(SplitMix64.mix(drawn + SplitMix64.STEP), n, tally);
        } catch (Exception e) {
            throw new InvalidInputException((tally.place == null ? "" : PLACE.matcher(tally.place)
                    .replaceFirst("$1: line $2") + ": ") + e.getMessage());
        }
    }

    /** The side that answers nothing. */
    private record Collector(Sink sink) implements StatementSession {

        @Override
        public void begin(boolean ownNamespace) {}

        @Override
        public int execute(String text, Binding binding, Columns columns) throws Exception {
            sink.take(text, binding);
            return 0;
        }

        @Override
        public void end() {}

        @Override
        public void close() {}
    }
}
