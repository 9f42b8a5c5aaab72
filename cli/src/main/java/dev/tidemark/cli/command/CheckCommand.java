package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.run.DataFolder;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.CommonOptions;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.Terminal;
import dev.tidemark.cli.support.TerminalOutput;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.StoreCheck;
import dev.tidemark.store.StoreCheck.Found;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark check}. */
@Command(name = "check",
        description = "Tells whether the store is sound: its database, and the checksums of all results. "
        + "Changes nothing; ends with 3 when something is damaged.")
final class CheckCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommonOptions options = CommandContext.common(spec);
        PrintWriter out = spec.commandLine().getOut();
        Path store = DataFolder.of(options.store()).store();
        LookProgress progress = new LookProgress(spec.commandLine().getErr(), Terminal.detect(options).errIsTerminal(),
                options.quiet(), Clock.system());
        Found found = StoreCheck.of(store, progress);
        progress.end();
        out.println("store " + store + ": " + (found.sound() ? "sound" : "damaged") + (found.format() == 0 ? ""
                : ", format " + found.format() + ", " + count(found.labels(), "label") + ", "
                        + count(found.iterations(), "iteration"))
                + (found.checksums() ? "" : "; no checksums yet: the next command that may write it makes them"));
        found.damage().forEach(out::println);
        if (!found.sound() && found.format() != 0) {
            out.println("a label that is not named here may still be read; 'tidemark export' saves it");
        }
        out.flush();
        return found.sound() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private static String count(int n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }

    /**
     * How far the look is, once it has lasted for two seconds: replaced in place on a terminal, else every ten seconds.
     */
    private static final class LookProgress implements StoreCheck.Watcher {

        private static final int BAR = 20;

        private final PrintWriter err;
        private final boolean inPlace;
        private final boolean quiet;
        private final Clock clock;
        private long next;
        private boolean drawn;

        LookProgress(PrintWriter err, boolean inPlace, boolean quiet, Clock clock) {
            this.err = err;
            this.inPlace = inPlace;
            this.quiet = quiet;
            this.clock = clock;
            this.next = clock.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        }

        @Override
        public void checked(int done, int all) {
            long now = clock.nanoTime();
            if (quiet || now < next || all == 0) {
                return;
            }
            next = now + (inPlace ? TimeUnit.MILLISECONDS.toNanos(200) : TimeUnit.SECONDS.toNanos(10));
            int filled = (int) Math.min(BAR, (long) BAR * done / all);
            String line = "Checking  [" + "#".repeat(filled) + " ".repeat(BAR - filled) + "]  " + done + " of " + all
                    + " iterations";
            if (inPlace) {
                TerminalOutput.overwrite(err, line);
                drawn = true;
            } else {
                err.println(line);
                err.flush();
            }
        }

        void end() {
            if (drawn) {
                TerminalOutput.overwrite(err, "");
            }
        }
    }
}
