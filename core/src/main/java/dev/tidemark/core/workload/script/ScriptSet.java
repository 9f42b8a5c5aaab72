package dev.tidemark.core.workload.script;

import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import dev.tidemark.core.workload.script.language.Script;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The scripts of a point, read once.
 *
 * @param sources their texts stand in the same order
 * @param values  name to text of variables that have one before a script begins
 */
record ScriptSet(List<ScriptSource> sources, List<String> texts, Map<String, String> values) {

    /** @throws InvalidInputException when one cannot be read, saying which and where */
    static ScriptSet of(Values point) {
        List<ScriptSource> sources = point.get(ScriptParams.SCRIPT);
        Map<String, String> values = new HashMap<>();
        values.put("scale", String.valueOf(point.get(ScriptParams.SCALE)));
        values.putAll(ScriptParams.definitions(point));
        ScriptSet set = new ScriptSet(sources, sources.stream().map(ScriptSource::text).toList(), Map.copyOf(values));
        set.parsed(0, 0);
        return set;
    }

    /** Whether they work on tables that Tidemark makes; those of the user's own scripts are the user's. */
    boolean ownTables() {
        return sources.stream().anyMatch(ScriptSource::builtin);
    }

    OperationKinds kinds() {
        return new OperationKinds(sources.stream().map(ScriptSource::name).toList(), List.of());
    }

    /** Up to which number, exclusive, each one's share reaches. */
    int[] bounds() {
        int[] bounds = new int[sources.size()];
        int sum = 0;
        for (int i = 0; i < bounds.length; i++) {
            sum += sources.get(i).weight();
            bounds[i] = sum;
        }
        return bounds;
    }

    /** All of them for one worker, with the values that its variables begin with. */
    List<Script> parsed(int worker, long seed) {
        Map<String, String> given = new HashMap<>(Map.of("client_id", String.valueOf(worker), "random_seed",
                String.valueOf(seed), "default_seed", String.valueOf(seed)));
        given.putAll(values);
        List<Script> scripts = new java.util.ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            Script script = PgbenchParser.parse(sources.get(i).where(), texts.get(i), values.keySet());
            given.forEach(script.variables()::define);
            scripts.add(script);
        }
        return scripts;
    }
}
