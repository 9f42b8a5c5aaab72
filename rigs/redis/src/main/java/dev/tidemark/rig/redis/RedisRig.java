package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.DeclaredRig;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.PrivateFile;
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
        Path data = Files.createDirectories(data(values, place));
        if (isCluster(values)) {
            nodes(values, place).prepare(values, place);
        } else if (isWatched(values)) {
            watched(values, place).prepare(values, place);
        } else {
            PrivateFile.write(configuration(values, place), Configuration.text(values, place, data, place.port()));
        }
    }

    private static boolean isCluster(Values values) {
        return values.get(RedisParams.NODES) > 1;
    }

    private static boolean isWatched(Values values) {
        return values.get(RedisParams.SENTINELS) > 0;
    }

    private static WatchedNodes watched(Values values, ServerPlace place) {
        return new WatchedNodes(data(values, place), Math.toIntExact(values.get(RedisParams.SENTINELS)));
    }

    private static ClusterNodes nodes(Values values, ServerPlace place) {
        return new ClusterNodes(data(values, place), Math.toIntExact(values.get(RedisParams.NODES)),
                Math.toIntExact(values.get(RedisParams.REPLICAS)));
    }

    @Override
    public ServerCommand command(Values values, ServerPlace place) {
        Path program = place.program().resolve(PROGRAM);
        return new ServerCommand(isCluster(values) ? nodes(values, place).command(program)
                : isWatched(values) ? watched(values, place).command(program) : List.of(program.toString(), configuration(values, place).toString()), "TERM");
    }

    @Override
    public Optional<String> refusesToEnd(Values values, String said) {
        return LastWords.refusal(said, Math.toIntExact(values.get(RedisParams.NODES)
                * (isCluster(values) ? 1 + values.get(RedisParams.REPLICAS) : isWatched(values) ? 2 : 1)))
                .map(why -> "it could not save its data (" + why + "), and what " + (values.get(RedisParams.APPEND_ONLY)
                        ? "its append-only file did not take" : "was written since its last snapshot") + " is lost");
    }

    private static Path data(Values values, ServerPlace place) {
        return place.data().resolve("redis-" + RedisBuild.of(values, Platform.current()).major());
    }

    private static Path configuration(Values values, ServerPlace place) {
        return data(values, place).resolve("redis.conf");
    }

    @Override
    public void probe(Values values, ServerPlace place) throws IOException {
        RedisProbe.ask(place, isCluster(values));
        if (isWatched(values)) {
            watched(values, place).probe(place);
        }
    }

    @Override
    public Map<String, String> target(Values values, ServerPlace place) {
        if (isWatched(values)) {
            Map<String, String> settings = new TreeMap<>(RigParams.target(place, Map.of("sentinel-primary",
                    WatchedNodes.NAME)));
            settings.put("address", String.join(",", watched(values, place).addresses()));
            return settings;
        }
        return RigParams.target(place, isCluster(values) ? Map.of("cluster", "true") : Map.of());
    }
}
