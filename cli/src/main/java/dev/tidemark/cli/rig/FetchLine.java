package dev.tidemark.cli.rig;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.TerminalOutput;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.rig.RigListener;

/**
 * How far a server is fetched, in one line on standard error: replaced in place on a terminal, a plain line at the
 * beginning and every ten seconds elsewhere.
 */
final class FetchLine implements RigListener {

    private static final long PLAIN_EVERY = TimeUnit.SECONDS.toNanos(10);
    private static final double MEGABYTE = 1e6;

    private final CommandContext commandContext;
    private final Clock clock;
    private long nextPlain;
    private boolean begun;
    private boolean drawn;

    public FetchLine(CommandContext commandContext, Clock clock) {
        this.commandContext = commandContext;
        this.clock = clock;
    }

    @Override
    public synchronized void fetching(ServerArtifact artifact, long done, long total) {
        if (commandContext.quiet()) {
            return;
        }
        String line = "Fetching " + artifact + (total > 0 ? String.format(Locale.ROOT, ": %.1f of %.1f MB",
                done / MEGABYTE, total / MEGABYTE) : String.format(Locale.ROOT, ": %.1f MB", done / MEGABYTE));
        if (commandContext.terminal().errIsTerminal()) {
            TerminalOutput.overwrite(commandContext.err(), line);
            drawn = true;
        } else if (!begun || clock.nanoTime() - nextPlain >= 0) {
            begun = true;
            nextPlain = clock.nanoTime() + PLAIN_EVERY;
            commandContext.say(line);
            commandContext.err().flush();
        }
    }

    @Override
    public synchronized void step(String sentence) {
        end();
        if (commandContext.verbose()) {
            commandContext.say(sentence);
        }
    }

    /** Even to whoever wants quiet: it may be a loss. */
    @Override
    public synchronized void notice(String sentence) {
        end();
        commandContext.err().println(sentence);
        commandContext.err().flush();
    }

    /** Takes the line away. */
    public synchronized void end() {
        if (drawn) {
            TerminalOutput.overwrite(commandContext.err(), "");
            drawn = false;
        }
    }
}
