package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.accounts.Accounts;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Consent;
import dev.tidemark.app.run.DataFolder;
import dev.tidemark.app.run.Datasets;
import dev.tidemark.app.run.Doctor;
import dev.tidemark.app.run.Drafts;
import dev.tidemark.app.run.DurationEstimator;
import dev.tidemark.app.run.ExperimentRun;
import dev.tidemark.app.run.MachineLock;
import dev.tidemark.app.run.MemoryLimits;
import dev.tidemark.app.run.RetainedDatabases;
import dev.tidemark.app.run.RigSettings;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.app.run.RunSummary;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.measure.host.DiskProber;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.core.workload.script.ScriptFigures;
import dev.tidemark.core.workload.script.ScriptWorkload;
import dev.tidemark.launch.MemoryCgroups;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.live.BatchCommand;
import dev.tidemark.store.results.ResumableBatch;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.store.transfer.ImportSummary;

/** The front door: everything that a person can ask for. */
public final class Workbench implements AutoCloseable {

    private final ResultStore store;
    /** Where the accounts are; often the same. */
    private final ResultStore accountsStore;
    private final DataFolder folder;
    private final Clock clock;
    private final String version;
    private final Accounts accounts;
    private final RunMonitor live;
    private volatile ServerPolicy policy = ServerPolicy.COMMAND_LINE;

    private Workbench(ResultStore store, ResultStore accountsStore, DataFolder folder, Clock clock, String version) {
        this.store = store;
        this.accountsStore = accountsStore;
        this.folder = folder;
        this.clock = clock;
        this.version = version;
        this.accounts = new Accounts(accountsStore.accounts(), clock);
        this.live = new RunMonitor(this);
    }

    /**
     * @param store   where results are kept; empty for the user's data folder
     * @param version Tidemark's version, recorded with each batch
     */
    public static Workbench open(Optional<Path> store, String version, Clock clock) {
        return open(store, Optional.empty(), version, clock);
    }

    /** @param accounts where users and tokens are kept; empty for the store itself */
    public static Workbench open(Optional<Path> store, Optional<Path> accounts, String version, Clock clock) {
        DataFolder folder = DataFolder.of(store);
        ResultStore results = ResultStore.open(folder.store(), clock);
        try {
            ResultStore users = accounts.map(a -> ResultStore.open(a, clock)).orElse(results);
            return new Workbench(results, users, folder, clock, version);
        } catch (RuntimeException e) {
            results.close();
            throw e;
        }
    }

    /** The stored results, and what can be done to them. */
    public ResultStore store() {
        return store;
    }

    public Datasets datasets() {
        return new Datasets(store, folder, clock, policy());
    }

    /** From now on it is asked through a server, which allows no more than this. */
    public void serveUnder(ServerPolicy limits) {
        policy = limits;
    }

    /** What it allows; everything until it is asked through a server. */
    public ServerPolicy policy() {
        return policy == ServerPolicy.COMMAND_LINE ? policy : policy.knowing(store.targets(), store.agents());
    }

    /** What is running, for those who watch. */
    public RunMonitor live() {
        return live;
    }

    /** Who may use the web pages. */
    public Accounts accounts() {
        return accounts;
    }

    /** The jobs: experiments that are run one after the other, unattended. */
    public Jobs jobs() {
        return new Jobs(this);
    }

    /** Works on the jobs of this store, once it is told to. */
    public JobProcessor jobProcessor() {
        return new JobProcessor(this);
    }

    /** Tidemark's version. */
    public String version() {
        return version;
    }

    Clock clock() {
        return clock;
    }

    /**
     * Reads an experiment, which may name the stored targets and agents.
     *
     * @throws InvalidInputException saying what is wrong, where, and the nearest valid name
     */
    public Experiment read(DocumentNode.Mapping document) {
        return ExperimentReader.read(ExperimentReader.withAgents(labelled(document), agents()::written),
                targets().specs());
    }

    /** With the label that experiments of its workload have by default, where it has none. */
    private DocumentNode.Mapping labelled(DocumentNode.Mapping document) {
        return document.has(Defaults.LABEL) || !(document.get("workload") instanceof DocumentNode.Scalar name)
                ? document : Workloads.find(name.text()).map(w -> document.with(Defaults.LABEL, new DocumentNode.Scalar(
                        defaults().label(w), "the default label"))).orElse(document);
    }

    /** The targets that the user has given names. */
    public Targets targets() {
        return new Targets(store, folder, clock, policy());
    }

    /** The agents that the user has given names. */
    public NamedAgents agents() {
        return new NamedAgents(store, clock, policy());
    }

    /** Finds out what can be done with a target. */
    public Doctor doctor() {
        return new Doctor(folder, clock, policy());
    }

    /** Tells how good a target is. @param keep a name for what it did, to stand beside later ones; empty for none */
    public CheckupRun checkup(StoredTarget target, Optional<String> keep, RunOptions options) {
        return new CheckupRun(this, target, keep, options);
    }

