package dev.tidemark.core.workload.script;

import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import dev.tidemark.core.workload.script.language.Script;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The operations of a point, read once.
 *
 * @param setUps    what is done before the measurement
 * @param tearDowns what is done after it
 * @param tables    what the built-in scripts work on, each once; the user's own scripts work on the user's tables
 * @param values    name to text of variables that have one before an operation begins
 */
record ScriptSet(List<Operation> operations, List<Operation> setUps, List<Operation> tearDowns, List<Tables> tables,
        Map<String, String> values) {

    /** Operations × statements: each worker keeps a place for each pair. */
    private static final int MOST_STEPS = 20_000;

    /** With which statements begin that store nothing. */
    private static final Set<String> READS = Set.of("select", "values", "show", "begin", "start", "commit", "end",
            "rollback", "set");

    /** @throws InvalidInputException when one cannot be read, saying which and where */
    static ScriptSet of(Values point) {
        List<ScriptSource> sources = point.get(ScriptParams.SCRIPT);
        List<ScriptFile> files = sources.stream().map(ScriptFile::of).toList();
        ScriptSet set = new ScriptSet(files.stream().flatMap(f -> f.operations().stream()).toList(),
                files.stream().flatMap(f -> f.setUp().stream()).toList(),
                files.stream().flatMap(f -> f.tearDown().stream()).toList(),
                sources.stream().flatMap(s -> s.tables().stream()).distinct().toList(), ScriptParams.variables(point));
        set.check();
        return set;
    }

    /** What the operations of some scripts are called, as far as these can be read. @param scripts as the setting writes them */
    static List<String> names(List<String> scripts) {
        return scripts.stream().flatMap(text -> {
            try {
                return ScriptParams.SCRIPT.parse(text).stream().flatMap(s -> ScriptFile.of(s).operations().stream());
            } catch (InvalidInputException e) {
                return Stream.of(); // what is wrong with it is told where it is used
            }
        }).map(Operation::name).distinct().toList();
    }

    private void check() {
        if (operations.stream().map(Operation::name).distinct().count() < operations.size()) {
            throw new InvalidInputException("script: two operations of one name; they could not be told apart");
        }
        if (operations.stream().mapToLong(Operation::weight).sum() > Integer.MAX_VALUE) {
            throw new InvalidInputException("script: the weights are too large together");
        }
        parsed(operations, 0, 0);
        parsed(setUps, 0, 0);
        parsed(tearDowns, 0, 0);
    }

    /** Whether they work on tables that Tidemark makes. */
    boolean ownTables() {
        return !tables.isEmpty();
    }

    /** Whether some script sends statements before those in front of them are answered. */
    boolean pipelines() {
        return Stream.of(operations, setUps, tearDowns).flatMap(some -> parsed(some, 0, 0).stream())
                .anyMatch(Script::pipelines);
    }

    /** Whether some script has a statement that is not known to only read. */
    boolean writes() {
        return parsed(operations, 0, 0).stream().flatMap(script -> script.statements().stream())
                .anyMatch(sql -> !READS.contains(sql.text().strip().split("\\W", 2)[0].toLowerCase(Locale.ROOT)));
    }

    /** @param steps whether each statement has times of its own */
    OperationKinds kinds(boolean steps) {
        return new OperationKinds(operations.stream().map(Operation::name).toList(), !steps ? List.of()
                : parsed(operations, 0, 0).stream().flatMap(script -> StatementName.of(script).stream()).toList());
    }

    /** Whether there are more statements and operations than times can be kept of. */
    boolean tooManySteps() {
        return (long) operations.size() * kinds(true).steps().size() > MOST_STEPS;
    }

    /** Up to which number, exclusive, each one's share reaches. */
    int[] bounds() {
        int[] bounds = new int[operations.size()];
        int sum = 0;
        for (int i = 0; i < bounds.length; i++) {
            sum += operations.get(i).weight();
            bounds[i] = sum;
        }
        return bounds;
    }

    /** Some of them for one worker, with the values that its variables begin with. */
    List<Script> parsed(List<Operation> some, int worker, long seed) {
        Map<String, String> given = new HashMap<>(Map.of("client_id", String.valueOf(worker), "random_seed",
                String.valueOf(seed), "default_seed", String.valueOf(seed)));
        given.putAll(values);
        List<Script> scripts = new ArrayList<>();
        for (Operation operation : some) {
            Script script = PgbenchParser.parse(operation.where(), operation.text(), values.keySet());
            given.forEach(script.variables()::define);
            scripts.add(script);
        }
        return scripts;
    }
}
