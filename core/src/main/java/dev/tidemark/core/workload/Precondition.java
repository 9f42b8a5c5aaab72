package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;

/**
 * Of a setting that only some values of others give an effect: who varies it without these compares what is the same,
 * and would be told that it makes no difference.
 *
 * @param setting that may be varied
 * @param isMet   whether values give it an effect
 * @param lack    what those have that give it none, behind "has no effect"
 */
public record Precondition(Param<?> setting, Predicate<Values> isMet, Function<Values, String> lack) {

    /** Of a setting that has an effect with some of the values of another. */
    @SafeVarargs
    public static <T> Precondition oneOf(Param<?> setting, Param<T> by, T... needed) {
        Set<T> values = Set.of(needed);
        String name = by.name() + ": ";
        String words = Stream.of(needed).map(by::format).collect(Collectors.joining(" or "));
        return new Precondition(setting, v -> v.find(by).filter(values::contains).isPresent(),
                v -> "with " + name + v.text(by) + "; it needs " + name + words);
    }

    /** Of a setting that has an effect where there is something. @param what that is, as a complaint says it */
    public static Precondition needing(Param<?> setting, String what, Predicate<Values> isThere) {
        return new Precondition(setting, isThere, _ -> "without " + what);
    }

    /**
     * What is wrong where the setting is varied and has an effect at none of the places that vary it. A study varies the
     * setting, and what would give it an effect, each alone: that is none.
     *
     * @param places the points of a plan, or the groups of workers of these
     */
    public Optional<String> complaint(List<Values> places) {
        List<Values> varied = places.stream().filter(v -> v.origin(setting) == SettingOrigin.VARY).toList();
        return varied.isEmpty() || varied.stream().anyMatch(isMet) ? Optional.empty()
                : Optional.of(setting.name() + " is varied and has no effect " + lack.apply(varied.getFirst()));
    }
}
