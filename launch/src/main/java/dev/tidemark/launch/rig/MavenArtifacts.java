package dev.tidemark.launch.rig;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.ServerArtifact;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.TransferEvent;

/**
 * Fetches by Maven's own resolver, as Maven would for this user: with the settings, mirrors, credentials and local
 * repository of the user's {@code settings.xml}. What does not have the checksum that the repository tells is refused.
 */
public final class MavenArtifacts implements ArtifactFetcher {

    private static final String PACKAGING = "jar";

    /** Null for the user's own. */
    private final Path mavenHome;

    public MavenArtifacts() {
        this(null);
    }

    /** @param mavenHome in the place of the user's folder {@code .m2} */
    MavenArtifacts(Path mavenHome) {
        this.mavenHome = mavenHome;
    }

    @Override
    public Path fetch(ServerArtifact artifact, RigListener listener) throws RigException {
        ContextOverrides overrides = ContextOverrides.create().withUserSettings(true)
                .withMavenUserHomeOverride(mavenHome)
                .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                .transferListener(new Transfers(artifact, listener)).build();
        try (Context context = Runtimes.INSTANCE.getRuntime().create(overrides)) {
            ArtifactRequest request = new ArtifactRequest(new DefaultArtifact(artifact.groupId(),
                    artifact.artifactId(), PACKAGING, artifact.version()), context.remoteRepositories(), null);
            return context.repositorySystem().resolveArtifact(context.repositorySystemSession(), request).getArtifact()
                    .getFile().toPath();
        } catch (ArtifactResolutionException e) {
            if (e.getResult().getExceptions().stream().allMatch(ArtifactNotFoundException.class::isInstance)) {
                throw new InvalidInputException(artifact + " is not published in " + repositories(e));
            }
            throw new RigException(artifact + " cannot be fetched: " + reason(e), e);
        } catch (IllegalStateException e) { // a settings.xml that cannot be read
            throw new RigException(artifact + " cannot be fetched: " + reason(e.getCause() instanceof Exception cause
                    ? cause : e), e);
        }
    }

    /** The repositories that do not have it. */
    private static String repositories(ArtifactResolutionException e) {
        String where = e.getResult().getRequest().getRepositories().stream().map(RemoteRepository::getId)
                .collect(Collectors.joining(" and "));
        return where.isEmpty() ? "any repository" : where;
    }

    private static String reason(Exception e) {
        return Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()).strip()
                .replaceAll("\\s*\\R\\s*", "; ");
    }

    /** Passes on how far the program itself is; its descriptions are short. */
    private static final class Transfers extends AbstractTransferListener {
        private final ServerArtifact artifact;
        private final RigListener listener;

        Transfers(ServerArtifact artifact, RigListener listener) {
            this.artifact = artifact;
            this.listener = listener;
        }

        @Override
        public void transferProgressed(TransferEvent event) {
            tell(event);
        }

        @Override
        public void transferSucceeded(TransferEvent event) {
            tell(event);
        }

        private void tell(TransferEvent event) {
            if (event.getResource().getResourceName().endsWith("." + PACKAGING)) {
                listener.fetching(artifact, event.getTransferredBytes(),
                        Math.max(0, event.getResource().getContentLength()));
            }
        }
    }
}
