package dev.tidemark.web.jobs;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.store.Job;
import dev.tidemark.web.http.Form;
import java.util.Map;
import java.util.Optional;

/**
 * The job that a form is about to change.
 *
 * @param id   its number
 * @param seen tells apart what it was when the form was made from what another person has made of it since
 */
public record Changed(long id, String seen) {

    private static final String ID = "changes";
    private static final String SEEN = "seen";

    static Optional<Changed> of(Form form) {
        return form.text(ID).map(id -> new Changed(form.number(ID), form.text(SEEN).orElse("")));
    }

    /** What a form brings back. */
    static Map<String, String> fields(Job job) {
        return Map.of(ID, String.valueOf(job.id()), SEEN, seen(job));
    }

    private static String seen(Job job) {
        return Integer.toHexString(job.what().hashCode());
    }

    /** @throws BadInput when somebody else has changed it meanwhile */
    void check(Job job) {
        if (!seen(job).equals(seen)) {
            throw new BadInput("job " + id + " was changed by " + job.what().author() + " meanwhile; look at it anew, "
                    + "and change that");
        }
    }

    public String title() {
        return "Change job " + id;
    }
}
