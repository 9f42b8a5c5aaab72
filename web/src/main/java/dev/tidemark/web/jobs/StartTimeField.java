package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.app.StartTime;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.TextSanitizer;

/** The field that says from when on a job may begin, the same wherever it stands. */
final class StartTimeField {

    static final String NAME = "at";

    /** As a browser's picker of date and time has it. */
    private static final Pattern PICKED = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?");

    private StartTimeField() {}

    /** A picker, which shows nothing but whole moments; what is none of these is seen as it was typed. */
    static Field field(Optional<String> filled, Map<String, String> wrong) {
        Optional<String> text = filled.map(t -> t.strip().replace(' ', 'T'));
        boolean picked = text.filter(t -> !PICKED.matcher(t).matches()).isEmpty();
        return Field.typed(NAME, "Not before", "", "", "The earliest time at which it begins, by the server's clock ("
                + TextSanitizer.zone() + "); without one it begins as soon as its turn comes.", List.of(), 1,
                picked ? text : filled, wrong).by(picked ? Field.Input.MOMENT : Field.Input.TYPED);
    }

    /** With what holds for a job. */
    static Field of(Job job) {
        return field(job.what().notBefore().map(TextSanitizer::moment), Map.of());
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
    static Field.Feedback feedback(Form form) {
        return Field.Feedback.wrong(NAME, wrong(form).getOrDefault(NAME, ""));
    }
}
