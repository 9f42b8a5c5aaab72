package dev.tidemark.driver.cassandra;

import module java.base;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.AnswersProxy;
import dev.tidemark.driver.contract.CuttableProxy;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.IndexContract;
import dev.tidemark.driver.contract.KeyValueContract;
import dev.tidemark.driver.contract.RemoteContract;
import dev.tidemark.driver.contract.SecretFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** That the contract of all drivers holds for this one. */
@HeavyServer
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class CassandraTest extends RemoteContract {

    private AnswersProxy answers;
    private CuttableProxy connections;

    @BeforeEach
    void stand() throws IOException {
        Fixture.dropNamespace();
        answers = new AnswersProxy(Fixture.server().server().address());
        connections = new CuttableProxy(answers.address());
    }

    @AfterEach
    void leave() throws IOException {
        connections.close();
        answers.close();
        Fixture.dropNamespace();
    }

    @Override
    protected Driver driver() {
        return new CassandraDriver();
    }

    @Override
    protected List<String> serverSettings() {
        List<String> settings = new ArrayList<>(Fixture.settings(Fixture.server()));
        settings.addAll(List.of("address", connections.address()));
        return settings;
    }

    @Override
    protected String secret() {
        return Fixture.password(Fixture.server().server());
    }

    @Override
    protected List<String> wrongPassword() {
        return List.of("password", SecretFile.of(directory, "wrong", "wrong password"));
    }

    @Override
    protected Object makeOthers() {
        Fixture.administrator().execute("CREATE KEYSPACE bench WITH replication = {'class': 'SimpleStrategy', "
                + "'replication_factor': 1}");
        Fixture.administrator().execute("CREATE TABLE bench.texts (id int PRIMARY KEY, theirs text)");
        Fixture.administrator().execute("INSERT INTO bench.texts (id, theirs) VALUES (1, 'theirs')");
        return othersNow();
    }

    @Override
    protected Object othersNow() {
        return Fixture.administrator().execute("SELECT * FROM bench.texts").all().stream()
                .map(Row::getFormattedContents).toList();
    }

    @Override
    protected boolean isThere() {
        return Fixture.administrator().execute("SELECT keyspace_name FROM system_schema.keyspaces WHERE "
                + "keyspace_name = 'bench'").one() != null;
    }

    @Override
    protected void breakConnections() throws IOException {
        connections.cut();
    }

    @Override
    protected void holdAnswers(boolean held) {
        answers.hold(held);
    }

    /** {@inheritDoc} It queues what it cannot do at once. */
    @Override
    protected boolean overload(boolean busy) {
        return false;
    }

    /** Keys and values. */
    @Nested
    class KeyValues extends KeyValueContract {

        @Override
        protected Driver driver() {
            return new CassandraDriver();
        }

        @Override
        protected List<String> settings() {
            return Fixture.settings(Fixture.server());
        }
    }

    /** Secondary indexes. */
    @Nested
    class Indexes extends IndexContract {

        @Override
        protected Driver driver() {
            return new CassandraDriver();
        }

        @Override
        protected List<String> settings() {
            return Fixture.settings(Fixture.server());
        }
    }
}
