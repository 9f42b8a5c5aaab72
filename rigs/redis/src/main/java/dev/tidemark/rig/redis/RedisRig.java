package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.DeclaredRig;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerPlace;

/** Redis: one server, several that are a cluster, or two that Sentinels watch. */
public final class RedisRig extends DeclaredRig {

    private static final String PROGRAM = "redis-server";

    public RedisRig() {
        super("redis", "Redis " + RedisBuild.ALL.getFirst().version()
                        + ", with its append-only file, on Linux; needs no installation, and OpenSSL 3 for TLS.",
                RedisParams.ALL);
    }

    @Override
    public ServerArtifact artifact(Values values, Platform platform) {
        return RedisBuild.of(values, platform).artifact();
    }

    @Override
    public void unpack(Path artifact, Path program, Values values, Platform platform)
            throws IOException, RigException {
        String name = RedisBuild.of(values, platform).program(platform).orElseThrow();
        Path file = program.resolve(PROGRAM);
        try (ZipFile zip = new ZipFile(artifact.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new RigException(artifact + " holds no " + name);
            }
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, file);
            }
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @Override
    public void prepare(Values values, ServerPlace place, CommandRunner commands) throws IOException {
        Files.createDirectories(data(values, place));
        servers(values, place).prepare(values, place);
    }

    @Override
    public ServerCommand command(Values values, ServerPlace place) {
        return new ServerCommand(servers(values, place).command(place.program().resolve(PROGRAM)), "TERM");
    }

    @Override
    public Optional<String> refusesToEnd(Values values, String said) {
        return LastWords.refusal(said, Servers.storing(values)).map(why -> "it could not save its data (" + why
                + "), and what " + (values.get(RedisParams.APPEND_ONLY) ? "its append-only file did not take"
                : "was written since its last snapshot") + " is lost");
    }

    private static Servers servers(Values values, ServerPlace place) {
        return Servers.of(values, data(values, place));
    }

    private static Path data(Values values, ServerPlace place) {
        return place.data().resolve("redis-" + RedisBuild.of(values, Platform.current()).major());
    }

    @Override
    public void probe(Values values, ServerPlace place) throws IOException {
        servers(values, place).probe(place);
    }

    @Override
    public Map<String, String> target(Values values, ServerPlace place) {
        Map<String, String> settings = new TreeMap<>(RigParams.target(place, Map.of()));
        settings.putAll(servers(values, place).target());
        return settings;
    }
}
