package dev.tidemark.core.plan;

import dev.tidemark.core.result.State;
import dev.tidemark.core.result.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a search has tried so far.
 *
 * @param tried in order
 */
public record History(List<Tried> tried) {

    public static final History NONE = new History(List.of());

    public History {
        tried = List.copyOf(tried);
    }

    /**
     * A trial that is over.
     *
     * @param trial   what was tried
     * @param state   how its iteration ended
     * @param verdict why it is not DONE; empty when it is
     * @param values  what was measured
     */
    public record Tried(Trial trial, State state, String verdict, List<Value> values) {

        public Tried {
            values = List.copyOf(values);
        }

        /** Empty when it was not measured. */
        public OptionalDouble value(String measure) {
            return values.stream().filter(v -> v.measure().equals(measure)).mapToDouble(Value::number).findFirst();
        }
    }

    public History plus(Tried more) {
        List<Tried> all = new ArrayList<>(tried);
        all.add(more);
        return new History(all);
    }
}