    /** What every experiment of a workload starts from. */
    public Defaults defaults() {
        return new Defaults(store, agents(), policy());
    }

    /** What an experiment reaches outside of Tidemark's own data; nothing of it is looked at. */
    public List<Reached> reached(Experiment experiment) {
        return Drafts.of(experiment, storedDefaults(experiment.workload()), store.datasets()).reached();
    }

    /**
     * Checks an experiment and plans it, with the user's stored defaults.
     *
     * @throws InvalidInputException when something in it is wrong, or not allowed; {@code UnagreedException} when it
     *         came from elsewhere and reaches anything
     */
    public Submission plan(Experiment experiment) {
        return plan(experiment, Consent.NONE);
    }

    /** The same of one that may have come from elsewhere. */
    public Submission plan(Experiment experiment, Consent consent) {
        return plan(experiment, storedDefaults(experiment.workload()), consent);
    }

    /** What it reaches is judged first: to plan it is to look at the files that it names. */
    Submission plan(Experiment experiment, Map<String, String> defaults, Consent consent) {
        ServerPolicy limits = policy();
        judge(experiment, Drafts.of(experiment, defaults, store.datasets()), limits, consent);
        Submission submission = Submission.of(experiment, defaults).on(datasets());
        // it may not have more than was foreseen
        judge(experiment, submission.drafts(store.datasets()), limits, consent);
        submission.plan().everyPoint().forEach(new RigSettings(folder, clock)::check);
        return submission;
    }

    /**
     * What is to be known of a plan beside what its label holds: files of statements that have changed, in a sentence
     * each.
     */
    public List<String> changes(Submission submission) {
        if (!submission.experiment().workload().equals(ScriptFigures.WORKLOAD)) {
            return List.of();
        }
        List<String> before = store.label(submission.experiment().label()).stream()
                .flatMap(label -> label.iterations().stream()).flatMap(i -> scripts(i.settings())).toList();
        return ScriptWorkload.changed(before, submission.plan().points().stream()
                .flatMap(point -> scripts(point.values().settings())).toList());
    }

    /** Whose results somebody would add to, in a sentence; empty where it is nobody else's. */
    public Optional<String> others(String label, String author) {
        List<String> others = store.people(label).stream().filter(p -> !p.equals(author)).toList();
        return others.isEmpty() ? Optional.empty() : Optional.of("Label " + label + " has runs of "
                + String.join(", ", others) + " already: this adds to them; another label keeps them apart.");
    }

    private static Stream<String> scripts(List<Setting> settings) {
        return settings.stream().filter(s -> ScriptWorkload.isScript(s.name())).map(Setting::text);
    }

    private static void judge(Experiment experiment, Drafts drafts, ServerPolicy limits, Consent consent) {
        limits.check(drafts);
        consent.check(experiment, drafts.reached());
    }

    /** The stored defaults of a workload as the planner wants them, tags marked. */
    Map<String, String> storedDefaults(String workload) {
        Map<String, String> defaults = new LinkedHashMap<>();
        for (StoredDefault d : store.defaults(workload)) {
            if (!d.tag() && d.name().equals(Defaults.LABEL)) {
                continue; // which is no setting
            }
            defaults.put(d.tag() ? Planner.TAG_PREFIX + d.name() : d.name(), d.text());
        }
        return defaults;
    }

    /**
     * Runs a plan to its end, or until it is stopped or interrupted.
     *
     * @param interruption breaks it off, so that it can be resumed
     * @throws InvalidInputException when it is to be resumed and there is nothing to resume, or the machine is taken
     */
    public RunSummary run(Submission submission, RunOptions options, RunListener watcher, CancellationToken interruption)
            throws InterruptedException {
        String label = submission.experiment().label();
        try (MachineLock lock = MachineLock.take("label " + label + ", process " + ProcessHandle.current().pid(),
                options.alongside())) {
            ExperimentRun run = prepare(submission, watcher, options.author());
            interruption.onStop(run::interrupt);
            Optional<ResumableBatch> resumed = options.resume() ? Optional.of(unfinished(submission))
                    : Optional.empty();
            return carryOut(run, label, resumed, lock);
        } finally {
            interruption.onStop(null);
        }
    }

    /**
     * Measures what the disk of a directory sustains, in about ten seconds, and remembers it.
     *
     * @param directory where; empty for that in which targets of this machine keep their data by default
     * @param progress  is told what is measured next
     * @throws InvalidInputException when there is no disk to be measured there, or the machine is taken
     */
    public DiskProbe probe(Optional<Path> directory, Consumer<String> progress) {
        folder.prepare();
        try (MachineLock _ = MachineLock.take("probe, process " + ProcessHandle.current().pid(), false)) {
            DiskProbe probe = DiskProber.probe(clock, directory.orElse(folder.work()), DiskProber.EACH, progress);
            store.addProbe(probe);
            return probe;
        }
    }

