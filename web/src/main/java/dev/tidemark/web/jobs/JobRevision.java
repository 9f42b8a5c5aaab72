package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.web.http.Form;

/**
 * The job that a form is about to change.
 *
 * @param id   its number
 * @param seen tells apart what it was when the form was made from what another person has made of it since
 */
public record JobRevision(long id, String seen) {

    private static final String ID = "changes";
    private static final String SEEN = "seen";

    static Optional<JobRevision> of(Form form) {
        return form.text(ID).map(id -> new JobRevision(form.number(ID), form.text(SEEN).orElse("")));
    }

    /** What a form brings back. */
    static Map<String, String> fields(Job job) {
        return Map.of(ID, String.valueOf(job.id()), SEEN, seen(job));
    }

    private static String seen(Job job) {
        return Integer.toHexString(job.what().hashCode());
    }

    /** Whether nobody else has made something else of it since. */
    boolean isCurrent(Job job) {
        return seen(job).equals(seen);
    }

    /** What the second is told, whose form is kept; sent once more, it counts. */
    static String conflictMessage(Job job) {
        return "Job " + job.id() + " was changed by " + job.what().author() + " meanwhile; its own page shows what it "
                + "is now. Press “Change it” again to replace it with yours.";
    }

    /** The job's own page. */
    public String path() {
        return "/jobs/" + id;
    }

    public String title() {
        return "Change job " + id;
    }
}
