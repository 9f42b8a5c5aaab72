package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.driver.contract.TargetContract;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SolrJ checks the server's certificate as all connections of the driver do. */
@HeavyServer
@Timeout(600)
@Thorough("Starts a second cluster; its rig is asked over TLS, too.")
class SolrStylesTlsTest extends TargetContract {

    @Override
    protected Driver driver() {
        return new SolrDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> settings = new ArrayList<>(List.of("namespace", "bench"));
        SharedServer.of("solr", "tls=true", "heap=256MiB").server().target()
                .forEach((name, value) -> settings.addAll(List.of(name, value)));
        return settings;
    }

    @Test
    void documentsGoOverEncryptedConnectionsAndNobodyElseIsTakenForTheServer() throws Exception {
        try (OpenTarget target = driver().open(values(), context())) {
            target.create();
            ApiStyle style = driver().styles().getFirst();
            try (StylePlace place = ((StyleTarget) target).place(style, "p"); StyleSession session = place.session(0)) {
                session.prepare(List.of(StyleDocument.of(new NestedObjects(1, 2).object(0), style.input())));
                assertThat(session.call()).isZero();
                session.reconnect();
                assertThat(place.count()).isEqualTo(1);
                ConnectionSettings settings = ConnectionSettings.of(values(), SolrParams.ADDRESS, context());
                assertOneLine(() -> open(settings.with(new TlsSettings(Optional.empty(), false)), place, style),
                        "certification path");
                open(settings.with(new TlsSettings(Optional.empty(), true)), place, style);
            }
            target.drop();
        }
    }

    private static void open(ConnectionSettings settings, StylePlace place, ApiStyle style) throws Exception {
        try (Solrj solrj = Solrj.of(List.of(settings));
                StyleSession session = solrj.session((SolrStylePlace) place, style, "bench")) {
            assertThat(session).isNotNull();
        }
    }
}
