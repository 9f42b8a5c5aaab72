package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.ServerArtifact;

/** Brings what is published to this machine. */
@FunctionalInterface
public interface ArtifactFetcher {

    /**
     * @return the file on this machine, which may have been there before
     * @throws InvalidInputException when nothing is published under these names
     * @throws RigException          when it cannot be fetched
     */
    Path fetch(ServerArtifact artifact, RigListener listener) throws RigException;

    /**
     * Fetches libraries and all that they need to run.
     *
     * @param libraries of which the first stand above the later ones, and all above what one of them needs, where they
     *                  differ in a version
     * @return the files on this machine, in the order of a class path
     * @throws InvalidInputException when nothing is published under one of these names
     * @throws RigException          when one cannot be fetched
     */
    default List<Path> fetchAll(List<ServerArtifact> libraries, RigListener listener) throws RigException {
        throw new RigException("no libraries can be fetched");
    }
}
