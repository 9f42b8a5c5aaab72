package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.run.ProcessTree;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Preparation;
import java.lang.ProcessBuilder.Redirect;

/**
 * Runs the command that a point has before it. What the command says goes to a file, not to a pipe: a server that it
 * leaves running goes on writing there, and neither is waited for nor loses its output.
 */
final class PreparationRun {

    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(20);
    /** Of what a command says, the end is kept. */
    private static final int KEPT = 4_000;
    /** What a command may write before it is ended. */
    private static final long MOST_OUTPUT = 64 << 20;

    private final DataFolder folder;
    private final Clock clock;
    private volatile boolean ended;

    PreparationRun(DataFolder folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /**
     * How it went.
     *
     * @param event   for the record: the command, how long it took, and what it said
     * @param failure why the point cannot be run; empty when it can
     */
    record Outcome(Event event, Optional<String> failure) {}

    /** Ends what is running, and lets nothing begin any more. By any thread. */
    void end() {
        ended = true;
    }

    /** @return empty where the point has no command */
    Optional<Outcome> run(Point point) throws InterruptedException {
        Optional<String> script = Preparation.script(point.values());
        return script.isEmpty() ? Optional.empty() : Optional.of(run(point, script.get()));
    }

    private Outcome run(Point point, String script) throws InterruptedException {
        String shown = Preparation.shown(point.target(), point.values()).orElseThrow();
        long start = clock.nanoTime();
        String output = "";
        Optional<String> wrong;
        try {
            Path file = Files.createTempFile(folder.work(), "prepare-", ".txt");
            try {
                wrong = ended ? Optional.of("was not begun")
                        : wait(start(point, script, file), file, point.values().get(Preparation.LIMIT));
                output = end(file);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            wrong = Optional.of("could not be run: " + e.getMessage());
        }
        long took = clock.nanoTime() - start;
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return new Outcome(new Event(-took, Event.PREPARATION, shown + " took "
                + Types.DURATION.format(Duration.ofMillis(Math.round(took / 1e6)))
                + (lines.isEmpty() ? "" : " and said:\n" + String.join("\n", lines))),
                wrong.map(why -> Preparation.COMMAND.name() + ": " + shown + " " + why
                        + (lines.isEmpty() ? "" : ": " + lines.getLast().strip())));
    }

    private static Process start(Point point, String script, Path file) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(ProcessTree.command(script)).redirectErrorStream(true)
                .redirectOutput(file.toFile()).redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(Preparation.environment(point.target(), point.values()));
        return builder.start();
    }

    /** @return what went wrong; empty when nothing did */
    private Optional<String> wait(Process process, Path file, Duration limit) throws IOException,
            InterruptedException {
        long deadline = clock.nanoTime() + limit.toNanos();
        try {
            while (process.isAlive()) {
                if (ended) {
                    return Optional.of("was ended");
                }
                if (clock.nanoTime() >= deadline) {
                    return Optional.of("did not end within " + Types.DURATION.format(limit) + " and was ended");
                }
                if (Files.size(file) > MOST_OUTPUT) {
                    return Optional.of("said more than " + Types.SIZE.format(MOST_OUTPUT) + " and was ended");
                }
                clock.sleepUntil(clock.nanoTime() + POLL);
            }
        } finally {
            if (process.isAlive()) { // what it leaves running when it has ended by itself stays
                ProcessTree.end(process, clock);
            }
        }
        return process.exitValue() == 0 ? Optional.empty()
                : Optional.of("ended with status " + process.exitValue());
    }

    /** What a file ends with, from the beginning of a line. */
    private static String end(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - KEPT);
            byte[] bytes = new byte[(int) Math.min(KEPT, in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return from == 0 ? text : "[…]" + text.substring(Math.max(0, text.indexOf('\n')));
        }
    }
}
