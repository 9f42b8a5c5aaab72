package dev.tidemark.web.http;

import module java.base;
import dev.tidemark.core.param.Printable;

/** Moments and lines for the eye; numbers are {@link dev.tidemark.report.Numbers}'s. */
public final class TextSanitizer {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private TextSanitizer() {}

    /** What may repeat what was typed, in one line: what would begin another or steer a terminal is put as its code. */
    public static String oneLine(String text) {
        return Printable.oneLine(text);
    }

    /**
     * A complaint as a whole message of a page: a sentence, with a capital and a full stop. What begins with a name, as
     * in {@code keys: …}, keeps it as it is written. What the code calls a param, people call a setting.
     */
    public static String sentence(String complaint) {
        String text = complaint.strip().replace("unknown param '", "unknown setting '");
        if (text.isEmpty()) {
            return "";
        }
        String first = text.split("\\s", 2)[0];
        boolean word = first.matches("\\p{L}+[,;.]?");
        String begun = word ? Character.toUpperCase(text.charAt(0)) + text.substring(1) : text;
        return begun.matches("(?s).*[.!?…]”?") ? begun : begun + ".";
    }

    /** In the zone of the server's machine. */
    public static String moment(Instant moment) {
        return MOMENT.format(moment.atZone(ZoneId.systemDefault()));
    }

    /** The name of that zone, as in {@code Europe/Berlin}. */
    public static String zone() {
        ZoneId zone = ZoneId.systemDefault();
        return zone.normalized().equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }
}
