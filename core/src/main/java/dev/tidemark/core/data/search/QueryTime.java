package dev.tidemark.core.data.search;

import module java.base;

/**
 * When a query was asked.
 *
 * @param kind   what is known of it
 * @param millis since 1970 in UTC, or as if the place were there; or since any moment; 0 where none is reported
 */
public record QueryTime(Kind kind, double millis) {

    /** What a time says. */
    public enum Kind {
        /** Nothing: none is there. */
        NONE,
        /** So long after a moment that is not reported. */
        RELATIVE,
        /** A day and a time at a place that is not reported. */
        LOCAL,
        /** A day and a time in UTC. */
        UTC
    }

    static final QueryTime NONE = new QueryTime(Kind.NONE, 0);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,19}(?:\\.\\d+)?");
    private static final Pattern ZONED = Pattern.compile(".*(?:Z|[+-]\\d\\d:?\\d\\d)");
    private static final DateTimeFormatter ACCESS = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.US);
    /** Seconds since 1970 from here on, in 1973. Nobody's log is relative for three years. */
    private static final double SECONDS = 1e8;
    /** Milliseconds, microseconds and nanoseconds since 1970 from here on. */
    private static final double MILLIS = 1e11;
    private static final double MICROS = 1e14;
    private static final double NANOS = 1e17;
    /** Of the years in which logs were written. */
    private static final double FIRST = 631_152_000e3;
    private static final double LAST = 4_102_444_800e3;

    /**
     * One as numbers or as ISO 8601 have it.
     *
     * @throws java.time.format.DateTimeParseException when it is none
     */
    static QueryTime of(String text) {
        if (NUMBER.matcher(text).matches()) {
            double number = Double.parseDouble(text);
            return new QueryTime(number >= SECONDS ? Kind.UTC : Kind.RELATIVE, millis(number));
        }
        String iso = text.replace(' ', 'T').replace(',', '.');
        if (ZONED.matcher(iso.substring(Math.min(iso.length(), "2026-01-01".length()))).matches()) {
            return of(Kind.UTC, OffsetDateTime.parse(iso.replaceFirst("([+-]\\d\\d)(\\d\\d)$", "$1:$2")).toInstant());
        }
        return of(Kind.LOCAL, LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC));
    }

    private static double millis(double number) {
        return number >= NANOS ? number / 1e6 : number >= MICROS ? number / 1e3 : number >= MILLIS ? number
                : number * 1000;
    }

    /** Whether a number is a time since 1970, from 1990 to 2100. */
    static boolean isOfThisAge(double number) {
        double millis = millis(number);
        return number >= SECONDS && millis >= FIRST && millis < LAST;
    }

    /** One as web servers write it, {@code 10/Oct/2026:13:55:36 +0000}. */
    static QueryTime ofAccess(String text) {
        return of(Kind.UTC, OffsetDateTime.parse(text, ACCESS).toInstant());
    }

    private static QueryTime of(Kind kind, Instant instant) {
        return new QueryTime(kind, instant.getEpochSecond() * 1e3 + instant.getNano() / 1e6);
    }

    /** For people, to the second; as a number of seconds where the day is not known. */
    @Override
    public String toString() {
        Instant instant = Instant.ofEpochSecond((long) Math.floor(millis / 1000));
        return switch (kind) {
            case NONE -> "";
            case RELATIVE -> (long) Math.floor(millis / 1000) + " s";
            case LOCAL -> LocalDateTime.ofInstant(instant, ZoneOffset.UTC).format(DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd HH:mm:ss", Locale.ROOT));
            case UTC -> instant.toString();
        };
    }
}
