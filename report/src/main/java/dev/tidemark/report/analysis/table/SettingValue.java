package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.param.Setting;

/**
 * One value of a setting. Two are equal when they have the same effect: 10k and 10000, true and TRUE. Numbers sort as
 * numbers and before words; the absent value comes last.
 */
public final class SettingValue implements Comparable<SettingValue> {

    /** The setting was not recorded with the iteration. */
    public static final SettingValue ABSENT = new SettingValue("–", null, "");

    private final String text;
    private final Double number;
    /** What tells it from others beside its number: of a number the unit, else the word. */
    private final String key;

    private SettingValue(String text, Double number, String unit) {
        this.text = text;
        this.number = number;
        boolean flag = text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
        this.key = number != null ? unit : flag ? text.toLowerCase(Locale.ROOT) : "=" + text;
    }

    public static SettingValue of(Setting setting) {
        return new SettingValue(setting.text(), setting.number(), setting.unit());
    }

    /** A word that is no setting's. */
    public static SettingValue named(String word) {
        return new SettingValue(word, null, "");
    }

    /** Whether a default, which is recorded as text alone, means this value. */
    public boolean isWrittenAs(String other) {
        return text.equals(other) || equals(written(other));
    }

    /** The value that a text alone means. */
    static SettingValue written(String text) {
        return of(Setting.tag("", text));
    }

    public String text() {
        return text;
    }

    /** The value as a number; null where it has none. */
    public Double number() {
        return number;
    }

    @Override
    public int compareTo(SettingValue other) {
        if (number != null && other.number != null) {
            return Double.compare(number, other.number);
        }
        if (number != null || other.number != null) {
            return number != null ? -1 : 1;
        }
        boolean absent = this == ABSENT;
        return absent == (other == ABSENT) ? text.compareTo(other.text) : absent ? 1 : -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SettingValue settingValue && Objects.equals(number, settingValue.number)
                && key.equals(settingValue.key);
    }

    @Override
    public int hashCode() {
        return number == null ? key.hashCode() : 31 * number.hashCode() + key.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
