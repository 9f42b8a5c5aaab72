package dev.tidemark.core.rig;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;

/**
 * A real server that Tidemark can start on this machine, without containers. Found by {@link ServiceLoader}. It has no
 * state: what it is asked follows from the settings and the place alone, so that a process can stop what another one
 * has started. The server listens on 127.0.0.1 only, asks for the password of its place, and is durable by default.
 */
public interface Rig {

    /** The name by which it is started, which its target has as well, for example {@code postgres}. */
    String name();

    /** One sentence for {@code tidemark rig list}. */
    String summary();

    /** The name of the driver that connects to it. */
    default String driver() {
        return name();
    }

    /** Its settings; among them those of {@link RigParams}. */
    ParamSet params();

    /**
     * Where the server is published.
     *
     * @throws InvalidInputException when there is none of this version for this machine, or not with these settings
     */
    ServerArtifact artifact(Values values, Platform platform);

    /**
     * What a server that is a Java program needs beside {@link #artifact}: each with all that it needs in turn, as
     * Maven resolves them, the versions told here standing above others. {@link ServerPlace#libraries} has them.
     *
     * @throws InvalidInputException as {@link #artifact}
     */
    default List<ServerArtifact> libraries(Values values) {
        return List.of();
    }

    /**
     * Unpacks what was published.
     *
     * @param artifact a file as it was fetched
     * @param program  an empty folder
     */
    void unpack(Path artifact, Path program, Values values, Platform platform)
            throws IOException, RigException, InterruptedException;

    /** Whether the server does not run for root: the commands of the place then give root's rights away. */
    default boolean refusesRoot() {
        return false;
    }

    /**
     * Makes the database, unless it is there, and writes the configuration anew. No process of an earlier server of
     * this place is left. May be killed at any moment and is then carried out again.
     *
     * @throws RigException with the server's own message
     */
    void prepare(Values values, ServerPlace place, CommandRunner commands)
            throws IOException, RigException, InterruptedException;

    /** How the server is started in the foreground, where it logs to its standard output or error. */
    ServerCommand command(Values values, ServerPlace place);

    /**
     * Whether a server that was told to end has said that it goes on instead, as it cannot keep its data. It is killed
     * then, since its user has asked for its end.
     *
     * @param said what it has logged since it was told to end
     * @return what that loses, with the server's reason, as a sentence without its end; empty while it may still end
     */
    default Optional<String> refusesToEnd(Values values, String said) {
        return Optional.empty();
    }

    /**
     * Asks the server for a sign of life over its own protocol, with verified TLS where it speaks that.
     *
     * @throws IOException saying why it does not answer, or not yet
     */
    void probe(Values values, ServerPlace place) throws IOException;

    /** The settings of {@link #driver} by which a target reaches the server. */
    Map<String, String> target(Values values, ServerPlace place);
}
