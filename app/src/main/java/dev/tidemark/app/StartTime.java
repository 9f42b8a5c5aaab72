package dev.tidemark.app;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/** Reads when a job may begin. */
public final class StartTime {

    private StartTime() {}

    /**
     * @param text {@code 20:00}, the next time the clock shows it; {@code 2026-11-22T20:00}, in the zone; or
     *             {@code 2026-11-22T19:00Z}
     * @throws InvalidInputException when it is none of these
     */
    public static Instant parse(String text, Instant now, ZoneId zone) {
        String moment = text.strip().replace(' ', 'T');
        try {
            if (moment.length() <= "00:00:00".length()) {
                return next(LocalTime.parse(moment), now, zone);
            }
            return moment.matches(".*(Z|[+-][0-9]{2}:?[0-9]{2})") ? ZonedDateTime.parse(moment).toInstant()
                    : LocalDateTime.parse(moment).atZone(zone).toInstant();
        } catch (DateTimeException e) {
            throw new InvalidInputException("'" + text + "' is not a time; write it as 20:00 or 2026-11-22T20:00");
        }
    }

    /** A clock that is put back shows a time twice a day. */
    private static Instant next(LocalTime time, Instant now, ZoneId zone) {
        LocalDate today = LocalDate.ofInstant(now, zone);
        return Stream.of(today, today.plusDays(1)).map(day -> day.atTime(time).atZone(zone))
                .flatMap(shown -> Stream.of(shown, shown.withLaterOffsetAtOverlap())).map(ZonedDateTime::toInstant)
                .filter(shown -> shown.isAfter(now)).findFirst().orElseThrow();
    }
}
