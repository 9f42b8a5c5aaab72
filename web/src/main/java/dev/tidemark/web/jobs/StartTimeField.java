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
        boolean picked = filled.filter(t -> !isPicked(t)).isEmpty();
        return Field.typed(NAME, "Not before", "", "", "The earliest time at which it begins, by the server's clock ("
                + TextSanitizer.zone() + "); without one it begins as soon as its turn comes.", List.of(), 1,
                picked ? filled.map(StartTimeField::plain) : filled, wrong).by(picked ? Field.Input.MOMENT : Field.Input.TYPED);
    }

    /** With what holds for a job. */
    static Field of(Job job) {
        return field(job.what().notBefore().map(TextSanitizer::moment), Map.of());
    }

    /** A moment as the field has it. */
    static String text(Instant moment) {
        return plain(TextSanitizer.moment(moment));
    }

    /**
     * @param before what the field was filled with; it stays where it is still shown, as the field shows moments alike
     *               that differ by less than a second, or by the hour in which clocks are put back
     * @throws InvalidInputException when it is no time
     */
    static Optional<Instant> read(Form form, Clock clock, Optional<Instant> before) {
        return form.text(NAME).map(t -> {
            Instant read = parsed(t, clock);
            return before.filter(b -> isPicked(t) && parsed(text(b), clock).equals(read)).orElse(read);
        });
    }

    private static String plain(String text) {
        return text.strip().replace(' ', 'T');
    }

    private static boolean isPicked(String text) {
        return PICKED.matcher(plain(text)).matches();
    }

    private static Instant parsed(String text, Clock clock) {
        return StartTime.parse(text, clock.wallTime(), ZoneId.systemDefault());
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
