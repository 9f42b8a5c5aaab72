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
                ZonedDateTime today = now.atZone(zone).with(LocalTime.parse(moment));
                return (today.toInstant().isAfter(now) ? today : today.plusDays(1)).toInstant();
            }
            return moment.matches(".*(Z|[+-][0-9]{2}:?[0-9]{2})") ? ZonedDateTime.parse(moment).toInstant()
                    : LocalDateTime.parse(moment).atZone(zone).toInstant();
        } catch (DateTimeException e) {
            throw new InvalidInputException("'" + text + "' is not a time; write it as 20:00 or 2026-11-22T20:00");
        }
    }
}
