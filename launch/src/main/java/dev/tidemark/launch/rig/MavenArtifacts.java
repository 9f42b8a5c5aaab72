package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.os.Sha256;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.ServerArtifact;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.ContextOverrides.ChecksumPolicy;
import eu.maveniverse.maven.mima.context.Runtimes;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.DependencyFilter;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/**
 * Fetches by Maven's own resolver, as Maven would for this user: with the settings, mirrors, credentials and local
 * repository of the user's {@code settings.xml}. What does not have the checksum that the repository tells, or
 * that is known beforehand, is refused.
 */
public final class MavenArtifacts implements ArtifactFetcher {

    private static final String JAR = "jar";

    /** Null for the user's own. */
    private final Path mavenHome;

    public MavenArtifacts() {
        this(null);
    }

    /** @param mavenHome in the place of the user's folder {@code .m2} */
    MavenArtifacts(Path mavenHome) {
        this.mavenHome = mavenHome;
    }

    /** Something that the resolver is asked. */
    @FunctionalInterface
    private interface Request<T> {
        T of(Context context) throws RepositoryException;
    }

    @Override
    public Path fetch(ServerArtifact artifact, RigListener listener) throws RigException {
        ChecksumPolicy policy = artifact.sha256().isPresent() ? ChecksumPolicy.IGNORE : ChecksumPolicy.FAIL;
        Path file = asking(artifact.toString(), policy, new Transfers(artifact.packaging(), _ -> artifact, listener),
                context -> {
                    ArtifactRequest request = new ArtifactRequest(artifact(artifact), context.remoteRepositories(),
                            null);
                    return context.repositorySystem().resolveArtifact(context.repositorySystemSession(), request)
                            .getArtifact().getFile().toPath();
                });
        if (artifact.sha256().isPresent()) {
            verify(artifact, file);
        }
        return file;
    }

    /** A file of another content is removed, so that it is fetched anew the next time. */
    private static void verify(ServerArtifact artifact, Path file) throws RigException {
        try {
            String found = Sha256.hex(file);
            if (!found.equals(artifact.sha256().orElseThrow())) {
                Files.delete(file);
                throw new RigException(artifact + " cannot be used: its SHA-256 is " + found + ", and "
                        + artifact.sha256().get() + " was expected");
            }
        } catch (IOException e) {
            throw new RigException(artifact + " cannot be read: " + reason(e), e);
        }
    }

    /** {@inheritDoc} Repositories that a library names for what it needs are not asked: only the user's are. */
    @Override
    public List<Path> fetchAll(List<ServerArtifact> libraries, RigListener listener) throws RigException {
        Transfers transfers = new Transfers(JAR, MavenArtifacts::published, listener);
        return asking(libraries.getFirst().toString(), ChecksumPolicy.FAIL, transfers, context -> {
            DefaultRepositorySystemSession session =
                    new DefaultRepositorySystemSession(context.repositorySystemSession());
            session.setIgnoreArtifactDescriptorRepositories(true);
            CollectRequest collectRequest = new CollectRequest(
                    libraries.stream().map(l -> new Dependency(artifact(l), JavaScopes.RUNTIME)).toList(), List.of(),
                    context.remoteRepositories());
            DependencyFilter toRun = DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME);
            return context.repositorySystem().resolveDependencies(session, new DependencyRequest(collectRequest, toRun))
                    .getArtifactResults().stream().map(found -> found.getArtifact().getFile().toPath()).toList();
        });
    }

    private static Artifact artifact(ServerArtifact artifact) {
        return new DefaultArtifact(artifact.groupId(), artifact.artifactId(), artifact.packaging(),
                artifact.version());
    }

    /** @param path in a repository: the group's parts, the artifact, its version, its file */
    private static ServerArtifact published(String path) {
        String[] parts = path.split("/");
        int last = parts.length - 1;
        return last < 3 ? new ServerArtifact("", path, "") : new ServerArtifact(
                String.join(".", Arrays.copyOf(parts, last - 2)), parts[last - 2], parts[last - 1]);
    }

    /**
     * @param what   is fetched, for messages
     * @param policy what the checksums of the repository count for
     */
    private <T> T asking(String what, ChecksumPolicy policy, Transfers transfers, Request<T> request)
            throws RigException {
        ContextOverrides overrides = ContextOverrides.create().withUserSettings(true)
                .withMavenUserHomeOverride(mavenHome)
                .checksumPolicy(policy)
                .transferListener(transfers).build();
        try (Context context = Runtimes.INSTANCE.getRuntime().create(overrides)) {
            return request.of(context);
        } catch (DependencyResolutionException e) {
            throw e.getCause() instanceof ArtifactResolutionException missing ? failure(what, missing)
                    : new RigException(what + " cannot be fetched: " + reason(e), e);
        } catch (ArtifactResolutionException e) {
            throw failure(what, e);
        } catch (RepositoryException e) {
            throw new RigException(what + " cannot be fetched: " + reason(e), e);
        } catch (IllegalStateException e) { // a settings.xml that cannot be read
            throw new RigException(what + " cannot be fetched: " + reason(e.getCause() instanceof Exception cause
                    ? cause : e), e);
        }
    }

    /** @throws InvalidInputException where something is not published */
    private static RigException failure(String what, ArtifactResolutionException e) {
        Optional<Artifact> missing = e.getResults().stream().filter(ArtifactResult::isMissing)
                .map(result -> result.getRequest().getArtifact()).findFirst();
        if (missing.isPresent()) {
            Artifact artifact = missing.get();
            throw new InvalidInputException(new ServerArtifact(artifact.getGroupId(), artifact.getArtifactId(),
                    artifact.getVersion(), artifact.getExtension()) + " is not published in " + repositories(e));
        }
        return new RigException(what + " cannot be fetched: " + reason(e), e);
    }

    /** The repositories that do not have it. */
    private static String repositories(ArtifactResolutionException e) {
        String where = e.getResult().getRequest().getRepositories().stream().map(RemoteRepository::getId)
                .collect(Collectors.joining(" and "));
        return where.isEmpty() ? "any repository" : where;
    }

    private static String reason(Exception e) {
        return DriverException.oneLine(Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()));
    }

    /** Passes on how far files of one kind are; their descriptions are short. */
    private static final class Transfers extends AbstractTransferListener {
        private final String packaging;
        private final Function<String, ServerArtifact> named;
        private final RigListener listener;

        /** @param named what a path in a repository is told as */
        Transfers(String packaging, Function<String, ServerArtifact> named, RigListener listener) {
            this.packaging = packaging;
            this.named = named;
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
            String name = event.getResource().getResourceName();
            if (name.endsWith("." + packaging)) {
                listener.fetching(named.apply(name), event.getTransferredBytes(),
                        Math.max(0, event.getResource().getContentLength()));
            }
        }
    }
}
