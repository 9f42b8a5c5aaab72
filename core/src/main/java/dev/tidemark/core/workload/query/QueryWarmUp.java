package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.stat.SteadyState;

/**
 * The warm-up of a point, where it ends as soon as the response is steady.
 *
 * @param within the share within which it is
 * @param steady what tells
 */
record QueryWarmUp(double within, SteadyState steady) {

    private String percent() {
        return new BigDecimal(Double.toString(within)).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    /** What the warm-up came to, as a sentence; empty where that is a {@link #warning}. */
    Optional<String> note() {
        return steady.steady() ? Optional.of("The response was steady after " + steady.seen()
                + " warm-up queries: over the measurement it changes by less than " + percent() + ".")
                : Optional.empty();
    }

    /** That the response was not steady, and as far as is known, by how much it may change. */
    Optional<String> warning() {
        if (steady.steady()) {
            return Optional.empty();
        }
        String known = steady.change().map(change -> "over the measurement it may still change by "
                + Math.round(100 * change) + " %, more than " + percent())
                .orElse("to tell, " + SteadyState.LEAST + " are needed");
        return Optional.of("The response was not steady after " + steady.seen() + " warm-up queries: " + known + ".");
    }
}
