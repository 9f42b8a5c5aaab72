package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.run.Consent;
import dev.tidemark.app.run.DurationEstimator;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Search;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.jobs.NewJob;

/**
 * Experiments that are run one after the other, unattended. What is asked for is checked when it is asked for, with the
 * defaults and named targets of that moment; these are kept with the job, so that what runs is what was checked.
 */
public final class Jobs {

    /** What complaints call an experiment that has no file. */
    private static final String NAMELESS = "experiment";

    private static final int LONGEST_AUTHOR = 100;

    private final Workbench workbench;

    Jobs(Workbench workbench) {
        this.workbench = workbench;
    }

    /** The queue, with what can be done to the jobs in it. */
    public JobQueue queue() {
        return workbench.store().jobs();
    }

    /**
     * Puts an experiment at the end of the queue.
     *
     * @param yaml   the experiment
     * @param author who asks for it
     * @throws InvalidInputException saying what is wrong with it, where, and the nearest valid name; or that the queue
     *                  is full; {@code UnconfirmedDeviceException} when it writes over a device whose name the options
     *                  do not hold, {@code UnagreedException} when it came from elsewhere and reaches what these do not
     *                  hold, {@link LargePlanException} when it is more than these say is meant
     */
    public Job submit(String yaml, String author, JobOptions options) {
        return submit(read(yaml), author, options);
    }

    /** {@link #submit(String, String, JobOptions)} of an experiment that was read already. */
    public Job submit(Experiment experiment, String author, JobOptions options) {
        return queue().add(checked(experiment, author, options));
    }

    /**
     * Puts another experiment in the place of a job that waits and was never begun; it keeps its number and place.
     *
     * @throws InvalidInputException as {@link #submit(Experiment, String, JobOptions)}, and when the job cannot be
     *                 changed any more
     */
    public Job replace(long id, Experiment experiment, String author, JobOptions options) {
        queue().replace(id, checked(experiment, author, options));
        return job(id);
    }

    /** {@link #replace(long, Experiment, String, JobOptions)} of an experiment as a document. */
    public Job replace(long id, String yaml, String author, JobOptions options) {
        return replace(id, read(yaml), author, options);
    }

    private NewJob checked(Experiment experiment, String author, JobOptions options) {
        requireName(author);
        return checked(workbench.plan(experiment, options.consent()),
                workbench.storedDefaults(experiment.workload()), author, options);
    }

    private NewJob checked(Submission submission, Map<String, String> defaults, String author, JobOptions options) {
        workbench.policy().confirm(submission.drafts(workbench.store().datasets()), options.destroy());
        JobForecast forecast = forecast(submission);
        if (!options.large()) {
            LargePlanException.check(submission.experiment().label(), forecast);
        }
        Experiment experiment = submission.experiment();
        return new NewJob(experiment.label(), experiment.workload(), experiment.yaml(), defaults,
                submission.specHash(), author, forecast.iterations(), forecast.steps(), forecast.bytes(),
                forecast.wholeTime(), options.resume(), options.alongside(), options.notBefore());
    }

    /**
     * What is queued unasked is run unasked, too.
     *
     * @throws LargePlanException when it is more
     */
    public void requireUsualSize(Submission submission) {
        LargePlanException.check(submission.experiment().label(), forecast(submission));
    }

    private static void requireName(String author) {
        if (author.isBlank() || author.length() > LONGEST_AUTHOR || PlainText.hasControls(author)
                || PlainText.wrong(author).isPresent()) {
            throw new InvalidInputException("the name of a job's author has 1 to " + LONGEST_AUTHOR
                    + " visible characters");
        }
    }

    /**
     * What an experiment would take, without asking for it.
     *
     * @throws InvalidInputException saying what is wrong with it
     */
    public JobForecast forecast(String yaml) {
        return forecast(workbench.plan(read(yaml)));
    }

    /** What a job will take. */
    public JobForecast forecast(Job job) {
        return forecast(submission(job));
    }

    /** What a plan would take. */
    public JobForecast forecast(Submission submission) {
        boolean searching = submission.plan().searching();
        int rounds = submission.plan().rounds();
        boolean timed = searching || submission.offered().stream().anyMatch(o -> o.units() == 0);
        long units = timed ? 0 : submission.times(submission.offered().stream().mapToLong(WorkEstimate::units));
        boolean upTo = submission.offered().stream().anyMatch(o -> o.units() == 0 || o.sooner()
                && o.time().isPresent());
        DurationEstimator durationEstimator = workbench.forecast();
        return new JobForecast(submission.plan().size(),
                submission.plan().searches().stream().mapToInt(Search::least).sum() * rounds,
                submission.plan().mostSteps(),
                durationEstimator.bytes(submission).orElse(0), searching ? 0
                : submission.times(submission.offered().stream().mapToLong(o -> o.data().bytes())),
                made(submission.offered().getFirst().data().making()),
                submission.workload().unit(), units, upTo, durationEstimator.time(submission),
                durationEstimator.atMost(submission), durationEstimator.left(submission),
                submission.plan().searches().stream().findFirst().map(Search::noun).orElse(""));
    }

    private static String made(WorkEstimate.DataKind making) {
        return switch (making) {
            case PRELOAD -> "a preload of";
            case INDEX -> "making indexes of";
            case TABLES -> "making tables of";
        };
    }

    /**
     * Asks for the same once more: the experiment with the defaults that it was asked for with, whether it may run
     * beside another run, and the time before which it must not begin, unless that has passed.
     *
     * @param destroy as {@link JobOptions#destroy()}
     * @param consent as {@link JobOptions#consent()}
     * @param large   as {@link JobOptions#large()}
     */
    public Job duplicate(long id, String author, List<String> destroy, Consent consent, boolean large) {
        Job job = job(id);
        requireName(author);
        JobOptions options = new JobOptions(false, job.what().alongside(),
                job.what().notBefore().filter(moment -> moment.isAfter(workbench.clock().wallTime())), destroy,
                consent, large);
        return queue().add(checked(submission(job, consent), job.what().defaults(), author, options));
    }

    private Experiment read(String yaml) {
        return workbench.read(ExperimentReader.document(yaml, NAMELESS));
    }

    /**
     * A job's plan, as it was checked when it was asked for; what it reaches was agreed to then.
     *
     * @throws InvalidInputException when it is not allowed any more
     */
    Submission submission(Job job) {
        return submission(job, Consent.ALL);
    }

    private Submission submission(Job job, Consent consent) {
        return workbench.plan(experiment(job), job.what().defaults(), consent);
    }

    /** What a job runs. @throws InvalidInputException when there is no such job */
    public Experiment experiment(long id) {
        return experiment(job(id));
    }

    private static Experiment experiment(Job job) {
        return ExperimentReader.read(job.what().yaml(), "job " + job.id());
    }

    private Job job(long id) {
        return queue().find(id).orElseThrow(() -> new InvalidInputException("there is no job " + id));
    }
}
