package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;

/** A workbench on a store of its own, and on a machine of its own as far as the lock on it goes. */
public final class Lab implements AutoCloseable {

    private static final String TEMP = "java.io.tmpdir";

    private final Path folder;
    private final String tempBefore = System.getProperty(TEMP);
    private final Workbench workbench;
    private volatile CancellationToken interruption = new CancellationToken();

    public Lab(Path folder) throws IOException {
        this.folder = folder;
        // The lock on the machine lies there: neither other builds nor a person's run must disturb the tests.
        System.setProperty(TEMP, Files.createDirectories(folder.resolve("tmp")).toString());
        workbench = another();
    }

    /** A second workbench on the same store, as of another process. */
    public Workbench another() {
        return Workbench.open(Optional.of(folder.resolve("results.db")), "1", Clock.system());
    }

    public Workbench workbench() {
        return workbench;
    }

    /** How many targets the gated driver has opened. */
    long opened() throws IOException {
        try (Stream<Path> files = Files.list(gate())) {
            return files.filter(f -> f.getFileName().toString().startsWith("opened-")).count();
        }
    }

    /** The folder with the files that steer the gated driver. */
    public Path gate() throws IOException {
        return Files.createDirectories(folder.resolve("gate"));
    }

    /** An experiment of 4 points of 100 small documents, in the order given, with more lines of YAML at its end. */
    public Submission matrix(String fork, String... lines) throws IOException {
        return plan("""
                label: L
                workload: ingest
                target: gated
                set: {documents: 100, payload: 100, workers: 1, warm-up: 1ms, gate: %s}
                vary: {batch-size: [1, 2, 3, 4]}
                plan: {order: given, fork: %s%s
                """.formatted(gate(), fork, lines.length == 0 ? "}" : String.join("\n", lines)));
    }

    public Submission plan(String yaml) {
        return workbench.plan(ExperimentReader.read(yaml, "test.yaml"));
    }

    public RunSummary run(Submission submission, Watcher watcher) throws InterruptedException {
        return run(submission, new RunOptions(false, false), watcher);
    }

    public RunSummary resume(Submission submission, Watcher watcher) throws InterruptedException {
        return run(submission, new RunOptions(true, false), watcher);
    }

    private RunSummary run(Submission submission, RunOptions options, Watcher watcher) throws InterruptedException {
        try {
            return workbench.run(submission, options, watcher, interruption);
        } finally {
            interruption = new CancellationToken();
        }
    }

    /** Breaks off what is being run, or what is run next. */
    public void interrupt() {
        interruption.stop();
    }

    public List<Iteration> iterations(String label) {
        return workbench.store().label(label).map(LabelResults::iterations).orElse(List.of());
    }

    /** Every execution as "position.round#attempt STATE", in order. */
    public List<String> history(String label) {
        return iterations(label).stream()
                .map(i -> i.position() + "." + i.round() + "#" + i.attempt() + " " + i.state()).toList();
    }

    public static String text(Iteration iteration, String setting) {
        return iteration.setting(setting).map(Setting::text).orElse("");
    }

    /** Names of what lies in the work folder, crash reports apart. */
    public List<String> leftovers() throws IOException {
        Path work = folder.resolve("results.db-work");
        if (!Files.exists(work)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(work)) {
            return files.map(f -> f.getFileName().toString()).filter(f -> !f.equals("crashes")).sorted().toList();
        }
    }

    @Override
    public void close() {
        workbench.close();
        System.setProperty(TEMP, tempBefore);
    }

    /** Notes what it is told, and may do something about it. */
    public static final class Watcher implements RunListener {
        public final List<String> messages = new ArrayList<>();
        public final List<String> warnings = new ArrayList<>();
        public IntConsumer whenBegun = number -> { };
        public Consumer<RunStatus> whenLive = runStatus -> { };

        @Override
        public void began(int toRun, int finished) {
            messages.add("began " + toRun + " " + finished);
        }

        @Override
        public void beganSearches(int searches, int finished) {
            messages.add("began " + searches + " searches " + finished);
        }

        @Override
        public void searchEnded(Planned planned, String why) {
            messages.add(planned.position() + "." + planned.round() + " ended: " + why);
        }

        @Override
        public void iterationBegan(int number, Planned planned) {
            whenBegun.accept(number);
        }

        @Override
        public void live(RunStatus runStatus) {
            whenLive.accept(runStatus);
        }

        @Override
        public void message(String kind, String text) {
            if (kind.equals("warning")) {
                warnings.add(text);
            }
        }

        @Override
        public void iterationEnded(Planned planned, IterationState iterationState, String verdict) {
            messages.add(planned.position() + "." + planned.round() + " " + iterationState
                    + (verdict.isEmpty() ? "" : ": " + verdict));
        }
    }
}
