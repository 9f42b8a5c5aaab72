package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.ScriptRuns;
import dev.tidemark.driver.contract.SecretFile;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisScriptTest extends ScriptRuns {

    private RedisProcess server;
    /** How the server is reached; null for the usual way. */
    private List<String> given;

    @BeforeEach
    void emptyServer() throws java.io.IOException {
        server = RedisProcess.shared();
    }

    @Override
    protected Driver driver() {
        return new RedisDriver();
    }

    @Override
    protected List<String> settings() {
        return given == null ? server.settings(directory) : given;
    }

    /** As an application has it: some keys, and nothing that could harm others. */
    @Test
    void theUserOfAnApplicationNeedsNoMoreThanItsKeys() {
        server.admin("ACL", "SETUSER", "app", "on", ">of-the-app", "~app:*", "+@all", "-@dangerous", "-@admin");
        given = List.of("address", server.address(), "user", "app", "password", SecretFile.of(directory, "app",
                "of-the-app"));
        assertThat(run("script: \"" + file("app.txt", "SET 'app:1' 5\nGET 'app:1'\n") + "\", workers: 2, operations: 20"))
                .singleElement().satisfies(o -> assertThat(o.outcome()).isEqualTo(Outcome.OK));
        assertThat(ended()).contains("DONE");
        assertThat(gauges()).as("what INFO would tell").isEmpty();
        assertThat(server.admin("DBSIZE")).isEqualTo(1L);
    }

    @Test
    void aReplicaIsReadFrom() throws Exception {
        server.admin("SET", "price", "7");
        try (RedisProcess replica = new RedisProcess("masterauth " + RedisProcess.ADMINISTRATOR)) {
            replica.start("replicaof 127.0.0.1 " + server.port);
            while (!replica.adminText("INFO", "replication").contains("master_link_status:up")) {
                Thread.onSpinWait();
            }
            given = replica.settings(directory);
            assertThat(count(run("script: \"" + file("read.txt", "GET price;") + "\", workers: 2, operations: 20"), "read",
                    Outcome.OK)).isEqualTo(20);
            assertThat(ended()).contains("DONE");
            writesGoToOneAndReadsToTheOther(replica);
        }
    }

    private void writesGoToOneAndReadsToTheOther(RedisProcess replica) {
        List<String> there = given;
        given = null;
        String groups = "groups: \"writers readers\", workers: 1, operations: 20, script: \"" + file("write.txt", "INCR price\n")
                + "\", readers.script: \"" + file("look.txt", "GET price\n") + "\", readers.address: \""
                + replica.address() + "\", readers.password: \"" + there.get(there.indexOf("password") + 1) + "\"";
        List<OutcomeCount> outcomes = run(groups);
        assertThat(count(outcomes, "writers.write", Outcome.OK)).as("%s %s", outcomes, ended()).isEqualTo(20);
        assertThat(count(outcomes, "readers.look", Outcome.OK)).as("%s %s", outcomes, ended()).isEqualTo(20);
        assertThat(server.adminText("GET", "price")).isEqualTo("27");
        assertThat(replica.adminText("INFO", "commandstats")).contains("cmdstat_get:calls=40,");
        file("look.txt", "SET price 1\n");
        run(groups);
        assertThat(ended()).contains("READONLY");
    }

    @Test
    void commandsAreCarriedOutAndTheirAnswersAreValues() {
        List<OutcomeCount> outcomes = run("script: \"" + file("shop.txt", """
                \\set id random(1, 20)
                \\operation buy
                HINCRBY stock::{id} 'sold' 1 \\gset
                \\if :value < 1
                NOSUCHCOMMAND;
                \\endif
                RPUSH last :id;
                LRANGE last 0 2;
                \\operation pay
                MULTI;
                INCR paid;
                SET "from?" :id;
                EXEC;
                """) + "\", workers: 3, operations: 300");
        assertThat(outcomes).as(ended()).isNotEmpty().allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(count(outcomes, "buy", Outcome.OK) + count(outcomes, "pay", Outcome.OK)).isEqualTo(300);
    }

    /** Several workers change what one of them has watched. */
    @Test
    void aTransactionThatDidNotComeToPassIsRolledBack() {
        List<OutcomeCount> outcomes = run("script: \"" + file("watch.txt", """
                WATCH balance;
                GET balance;
                MULTI;
                INCR balance;
                EXEC;
                """) + "\", workers: 4, operations: 2000");
        assertThat(count(outcomes, "watch", Outcome.OK)).isPositive();
        assertThat(count(outcomes, "watch", Outcome.ROLLED_BACK)).isPositive();
        assertThat(count(outcomes, "watch", Outcome.OK) + count(outcomes, "watch", Outcome.ROLLED_BACK)).isEqualTo(2000);
    }

    @Test
    void whatIsRefusedIsAFailureInTheServersWords() {
        List<OutcomeCount> outcomes = run("script: \"" + file("bad.txt", "SET a 1\nMULTI\nLPUSH a 1\nEXEC\n")
                + "\", workers: 1, operations: 3");
        assertThat(outcomes).singleElement().satisfies(o -> {
            assertThat(o.outcome()).isEqualTo(Outcome.FAILURE);
            assertThat(o.reason()).contains("WRONGTYPE");
        });
        assertThatThrownBy(() -> run("script: \"" + file("endless.txt", "PING\nSUBSCRIBE news") + "\", operations: 1"))
                .hasMessageContaining("endless.txt: line 2: SUBSCRIBE is not answered once");
    }
}
