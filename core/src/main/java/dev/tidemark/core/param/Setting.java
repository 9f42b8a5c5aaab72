package dev.tidemark.core.param;

import module java.base;

/**
 * A value as recorded with an iteration: a param, a tag or a detected fact.
 *
 * @param name   the param's or tag's name
 * @param text   the value in the user's words
 * @param number the value as a number in {@code unit}; null where it has none
 * @param unit   the unit of {@code number}; empty for plain counts and where there is no number
 * @param origin where the value came from
 */
public record Setting(String name, String text, Double number, String unit, SettingOrigin origin) {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]+)?");

    public static Setting tag(String name, String text) {
        return new Setting(name, text, numberOrNull(text), "", SettingOrigin.TAG);
    }

    /** What somebody has set, name to value. */
    public static List<Setting> given(Map<String, ?> values) {
        return values.entrySet().stream()
                .map(e -> new Setting(e.getKey(), e.getValue().toString(), null, "", SettingOrigin.SET)).toList();
    }

    public static Setting detected(String name, String text) {
        return new Setting(name, text, numberOrNull(text), "", SettingOrigin.DETECTED);
    }

    private static Double numberOrNull(String text) {
        return NUMBER.matcher(text).matches() ? Double.valueOf(text) : null;
    }
}
