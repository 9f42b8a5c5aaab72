package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.JobSettings;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.store.jobs.NewJob;
import dev.tidemark.store.results.BatchState;
import dev.tidemark.store.results.IterationProgress;
import dev.tidemark.store.results.PlanPosition;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.reports.ReportPages;

/** Jobs as lines. Thread-safe. */
final class JobLines {

    /** Experiments of which is remembered what they say: a list is drawn anew every few seconds. */
    private static final int REMEMBERED = 2000;

    private final Workbench workbench;
    private final JobWaitReasons waits;
    private final Map<NewJob, ExperimentSummary> summaries = new LinkedHashMap<>();

    /**
     * What an experiment says, and what it runs with the defaults of when it was asked for.
     *
     * @param noun what its searches are called, if it makes some
     */
    private record ExperimentSummary(Map<String, String> settings, List<String> tags, Map<String, String> runs,
            String noun) {}

    JobLines(Workbench workbench, JobProcessor processor, Clock clock) {
        this.workbench = workbench;
        this.waits = new JobWaitReasons(workbench.jobs().queue(), processor, clock);
    }

    /** The jobs of a list at one moment, among which each has its place and its predecessor. */
    final class Snapshot {

        private final List<Job> current;
        private final List<Job> known;
        private final List<BatchState> running;
        private final boolean scheduling;
        private final Map<Long, Integer> places;

        private Snapshot(List<Job> current, List<Job> known) {
            this.current = current;
            this.known = known;
            this.running = workbench.store().live().running();
            this.scheduling = workbench.jobs().queue().scheduling();
            List<Job> queued = current.stream().filter(j -> j.state().queued()).toList();
            this.places = IntStream.range(0, queued.size()).boxed()
                    .collect(Collectors.toMap(i -> queued.get(i).id(), i -> i + 1));
        }

        JobLine line(Job job) {
            JobState state = job.state();
            int place = places.getOrDefault(job.id(), 0);
            Done done = done(job, running);
            return new JobLine(job.id(), job.label(), job.what().workload(),
                    state.queued() && job.paused() ? "paused" : job.word(), stateText(job),
                    job.batch().isPresent() ? ReportPages.path(job.label()) : "", summary(job).tags(), differs(job),
                    summary(job).runs(), extent(job), done.text(), done.share(), ForecastText.expected(job),
                    job.ended().map(TextSanitizer::moment).orElse(""), took(job), job.what().author(),
                    TextSanitizer.moment(job.created()), place, place == places.size(), job.started().isPresent(),
                    state == JobState.RUNNING, state.queued(), job.paused(),
                    state == JobState.FAILED || state == JobState.CANCELLED,
                    state == JobState.WAITING && job.started().isEmpty());
        }

        private String stateText(Job job) {
            return job.wish().map(w -> "is being " + (Types.word(w).equals("pause") ? "paused" : "cancelled"))
                    .orElseGet(() -> Stream.of(job.message(),
                            isRepeated(job) ? "" : waits.of(job, current, scheduling)).filter(t -> !t.isEmpty())
                            .collect(Collectors.joining("; ")));
        }

        /** A run that was interrupted says itself what it waits for. */
        private static boolean isRepeated(Job job) {
            return job.paused() && !job.message().isEmpty();
        }

        /** Against the newest of the same workload that was asked for before it. */
        private String differs(Job job) {
            return known.stream().filter(j -> j.id() < job.id())
                    .filter(j -> j.what().workload().equals(job.what().workload()))
                    .reduce((one, other) -> one.id() > other.id() ? one : other).map(before -> {
                        ExperimentSummary was = summary(before);
                        ExperimentSummary is = summary(job);
                        // Where both say the same, the defaults of when they were asked for may differ.
                        return Stream.of(JobDifference.between(was.settings(), is.settings()),
                                JobDifference.between(was.runs(), is.runs()), "the same settings as job " + before.id())
                                .filter(other -> !other.isEmpty()).findFirst().orElseThrow();
                    }).orElse("");
        }
    }

    /** @param over those that are over and belong to the list */
    Snapshot among(List<Job> current, List<Job> over) {
        return new Snapshot(current, Stream.concat(current.stream(), over.stream()).toList());
    }

    private ExperimentSummary summary(Job job) {
        synchronized (summaries) {
            if (summaries.size() > REMEMBERED) {
                summaries.remove(summaries.keySet().iterator().next());
            }
            return summaries.computeIfAbsent(job.what(),
                    what -> new ExperimentSummary(JobDifference.values(what.yaml()),
                    JobDifference.tags(what.yaml()), JobSettings.of(job), JobSettings.noun(job)));
        }
    }

    // ---- How far it is ----

    /** @param share in percent; -1 where it is not known */
    private record Done(String text, int share) {}

    private Done done(Job job, List<BatchState> running) {
        if (job.batch().isEmpty() || job.state().over()) {
            return new Done("", -1);
        }
        int ended = ended(job.batch().getAsLong(), running);
        int steps = job.what().steps();
        return steps > 0 ? new Done(Numbers.counted(ended, "step") + " done", -1)
                : new Done(ended + " of " + Numbers.counted(job.what().iterations(), "iteration") + " done",
                        job.what().iterations() == 0 ? -1 : Math.min(100, 100 * ended / job.what().iterations()));
    }

    /** Of each place of the plan, what was run last counts, unless it is run again. */
    private int ended(long batch, List<BatchState> running) {
        Optional<BatchState> now = running.stream().filter(b -> b.id() == batch).findFirst();
        return (int) PlanPosition.newest(workbench.store().live().iterations(batch, 0), IterationProgress::slot).values()
                .stream().filter(i -> i.state().isOver())
                .filter(i -> now.filter(b -> b.runsAgain(i.started(), i.state(), i.verdict())).isEmpty()).count();
    }

    private static String took(Job job) {
        return job.started().flatMap(began -> job.ended().map(ended -> Numbers.clock(Duration.between(began, ended))))
                .orElse("–");
    }

    private String extent(Job job) {
        int steps = job.what().steps();
        return steps > 0 ? ForecastText.searches(job.what().iterations(), summary(job).noun(), steps)
                : Numbers.counted(job.what().iterations(), "iteration");
    }
}
