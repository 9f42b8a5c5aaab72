package dev.tidemark.report.analysis;

import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.State;

/** The words for states, the same wherever they are shown. */
public final class StateWords {

    private StateWords() {}

    /** {@code done}, {@code running}, {@code interrupted}, {@code failed}, {@code invalid} or {@code stopped}. */
    public static String of(State state) {
        return Types.word(state);
    }
}
