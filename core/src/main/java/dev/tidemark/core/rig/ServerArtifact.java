package dev.tidemark.core.rig;

/**
 * A jar in Maven's repositories that holds a server's program.
 *
 * @param version of the artifact, which need not be the server's
 */
public record ServerArtifact(String groupId, String artifactId, String version) {

    @Override
    public String toString() {
        return groupId + ":" + artifactId + ":" + version;
    }
}
