package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.JobAction;
import dev.tidemark.app.JobForecast;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Jobs;
import dev.tidemark.app.StartTime;
import dev.tidemark.app.run.Consent;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.ExperimentFile;
import dev.tidemark.cli.support.InterruptHandler;
import dev.tidemark.cli.support.JobLines;
import dev.tidemark.cli.support.LargePlans;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.cli.support.Trust;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.jobs.JobState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark job …}: experiments that wait in a queue and are run one after the other. */
@Command(name = "job", description = "Queues experiments, to be run one after the other, unattended.")
final class JobCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do: job add, list, show, move, pause, resume, "
                + "cancel, duplicate, delete, now, at, schedule or work");
    }

    @Command(name = "add", description = "Checks an experiment and puts it at the end of the queue.")
    int add(@Mixin ExperimentFile file,
            @Option(names = "--not-before", paramLabel = "TIME",
                    description = "when it may begin, as in 20:00 or 2026-11-22T20:00") String notBefore,
            @Option(names = "--resume", description = "go on with the newest unfinished run of this same experiment")
                    boolean resume,
            @Option(names = "--alongside", description = "run it although another measured run is in progress")
                    boolean alongside,
            @Option(names = Trust.OPTION, description = Trust.MEANING) boolean trust,
            @Option(names = LargePlans.OPTION, description = LargePlans.MEANING) boolean yes) {
        DocumentNode.Mapping document = file.document();
        Optional<Instant> time = Optional.ofNullable(notBefore).map(t -> at("--not-before", t));
        try (CommandContext commandContext = CommandContext.open(spec)) {
            Experiment experiment = commandContext.workbench().read(document);
            Consent consent = Trust.consent(commandContext, experiment, trust);
            Job job = LargePlans.queued(commandContext, large -> commandContext.workbench().jobs().submit(experiment,
                    CommandContext.user(), new JobOptions(resume, alongside, time, List.of(), consent, large)), yes);
            commandContext.out().println(job.id());
            commandContext.announce(job.label());
            commandContext.say("Job " + job.id() + " (" + job.label() + ") waits: " + size(commandContext, job) + ".");
            return ExitStatus.DONE;
        }
    }

    private static Instant at(String place, String text) {
        try {
            return StartTime.parse(text, Clock.system().wallTime(), ZoneId.systemDefault());
        } catch (InvalidInputException e) {
            throw e.at(place);
        }
    }

    private static String size(CommandContext commandContext, Job job) {
        JobForecast forecast = commandContext.workbench().jobs().forecast(job);
        String iterations = forecast.iterations() + (forecast.searching() ? " " + forecast.search() : " iteration")
                + (forecast.iterations() == 1 ? "" : forecast.search().equals("search") ? "es" : "s");
        return iterations + (forecast.searching() ? " of at most " + forecast.steps() + " steps" : "")
                + (forecast.bytes() == 0 ? "" : ", " + (forecast.upTo() ? "up to " : "")
                + Numbers.bytes(forecast.bytes()))
                + forecast.time().map(t -> ", " + (forecast.atMost() ? "at most " : "about ") + Numbers.clock(t)
                        + forecast.inAll().map(all -> " a step, " + Numbers.clock(all.least(), all.most()) + " in all")
                        .orElse("") + forecast.unestimated()).orElse("");
    }

    @Command(name = "list", description = "Lists the jobs: what runs, what waits in its order, what is over.")
    int list(@Option(names = "--json", description = "JSON, versioned") boolean json) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            JobQueue queue = commandContext.workbench().jobs().queue();
            if (json) {
                commandContext.out().print(JobLines.json(queue.all(), queue.scheduling()));
                return ExitStatus.DONE;
            }
            List<String[]> rows = new ArrayList<>();
            int place = 0;
            for (Job job : queue.all()) {
                place += job.state().queued() ? 1 : 0;
                rows.add(new String[] {String.valueOf(job.id()), job.state().queued() ? String.valueOf(place) : "",
                    job.label(), job.what().workload(), state(job),
                    iterations(job, commandContext.terminal().outIsTerminal()),
                    job.what().expected().map(Numbers::clock).map(t -> t + (job.what().steps() > 0 ? " a step" : ""))
                            .orElse(""), job.what().author(),
                    job.message()});
            }
            TextColumns.of("job", "place", "label", "workload", "state", "iterations", "time", "by", "message")
                    .hiding("by", "workload", "iterations", "time", "place").withProse().print(commandContext, rows);
            commandContext.say("Scheduled processing is " + (queue.scheduling() ? "on" : "off") + ".");
            return ExitStatus.DONE;
        }
    }

    /** Of searches nobody knows how many steps they take. @param words whether people read it, not a program */
    private static String iterations(Job job, boolean words) {
        int steps = job.what().steps();
        return steps > 0 ? (words ? "at most " : "") + steps : String.valueOf(job.what().iterations());
    }

    private static String state(Job job) {
        Optional<Instant> later = job.what().notBefore().filter(t -> job.state().queued() && !job.urgent());
        return job.word() + (job.paused() ? ", paused" : "") + (job.urgent() ? ", next" : "")
                + later.map(t -> ", not before " + t.atZone(ZoneId.systemDefault()).toLocalDateTime()
                        .truncatedTo(ChronoUnit.MINUTES)).orElse("");
    }

    @Command(name = "show",
            description = "Shows a job's experiment, below its state, times and outcome, which are comments.")
    int show(@Parameters(paramLabel = "N", description = "the job's number") long id) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            Job job = commandContext.workbench().jobs().queue().find(id)
                    .orElseThrow(() -> new InvalidInputException("there is no job " + id));
            JobLines.head(job, state(job)).forEach(line -> commandContext.out().println("# " + line));
            commandContext.out().print(job.what().yaml());
            return ExitStatus.DONE;
        }
    }

    @Command(name = "move", description = "Gives a waiting job another place in the queue.")
    int move(@Parameters(paramLabel = "N") long id,
            @Parameters(paramLabel = "PLACE", description = "from 1") int place) {
        return change(queue -> queue.move(id, place), "Job " + id + " moved.");
    }

    @Command(name = "pause", description = JobAction.Descriptions.PAUSE)
    int pause(@Parameters(paramLabel = "N") long id) {
        return change(JobAction.PAUSE, List.of(id));
    }

    @Command(name = "resume", description = JobAction.Descriptions.RESUME)
    int resume(@Parameters(paramLabel = "N") long id) {
        return change(JobAction.RESUME, List.of(id));
    }

    @Command(name = "cancel", description = JobAction.Descriptions.CANCEL)
    int cancel(@Parameters(paramLabel = "N") long id) {
        return change(JobAction.CANCEL, List.of(id));
    }

    @Command(name = "delete", description = JobAction.Descriptions.DELETE)
    int delete(@Parameters(arity = "1..*", paramLabel = "N") List<Long> ids) {
        return change(JobAction.DELETE, ids);
    }

    @Command(name = "now", description = JobAction.Descriptions.RUN)
    int now(@Parameters(paramLabel = "N") long id) {
        return change(JobAction.RUN, List.of(id));
    }

    @Command(name = "at", description = "Says when a waiting job may begin.")
    int at(@Parameters(paramLabel = "N") long id,
            @Parameters(paramLabel = "TIME", description = "as in 20:00 or 2026-11-22T20:00; or any") String time) {
        Optional<Instant> moment = time.equals("any") ? Optional.empty() : Optional.of(at("job at", time));
        return change(queue -> queue.notBefore(id, moment), "Job " + id + " waits.");
    }

    @Command(name = "duplicate", description = "Queues the same again, with the defaults it was queued with.")
    int duplicate(@Parameters(paramLabel = "N") long id,
            @Option(names = Trust.OPTION, description = Trust.MEANING) boolean trust,
            @Option(names = LargePlans.OPTION, description = LargePlans.MEANING) boolean yes) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            Jobs jobs = commandContext.workbench().jobs();
            Consent consent = Trust.consent(commandContext, jobs.experiment(id), trust);
            Job job = LargePlans.queued(commandContext, large -> jobs.duplicate(id, CommandContext.user(), List.of(),
                    consent, large), yes);
            commandContext.out().println(job.id());
            commandContext.announce(job.label());
            return ExitStatus.DONE;
        }
    }

    /** What can be done to scheduled processing. */
    private enum Switch {
        ON, OFF
    }

    @Command(name = "schedule",
            description = "Switches scheduled processing on or off: whether jobs begin by themselves.")
    int schedule(@Parameters(paramLabel = "on|off") Switch on) {
        return change(queue -> queue.schedule(on == Switch.ON),
                "Scheduled processing is " + (on == Switch.ON ? "on." : "off."));
    }

    private int change(JobAction action, List<Long> ids) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            ids.forEach(id -> commandContext.say(action.on(commandContext.workbench().jobs().queue(), id)));
            return ExitStatus.DONE;
        }
    }

    private int change(Consumer<JobQueue> change, String done) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            change.accept(commandContext.workbench().jobs().queue());
            commandContext.say(done);
            return ExitStatus.DONE;
        }
    }

    @Command(name = "work", description = "Runs the queued jobs that are due, one after the other, until none is left.")
    int work(@Option(names = "--alongside", description = "run them although another measured run is in progress")
                    boolean alongside) throws InterruptedException {
        AtomicBoolean interrupted = new AtomicBoolean();
        try (CommandContext commandContext = CommandContext.open(spec); JobProcessor processor =
                commandContext.workbench().jobProcessor();
                InterruptHandler interruptHandler = InterruptHandler.calls(() -> {
                    interrupted.set(true);
                    processor.close();
                })) {
            List<Job> over = new ArrayList<>();
            List<String> missed = new ArrayList<>();
            processor.alongside(alongside);
            processor.onEnd(job -> {
                over.add(job);
                missed.addAll(missed(commandContext, job));
            });
            int ran = 0;
            while (true) {
                switch (processor.step()) {
                    case NOTHING_TO_DO -> {
                        commandContext.say(interrupted.get()
                                ? "Interrupted; the job resumes with the next 'job work' or 'serve'."
                                : ran == 0 ? "No job is to be begun." : "No more jobs.");
                        return interrupted.get() ? ExitStatus.INTERRUPTED : status(over, missed);
                    }
                    case MACHINE_TAKEN ->
                            throw new InvalidInputException("another measured run is in progress on this machine; wait "
                            + "for it, or run the jobs beside it with --alongside");
                    case RAN -> ran++;
                }
            }
        }
    }

    /** Told when a job ends, while its run is the newest of its label. */
    private static List<String> missed(CommandContext commandContext, Job job) {
        List<String> missed = job.batch().isEmpty() ? List.of()
                : new ReportPrinter(commandContext).missed(job.label()).stream().map(m -> job.label() + ": " + m).toList();
        missed.forEach(commandContext::say);
        return missed;
    }

    /** That of the worst of the jobs that were run to an end, as it would be of a run of each. */
    private static int status(List<Job> over, List<String> missed) {
        return !over.stream().allMatch(j -> j.state() == JobState.DONE && !j.invalid()) ? ExitStatus.FAILED
                : missed.isEmpty() ? ExitStatus.DONE : ExitStatus.MISSED;
    }
}
