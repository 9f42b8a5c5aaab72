package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.plan.Screening;
import dev.tidemark.core.plan.Search;
import dev.tidemark.core.plan.SearchHistory.FinishedStep;
import dev.tidemark.core.plan.SearchHistory;
import dev.tidemark.core.plan.SearchStep;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.ProbeRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.core.workload.Retention;
import dev.tidemark.core.workload.registry.Summary;
import dev.tidemark.launch.MeasuredRun;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.live.BatchCommand;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import dev.tidemark.store.results.PlanPosition;
import dev.tidemark.store.results.ResumableBatch;

/** Carries a plan out, round by round, and writes down what happens as it happens. */
public final class ExperimentRun {

    private static final long HEARTBEAT = TimeUnit.SECONDS.toNanos(1);
    private static final String BY_USER = "interrupted by the user";
    private static final String ALONGSIDE = "Another measured run was in progress on this machine: the figures of both "
            + "include each other's load.";

    /** Begins the name of a fact whose own name a tag has. */
    private static final String DETECTED = "detected-";
    /** An iteration that came to its end in time is not interrupted any more. */
    private static final Set<IterationState> FINISHED = EnumSet.of(IterationState.DONE, IterationState.INVALID);

    private final Submission submission;
    private final ResultStore store;
    private final DataFolder folder;
    private final Clock clock;
    private final RunListener watcher;
    private final String version;
    private final String author;

    private volatile Runners runners;
    private volatile boolean stopped;
    private volatile boolean interrupted;
    private volatile String whyInterrupted = BY_USER;
    private volatile boolean over;
    private final DirectoryIdentities directoryIdentities;
    private final RigSettings rigSettings;
    private final PreparationRun preparation;
    private SecretAnswers secrets = SecretAnswers.NONE;
    private ResumableBatch batch;
    /** Iterations whose folders those after them may still use. */
    private final List<Long> shared = new ArrayList<>();
    /** For which this machine was taken; known once it was checked. */
    private MeasuredRun measured = MeasuredRun.NONE;
    private boolean alongside;
    /** Rounds that were begun, with those of a run that is resumed: by this its sessions are told apart. */
    private int forks;
    /** Of an earlier run, for searches to go on from; known once they begin. */
    private PlanIterations past;
    private int searchNumber;
    private int searchesOver;
    /** Of the searches that are over. */
    private int steps;
    private int number;
    /** The last iteration of all, as soon as it is known where rounds confirm. */
    private Optional<Planned> last = Optional.empty();

    /** @param author who runs it; empty where nobody is to be named */
    public ExperimentRun(Submission submission, ResultStore store, DataFolder folder, Clock clock, RunListener watcher,
            String version, String author) {
        this.author = author;
        this.submission = submission;
        this.store = store;
        this.folder = folder;
        this.clock = clock;
        this.watcher = watcher;
        this.version = version;
        this.directoryIdentities = new DirectoryIdentities(submission.plan());
        this.rigSettings = new RigSettings(folder, clock);
        this.preparation = new PreparationRun(folder, clock);
    }

    /** Breaks the run off: the running iteration is killed and marked as interrupted, for a resume to run again. */
    public void interrupt() {
        interrupt(BY_USER);
    }

    /** The same. @param why for the record, where nobody has asked for it before */
    public void interrupt(String why) {
        if (!interrupted) {
            whyInterrupted = why;
        }
        interrupted = true;
        preparation.end();
        Runners running = runners;
        if (running != null) {
            running.close();
        }
    }

    /** Ends the run early: the running iteration ends as STOPPED and keeps its rows; no further one is run. */
    private void stop() {
        stopped = true;
        preparation.end();
        Runners running = runners;
        if (running != null) {
            running.stop();
        }
    }

    /**
     * Looks for files that points name, and asks for secrets, and targets for what points name in them: before anything
     * is run, stored or removed.
     *
     * @param lock by which this machine was taken; where another measured run is in progress, that is recorded with
     *             each iteration
     * @throws InvalidInputException when such a file is not there, or a target has not what a point names in it
     */
    public void check(MachineLock lock) throws InterruptedException {
        measured = lock.run();
        alongside = lock.alongside();
        NamedFiles.check(submission);
        secrets = SecretAnswers.asking(submission.plan().everyPoint().stream().map(Point::values).toList(),
                watcher::ask);
        requireNamed();
    }

