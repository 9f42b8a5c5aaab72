package dev.tidemark.report.comparison;

import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import java.util.List;
import java.util.Optional;

/**
 * That two sides promise different things of what they acknowledge, so that a difference in speed may be the price of
 * it.
 */
final class DurabilityNote {

    private static final String NOT_STATED = "not stated";

    private DurabilityNote() {}

    /** Empty where both promise the same, or nothing is stated of either. */
    static Optional<String> of(Side base, Side other) {
        List<String> one = classes(base);
        List<String> two = classes(other);
        return one.equals(two) ? Optional.empty() : Optional.of("The sides differ in durability, which a difference in "
                + "speed may be the price of: " + base.name() + " is " + String.join(" and ", one) + ", "
                + other.name() + " is " + String.join(" and ", two) + ".");
    }

    private static List<String> classes(Side side) {
        return side.iterations().stream().map(DurabilityNote::word).distinct().sorted().toList();
    }

    private static String word(Iteration iteration) {
        return iteration.setting(Durability.FACT).map(Setting::text).orElse(NOT_STATED);
    }
}
