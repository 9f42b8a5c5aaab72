package dev.tidemark.store.results;

import module java.base;

/**
 * What the report of a label says in one line, kept so that lists need not make reports.
 *
 * @param stamp of the results that it was made from
 * @param made  when
 * @param body  what it says
 */
public record StoredHeadline(String stamp, Instant made, Body body) {

    /**
     * What is said.
     *
     * @param verdict  the verdict's word, as in {@code clear winner}
     * @param text     the headline, one sentence
     * @param target   what was measured; several behind commas
     * @param settings how many points it has
     * @param trend    the objective over its iterations, or over time; a picture of a line's height
     * @param sections of a study: each param's own part
     * @param expected how what was expected was met
     */
    public record Body(String verdict, String text, String target, int settings, Trend trend, List<Section> sections,
            Expected expected) {
        public Body {
            sections = List.copyOf(sections);
            expected = expected == null ? Expected.NONE : expected; // an older version has kept none
        }

        /** Of a label whose report cannot be made. */
        public static Body none(String why) {
            return new Body("", why == null ? "" : why, "", 0, Trend.NONE, List.of(), Expected.NONE);
        }
    }

    /**
     * Numbers in their order.
     *
     * @param title   what they are of, as in {@code documents/s over 18 iterations}
     * @param unit    of the numbers; may be empty
     * @param numbers few enough to be drawn; none where there is nothing to draw
     */
    public record Trend(String title, String unit, List<Double> numbers) {

        public static final Trend NONE = new Trend("", "", List.of());

        public Trend {
            numbers = List.copyOf(numbers);
        }
    }

    /**
     * Bounds that were expected to hold.
     *
     * @param bounds    how many there are
     * @param missed    how many of them do not hold
     * @param sentences what was missed: the first few
     */
    public record Expected(int bounds, int missed, List<String> sentences) {

        public static final Expected NONE = new Expected(0, 0, List.of());

        public Expected {
            sentences = List.copyOf(sentences);
        }
    }

    /** A part of a study. @param label {@code LABEL-PARAM}, under which it opens */
    public record Section(String label, String verdict, String text) {}
}
