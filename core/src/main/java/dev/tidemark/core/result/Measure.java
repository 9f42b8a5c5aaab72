package dev.tidemark.core.result;

import java.util.Objects;

/**
 * One declared number that a run can yield.
 *
 * @param name     lower case with hyphens; latency measures are dotted: {@code response.p99}
 * @param title    column heading in the field's words, as in {@code Duration}
 * @param unit     {@code s}, {@code ms}, {@code MB}, {@code documents/s}, {@code MB/s}, {@code %} or empty
 * @param better   which direction is good
 * @param decimals digits after the point that make sense in a table
 * @param help     one sentence: what it means and how it is computed
 */
public record Measure(String name, String title, String unit, Direction better, int decimals, String help) {

    public Measure {
        Objects.requireNonNull(name, "a measure has a name");
        Objects.requireNonNull(title, "a measure has a title");
        Objects.requireNonNull(unit, "a measure has a unit, which may be empty");
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
            case "%" -> number * 100;
            default -> number;
        };
    }
}
