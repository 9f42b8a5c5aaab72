package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.app.JobSettings;
import dev.tidemark.store.jobs.Job;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What is told of jobs beside their experiments. */
public final class JobLines {

    private static final JsonMapper MAPPER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
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

    /** {@code "format": "tidemark-jobs"}, in the order of the list; what is not known is left out. */
    public static String json(List<Job> jobs, boolean scheduling) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("format", "tidemark-jobs");
        root.put("version", VERSION);
        root.put("scheduling", scheduling);
        root.put("jobs", jobs.stream().map(JobLines::json).toList());
        return MAPPER.writeValueAsString(root) + "\n";
    }

    private static Map<String, Object> json(Job job) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", job.id());
        json.put("label", job.label());
        json.put("workload", job.what().workload());
        json.put("settings", JobSettings.of(job));
        json.put("state", job.state().name().toLowerCase(Locale.ROOT));
        json.put("invalid", job.invalid());
        json.put("paused", job.paused());
        json.put("next", job.urgent());
        json.put("iterations", job.what().iterations());
        job.what().expected().ifPresent(t -> json.put("expectedSeconds", t.toMillis() / 1e3));
        json.put("author", job.what().author());
        if (!job.message().isEmpty()) {
            json.put("message", job.message());
        }
        json.put("created", job.created().toString());
        job.what().notBefore().map(Instant::toString).ifPresent(t -> json.put("notBefore", t));
        job.started().map(Instant::toString).ifPresent(t -> json.put("started", t));
        job.ended().map(Instant::toString).ifPresent(t -> json.put("ended", t));
        return json;
    }
}