    /**
     * Once it was {@linkplain #check checked}.
     *
     * @param resumed the batch to go on with, which is given back at the end; empty for a new one
     */
    public RunSummary run(Optional<ResumableBatch> resumed) throws InterruptedException {
        batch = resumed.orElseGet(this::beginBatch);
        forks = batch.forks();
        try {
            RunSummary summary = heldBatch();
            store.release(batch.batch());
            return summary;
        } catch (StoreException e) {
            throw e.ofRun();
        }
    }

    private RunSummary heldBatch() throws InterruptedException {
        try {
            watcher.writesTo(batch.batch());
            return runBatch();
        } catch (RuntimeException | Error | InterruptedException e) {
            store.release(batch.batch(), e);
            throw e;
        }
    }

    private RunSummary runBatch() throws InterruptedException {
        Thread heart = clock.start("tidemark-heartbeat", this::heartbeat);
        try {
            Plan plan = submission.plan();
            watcher.expects(toRun());
            if (plan.searching()) {
                past = recorded();
                watcher.beganSearches(plan.size(), batch.finished().size());
            } else {
                watcher.began(plan.size() - batch.finished().size(), batch.finished().size());
            }
            for (int round = 0; round < plan.rounds() && !ending(); round++) {
                round(plan.round(round));
            }
            if (plan.confirm() > 0 && !ending()) {
                confirm(plan);
            }
            if (searchesOver == plan.size() && plan.searching()) {
                store.expect(batch.batch(), steps);
            }
        } finally {
            try {
                restoreSettings();
            } finally {
                over = true;
                heart.interrupt();
                clock.join(heart);
            }
        }
        PlanIterations all = recorded();
        return new RunSummary(all, interrupted && somethingIsLeft(all), stopped);
    }

    private PlanIterations recorded() {
        return PlanIterations.of(store, submission.plan(), batch.batch());
    }

    /** Asks each target once for what points name in it; one that cannot be asked is told of by the iterations. */
    private void requireNamed() throws InterruptedException {
        List<Point> asking = submission.plan().naming(submission.workload());
        if (asking.isEmpty()) {
            return;
        }
        List<String> missing = new ArrayList<>();
        folder.prepare();
        try (Runners fresh = new Runners(submission.experiment().plan().fork(), folder.work(), clock, secrets,
                measured)) {
            runners = fresh;
            for (Point point : asking) {
                if (ending()) {
                    return;
                }
                fresh.of(point).carryOut(new ProbeRequest(point.driver(), submission.experiment().workload(),
                        toRunner(point), folder.name(folder.probe())), event -> {
                            if (event instanceof RunEvent.Answered answered && !answered.answer().isEmpty()) {
                                missing.add(answered.answer());
                            }
                        });
            }
        } finally {
            runners = null;
        }
        if (!missing.isEmpty()) {
            throw new InvalidInputException(missing.getFirst());
        }
    }

    /** What is finished is not run again. */
    private List<PendingIteration> toRun() {
        List<PendingIteration> toRun = new DurationEstimator(store).toRun(submission);
        return submission.plan().searching() ? toRun : PendingIteration.without(toRun, batch.finished());
    }

    private boolean somethingIsLeft(PlanIterations all) {
        if (submission.plan().searching()) {
            return searchesOver < submission.plan().size();
        }
        return all.iterations().stream().anyMatch(i -> i.state() == IterationState.INTERRUPTED)
                || batch.finished().size() + number < submission.plan().size();
    }

    private boolean ending() {
        return stopped || interrupted;
    }

    private ResumableBatch beginBatch() {
        int most = submission.plan().size() * (submission.plan().searching() ? Search.MOST_STEPS : 1);
        long id = store.beginBatch(new NewBatch(submission.experiment().label(), submission.experiment().workload(),
                submission.workload().objective(), submission.space(), submission.experiment().yaml(),
                submission.specHash(), submission.experiment().seed(), version, submission.measures(),
                submission.defaults(), submission.baseDefaults(), most, submission.experiment().origin().orElse("")));
        return new ResumableBatch(id, most, Set.of(), Map.of(), 0);
    }

