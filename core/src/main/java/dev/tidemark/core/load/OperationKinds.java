package dev.tidemark.core.load;

import java.util.List;

/**
 * The kinds of operations and of steps that a stage can issue, by name. Actors speak of them by index.
 *
 * @param operations for example {@code [insert]}
 * @param steps      for example {@code [read, check, put, commit]}; a stage whose operations have one step each
 *                   may leave it empty, and steps are then not recorded
 */
public record OperationKinds(List<String> operations, List<String> steps) {

    public OperationKinds {
        operations = List.copyOf(operations);
        steps = List.copyOf(steps);
    }
}
