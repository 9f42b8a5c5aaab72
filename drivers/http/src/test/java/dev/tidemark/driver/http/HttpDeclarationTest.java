package dev.tidemark.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.driver.contract.DeclarationContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** There is no client library that could be missing. */
class HttpDeclarationTest extends DeclarationContract {

    private final HttpDriver driver = new HttpDriver();

    @Override
    protected Driver driver() {
        return driver;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"address|http://db1:80/x|address: this is no address; write host:port;",
            "address|ann:pw@db1:80|address: this is no address; write host:port; https is tls: true, and user",
            "base-path|/a?key=b|base-path: a query would be stored and shown", "ping|/?key=b|ping: a query would be stored and shown",
            "base-path|solr|base-path: 'solr' is no path; it begins with /", "ping|a b|ping: 'a b' is no path",
            "hits-at|hits|hits-at: 'hits' is no JSON pointer; it begins with /",
            "failed-at|/a;b|failed-at: 'b' is no JSON pointer",
            "headers|a b|headers: 'a b' is no header; write NAME: VALUE; NAME: VALUE",
            "headers|A: b; X-Api-Key: c|headers: X-Api-Key would be stored and shown; set 'token'",
            "headers|Cookie: c|headers: Cookie would be stored", "headers|X-Auth: c|headers: X-Auth would be stored",
            "headers|X-Credential: c|headers: X-Credential would be stored",
            "headers|X-Session-Id: c|headers: X-Session-Id would be stored",
            "headers|Host: c|headers: Host is written by the client itself",
            "token-header|a b|token-header: write it as Authorization: Bearer", "on-404|no|on-404: ",
            "answers|xml|answers: "})
    void whatCannotBeMeantIsRefusedInOneLine(String name, String text, String message) {
        assertThatThrownBy(() -> driver.params().check(driver.params().defaults().with(name, text, SettingOrigin.SET)))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aLoginIsOne() {
        assertThatThrownBy(() -> driver.params().check(driver.params().defaults().with("user", "a", SettingOrigin.SET)
                .with("token", "env:T", SettingOrigin.SET)))
                .hasMessageStartingWith("token: user and password are another login");
    }

    @Test
    void aUrlIsATarget() {
        assertThat(Drivers.reaching("http://db1:9200").orElseThrow().settings()).isEqualTo(Map.of("address",
                "db1:9200"));
        assertThat(Drivers.reaching("https://db1/a/b/").orElseThrow().settings())
                .isEqualTo(Map.of("address", "db1:443", "tls", "true", "base-path", "/a/b/"));
        assertThat(Drivers.reaching("http://[::1]/").orElseThrow().settings()).isEqualTo(Map.of("address", "[::1]:80"));
        for (String other : List.of("ftp://a/b", "jdbc:oracle:thin:a/b@c", "x://a:b@c", "x://a:b,c@d/e")) {
            assertThatThrownBy(() -> Drivers.reaching(other)).as(other).isInstanceOf(InvalidInputException.class)
                    .hasMessageMatching("no driver is reached by this URL of [a-z]+; known are http, https; or make a .*");
        }
        assertThatThrownBy(() -> ConnectionSettings.Address.of("h1:5432,h2:5432", "address"))
                .hasMessageStartingWith("address: 'h1:5432,h2:5432' is several hosts, which this driver does not");
        assertThatThrownBy(() -> Drivers.reaching("http://ann:pw@db1/")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a password in a URL is taken where it is used at once");
        assertThatThrownBy(() -> Drivers.reaching("http://db1/a?b=c")).hasMessageContaining("unknown parameter 'b'");
    }

    @Test
    void anExperimentMayNameAUrl() {
        Experiment read = ExperimentReader.read("workload: script\ntarget: http://db1:9200/x\nset: {hits-at: /n}\n",
                "test.yaml");
        assertThat(read.targets()).hasEntrySatisfying("http://db1:9200/x", spec -> {
            assertThat(spec.driver()).isEqualTo("http");
            assertThat(spec.settings()).containsEntry("address", "db1:9200").containsEntry("base-path", "/x");
        });
    }

    /** What its defaults do every target does; what stands in the place of these can be anything. */
    @Test
    void whatIsAskedBesideTheScriptIsTold() {
        Values values = driver.params().defaults().with("ping", "/_all", SettingOrigin.SET).with("headers",
                "X-User: root",
                SettingOrigin.SET).with("base-path", "/other", SettingOrigin.SET);
        assertThat(sent(values)).contains("carries out GET /_all (ping)",
                "carries out requests with X-User: root (headers)",
                "carries out requests below /other (base-path)", "connects to 127.0.0.1:8080 (address)");
        assertThat(sent(driver.params().defaults())).containsExactlyInAnyOrder("connects to 127.0.0.1:8080 (address)",
                "allows connections that are not encrypted (tls)");
    }

    private List<String> sent(Values values) {
        return driver.params().all().stream().flatMap(param -> reached(param, values).stream()).map(Reached::toString)
                .toList();
    }

    private static <T> List<Reached> reached(Param<T> param, Values values) {
        return values.find(param).map(param::reachedBy).orElse(List.of());
    }
}
