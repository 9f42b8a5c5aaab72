package dev.tidemark.launch.rig;

import module java.base;

/**
 * How a rig's server is.
 *
 * @param rig      the rig's name
 * @param state    how it is
 * @param address  where it listens, or did the last time; empty before its first start
 * @param process  the number of its process, while that lives
 * @param settings with which it was started the last time, as texts, by name; empty before its first start
 * @param folder   where its files are
 * @param trouble  why it does not answer; empty when it does, or need not
 */
public record RigStatus(String rig, State state, String address, OptionalLong process, Map<String, String> settings,
        Path folder, String trouble) {

    /** What there is to know of it. */
    public enum State {
        /** It was never started, or stopped in good order. */
        STOPPED,
        /** It answers. */
        RUNNING,
        /** Its process lives, and does not answer, or not yet. */
        SILENT,
        /** Its process was not stopped, and is not there any more. */
        CRASHED
    }
}
