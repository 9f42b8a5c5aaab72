package dev.tidemark.report.analysis.table;

/**
 * A setting with one value among the iterations.
 *
 * @param name        its name
 * @param text        its value; for facts that changed from run to run, their range
 * @param environment whether it describes the surroundings (a tag or a detected fact) rather than what was run
 */
public record FixedSetting(String name, String text, boolean environment) {

    /** The value as people read it. */
    public String shown() {
        return Facts.shown(name, text);
    }

    @Override
    public String toString() {
        return name + " " + shown();
    }
}
