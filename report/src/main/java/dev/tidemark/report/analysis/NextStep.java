package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.param.ShellCommand;

/**
 * What to run next: the label's newest experiment again, with a few changes.
 *
 * @param kind       what it is for
 * @param sentence   why, and what it would show
 * @param action     what it does, in three words or so, as on a button
 * @param vary       the values to run instead of those that were varied; empty for the same
 * @param set        settings that hold for all points instead of what they were
 * @param repeat     rounds; 0 for as many as before
 * @param contenders whether only the settings that may still be best, and the defaults, are run again
 * @param suffix     of a label of its own, where it answers another question; empty for the same label
 */
public record NextStep(Kind kind, String sentence, String action, Map<String, List<String>> vary,
        Map<String, String> set, int repeat, boolean contenders, String suffix) {

    /** What a step is for. */
    public enum Kind {
        /** The same once more, where nothing can be concluded from what was run. */
        AGAIN,
        /** More rounds, to make a difference certain. */
        ROUNDS,
        /** A value beyond the edge of those that were tried. */
        BEYOND,
        /** Values around the best of the setting that matters most. */
        FINER,
        /** A longer run. */
        LONGER
    }

    public NextStep {
        vary = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(vary));
        set = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(set));
    }

    static NextStep again(String sentence) {
        return new NextStep(Kind.AGAIN, sentence, "Run again", Map.of(), Map.of(), 0, false, "");
    }

    static NextStep rounds(String sentence, int more, boolean contenders) {
        return new NextStep(Kind.ROUNDS, sentence, "Run " + more + " more " + (more == 1 ? "round" : "rounds"),
                Map.of(), Map.of(), more, contenders, "");
    }

    /** The two that were confirmed, without the others. */
    static NextStep confirmed(String sentence, int rounds) {
        return new NextStep(Kind.ROUNDS, sentence, "Run " + rounds + " rounds of the two", Map.of(), Map.of(), rounds,
                true, "-confirmed");
    }

    static NextStep values(Kind kind, String sentence, String action, Map<String, List<String>> vary, int repeat) {
        return new NextStep(kind, sentence, action, vary, Map.of(), repeat, false, "");
    }

    /** Whether it has a label of its own. */
    public boolean apart() {
        return !suffix.isEmpty();
    }

    /** The label under which it is run. */
    public String label(String label) {
        return label + suffix;
    }

    /** The command that runs it, where the program is on the path. */
    public String command(String label) {
        return command(ShellCommand.PROGRAM, label);
    }

    /** @param program as it is called */
    public String command(String program, String label) {
        List<String> words = new ArrayList<>(List.of("again", label));
        if (apart()) {
            words.addAll(List.of("--label", label(label)));
        }
        if (repeat > 0) {
            words.addAll(List.of("--repeat", String.valueOf(repeat)));
        }
        if (contenders) {
            words.add("--contenders");
        }
        vary.forEach((name, values) -> words.addAll(List.of("--vary", name + "="
                + values.stream().map(v -> v.replace(",", "\\,")).collect(Collectors.joining(",")))));
        set.forEach((name, value) -> words.addAll(List.of("--set", name + "=" + value)));
        return ShellCommand.of(program, words);
    }
}
