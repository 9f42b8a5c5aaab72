package dev.tidemark.core.result;

import module java.base;
import dev.tidemark.core.param.PlainText;

/**
 * One declared number that a run can yield.
 *
 * @param name     lower case with hyphens; latency measures are dotted: {@code response.p99}
 * @param title    column heading in the field's words, as in {@code Duration}
 * @param unit     {@code s}, {@code ms}, {@code µs}, {@code B}, {@code MB}, {@code documents/s}, {@code MB/s}, {@code %} or empty
 * @param better   which direction is good
 * @param decimals digits after the point that make sense in a table
 * @param help     one sentence: what it means and how it is computed
 */
public record Measure(String name, String title, String unit, Direction better, int decimals, String help) {

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}._:/+@#%~-]{1,200}");
    private static final Pattern UNIT = Pattern.compile("[\\p{L}\\p{N}\\p{Sc} ./%·*^()°_-]{0,40}");
    private static final int LONGEST_TITLE = 200;
    private static final int LONGEST_HELP = 2000;

    public Measure {
        Objects.requireNonNull(name, "a measure has a name");
        Objects.requireNonNull(title, "a measure has a title");
        Objects.requireNonNull(unit, "a measure has a unit, which may be empty");
    }

    /**
     * What is wrong with one that somebody else has declared: longer than a heading, a unit or a sentence is, or with
     * characters that these do not have.
     */
    public Optional<String> wrong() {
        return !NAME.matcher(name).matches()
                ? Optional.of("the measure's name is not valid: 1 to 200 letters, digits and signs")
                : title.isBlank() || title.length() > LONGEST_TITLE || PlainText.hasControls(title)
                ? Optional.of("the title of measure " + name + " is not valid: one line of 1 to " + LONGEST_TITLE
                        + " characters")
                : !UNIT.matcher(unit).matches()
                ? Optional.of("the unit of measure " + name + " is not valid: up to 40 letters, digits and signs, as "
                + "MB/s")
                : help != null && help.length() > LONGEST_HELP
                ? Optional.of("the help of measure " + name + " is longer than " + LONGEST_HELP + " characters")
                : Optional.empty();
    }

    /** The same under another heading. */
    public Measure titled(String other) {
        return new Measure(name, other, unit, better, decimals, help);
    }

    /** The same explained in other words, as of an engine that counts it in a way of its own. */
    public Measure explained(String otherHelp) {
        return new Measure(name, title, unit, better, decimals, otherHelp);
    }

    /** The heading with its unit, as in {@code Flush write MB}. */
    public String heading() {
        return unit.isEmpty() ? title : title + " " + unit;
    }

    /**
     * Converts a number in base units (bytes, seconds, plain counts), as readings hold them, to this measure's unit.
     * MB are 10⁶ bytes.
     */
    public double fromBase(double number) {
        return switch (unit) {
            case "MB", "MB/s" -> number / 1e6;
            case "ms" -> number * 1e3;
            case "µs" -> number * 1e6;
            case "%" -> number * 100;
            default -> number;
        };
    }
}
