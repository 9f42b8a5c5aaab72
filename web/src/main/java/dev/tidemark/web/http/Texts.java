package dev.tidemark.web.http;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/** Moments and lines for the eye; numbers are {@link dev.tidemark.report.Brief}'s. */
public final class Texts {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    /** Controls, the other ends of a line, and what turns the direction of writing. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]");

    private Texts() {}

    /** What may repeat what was typed, in one line: what would begin another or steer a terminal is put as its code. */
    public static String oneLine(String text) {
        return UNSEEN.matcher(text).replaceAll(m -> "\\\\u%04x".formatted((int) m.group().charAt(0)));
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
