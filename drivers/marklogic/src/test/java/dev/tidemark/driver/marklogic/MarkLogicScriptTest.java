package dev.tidemark.driver.marklogic;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.ScriptRuns;
import dev.tidemark.driver.marklogic.Answer.Refusal;
import dev.tidemark.driver.marklogic.Evaluations.Item;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The workload script with programs of one's own, against what stands in for a server. */
class MarkLogicScriptTest extends ScriptRuns {

    private final List<String> more = new ArrayList<>();
    private MarkLogicStandIn server;

    @BeforeEach
    void start() throws IOException {
        server = new MarkLogicStandIn(Authentication.DIGEST, null);
    }

    @AfterEach
    void end() {
        server.close();
    }

    @Override
    protected Driver driver() {
        return new MarkLogicDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(Fixture.settings(server, directory));
        all.addAll(more);
        return all;
    }

    private static List<Item> texts(String... texts) {
        return List.of(texts).stream().map(text -> new Item(text, "string")).toList();
    }

    @Test
    void queriesAreEvaluatedWithTheirVariablesAndTheirAnswersAreValues() {
        AtomicInteger asked = new AtomicInteger();
        server.cluster().programs.put("xquery version \"1.0-ml\"; declare variable $id external;  for $i in (1, 2) return $id + $i",
                (_, variables) -> {
                    asked.incrementAndGet();
                    assertThat(variables.get("id").type()).isEqualTo("xs:untypedAtomic");
                    int id = Integer.parseInt(variables.get("id").value());
                    return texts(String.valueOf(id + 1), String.valueOf(id + 2));
                });
        server.cluster().programs.put("declare variable $first external; $first", (_, variables) -> texts("<a>"
                + variables.get("first").value() + "</a>"));
        server.cluster().programs.put(" declare variable $got_value external; fn:string-length($got_value)",
                (_, variables) -> texts(String.valueOf(variables.get("got_value").value().length())));
        assertThat(run("compare-answers: true, script: \"" + file("ml.xqy", """
                \\set id 5
                \\set first 'é & %'
                xquery version "1.0-ml"; for $i in (1, 2) return $id + $i;
                declare variable $first external; $first \\gset got_
                fn:string-length($got_value) \\gset
                \\if :value <> 12
                1;
                \\endif
                """) + "\", workers: 2, operations: 10")).as(ended()).singleElement().satisfies(o -> {
                    assertThat(o.outcome()).isEqualTo(Outcome.OK);
                    assertThat(o.operations()).isEqualTo(10);
                });
        assertThat(asked).hasValue(10);
        assertThat(ended()).contains("DONE");
    }

    @Test
    void programsInJavaScriptEndWithASemicolonOfTheirOwn() {
        more.addAll(List.of("script-language", "javascript", "database", "Documents"));
        String program = "const a = { b: 1 };\nfor (const r of [id / 2, `x${id};`]) {\n  ;\n}\ncts.doc('/' + id + '.json')";
        server.cluster().programs.put(program, (_, variables) -> texts(variables.get("id").value()));
        server.cluster().programs.put("fn.count(/[;]/)", (_, variables) -> {
            assertThat(variables).isEmpty();
            return texts("0");
        });
        assertThat(run("script: \"" + file("ml.sjs", "\\set id 7\n" + program + "\n;\nfn.count(/[;]/)\n\\gset n_\n\\if :n_value <> 0\n"
                + "none()\n\\endif\n") + "\", workers: 1, operations: 3")).as(ended()).singleElement()
                .satisfies(o -> assertThat(o.outcome()).isEqualTo(Outcome.OK));
    }

    /** Nothing is made on the server, and nothing but evaluating is needed. */
    @Test
    void theDatabaseIsTheUsersAndAFailureHasItsCode() throws Exception {
        more.addAll(List.of("database", "Documents"));
        Set<String> before = Set.copyOf(server.cluster().databases.keySet());
        server.cluster().programs.put("fn:doc()", (database, _) -> {
            if (database != server.cluster().databases.get("Documents")) {
                throw new Refusal(400, "XDMP-NOSUCHDB", "another one");
            }
            throw new Refusal(500, "XDMP-DEADLOCK", "Deadlock detected\nlocking /a.json");
        });
        List<OutcomeCount> outcomes = run("retry-states: XDMP-DEADLOCK, max-tries: 3, script: \"" + file("doc.xqy", "fn:doc()")
                + "\", workers: 1, operations: 2");
        assertThat(outcomes).as(ended()).singleElement().satisfies(o -> assertThat(o.outcome()).isEqualTo(Outcome.ROLLED_BACK));
        assertThat(server.cluster().databases.keySet()).isEqualTo(before);
        outcomes = run("script: \"" + file("none.xqy", "\n(: first :)\n1 +") + "\", workers: 1, operations: 2");
        assertThat(outcomes).singleElement().satisfies(o -> {
            assertThat(o.outcome()).isEqualTo(Outcome.FAILURE);
            assertThat(o.reason()).startsWith("script none.xqy line 3: XDMP-UNEXPECTED: ");
        });
    }

    @Test
    void aProgramWhoseVariableIsNullHasFailed() {
        assertThat(run("script: \"" + file("null.xqy", "\\values '" + file("v.csv", "a,b\n,1\n") + "'\n$a, $b") + "\", workers: 1, "
                + "operations: 2")).singleElement().satisfies(o -> assertThat(o.reason()).contains("is null, which cannot be bound"));
        assertThat(Map.copyOf(server.cluster().programs)).isEmpty();
    }
}