    /** Shows that this process lives, and listens to what others ask of the run. */
    private void heartbeat() {
        while (!over) {
            Optional<BatchCommand> command = pendingCommand();
            // Asked again and again: an iteration that was about to begin may have missed the first time.
            if (interrupted || command.equals(Optional.of(BatchCommand.CANCEL))) {
                interrupt();
            } else if (stopped || command.equals(Optional.of(BatchCommand.STOP))) {
                stop();
            }
            clock.sleepUntil(clock.nanoTime() + HEARTBEAT);
        }
    }

    private Optional<BatchCommand> pendingCommand() {
        try {
            return store.heartbeat(batch.batch());
        } catch (ConflictException e) {
            interrupt(e.getMessage());
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.empty(); // the run itself meets the same trouble with its next row, and tells of it
        }
    }

    /** Whether no iteration's store stays on disk when the plan is done. */
    public boolean keepsNothing() {
        return submission.plan().everyPoint().stream()
                .allMatch(p -> submission.workload().keep(p.values()) == Retention.NONE);
    }

    private void round(List<Planned> round) throws InterruptedException {
        folder.prepare();
        try {
            iterations(round);
        } finally {
            shared.forEach(this::discardScratch); // no runner is left that could hold it
            shared.clear();
        }
    }

    /** Runs the defaults against what came first, which is told by the rounds before and by nothing else. */
    private void confirm(Plan plan) throws InterruptedException {
        List<Iteration> screened = screened();
        Optional<Point> first = Screening.first(plan, submission.workload(), screened, submission.screenedBy(screened));
        store.expect(batch.batch(), first.isPresent() ? plan.size() : plan.size() - 2 * plan.confirm());
        if (first.isEmpty()) {
            watcher.message("warning", "nothing came first, so there is nothing to confirm");
            return;
        }
        for (int number = 0; number < plan.confirm() && !ending(); number++) {
            List<Planned> pair = plan.confirming(number, first.get());
            last = number == plan.confirm() - 1 ? Optional.of(pair.getLast()) : Optional.empty();
            round(pair);
        }
    }

    /** What was run again after a point had been chosen chooses no other. */
    private List<Iteration> screened() {
        List<Iteration> all = store.label(submission.experiment().label()).stream()
                .flatMap(label -> label.iterations().stream()).filter(i -> i.batch() == batch.batch()).toList();
        long confirming = all.stream().filter(Iteration::confirms).mapToLong(Iteration::id).min()
                .orElse(Long.MAX_VALUE);
        return all.stream().filter(i -> i.id() < confirming).toList();
    }

    private void iterations(List<Planned> round) throws InterruptedException {
        try (Runners fresh = new Runners(submission.experiment().plan().fork(), folder.work(), clock,
                secrets, measured)) {
            runners = fresh;
            forks++;
            for (Planned planned : round) {
                if (!ending() && submission.plan().searching()) {
                    search(planned, submission.plan().searches().get(planned.position()), fresh);
                    fresh.iterationEnded();
                } else if (!ending()
                        && !batch.finished().contains(new PlanPosition(planned.position(), planned.round()))) {
                    iteration(planned, fresh, "", 0);
                    fresh.iterationEnded();
                }
            }
        } finally {
            runners = null;
        }
    }

    /** Makes a search at a point, from where it stands; its steps share a runner, and a target where they can. */
    private void search(Planned point, Search search, Runners fresh) throws InterruptedException {
        SearchHistory searchHistory = past.finished(point);
        searchNumber++;
        boolean begun = false;
        while (!ending()) {
            switch (search.next(searchHistory)) {
                case Search.Decision.Run(SearchStep step) -> {
                    if (!begun) {
                        watcher.searchBegan(searchNumber, point, search.noun());
                        begun = true;
                    }
                    String hold = batch.batch() + "/" + point.position() + "/" + point.round();
                    Recording over = iteration(Plan.step(point, step, submission.workload()), fresh, hold,
                            search.arrivals(step));
                    searchHistory = searchHistory.plus(
                            new FinishedStep(step, over.iterationState, over.verdict, over.values));
                }
                case Search.Decision.Done(String why) -> {
                    searchesOver++;
                    steps += searchHistory.steps().size();
                    if (begun) {
                        watcher.searchEnded(point, why);
                    }
                    return;
                }
            }
        }
    }

