package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;

/**
 * One program of Redis as somebody has published it.
 *
 * @param version   of Redis
 * @param platforms for which there is one, with the name of its file in the jar
 * @param tls       whether it speaks TLS
 */
record RedisBuild(String version, List<Program> platforms, boolean tls, ServerArtifact artifact) {

    /** A file in a jar. */
    record Program(Platform platform, String file) {
        static Program of(String processor, String file) {
            return new Program(new Platform("linux", processor), file);
        }
    }

    /** The newest first. That is linked statically; the other, whose name tells another version, needs OpenSSL 3. */
    static final List<RedisBuild> ALL = List.of(
            new RedisBuild("7.0.15", List.of(Program.of("amd64", "redis-server-7.0.15-linux-amd64"),
                    Program.of("arm64", "redis-server-7.0.15-linux-arm64")), false,
                    new ServerArtifact("org.signal", "embedded-redis", "0.9.1")),
            new RedisBuild("6.2.11", List.of(Program.of("amd64", "redis-server-6.2.6-v5-linux-amd64")), true,
                    new ServerArtifact("com.github.codemonstur", "embedded-redis", "1.4.4")));

    /** @throws InvalidInputException when there is none that fits */
    static RedisBuild of(Values values, Platform platform) {
        Optional<String> requested = values.find(RedisParams.VERSION);
        boolean tls = values.get(RigParams.TLS);
        List<RedisBuild> named = ALL.stream().filter(b -> requested.isEmpty() || b.version.equals(requested.get())).toList();
        if (named.isEmpty()) {
            throw new InvalidInputException(RedisParams.VERSION.name() + ": Redis " + requested.get()
                    + " is not among those that can be fetched: " + ALL.stream().map(RedisBuild::version)
                            .collect(Collectors.joining(", ")));
        }
        List<RedisBuild> here = named.stream().filter(b -> b.program(platform).isPresent()).toList();
        if (here.isEmpty()) {
            throw new InvalidInputException("rig redis runs on linux-amd64 and, without TLS, linux-arm64, not "
                    + requested.map(v -> "with version " + v + " ").orElse("") + "on " + platform);
        }
        boolean several = values.get(RedisParams.NODES) > 1 || values.get(RedisParams.SENTINELS) > 0;
        if (several && (tls || here.getFirst().tls)) {
            throw new InvalidInputException((values.get(RedisParams.NODES) > 1 ? "nodes: a cluster"
                    : "sentinels: what they watch") + " of rig redis is of Redis " + ALL.getFirst().version
                    + " and speaks no TLS; leave tls and server-version out");
        }
        return here.stream().filter(b -> !tls || b.tls).findFirst().orElseThrow(() -> new InvalidInputException(
                "tls: Redis " + here.getFirst().version + " is published without TLS for " + platform
                        + (requested.isPresent() ? "; leave " + RedisParams.VERSION.name() + " out" : "")));
    }

    /** The file in the jar. */
    Optional<String> program(Platform platform) {
        return platforms.stream().filter(p -> p.platform.equals(platform)).map(Program::file).findFirst();
    }

    /** The format of the data is that of the major version. */
    String major() {
        return RigParams.major(version);
    }
}
