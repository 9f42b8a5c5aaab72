package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.stat.SteadyState;

/**
 * The warm-up of a point, where it ends as soon as the response is steady.
 *
 * @param within   the share within which it is
 * @param measured queries of the measurement; 0 where nobody knows
 * @param steady   what tells
 */
record QueryWarmUp(double within, long measured, SteadyState steady) {

    static QueryWarmUp of(double within, long measured) {
        return new QueryWarmUp(within, measured, new SteadyState(within, measured));
    }

    /** What the change is one over. */
    private String over() {
        return measured > 0 ? "over the measurement" : "over as many queries as a quarter of these";
    }

    private String percent() {
        return new BigDecimal(Double.toString(within)).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    /** What the warm-up came to, as a sentence; empty where that is a {@link #warning}. */
    Optional<String> note() {
        return steady.steady() ? Optional.of("The response was steady after " + steady.seen()
                + " warm-up queries: " + over() + " it changes by less than " + percent() + ".")
                : Optional.empty();
    }

    /** That the response was not steady, and as far as is known, by how much it may change. */
    Optional<String> warning() {
        if (steady.steady()) {
            return Optional.empty();
        }
        String known = steady.change().map(change -> over() + " it may still change by "
                + Math.round(100 * change) + " %, more than " + percent())
                .orElse("to tell, " + SteadyState.LEAST + " are needed");
        return Optional.of("The response was not steady after " + steady.seen() + " warm-up queries: " + known + ".");
    }
}
