package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The workload script as a person types it, on SQLite. */
@Timeout(600)
@ByTurns(days = 6, heldBy = {"SqliteScriptTest", "ManualTest"})
class ScriptCommandTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        program.close();
    }

    private Ran script(String name, String text, String... more) throws IOException {
        List<String> line = new ArrayList<>(List.of("script", "--target", "sqlite", "--label", name, "--script",
                Files.writeString(program.file(name + ".sql"), text).toString(), "--workers", "1", "--warm-up", "none"));
        line.addAll(List.of(more));
        return program.run(line.toArray(String[]::new));
    }

    @Test
    void whatCannotWorkEndsTheRunWithItsPlace() throws IOException {
        Ran ran = script("typo", "\\setup\nCREATE TABLE IF NOT EXISTS acct (n int);\n\\operation pay\nSELECT n\nFROM accts;\n",
                "--operations", "5");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).contains("script typo.sql line 4: ").contains("no such table: accts");
    }

    @Test
    void whatFailsIsToldWithItsPlaceEverywhere() throws IOException {
        String place = "script once.sql line 7: ";
        Ran ran = script("once", """
                \\setup
                DROP TABLE IF EXISTS one;
                CREATE TABLE one (n int PRIMARY KEY);
                INSERT INTO one VALUES (1);
                \\operation once
                SELECT n FROM one;
                INSERT INTO one VALUES (1);
                """, "--operations", "3");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).contains(place);
        assertThat(program.run("show", "once").out()).contains(place);
        assertThat(program.run("report", "once").out().replaceAll("\\s+", " ")).contains(place);
        assertThat(program.run("show", "once", "--slowest").out()).contains(place);
    }

    /** Two batches: the larger one takes longer, and stores more. */
    @Test
    void aBatchIsJudgedByItsRowsAndEveryStatementIsTold() throws IOException {
        script("load", """
                \\setup
                DROP TABLE IF EXISTS rows;
                CREATE TABLE rows (n int);
                \\operation load
                BEGIN;
                INSERT INTO rows WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < :n) SELECT n FROM x;
                COMMIT;
                \\operation look
                SELECT count(*) FROM rows;
                """, "--define", "n=2,n=2000", "--operations", "60", "--expect", "load.p99=< 1h").ok();
        JsonNode report = JsonMapper.shared().readTree(program.run("report", "load", "--json").ok().out());
        assertThat(report.get("objective").asString()).isEqualTo("rows-per-second");
        JsonNode best = report.get("table").get("rows").get(0);
        assertThat(best.get("settings").get("define").asString()).isEqualTo("n=2000");
        assertThat(best.get("values").get("load.p99").get("mean").asDouble()).isPositive();
        JsonNode scripts = report.get("scripts").get(0);
        assertThat(StreamSupport.stream(scripts.get("statements").spliterator(), false)
                .map(s -> s.get("operation").asString() + " " + s.get("line").asInt())).containsExactly("load 5", "load 6",
                "load 7", "look 9");
        long loads = operation(scripts, "load").get("done").asLong();
        assertThat(operation(scripts, "load").get("rowsWritten").asLong()).isEqualTo(2000 * loads);
        assertThat(scripts.get("statements").get(1).get("calls").asLong()).isEqualTo(loads);
        assertThat(scripts.get("statements").get(1).get("rows").asLong()).isEqualTo(2000 * loads);
        program.run("report", "load", "--html", program.file("load.html").toString()).ok();
        assertThat(Files.readString(program.file("load.html"))).contains("Operations and statements", "SELECT count(*) FROM rows");
    }

    /** One label, one file, two texts: two settings, each with what was carried out. */
    @Test
    void aFileThatWasRewrittenIsAnotherSetting() throws IOException {
        assertThat(script("orders", "SELECT 1;", "--operations", "20").ok().err()).doesNotContain("has changed");
        Ran second = script("orders", "SELECT 2, 'a b\tc';", "--operations", "20").ok();
        assertThat(second.err()).contains("orders.sql has changed since it was carried out under this label: what it holds now (#");
        JsonNode report = JsonMapper.shared().readTree(program.run("report", "orders", "--json").ok().out());
        List<String> texts = StreamSupport.stream(report.get("scriptTexts").spliterator(), false).map(JsonNode::asString).toList();
        assertThat(texts).containsExactlyInAnyOrder("SELECT 1;", "SELECT 2, 'a b\tc';");
        assertThat(report.get("table").get("rows")).hasSize(2).allSatisfy(row -> assertThat(row.get("settings").get("script")
                .asString()).matches(".*orders\\.sql#[0-9a-f]{8}"));
        assertThat(program.run("report", "orders").ok().out()).contains("orders.sql#").doesNotContain("script-text");
        program.run("report", "orders", "--html", program.file("orders.html").toString()).ok();
        assertThat(Files.readString(program.file("orders.html"))).contains("The statements of ", "SELECT 1;");
        program.run("export", "orders", "--to", program.file("orders.zip").toString()).ok();
        program.run("delete", "orders").ok();
        program.run("import", program.file("orders.zip").toString()).ok();
        assertThat(program.run("report", "orders", "--json").ok().out()).contains("SELECT 2, 'a b").contains("scriptTexts");
        assertThat(script("orders", "SELECT 3;", "--operations", "20", "--dry-run").err()).contains("orders.sql has changed");
    }

    @Test
    void aTextThatIsMeantIsNoOther() throws IOException {
        script("mine", "SELECT 1;", "--operations", "5").ok();
        String meant = JsonMapper.shared().readTree(program.run("show", "mine", "--json").ok().out()).findPath("script")
                .findPath("text").asString();
        Files.writeString(program.file("mine.sql"), "SELECT 2;");
        Ran ran = program.run("script", "--target", "sqlite", "--label", "again", "--script", meant, "--operations", "5");
        assertThat(ran.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ran.err()).contains("has changed: it holds #", "for what it holds now");
    }

    /** As programs send it that have no file here. */
    @Test
    void anExperimentMayHoldTheStatementsThemselves() throws IOException {
        Path file = Files.writeString(program.file("held.yaml"), """
                label: held
                workload: script
                target: sqlite
                set:
                  workers: 1
                  operations: 10
                  warm-up: none
                  script-text: |
                    \\set n random(1, 9)
                    SELECT :n, 'two';
                """);
        program.run("run", file.toString()).ok();
        JsonNode report = JsonMapper.shared().readTree(program.run("report", "held", "--json").ok().out());
        assertThat(report.get("scriptTexts").properties().iterator().next().getKey()).matches("text#[0-9a-f]{8}");
        assertThat(report.get("scriptTexts").iterator().next().asString()).contains("SELECT :n, 'two';");
        JsonNode scripts = report.get("scripts").get(0);
        assertThat(scripts.get("all").get("done").asLong()).isEqualTo(10);
        for (JsonNode few : List.of(scripts.get("all"), scripts.get("operations").get(0), scripts.get("statements").get(0))) {
            assertThat(few.get("maximum").toString()).isEqualTo("[\"p99\"]");
        }
        assertThat(program.refused("run", file.toString(), "--set", "script=select-only"))
                .contains("script-text: script names what is carried out already; give one of them");
    }

    /** Its commas and semicolons part no values. */
    @Test
    void aTextBehindAFlagIsOne() throws IOException {
        String text = "SELECT 1, 'a,b';\nSELECT 2, 3;";
        program.run("script", "--target", "sqlite", "--label", "typed", "--script-text", text, "--workers", "1", "--operations",
                "5", "--warm-up", "none", "--duration", "none").ok();
        JsonNode report = JsonMapper.shared().readTree(program.run("report", "typed", "--json").ok().out());
        assertThat(report.get("scriptTexts").iterator().next().asString()).isEqualTo(text);
        assertThat(program.run("again", "typed", "--label", "anew", "--vary", "workers=1,2", "--dry-run").ok().err() + program
                .run("script", "--target", "sqlite", "--script-text", text, "--dry-run").ok().out()).doesNotContain("2 values");
    }

    @Test
    void onlyConnectionsCanBeMadeAnew() {
        assertThat(program.refused("script", "--target", "sqlite", "--script", "select-only", "--reconnect", "each"))
                .contains("reconnect: this driver has no connection that could be opened anew");
    }

    @Test
    void aMeasureOfNoOperationIsUnknown() throws IOException {
        Ran ran = script("pay", "SELECT 1;", "--operations", "5", "--expect", "pax.p99=< 1h");
        assertThat(ran.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ran.err()).contains("unknown measure 'pax.p99' (did you mean 'pay.p99'?)");
    }

    private static JsonNode operation(JsonNode scripts, String name) {
        return StreamSupport.stream(scripts.get("operations").spliterator(), false)
                .filter(o -> o.get("name").asString().equals(name)).findFirst().orElseThrow();
    }
}
