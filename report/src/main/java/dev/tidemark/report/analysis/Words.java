package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Better;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Findings as sentences: with their numbers, their error and the number of runs, and silent about noise. */
final class Words {

    /** From this ratio on "times as fast" reads better than percent. */
    private static final double TIMES = 3;

    private final Objective objective;

    Words(Objective objective) {
        this.objective = objective;
    }

    /** Sentences about the effects at one base; those that cannot be told are gathered per setting. */
    List<String> sentences(List<Effect> effects, Effect.Base base) {
        List<String> sentences = new ArrayList<>();
        Map<String, List<Effect>> untold = new LinkedHashMap<>();
        for (Effect effect : effects) {
            if (effect.base() == base) {
                if (!effect.comparison().errorKnown() || effect.told() || seemsToldAlone(effect)) {
                    sentences.add(sentence(effect, effects.size()));
                } else {
                    untold.computeIfAbsent(effect.dimension(), d -> new ArrayList<>()).add(effect);
                }
            }
        }
        untold.forEach((dimension, group) -> sentences.add(noDifference(dimension, group)));
        return sentences;
    }

    private static boolean seemsToldAlone(Effect effect) {
        return effect.comparison().p() < Comparison.LEVEL;
    }

    private String sentence(Effect effect, int comparisons) {
        boolean better = effect.comparison().ratio() >= 1;
        Comparison c = better ? effect.comparison() : effect.comparison().inverse();
        String winner = better ? effect.to() : effect.from();
        String loser = better ? effect.from() : effect.to();
        String subject = effect.dimension().isEmpty() ? capital(winner) : effect.dimension() + " " + winner;
        boolean plural = effect.dimension().isEmpty() && (winner.contains(", ") || winner.startsWith("the "));
        if (c.ratio() == 1) {
            return subject + " and " + loser + " give the same " + objective.measure().title() + " ("
                    + error(c) + ").";
        }
        if (c.errorKnown() && !effect.told()) {
            return subject + " may be " + amount(c) + " than " + loser + " (" + error(c)
                    + "), but among " + comparisons + " comparisons that can be chance.";
        }
        return subject + (plural ? " are " : " is ") + amount(c) + (times(c) ? " as " : " than ") + loser + " ("
                + error(c) + ").";
    }

    private String noDifference(String dimension, List<Effect> group) {
        boolean optimum = group.getFirst().base() == Effect.Base.OPTIMUM;
        List<String> values = new ArrayList<>();
        values.add(optimum ? group.getFirst().to() : group.getFirst().from());
        group.forEach(e -> values.add(optimum ? e.from() : e.to()));
        String last = values.removeLast();
        return "No difference can be told between " + (dimension.isEmpty() ? "" : dimension + " ")
                + String.join(", ", values) + " and " + last + " (" + error(group.getFirst().comparison()) + ").";
    }

    /** {@code 33 % faster than the defaults (31–35 %, 3 rounds)}. */
    String gain(Effect effect) {
        Comparison c = effect.comparison();
        if (c.errorKnown() && !effect.told()) {
            return "no difference from the defaults can be told";
        }
        return amount(c) + (times(c) ? " as" : " than") + " the defaults (" + error(c) + ")";
    }

    private static boolean times(Comparison c) {
        return c.ratio() >= TIMES;
    }

    private String amount(Comparison c) {
        if (times(c)) {
            return Numbers.fixed(c.ratio(), 1) + " times as " + (objective.isSpeed() ? "fast"
                    : objective.measure().better() == Better.HIGHER ? "high" : "low");
        }
        String word = objective.isSpeed() ? "faster" : objective.measure().better() == Better.HIGHER ? "higher"
                : "lower";
        return Numbers.percent(c.ratio()) + " % " + word;
    }

    private String error(Comparison c) {
        String runs = runs(c);
        if (!c.errorKnown()) {
            return runs + ", error unknown";
        }
        if (Numbers.saysNothing(c.low(), c.high())) {
            return "runs of one setting differ too much by themselves, " + runs;
        }
        return times(c) ? Numbers.fixed(c.low(), 1) + "–" + Numbers.fixed(c.high(), 1) + " times, " + runs
                : Numbers.percent(c.low()) + (c.low() < 1 ? " to " : "–") + Numbers.percent(c.high()) + " %, " + runs;
    }

    private static String runs(Comparison c) {
        int a = c.baseRuns();
        int b = c.otherRuns();
        return a == 1 && b == 1 ? "one run each" : a == b ? a + " rounds" : Math.max(a, b) + " and " + Math.min(a, b)
                + (Math.min(a, b) == 1 ? " run" : " runs");
    }

    static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    static String list(List<String> words) {
        return words.size() < 2 ? String.join("", words)
                : words.subList(0, words.size() - 1).stream().collect(Collectors.joining(", ")) + " and "
                        + words.getLast();
    }
}
