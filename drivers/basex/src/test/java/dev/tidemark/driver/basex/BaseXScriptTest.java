package dev.tidemark.driver.basex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.ScriptRuns;
import dev.tidemark.driver.contract.SecretFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The workload script with queries on a database that others made. */
class BaseXScriptTest extends ScriptRuns {

    private final TestServer server = TestServer.shared();
    private final List<String> more = new ArrayList<>(List.of("database", "shop"));

    @BeforeEach
    void makeAShop() {
        server.ask("db:create('shop', <orders>{(1 to 50) ! <order id='{.}'>{. * 2}</order>}</orders>, 'orders')");
    }

    @Override
    protected Driver driver() {
        return new BaseXDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(more);
        for (int i = 0; i < server.settings().size(); i += 2) {
            if (!more.contains(server.settings().get(i))) {
                all.addAll(server.settings().subList(i, i + 2));
            }
        }
        return all;
    }

    @Test
    void queriesAreAskedAndTheirAnswersAreValues() {
        List<OutcomeCount> outcomes = run("script: \"" + file("shop.xq", """
                \\setup
                count(//order) \\gset all_
                \\operation price
                \\set id random(1, :all_value)
                declare variable $id as xs:string external;
                //order[@id = $id] ! number() \\gset
                \\if :value <> 2 * :id
                error();
                \\endif
                \\operation buy
                \\set id random(1, 50)
                insert node <sold by="{$client_id}"/> into //order[@id = $id];
                \\teardown
                count(//sold) \\gset
                \\if :value < 1
                error();
                \\endif
                delete node //sold;
                """) + "\", workers: 3, operations: 60");
        assertThat(outcomes).as(ended()).isNotEmpty().allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(count(outcomes, "price", Outcome.OK) + count(outcomes, "buy", Outcome.OK)).isEqualTo(60);
        assertThat(ended()).contains("DONE");
        assertThat(gauge("xml-documents")).isEqualTo(1);
        assertThat(server.ask("db:list(), count(db:get('shop')//order)")).isEqualTo("shop\n50");
    }

    @Test
    void aUserWhoMayReadIsEnough() {
        server.ask("user:create('eve', 'reads', 'none')");
        server.ask("user:grant('eve', 'read', 'shop')");
        try {
            more.addAll(List.of("user", "eve", "password", SecretFile.of(directory, "secret", "reads")));
            String before = server.digest();
            assertThat(count(run("script: \"" + file("read.xq", "\\set id random(1, 50)\n//order[@id = $id];") + "\", workers: 2, "
                    + "operations: 20, reconnect: each"), "read", Outcome.OK)).as(ended()).isEqualTo(20);
            assertThat(ended()).contains("DONE");
            run("script: \"" + file("write.xq", "delete node //order") + "\", workers: 1, operations: 1");
            assertThat(ended()).contains("script write.xq line 1: [basex:permission] No write permission");
            assertThat(server.digest()).isEqualTo(before);
        } finally {
            server.ask("user:drop('eve')");
        }
    }

    @Test
    void withoutADatabaseAQueryNamesItsOwn() {
        more.clear();
        assertThat(count(run("define: db=shop, script: \"" + file("named.xq", "db:get(':{db}')//order[last()]\n") + "\", workers: 1, "
                + "operations: 5"), "named", Outcome.OK)).as(ended()).isEqualTo(5);
    }

    @Test
    void whatCannotWorkEndsTheRunBeforeItBegins() {
        assertThat(run("script: \"" + file("slip.xq", """
                \\operation write
                delete node //order;
                \\operation slip
                1;
                //order[@id = $slip];
                """) + "\", workers: 1, operations: 5")).isEmpty();
        assertThat(ended()).contains("script slip.xq line 5: [XPST0008]");
        assertThat(server.ask("count(db:get('shop')//order)")).isEqualTo("50");
        assertThatThrownBy(() -> run("script: \"" + file("json.xq", "declare option output:method 'json';\n1;\n") + "\", operations: 1"))
                .hasMessageContaining("json.xq: line 1: declare option output:method is not carried out");
        run("script: \"" + file("connect.xq", "\\connect\n1;\n\\operation a\n1;\n") + "\", operations: 1");
        assertThat(ended()).contains("BaseX keeps nothing on a connection");
    }

    @Test
    void whatFailsSaysWhereAndAnswersThatChangeAreSeen() {
        assertThat(run("script: \"" + file("fails.xq", "//order[1];\n\nerror(xs:QName('local:e'), //order[2])\n") + "\", workers: 1, "
                + "operations: 2")).singleElement().satisfies(o -> {
                    assertThat(o.outcome()).isEqualTo(Outcome.FAILURE);
                    assertThat(o.reason()).startsWith("script fails.xq line 3: [local:e]");
                });
        assertThat(count(run("compare-answers: true, script: \"" + file("time.xq", "random:uuid();") + "\", workers: 1, operations: 4"),
                "time", Outcome.FAILURE)).isEqualTo(3);
    }
}
