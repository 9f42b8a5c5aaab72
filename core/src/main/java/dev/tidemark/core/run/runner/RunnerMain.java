package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.os.ProcessExit;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.run.link.RunnerLink;
import dev.tidemark.core.run.link.StreamLink;
import dev.tidemark.core.run.runner.RunnerService.Ending;
import dev.tidemark.core.time.Clock;
import sun.misc.Signal;

/**
 * The main of the child process: its standard input and output are the link to the coordinator. Their end means that
 * the parent is gone, and ends this process at once, so that no runner outlives its parent. The argument is the
 * folder that requests name as {@code work}.
 */
public final class RunnerMain {

    /** Signals that end the process; left to the JVM, it might hang on the way out: see {@link ProcessExit}. */
    private static final List<String> ENDING = List.of("TERM", "HUP");
    /** A process that died of signal n has the status 128 + n. */
    private static final int SIGNALLED = 128;
    /** The status of a process that had to end because its target does not return. */
    private static final int HUNG = 75;
    /** How long a target is given to close when the lease has run out. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(30);

    private RunnerMain() {}

    public static void main(String[] args) throws InterruptedException {
        RunnerLink<Frame.ToCoordinator, Frame.ToRunner> link = StreamLink.toCoordinator(
                new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        // Ctrl-C reaches the whole process group; the parent decides what becomes of the iteration.
        Signal.handle(new Signal("INT"), signal -> { });
        ProcessExit.prepare();
        ENDING.forEach(RunnerMain::endAtOnce);
        System.setOut(System.err); // whatever a library prints must not mix with the frames
        RunnerFolders folders = args.length == 0 ? RunnerFolders.NONE : RunnerFolders.of(Path.of(args[0]));
        LocalRunner runner = new LocalRunner(Clock.system(), folders, true, RunnerMain::hung);
        if (new RunnerService(link, runner, Clock.system(), RunnerMain::ends).serve() != Ending.QUIT) {
            ProcessExit.now(1);
        }
    }

    /** The parent tells the last line of a process that ended by itself. */
    private static void hung(String why) {
        System.err.println(why);
        ProcessExit.now(HUNG);
    }

    private static void ends(Ending ending, String why) {
        System.err.println(why);
        switch (ending) {
            case GONE -> ProcessExit.now(1);
            case EXPIRED -> Clock.system().start("tidemark-end", () -> {
                Clock.system().sleepUntil(Clock.system().nanoTime() + GRACE);
                ProcessExit.now(HUNG);
            });
            case QUIT, REFUSED -> { }
        }
    }

    private static void endAtOnce(String signal) {
        try {
            Signal.handle(new Signal(signal), s -> ProcessExit.now(SIGNALLED + s.getNumber()));
        } catch (IllegalArgumentException e) {
            // this system has no such signal
        }
    }
}
