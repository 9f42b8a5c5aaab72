package dev.tidemark.core.rig;

import java.util.Optional;

/**
 * A file in Maven's repositories that holds a server's program, or a library of it.
 *
 * @param version   of the artifact, which need not be the server's
 * @param packaging how the file's name ends, such as {@code jar}
 * @param sha256    the file's checksum in hexadecimal digits, where it is known beforehand; then it stands for the
 *                  checksums of the repository, which not every one has of every file
 */
public record ServerArtifact(String groupId, String artifactId, String version, String packaging,
        Optional<String> sha256) {

    private static final String JAR = "jar";

    /** A jar. */
    public ServerArtifact(String groupId, String artifactId, String version) {
        this(groupId, artifactId, version, JAR);
    }

    public ServerArtifact(String groupId, String artifactId, String version, String packaging) {
        this(groupId, artifactId, version, packaging, Optional.empty());
    }

    @Override
    public String toString() {
        return groupId + ":" + artifactId + (packaging.equals(JAR) ? "" : ":" + packaging) + ":" + version;
    }
}
