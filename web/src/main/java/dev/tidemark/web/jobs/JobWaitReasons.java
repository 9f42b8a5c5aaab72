package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.web.http.TextSanitizer;

/** What queued jobs wait for, the same wherever it is said. */
public final class JobWaitReasons {

    private static final String BEGINS = "begins now";

    private final JobQueue queue;
    private final JobProcessor processor;
    private final Clock clock;

    public JobWaitReasons(JobQueue queue, JobProcessor processor, Clock clock) {
        this.queue = queue;
        this.processor = processor;
        this.clock = clock;
    }

    /** In one sentence, for one that is queued: of the job that is asked about, else of the one that comes next. */
    public String sentence(Optional<Job> requested) {
        List<Job> current = queue.current();
        boolean scheduling = queue.scheduling();
        Optional<Job> job = requested.or(() -> current.stream().filter(j -> comes(j, scheduling)).findFirst())
                .or(() -> current.stream().filter(j -> j.state().queued()).findFirst());
        return job.map(j -> j.state().queued() ? named(j) + " " + of(j, current, scheduling) + "."
                : j.state().over() ? named(j) + (j.state() == JobState.FAILED ? " " : " is ")
                        + j.word() + messageSuffix(j) + "." : "").orElse("");
    }

    /** What is on its way between its turn and its first sign of life, in a sentence; empty where nothing is. */
    public Optional<String> begins() {
        List<Job> current = queue.current();
        boolean scheduling = queue.scheduling();
        return current.stream().filter(j -> j.state() == JobState.RUNNING
                || comes(j, scheduling) && of(j, current, scheduling).equals(BEGINS)).findFirst()
                .map(j -> named(j) + " " + BEGINS + ".");
    }

    private static String messageSuffix(Job job) {
        return job.message().isEmpty() ? "" : ": " + job.message();
    }

    static String named(Job job) {
        return "Job " + job.id() + ", " + job.label() + ",";
    }

    /** As the rest of a sentence, as in "waits for job 1, a, which is running"; empty for one that is not queued. */
    String of(Job job, List<Job> current, boolean scheduling) {
        if (!job.state().queued()) {
            return "";
        }
        if (job.paused()) {
            return "waits until you resume it";
        }
        if (!scheduling && !job.urgent()) {
            return "waits until scheduled processing is switched on, or “Run now”";
        }
        return waitsForTime(job) ? "waits until " + TextSanitizer.moment(job.what().notBefore().orElseThrow())
                : ahead(job, current, scheduling).or(() -> machine(current)).or(this::trouble).orElse(BEGINS);
    }

    private boolean waitsForTime(Job job) {
        Instant now = clock.wallTime();
        return !job.urgent() && job.what().notBefore().filter(moment -> moment.isAfter(now)).isPresent();
    }

    /** Whether its turn comes by itself as soon as the machine is free. */
    private boolean comes(Job job, boolean scheduling) {
        return job.state().queued() && !job.paused() && (scheduling || job.urgent()) && !waitsForTime(job);
    }

    /** The nearest before it that is not passed over. */
    private Optional<String> ahead(Job job, List<Job> current, boolean scheduling) {
        return current.stream().takeWhile(j -> j.id() != job.id()).filter(j -> comes(j, scheduling))
                .reduce((one, next) -> next).map(j -> "waits for job " + j.id() + ", " + j.label() + ", ahead of it");
    }

    private Optional<String> machine(List<Job> current) {
        return current.stream().filter(j -> j.state() == JobState.RUNNING).findFirst()
                .map(j -> "waits for job " + j.id() + ", " + j.label() + ", which is running")
                .or(() -> processor.waitsFor().map(who -> "waits for the machine, taken by "
                        + (who.isEmpty() ? "another measured run" : who)));
    }

    private Optional<String> trouble() {
        return processor.trouble().map(what -> "waits until this is fixed: " + what);
    }
}
