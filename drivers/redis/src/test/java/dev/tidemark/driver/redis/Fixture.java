package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.TargetFixture;

/** A target on a test's server. */
final class Fixture extends TargetFixture<RedisTarget, RedisSession> {

    Fixture(RedisProcess server, Path folder, String... settings) throws DriverException {
        super(new RedisDriver(), folder, all(server, folder, settings));
    }

    static Fixture created(RedisProcess server, Path folder, String... settings) throws DriverException {
        Fixture made = new Fixture(server, folder, settings);
        made.target.create();
        made.target.makeKeyspace(0, 1000, 100);
        return made;
    }

    Fixture(RedisCluster cluster, Path folder, String... settings) throws DriverException {
        super(new RedisDriver(), folder, Stream.concat(cluster.settings(folder).stream(), Arrays.stream(settings))
                .toArray(String[]::new));
    }

    private static String[] all(RedisProcess server, Path folder, String... settings) {
        List<String> all = new ArrayList<>(server.settings(folder));
        all.addAll(List.of(settings));
        return all.toArray(String[]::new);
    }
}
