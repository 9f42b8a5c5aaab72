package dev.tidemark.core.run;

import module java.base;
import dev.tidemark.core.time.Clock;

/** A program of the user's and all that runs under it. */
public final class ProcessTree {

    /** How long it may tidy up. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(20);

    private ProcessTree() {}

    /**
     * The command line of a script. Ctrl-C reaches all that runs at a terminal, and would kill it before it is asked
     * to end: it and what it runs take no notice, as of what a shell runs in the background.
     */
    public static List<String> command(String script) {
        return command(List.of("/bin/sh", "-c", script));
    }

    /** The same of a program. @param line it and its arguments */
    public static List<String> command(List<String> line) {
        return Stream.concat(Stream.of("/bin/sh", "-c", "trap '' INT QUIT; exec \"$0\" \"$@\""), line.stream()).toList();
    }

    /** Asks all of it to end, for which a script may have set a trap, and kills what does not. */
    public static void end(Process process, Clock clock) {
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
        all.forEach(ProcessHandle::destroy); // the first first, or it would say what became of the others
        long deadline = clock.nanoTime() + GRACE.toNanos();
        while (all.stream().anyMatch(ProcessHandle::isAlive) && clock.nanoTime() < deadline) {
            clock.sleepUntil(clock.nanoTime() + POLL);
        }
        List<ProcessHandle> left = Stream.concat(process.descendants(), all.stream()).toList();
        process.destroyForcibly().onExit().join();
        left.forEach(ProcessHandle::destroyForcibly);
    }
}
