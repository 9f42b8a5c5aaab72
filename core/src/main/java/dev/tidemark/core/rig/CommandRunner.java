package dev.tidemark.core.rig;

import java.util.List;

/** Runs short commands that a server brings along. */
@FunctionalInterface
public interface CommandRunner {

    /**
     * Runs a command to its end, without root's rights where the rig refuses them.
     *
     * @throws RigException when it fails, with its name and its own message
     */
    void run(List<String> words) throws RigException, InterruptedException;
}