    private Recording iteration(Planned planned, Runners fresh, String hold, int arrivals) throws InterruptedException {
        watcher.iterationBegan(++number, planned);
        PlanPosition planPosition = new PlanPosition(planned.position(), planned.round());
        long id = store.beginIteration(new NewIteration(batch.batch(), planned.position(), planned.point().hash(),
                planned.round(), batch.nextAttempt(planPosition), forks, clock.wallTime(), clock.nanoTime(),
                settings(planned.point())));
        RunRequest request = new RunRequest(id, submission.experiment().workload(), planned.point().driver(),
                toRunner(planned.point()), submission.plan().seedOf(planned.round()),
                folder.name(scratch(id, planned)), keep(planned),
                submission.places(new Datasets(store, folder, clock), folder, planned.point()), hold, arrivals);
        Recording recording = new Recording(id, planned);
        try {
            iteration(planned, fresh, request, recording);
        } catch (RuntimeException | InterruptedException e) { // a disk that has become full wants the data gone
            fresh.close();
            discardScratch(id);
            throw e;
        }
        return recording;
    }

    private void iteration(Planned planned, Runners fresh, RunRequest request, Recording recording)
            throws InterruptedException {
        long id = request.iteration();
        if (alongside) {
            store.addEvent(id, new Event(0, "warning", ALONGSIDE));
            watcher.message("warning", ALONGSIDE);
        }
        Optional<String> trouble = directoryIdentities.changed(planned.point());
        if (trouble.isEmpty()) {
            trouble = giveSettings(planned.point(), id);
        }
        if (trouble.isEmpty()) {
            trouble = prepare(planned.point(), id, fresh);
        }
        if (trouble.isPresent()) {
            recording.accept(new RunEvent.Ended(id, stopped ? IterationState.STOPPED : IterationState.FAILED,
                    trouble.get()));
        } else {
            fresh.of(planned.point()).run(request, recording::accept);
        }
        recording.finish(request.keep());
    }

    /** Has the server of a rig run as a point wants it. @return why that cannot be; empty when it does */
    private Optional<String> giveSettings(Point point, long id) throws InterruptedException {
        try {
            rigSettings.apply(point).ifPresent(done -> {
                store.addEvent(id, new Event(0, "note", done));
                watcher.message("note", done);
            });
            return Optional.empty();
        } catch (RigException | InvalidInputException e) {
            return Optional.of(e.getMessage());
        }
    }

    /**
     * Runs the command that a point has before it. What ran before holds nothing open then, and remembers nothing of
     * the system as it was.
     *
     * @return why the point cannot be run; empty when it can
     */
    private Optional<String> prepare(Point point, long id, Runners fresh) throws InterruptedException {
        if (Preparation.of(point.values()).isEmpty()) {
            return Optional.empty();
        }
        fresh.close();
        PreparationRun.Outcome outcome = preparation.run(point).orElseThrow();
        store.addEvent(id, outcome.event());
        watcher.message("note", outcome.event().text());
        return outcome.failure();
    }

    private void restoreSettings() throws InterruptedException {
        rigSettings.restore(lost -> watcher.message("warning", lost))
                .forEach(why -> watcher.message("warning", "a server was not started again as it was: " + why));
    }

    /** What the runner is to know: what its driver and workload have. */
    private static List<Setting> toRunner(Point point) {
        ParamSet ofRigs = Rigs.settings(Drivers.named(point.driver()));
        return point.values().settings().stream().filter(s -> ofRigs.lookUp(s.name()).isEmpty()).toList();
    }

    /** A folder of its own, or the dataset's. */
    private Path scratch(long id, Planned planned) {
        return submission.workload().datasets(planned.point().values()).stream().findFirst()
                .map(name -> new Datasets(store, folder, clock).named(name).where().folder())
                .orElseGet(() -> folder.iteration(id));
    }

    private List<Setting> settings(Point point) {
        List<Setting> all = new ArrayList<>(point.settings(targetOrigin()));
        all.removeIf(s -> RigSettings.isLeftOut(point, s.name())
                || Drivers.named(point.driver()).isDecidedByData(point.values(), s));
        return Stream.of(variedFirst(all).stream(), submission.meanRate(point).stream(), runBy(point))
                .flatMap(s -> s).toList();
    }

