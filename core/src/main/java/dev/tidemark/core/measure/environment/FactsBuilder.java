package dev.tidemark.core.measure.environment;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;

/** Facts and warnings as they are found. */
final class FactsBuilder {

    private final List<Setting> settings = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** Adds a fact unless it is absent or blank. */
    void add(String name, Optional<String> text) {
        text.map(String::strip).filter(t -> !t.isEmpty()).ifPresent(t -> settings.add(Setting.detected(name, t)));
    }

    void add(String name, String text) {
        add(name, Optional.of(text));
    }

    /** Adds a size, printed with three digits, kept exactly. */
    void addBytes(String name, long bytes) {
        settings.add(new Setting(name, bytesText(bytes), (double) bytes, "B", SettingOrigin.DETECTED));
    }

    void addNumber(String name, double number, String unit) {
        String text = number == Math.rint(number) ? Long.toString((long) number)
                : String.format(Locale.ROOT, "%.1f", number);
        settings.add(new Setting(name, unit.isEmpty() ? text : text + " " + unit, number, unit,
                SettingOrigin.DETECTED));
    }

    void warn(String sentence) {
        warnings.add(sentence);
    }

    EnvironmentFacts facts() {
        return new EnvironmentFacts(settings, warnings);
    }

    /** A size in binary units, as memory is sold: 15.6GiB. */
    static String bytesText(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
        double scaled = bytes;
        int unit = 0;
        while (scaled >= 1023.5 && unit < units.length - 1) {
            scaled /= 1024;
            unit++;
        }
        String number = String.format(Locale.ROOT, scaled < 99.95 && unit > 0 ? "%.1f" : "%.0f", scaled);
        return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number) + units[unit];
    }
}
