package dev.tidemark.launch.rig;

import dev.tidemark.core.rig.ServerArtifact;
import java.util.function.Consumer;

/** Is told what a start or stop, which may take a while, is doing. */
public interface RigListener {

    /** Hears nothing. */
    RigListener NONE = new RigListener() {};

    /** Hears nothing but notices. */
    static RigListener noticing(Consumer<String> notices) {
        return new RigListener() {
            @Override
            public void notice(String sentence) {
                notices.accept(sentence);
            }
        };
    }

    /**
     * The server is being fetched.
     *
     * @param done  bytes so far
     * @param total bytes in all; 0 when unknown
     */
    default void fetching(ServerArtifact artifact, long done, long total) {}

    /** Tells of one step, in one sentence. */
    default void step(String sentence) {}

    /** Tells what a user wants to know of even though all ends well, in one sentence: a loss, or what is waited for. */
    default void notice(String sentence) {}
}
