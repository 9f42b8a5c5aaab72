package dev.tidemark.cli.support;

import module java.base;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tidemark.app.JobSettings;
import dev.tidemark.report.write.Json;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.web.api.operations.JobOperations;
import dev.tidemark.web.api.operations.JobOperations.JobLine;

/** What is told of jobs beside their experiments. */
public final class JobLines {

    /** Within a version members are only ever added. */
    private static final int VERSION = 1;

    private JobLines() {}

    /** The state, times in UTC and outcome of a job, each a line. */
    public static List<String> head(Job job, String state) {
        List<String> lines = new ArrayList<>();
        lines.add("Job " + job.id() + " (" + job.label() + "): " + state + (job.message().isEmpty() ? "" : ": "
                + job.message().replaceAll("\\R", " ")));
        lines.add("created " + job.created() + " by " + job.what().author());
        Map<String, String> settings = JobSettings.of(job);
        if (!settings.isEmpty()) {
            lines.add("runs " + settings.entrySet().stream().map(s -> s.getKey() + " " + s.getValue())
                    .collect(Collectors.joining(", ")).replaceAll("\\R", " "));
        }
        job.started().ifPresent(t -> lines.add("started " + t));
        job.ended().ifPresent(t -> lines.add("ended " + t));
        return lines;
    }

    /** @param settings what it runs */
    private record Listed(@JsonUnwrapped JobLine job, Map<String, String> settings) {}

    private record Listing(String format, int version, boolean scheduling, List<Listed> jobs) {}

    /** {@code "format": "tidemark-jobs"}, in the order of the list; what is not known is left out. */
    public static String json(List<Job> jobs, boolean scheduling) {
        List<JobLine> lines = JobOperations.lines(jobs);
        return Json.written(new Listing("tidemark-jobs", VERSION, scheduling, IntStream.range(0, jobs.size())
                .mapToObj(i -> new Listed(lines.get(i), JobSettings.of(jobs.get(i)))).toList()));
    }
}
