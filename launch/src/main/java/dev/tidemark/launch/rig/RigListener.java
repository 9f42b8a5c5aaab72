package dev.tidemark.launch.rig;

import dev.tidemark.core.rig.ServerArtifact;

/** Is told what a start, which may take a while, is doing. */
public interface RigListener {

    /** Hears nothing. */
    RigListener NONE = new RigListener() {};

    /**
     * The server is being fetched.
     *
     * @param done  bytes so far
     * @param total bytes in all; 0 when unknown
     */
    default void fetching(ServerArtifact artifact, long done, long total) {}

    /** Tells of one step, in one sentence. */
    default void step(String sentence) {}
}
