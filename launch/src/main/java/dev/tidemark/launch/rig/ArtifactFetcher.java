package dev.tidemark.launch.rig;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.ServerArtifact;
import java.nio.file.Path;

/** Brings what is published to this machine. */
@FunctionalInterface
public interface ArtifactFetcher {

    /**
     * @return the file on this machine, which may have been there before
     * @throws InvalidInputException when nothing is published under these names
     * @throws RigException          when it cannot be fetched
     */
    Path fetch(ServerArtifact artifact, RigListener listener) throws RigException;
}
