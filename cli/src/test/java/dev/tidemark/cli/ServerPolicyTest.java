package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.AllowList;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.results.StoredDataset;
import dev.tidemark.store.results.StoredDefault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server of which nothing was said lets its users do with the targets, datasets and defaults that it has. */
class ServerPolicyTest {

    private static final Map<String, String> JDBC = Map.of("driver-jar", "/jars/h2.jar", "url", "jdbc:h2:tcp://{address}/x",
            "address", "prod:9092", "password", "env:PROD_PASSWORD");
    private static final Map<String, String> REDIS = Map.of("address", "prod:6379", "password", "env:PROD_PASSWORD", "tls",
            "true");

    @TempDir
    private Path folder;

    private Workbench workbench;

    @BeforeEach
    void open() {
        workbench = Workbench.open(Optional.of(folder.resolve("results.db")), "test", Clock.system());
        workbench.targets().put("prod", "redis", REDIS);
        workbench.targets().put("h2", "jdbc", JDBC);
        workbench.agents().put("gen1", "ssh:ada@gen1");
        workbench.serveUnder(ServerPolicy.STRICT);
    }

    @AfterEach
    void close() {
        workbench.close();
    }

    private static Map<String, String> with(Map<String, String> settings, String name, String text) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.put(name, text);
        return changed;
    }

    private static Map<String, String> without(Map<String, String> settings, String name) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.remove(name);
        return changed;
    }

    private void refused(String driver, Map<String, String> settings) {
        assertThatThrownBy(() -> workbench.targets().put("mine", driver, settings)).as(settings.toString())
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("this server may not");
        assertThatThrownBy(() -> workbench.targets().put(driver.equals("redis") ? "prod" : "h2", driver, settings))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("this server may not");
    }

    @Test
    void aTargetOfTheCommandLineMayBeUsedAsItIs() {
        assertThat(workbench.targets().put("again", "redis", REDIS).own()).isTrue();
        assertThat(workbench.targets().put("again", "redis", with(REDIS, "namespace", "mine")).own()).isTrue();
        assertThat(workbench.targets().put("other", "jdbc", JDBC).own()).isTrue();
    }

    @Test
    void anAgentOfTheCommandLineMayBeUsedToo() {
        assertThat(workbench.agents().put("again", "ssh:ada@gen1").own()).isTrue();
        assertThatThrownBy(() -> workbench.agents().put("gen2", "ssh:ada@gen2")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--allow-commands");
        String experiment = "workload: ingest\ntarget: 'null'\nset: {workers: 4, agents: '%s'}\n";
        workbench.plan(workbench.read(ExperimentReader.document(experiment.formatted("gen1,local:1"), "test")));
        assertThatThrownBy(() -> workbench.plan(workbench.read(ExperimentReader.document(experiment.formatted(
                "gen1,gen1=ssh:ada@gen2"), "test")))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("this server may not run programs");
    }

    @Test
    void withOtherStatementsItIsAnother() {
        for (String setting : List.of("begin", "make-table", "get", "put", "size", "noop", "value-type", "driver-class",
                "properties")) {
            refused("jdbc", with(JDBC, setting, "CALL FILE_WRITE('x', '/tmp/x')"));
        }
    }

    @Test
    void withLessItIsAnotherToo() {
        JDBC.keySet().forEach(name -> refused("jdbc", without(JDBC, name)));
        REDIS.keySet().stream().filter(name -> !name.equals("tls")).forEach(name -> refused("redis", without(REDIS, name)));
    }

    @Test
    void openToOthersItIsAnother() {
        refused("redis", with(REDIS, "insecure", "true"));
        refused("redis", with(REDIS, "tls", "false"));
        refused("redis", with(REDIS, "tls-authority", "/etc/passwd"));
        assertThatThrownBy(() -> workbench.plan(ExperimentReader.read(ExperimentReader.document("""
                workload: ingest
                targets: {t: {driver: redis, address: 'prod:6379', password: 'env:PROD_PASSWORD', tls: true}}
                set: {insecure: true}
                """, "test")))).hasMessageContaining("this server may not");
    }

    @Test
    void aDatasetsSecretGoesToItsOwnServerOnly() {
        workbench.store().putDataset(new StoredDataset("d", "redis", REDIS, folder.resolve("d")));
        ServerPolicy elsewhere = ServerPolicy.of(new AllowList(false, List.of(), List.of(), List.of("elsewhere:1"), List.of(),
                List.of(), List.of(), Set.of()));
        workbench.serveUnder(elsewhere);
        String experiment = "workload: random-io\ntargets: {t: {driver: redis, address: 'elsewhere:1'}}\nset: {dataset: d}\n";
        assertThatThrownBy(() -> workbench.plan(ExperimentReader.read(ExperimentReader.document(experiment, "test"))))
                .hasMessageContaining("this server may not use env:PROD_PASSWORD");
        assertThat(workbench.reached(ExperimentReader.read(ExperimentReader.document("origin: a letter\n" + experiment,
                "test"))).toString()).contains("uses secret env:PROD_PASSWORD", "connects to elsewhere:1", "works on d");
    }

    /** Its client would look into the file of the server's own user. */
    @Test
    void aPasswordThatNobodyNamedIsASecretToo() {
        Map<String, String> shop = Map.of("address", "prod:5432", "database", "shop", "user", "ada");
        System.setProperty("org.postgresql.pgpassfile", "/home/server/.pgpass");
        try {
            workbench.serveUnder(ServerPolicy.COMMAND_LINE);
            workbench.targets().put("shop", "postgres", shop);
            workbench.serveUnder(ServerPolicy.of(new AllowList(false, List.of(), List.of(), List.of(AllowList.ANY),
                    List.of(), List.of(), List.of(), Set.of())));
            assertThat(workbench.targets().put("again", "postgres", shop).own()).isTrue();
            for (String changed : shop.keySet()) {
                assertThatThrownBy(() -> workbench.targets().put("mine", "postgres", with(shop, changed, "other:1")))
                        .as(changed).hasMessageContaining("password: this server may not use "
                                + "option-file:/home/server/.pgpass#").hasMessageContaining("--allow-secrets");
            }
            workbench.serveUnder(ServerPolicy.of(new AllowList(false, List.of(), List.of(), List.of(AllowList.ANY),
                    List.of(SecretRef.parse("option-file:/home/server/.pgpass#prod:5432/shop.bob")), List.of(), List.of(),
                    Set.of())));
            assertThat(workbench.targets().put("mine", "postgres", with(shop, "user", "bob")).own()).isFalse();
        } finally {
            System.clearProperty("org.postgresql.pgpassfile");
        }
    }

    /** They may open files and run programs where the database is. */
    @Test
    void statementsOfUsersNeedLeaveAndConsent() {
        String experiment = "workload: script\ntarget: sqlite\nset: {script-text: 'SELECT 1;'}\n";
        workbench.serveUnder(ServerPolicy.of(AllowList.NOTHING));
        assertThatThrownBy(() -> workbench.plan(ExperimentReader.read(ExperimentReader.document(experiment, "test"))))
                .hasMessageContaining("script-text: this server may not carry out statements of its users")
                .hasMessageContaining("--allow-commands");
        assertThat(workbench.reached(ExperimentReader.read(ExperimentReader.document("origin: a letter\n" + experiment,
                "test"))).toString()).contains("carries out SELECT 1;");
    }

    @Test
    void noDefaultOfThePagesWeakensWhatTheCommandLineRuns() {
        for (String[] value : new String[][] {{"begin", "CALL X()"}, {"insecure", "true"}, {"tls", "false"}, {"define", "a=1"}}) {
            assertThatThrownBy(() -> workbench.defaults().replace(Workloads.named(value[0].equals("define") ? "script"
                    : "volume"), List.of(new StoredDefault(value[0], false, value[1])))).as(value[0])
                    .isInstanceOf(InvalidInputException.class);
        }
    }
}
