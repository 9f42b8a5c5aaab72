package dev.tidemark.core.run.background;

import dev.tidemark.core.rig.RigException;

/** What a task does was done, and could not be undone: the load has met it, and meets it on. */
final class NotUndoneException extends RigException {

    /** @param done what was done */
    NotUndoneException(String done, Exception why) {
        super(done + ", and this could not be undone: " + why.getMessage(), why);
    }
}
