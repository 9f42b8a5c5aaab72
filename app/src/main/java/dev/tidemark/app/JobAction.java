package dev.tidemark.app;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.jobs.JobState;

/** What can be done to a job as it is, for the command, the pages and programs. */
public enum JobAction {
    RUN(Descriptions.RUN, JobQueue::runNow, "is next, as soon as the machine is free"),
    PAUSE(Descriptions.PAUSE, JobQueue::pause, "waits until you resume it"),
    RESUME(Descriptions.RESUME, JobQueue::resume, "is in the queue again"),
    CANCEL(Descriptions.CANCEL, JobQueue::cancel, "is cancelled"),
    DELETE(Descriptions.DELETE, JobQueue::delete, "is deleted");

    /** What each does, in a sentence; constants, as annotations want them. */
    public static final class Descriptions {
        public static final String RUN = "Puts a job first, to be begun as soon as the machine is free, even while "
                + "scheduled processing is off.";
        public static final String PAUSE = "Pauses a job; a running one is interrupted and can be resumed later.";
        public static final String RESUME = "Resumes a paused job where it was interrupted.";
        public static final String CANCEL = "Ends a job; what it has measured is kept.";
        public static final String DELETE = "Deletes a job that is not running; its results stay.";

        private Descriptions() {}
    }

    private final String description;
    private final ObjLongConsumer<JobQueue> change;
    private final String done;

    JobAction(String description, ObjLongConsumer<JobQueue> change, String done) {
        this.description = description;
        this.change = change;
        this.done = done;
    }

    /** What it does, in a sentence. */
    public String description() {
        return description;
    }

    /**
     * Does it.
     *
     * @return what was done, in a sentence
     * @throws InvalidInputException when there is no such job, or it cannot be done to it as it is
     */
    public String on(JobQueue queue, long id) {
        Job job = queue.find(id).orElseThrow(() -> new InvalidInputException("there is no job " + id));
        change.accept(queue, id);
        // A running one ends as soon as its process hears of it.
        boolean later = this == CANCEL && job.state() == JobState.RUNNING;
        return "Job " + id + ", " + job.label() + ", " + (later ? "is being cancelled" : done) + ".";
    }
}