    /** Unless the user says it by a tag. */
    private Stream<Setting> runBy(Point point) {
        return author.isEmpty() || point.tags().containsKey(Iteration.RUN_BY) ? Stream.empty()
                : Stream.of(Setting.detected(Iteration.RUN_BY, author));
    }

    /** What is varied comes first and in the order in which it was given, which is that of a report's columns. */
    private List<Setting> variedFirst(List<Setting> settings) {
        List<String> varied = new ArrayList<>(submission.experiment().vary().keySet());
        submission.plan().searches().stream().map(Search::param).distinct().forEach(varied::add);
        return settings.stream().sorted(Comparator.comparingInt(s -> {
            int index = varied.indexOf(s.name());
            return index < 0 ? varied.size() : index;
        })).toList();
    }

    private SettingOrigin targetOrigin() {
        return submission.plan().points().stream().map(Point::target).distinct().count() > 1 ? SettingOrigin.VARY
                : SettingOrigin.SET;
    }

    private boolean keep(Planned planned) {
        return switch (submission.workload().keep(planned.point().values())) {
            case ALL -> true;
            case NONE -> false;
            case LAST -> {
                if (submission.plan().searching()) {
                    yield false; // which one is the last, nobody knows before it has ended
                }
                Plan plan = submission.plan();
                yield plan.confirm() > 0 ? last.filter(planned::equals).isPresent()
                        : planned.equals(plan.round(plan.rounds() - 1).getLast());
            }
        };
    }

    /** Writes one iteration down. */
    private final class Recording {
        private final long id;
        private final Planned planned;
        private RunEvent.Ended ended;
        private IterationState iterationState;
        private String verdict;
        private List<MeasuredValue> values;

        Recording(long id, Planned planned) {
            this.id = id;
            this.planned = planned;
        }

        void accept(RunEvent event) {
            switch (event) {
                case RunEvent.Detected e -> store.addSettings(id, withoutTagConflicts(e.settings()));
                default -> store.record(event);
            }
            switch (event) {
                case RunEvent.Progressed e -> watcher.live(e.live());
                case RunEvent.EventLogged e -> watcher.message(e.note().kind(), e.note().text());
                case RunEvent.Ended e -> ended = e;
                default -> { }
            }
        }

        /**
         * A user's tag keeps its name; a detected fact of that name that says otherwise stands beside it, under
         * another.
         */
        private List<Setting> withoutTagConflicts(List<Setting> settings) {
            List<Setting> recorded = new ArrayList<>();
            for (Setting fact : settings) {
                String tag = fact.origin() == SettingOrigin.DETECTED ? planned.point().tags().get(fact.name()) : null;
                if (tag == null) {
                    recorded.add(fact);
                } else if (!tag.equals(fact.text())) {
                    Setting detected = new Setting(DETECTED + fact.name(), fact.text(), fact.number(), fact.unit(),
                            fact.origin());
                    recorded.add(detected);
                    accept(new RunEvent.EventLogged(id, new Event(0, "warning", "The tag " + fact.name() + " says "
                            + tag + ", and "
                            + fact.text() + " was detected, which is kept as " + detected.name() + ".")));
                }
            }
            return recorded;
        }

        void finish(boolean sound) {
            boolean unfinished = interrupted && !FINISHED.contains(ended.state());
            iterationState = unfinished ? IterationState.INTERRUPTED : ended.state();
            IterationDetail detail = store.detail(id);
            verdict = (unfinished ? whyInterrupted : ended.verdict())
                    + (FINISHED.contains(iterationState) ? "" : Summary.where(detail));
            values = Summary.of(detail, Drivers.named(planned.point().driver()).measures());
            store.endIteration(id, iterationState, verdict, values);
            boolean broken = iterationState == IterationState.INTERRUPTED || iterationState == IterationState.FAILED;
            if (!sound && !broken && submission.workload().content(planned.point().values()).isPresent()) {
                shared.add(id);
            } else if (!sound || broken) {
                discardScratch(id);
            }
            watcher.iterationEnded(planned, iterationState, verdict);
        }
    }

    /** A runner that was killed could not tidy up after itself. */
    private void discardScratch(long id) {
        for (Path left : folder.leftBy(id)) {
            try {
                Directories.delete(left);
            } catch (IOException e) {
                watcher.message("warning", "the folder " + left + " could not be removed: " + e.getMessage());
            }
        }
    }
}
