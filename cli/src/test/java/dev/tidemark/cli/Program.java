package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.store.ResultStore;

/** Tidemark on a store and a machine lock of its own, in this process or as one of its own. */
final class Program implements AutoCloseable {

    private static final String TEMP = "java.io.tmpdir";
    /** Where the program is laid out, and what runners are started with: for a process of its own as for this one. */
    private static final List<String> HANDED_ON = List.of("tidemark.home", "tidemark.runner.flags");

    private static final RunListener NOBODY = new RunListener() {};

    private final Path folder;
    private final Path temp;
    private final String tempBefore = System.getProperty(TEMP);

    Program(Path folder) throws IOException {
        this.folder = folder;
        temp = Files.createDirectories(folder.resolve("tmp"));
        // The lock on the machine lies there: neither other builds nor a person's run must disturb the tests.
        System.setProperty(TEMP, temp.toString());
    }

    /** What a command line came to. */
    record Ran(int status, String out, String err) {

        Ran ok() {
            assertThat(status).as(err).isEqualTo(ExitStatus.DONE);
            return this;
        }

        /** The cells of the output's rows, headings first. */
        List<List<String>> table() {
            return out.lines().map(line -> List.of(line.split("\t", -1))).toList();
        }
    }

    Path store() {
        return folder.resolve("results.db");
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Carries out a command line in this process. */
    Ran run(String... args) {
        return onStore(store(), args);
    }

    /** The same beside the test. */
    CompletableFuture<Ran> begin(String... args) {
        return CompletableFuture.supplyAsync(() -> run(args), task -> Clock.system().start("command", task));
    }

    /** Runs an experiment of {@code fork: none} on this store in virtual time, so that nothing hangs on the machine. */
    void runInVirtualTime(String yaml) throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        try (Workbench bench = Workbench.open(Optional.of(store()), "test", clock)) {
            clock.join(clock.start("run", () -> {
                try {
                    bench.run(bench.plan(ExperimentReader.read(yaml, "test.yaml")), new RunOptions(false, false),
                            NOBODY, new CancellationToken());
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
    }

    /** Ends a run that was begun and goes on, as where the test has failed meanwhile. @param begun may be null */
    void end(CompletableFuture<Ran> begun) {
        if (begun != null && !begun.isDone()) {
            run("stop", "--all");
            await("the end of a command", begun::isDone);
        }
    }

    /** The same on another store. */
    static Ran onStore(Path store, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> line = new ArrayList<>(List.of("--store", store.toString()));
        line.addAll(List.of(args));
        int status = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true),
                line.toArray(String[]::new));
        return new Ran(status, out.toString(), err.toString());
    }

    /** Carries out a command line that has to be refused in one line, with nothing on standard output. */
    String refused(String... args) {
        Ran ran = run(args);
        assertThat(ran.status).as(ran.err).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ran.out).isEmpty();
        assertThat(ran.err).hasLineCount(1);
        return ran.err.strip();
    }

    /** The words of a process of its own that carries out a command line. */
    List<String> command(String... args) {
        List<String> line = java(Main.class);
        line.addAll(List.of("--store", store().toString()));
        line.addAll(List.of(args));
        return line;
    }

    /** The words of a JVM of its own. */
    List<String> java(Class<?> main) {
        List<String> line = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-D" + TEMP + "=" + temp));
        HANDED_ON.stream().filter(name -> System.getProperty(name) != null)
                .forEach(name -> line.add("-D" + name + "=" + System.getProperty(name)));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return line;
    }

    /** Starts a process whose output goes to the files {@code out} and {@code err}. */
    Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectOutput(file("out").toFile()).redirectError(file("err").toFile())
                .start();
    }

    Ran finish(Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("the end of the process").isTrue();
        return new Ran(process.exitValue(), Files.readString(file("out")), Files.readString(file("err")));
    }

    List<Iteration> iterations(String label) {
        if (!Files.exists(store())) {
            return List.of();
        }
        try (ResultStore results = ResultStore.open(store())) {
            return results.label(label).map(LabelResults::iterations).orElse(List.of());
        }
    }

    List<IterationState> states(String label) {
        return iterations(label).stream().map(Iteration::state).toList();
    }

    /** Intervals stored so far of an iteration. */
    int intervals(Iteration iteration) {
        try (ResultStore results = ResultStore.open(store())) {
            return results.detail(iteration.id()).intervals().size();
        }
    }

    static void await(String what, BooleanSupplier condition) {
        long limit = Clock.system().nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (!condition.getAsBoolean()) {
            assertThat(Clock.system().nanoTime()).as("time for " + what).isLessThan(limit);
            Clock.system().sleepUntil(Clock.system().nanoTime() + TimeUnit.MILLISECONDS.toNanos(20));
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
        }
    }

    @Override
    public void close() {
        System.setProperty(TEMP, tempBefore);
    }

    /** Whoever is started in the background by a shell without job control passes that on. */
    static boolean interruptsAreIgnored() throws IOException {
        String mask = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(l -> l.startsWith("SigIgn:"))
                .collect(Collectors.joining()).replaceAll("\\D*([0-9a-f]+)$", "$1").replaceFirst("^SigIgn:\\s*", "");
        return (Long.parseUnsignedLong(mask.strip(), 16) & 2) != 0;
    }
}
