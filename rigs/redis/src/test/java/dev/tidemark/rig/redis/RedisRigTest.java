package dev.tidemark.rig.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.driver.contract.WholeRigContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class RedisRigTest extends WholeRigContract {

    private static final Platform HERE = new Platform("linux", "amd64");

    RedisRigTest() {
        super("redis");
    }

    @Override
    protected String unpublishedVersion() {
        return "99.0.0";
    }

    @Override
    protected Map.Entry<String, String> another() {
        return Map.entry("append-fsync", "always");
    }

    private static Values values(String name, String text) {
        return RedisParams.ALL.defaults().with(name, text, SettingOrigin.SET);
    }

    @Test
    void aClusterIsOfTheNewestWithoutTls() {
        assertThat(RedisBuild.of(values("nodes", "3"), HERE).version()).isEqualTo("7.0.15");
        for (Values no : List.of(values("nodes", "3").with("tls", "true", SettingOrigin.SET),
                values("nodes", "3").with("server-version", "6.2.11", SettingOrigin.SET))) {
            assertThatThrownBy(() -> RedisBuild.of(no, HERE)).isInstanceOf(InvalidInputException.class)
                    .hasMessage("nodes: a cluster of rig redis is of Redis 7.0.15 and speaks no TLS; leave tls and "
                            + "server-version out");
        }
    }

    @Test
    void aTimeThatNobodyTakesIsRefused() {
        assertThatThrownBy(() -> RedisParams.ALL.check(values("cluster-node-timeout", "2s"))).isInstanceOf(
                InvalidInputException.class).hasMessage("cluster-node-timeout: one server waits for no others; say "
                        + "nodes: 2 or more");
        assertThatThrownBy(() -> RedisParams.ALL.check(values("sentinel-down-after", "2s"))).isInstanceOf(
                InvalidInputException.class).hasMessage("sentinel-down-after: nobody watches the server; say "
                        + "sentinels: 1, 3 or more");
        RedisParams.ALL.check(values("cluster-node-timeout", "15s"));
        RedisParams.ALL.check(values("cluster-node-timeout", "2s").with("nodes", "2", SettingOrigin.SET));
        RedisParams.ALL.check(values("sentinel-down-after", "2s").with("sentinels", "1", SettingOrigin.SET));
    }

    @Test
    void theNewestThatFitsIsTaken() {
        assertThat(RedisBuild.of(RedisParams.ALL.defaults(), HERE).version()).isEqualTo("7.0.15");
        assertThat(RedisBuild.of(values("tls", "true"), HERE).version()).isEqualTo("6.2.11");
        assertThat(RedisBuild.of(values("server-version", "6.2.11"), HERE).version()).isEqualTo("6.2.11");
        assertThatThrownBy(() -> RedisBuild.of(
                values("tls", "true").with("server-version", "7.0.15", SettingOrigin.SET), HERE))
                .isInstanceOf(InvalidInputException.class).hasMessage("tls: Redis 7.0.15 is published without TLS for "
                        + "linux-amd64; leave server-version out");
        assertThatThrownBy(() -> RedisBuild.of(values("tls", "true"), new Platform("linux", "arm64")))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("without TLS for linux-arm64");
    }
}
