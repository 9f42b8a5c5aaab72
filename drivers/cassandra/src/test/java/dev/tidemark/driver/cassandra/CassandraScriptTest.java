package dev.tidemark.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.ScriptRuns;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@HeavyServer
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class CassandraScriptTest extends ScriptRuns {

    private static final String SHOP = """
            \\setup
            CREATE KEYSPACE bench WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 1};
            CREATE TABLE bench.orders (id int PRIMARY KEY, note text, at timestamp, price decimal, paid boolean);
            """;

    @BeforeEach
    void emptyServer() {
        Fixture.dropNamespace();
    }

    @Override
    protected Driver driver() {
        return new CassandraDriver();
    }

    @Override
    protected List<String> settings() {
        return Fixture.settings(Fixture.server());
    }

    @Test
    void statementsAreCarriedOutAndTheirAnswersAreValues() {
        List<OutcomeCount> outcomes = run("script: \"" + file("shop.cql", """
                \\set id random(1, 20)
                \\set at random_timestamp('2026-01-01', '2026-12-31')
                """ + SHOP + """
                \\operation buy
                INSERT INTO bench.orders (id, note, at, price, paid) VALUES (:id, 'it''s', :at, 1.5, false); // one
                /* what was just bought */ SELECT note, price FROM bench.orders WHERE id = :id \\gset
                \\if :price <> 1.5
                SELECT nothing FROM of_the_kind;
                \\endif
                \\operation pay
                BEGIN BATCH
                  UPDATE bench.orders SET paid = true WHERE id = :id;
                  UPDATE bench.orders SET note = 'paid;' WHERE id = :id;
                APPLY BATCH;
                \\teardown
                DROP KEYSPACE bench;
                """) + "\", workers: 2, operations: 100");
        assertThat(outcomes).as(ended()).isNotEmpty().allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(count(outcomes, "buy", Outcome.OK) + count(outcomes, "pay", Outcome.OK)).isEqualTo(100);
        assertThat(ended()).contains("DONE");
    }

    @Test
    void whatIsRefusedIsAFailureInTheServersWords() {
        List<OutcomeCount> outcomes = run("script: \"" + file("bad.cql", SHOP
                + "\\operation a\nSELECT nothing FROM bench.orders;\n") + "\", workers: 1, operations: 3");
        assertThat(outcomes).as(ended()).singleElement().satisfies(o -> {
            assertThat(o.outcome()).isEqualTo(Outcome.FAILURE);
            assertThat(o.reason()).contains("ndefined column name nothing");
        });
        assertThatThrownBy(() -> run("script: \"" + file("use.cql", "SELECT * FROM a.b;\nUSE a;\n")
                + "\", operations: 1")).hasMessageContaining("use.cql: line 2: USE changes the session");
    }

    @Test
    void builtInScriptsAreSqlAndSaySo() {
        run("script: select-only, operations: 1, table-size: 10");
        assertThat(ended()).contains("written in SQL, and not in CQL");
    }
}
