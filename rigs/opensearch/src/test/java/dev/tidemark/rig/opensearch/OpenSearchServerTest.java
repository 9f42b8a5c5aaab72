package dev.tidemark.rig.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.HttpServerContract;
import dev.tidemark.driver.contract.SharedServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a server lets in, keeps and is set to, as it tells itself. */
@HeavyServer
@EnabledOnOs(OS.LINUX)
class OpenSearchServerTest extends HttpServerContract {

    @Override
    protected String user() {
        return "tidemark";
    }

    @Override
    protected String contentType() {
        return "application/json";
    }

    @Override
    protected SharedServer plain() {
        return SharedServer.of("opensearch", "heap=512MiB", "request-cache-size=7MiB", "query-cache-size=11MiB");
    }

    @Override
    protected SharedServer encrypted() {
        return SharedServer.of("opensearch", "heap=512MiB", "tls=true");
    }

    @Override
    protected List<String> paths() {
        return List.of("/", "/_cluster/health", "/_nodes", "/_search", "/_cat/indices");
    }

    @Override
    protected String answer() {
        return "\"cluster_name\" : \"tidemark\"";
    }

    @Test
    void nobodyMakesAnIndexWithoutThePassword() throws Exception {
        assertThat(askAs("wrong", "PUT", "/mine", "{}").statusCode()).isEqualTo(401);
        assertThat(ask("GET", "/mine", "").statusCode()).isEqualTo(404);
    }

    @Test
    void everySettingArrives() throws Exception {
        String nodes = ask("GET", "/_nodes?flat_settings=true", "").body();
        assertThat(nodes).contains("\"indices.requests.cache.size\":\"7340032b\"",
                "\"indices.queries.cache.size\":\"11534336b\"", "\"heap_max_in_bytes\":536870912",
                "\"transport_address\":\"127.0.0.1:",
                "\"classname\":\"org.opensearch.knn.plugin.KNNPlugin\"").doesNotContain("password");
    }

    @Test
    void whatItHasAcknowledgedOutlivesACrash() throws Exception {
        SharedServer shared = plain();
        assertThat(ask("PUT", "/kept/_doc/1", "{\"word\":\"tide\"}").statusCode()).isEqualTo(201);
        shared.kill();
        shared.start();
        assertThat(ask("GET", "/kept/_doc/1", "").body()).contains("\"word\":\"tide\"");
        ask("DELETE", "/kept", "");
    }
}
