package dev.tidemark.web.jobs;

import dev.tidemark.app.StartTime;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.time.Clock;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.TextSanitizer;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The field that says from when on a job may begin, the same wherever it stands. */
final class StartTimeField {

    static final String NAME = "at";

    private StartTimeField() {}

    static Field field(Optional<String> filled, Map<String, String> wrong) {
        return Field.typed(NAME, "Not before", "time", "as soon as its turn comes", "The earliest time at which it "
                + "begins, as 20:00 or 2026-11-22T20:00, by the server's clock (" + TextSanitizer.zone() + ").",
                List.of(), 1,
                filled, wrong);
    }

    /** @throws InvalidInputException when it is no time */
    static Optional<Instant> read(Form form, Clock clock) {
        return form.text(NAME).map(t -> StartTime.parse(t, clock.wallTime(), ZoneId.systemDefault()));
    }

    /** What is wrong with what is filled in, by the field's name; whether it is a time is the same at any time. */
    static Map<String, String> wrong(Form form) {
        try {
            form.text(NAME).ifPresent(t -> StartTime.parse(t, Instant.EPOCH, ZoneId.systemDefault()));
            return Map.of();
        } catch (InvalidInputException e) {
            return Map.of(NAME, e.getMessage());
        }
    }

    /** What is told beside the field. */
    static Field.Told told(Form form) {
        return Field.Told.wrong(NAME, wrong(form).getOrDefault(NAME, ""));
    }
}
