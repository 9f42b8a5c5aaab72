package dev.tidemark.web.http;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Moments for the eye; numbers are {@link dev.tidemark.report.Brief}'s. */
public final class Texts {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private Texts() {}

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