    /** A run that is about to begin. @throws InvalidInputException when its limits cannot be kept here */
    ExperimentRun prepare(Submission submission, RunListener watcher, String author) {
        MemoryLimits.check(submission, MemoryCgroups.system(clock));
        return new ExperimentRun(submission, store, folder, clock, watcher, version, author);
    }

    /**
     * Runs what was prepared, on a machine that was taken, from where the batch stands or in a new one.
     *
     * @param resumed is given back, whatever comes
     */
    RunSummary carryOut(ExperimentRun run, String label, Optional<ResumableBatch> resumed, MachineLock lock)
            throws InterruptedException {
        try {
            run.check(lock);
            makeRoom(label, resumed, run.keepsNothing());
        } catch (RuntimeException | Error | InterruptedException e) {
            resumed.ifPresent(taken -> store.release(taken.batch(), e));
            throw e;
        }
        return run.run(resumed);
    }

    private void makeRoom(String label, Optional<ResumableBatch> resumed, boolean keepsNothing) {
        RetainedDatabases databases = new RetainedDatabases(store, folder, clock);
        if (resumed.isPresent() && !keepsNothing) {
            databases.forgetBroken(label);
        } else { // the newest run's are kept, and no older ones
            databases.forget(label, resumed.stream().mapToLong(ResumableBatch::batch).findFirst());
        }
    }

    /** Of how long plans will take. */
    DurationEstimator forecast() {
        return new DurationEstimator(store);
    }

    /** Takes what is left of a plan. @throws InvalidInputException when there is nothing */
    ResumableBatch unfinished(Submission submission) {
        return store.resume(submission.experiment().label(), submission.specHash(), submission.experiment().seed())
                .orElseThrow(() -> new InvalidInputException("nothing to resume: label "
                + submission.experiment().label() + " has no unfinished run of this same experiment and seed"));
    }

    /**
     * Writes the documents of a label's kept store to files, ready to be loaded with {@code source: directory}.
     *
     * @param to     a folder that is new or empty
     * @param layout how URIs become paths
     * @return the last event's verdict: how many documents there were
     * @throws InvalidInputException when nothing is kept, the files cannot be written, or it was stopped
     */
    public String exportContent(String label, Path to, ContentExport.Layout layout, RunListener watcher,
            CancellationToken cancellationToken) throws InterruptedException {
        return new RetainedDatabases(store, folder, clock).export(label, to, layout, watcher, cancellationToken);
    }

    /** The labels whose documents can be exported, the newest run first. */
    public List<String> retainedLabels() {
        return new RetainedDatabases(store, folder, clock).labels();
    }

    /**
     * Imports a zip file that was exported, or a table; what is there already is left as it is. All or nothing.
     *
     * @param name  what the user calls the file
     * @param table how a table is to be read; empty when nothing was said
     * @throws InvalidInputException when the file cannot be used
     */
    public ImportSummary importFile(Path file, String name, Optional<CsvImportOptions> table) {
        if (!ExchangeDirectory.isTable(file, name, table.isPresent())) {
            return store.importZip(file, name);
        }
        CsvImportOptions reading = table.orElseThrow(
                () -> new InvalidInputException(name + ": name the label of the imported rows")).of(file, name);
        return store.importTable(Files.isDirectory(file) ? reading.columns().readFolder(file)
                : reading.columns().read(file, name));
    }

    /**
     * Imports files of one kind as one table, whose rows of equal settings are rounds. All or nothing.
     *
     * @throws InvalidInputException when a file cannot be used
     */
    public ImportSummary importTables(List<Path> files, CsvImportOptions table) {
        return store.importTable(table.of(files.getFirst(), String.valueOf(files.getFirst().getFileName())).columns()
                .read(files));
    }

    /** The folder with which statistics are exchanged, where the user names none. */
    public Path usualExchange() {
        return folder.exchange();
    }

    /** Where files may lie that are sent to the web pages, until they were looked at. */
    public Path uploads() {
        folder.prepare();
        return folder.uploads();
    }

    /**
     * Deletes a label with its results and its kept stores.
     *
     * @return how many iterations it had
     * @throws InvalidInputException as {@link ResultStore#delete}; nothing is gone then
     */
    public int delete(String label) {
        List<Path> left = new RetainedDatabases(store, folder, clock).leftBy(label);
        int iterations = store.delete(label); // first, as it refuses what is being run
        left.forEach(RetainedDatabases::delete);
        return iterations;
    }

    /** Asks the run of a label, or every run, to end early. @return how many were asked */
    public int stop(Optional<String> label) {
        return label.map(l -> store.ask(l, BatchCommand.STOP)).orElseGet(() -> store.askAll(BatchCommand.STOP));
    }

    /** Asks one run to end early, in whichever process it is. @return whether it is running */
    public boolean stop(long batch) {
        return store.ask(batch, BatchCommand.STOP);
    }

    @Override
    public void close() {
        if (accountsStore != store) {
            accountsStore.close();
        }
        store.close();
    }
}
