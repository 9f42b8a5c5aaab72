package dev.tidemark.core.rig;

/**
 * A file in Maven's repositories that holds a server's program, or a library of it.
 *
 * @param version   of the artifact, which need not be the server's
 * @param packaging how the file's name ends, such as {@code jar}
 */
public record ServerArtifact(String groupId, String artifactId, String version, String packaging) {

    private static final String JAR = "jar";

    /** A jar. */
    public ServerArtifact(String groupId, String artifactId, String version) {
        this(groupId, artifactId, version, JAR);
    }

    @Override
    public String toString() {
        return groupId + ":" + artifactId + (packaging.equals(JAR) ? "" : ":" + packaging) + ":" + version;
    }
}
