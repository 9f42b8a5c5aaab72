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

/** The command {@code api} as a person types it, on the null driver and SQLite. */
@ByTurns(days = 10, heldBy = {"SqliteStylesTest", "NullStylesTest", "NullApiTest"})
@Timeout(300)
class ApiCommandTest {

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

    private Ran api(String... more) {
        List<String> line = new ArrayList<>(List.of("api", "--target", "null", "--documents", "40", "--warm-up", "10ms"));
        line.addAll(List.of(more));
        return program.run(line.toArray(String[]::new));
    }

    private static List<String> column(List<List<String>> table, String name) {
        int at = table.getFirst().indexOf(name);
        return table.subList(1, table.size()).stream().map(row -> row.get(at)).toList();
    }

    @Test
    void everyStyleIsALineWithTheOlderToolsColumns() {
        List<List<String>> table = api().ok().table();
        assertThat(table.getFirst()).startsWith("test", "docs", "chunks", "elapsed ms", "docs/sec");
        assertThat(column(table, "test")).containsExactlyInAnyOrder("text", "object", "object-in-call", "tree", "batch",
                "commit", "noop").endsWith("noop");
        assertThat(column(table, "docs")).containsOnly("40");
        assertThat(table.stream().filter(row -> row.getFirst().equals("batch")).findFirst().orElseThrow().get(2))
                .as("requests, not their size").isEqualTo("4");
    }

    @Test
    void sizesThatAreVariedAreLinesOfTheStylesThatHaveThem() {
        List<List<String>> table = api("--chunksz", "1,20", "--innersz", "0,3", "--style", "batch,text,noop").ok().table();
        assertThat(column(table, "test")).filteredOn("batch"::equals).hasSize(4);
        assertThat(column(table, "test")).filteredOn("text"::equals).hasSize(2);
        assertThat(column(table, "test")).filteredOn("noop"::equals).hasSize(1);
    }

    @Test
    void whatPeopleReadIsNotAmongTheValues() {
        Ran ran = api("--repeat", "2", "--label", "styles").ok();
        assertThat(ran.out().lines()).allMatch(line -> line.contains("\t"));
        assertThat(ran.err()).contains("is best").contains("tidemark report styles");
        Ran report = program.run("report", "styles", "--tsv").ok();
        assertThat(report.table().getFirst()).contains("style", "documents-per-second", "call.mean", "round-trip.mean");
    }

    /** As the tool before did: what was run before under the same label is the report's. */
    @Test
    void aRunPrintsItsOwnStylesAlone() {
        api("--style", "text").ok();
        assertThat(column(api("--style", "batch").ok().table(), "test")).containsExactly("batch");
        assertThat(program.run("report", "api", "--tsv").ok().table()).hasSize(3);
    }

    @Test
    void targetsAreToldApartEvenWhereOneHasNothingToRank() throws IOException {
        Path file = Files.writeString(program.file("two.yaml"), """
                workload: api
                targets: {well: {driver: "null"}, dead: {driver: basex, address: "127.0.0.1:1", connect-timeout: 1s}}
                set: {documents: 10, warm-up: none}
                plan: {fork: none}
                """);
        Ran ran = program.run("run", file.toString());
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        List<List<String>> table = ran.table();
        assertThat(column(table, "target")).contains("well", "dead");
        assertThat(column(table, "reason")).anyMatch(reason -> reason.contains("127.0.0.1:1"));
    }

    /** One style fails, the others go on, and nobody takes the table for whole. */
    @Test
    void aFailedStyleIsALineWithoutNumbersAndTheStatusSaysSo() {
        Ran ran = api("--style", "text,batch", "--failure-share", "30%");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        List<List<String>> table = ran.table();
        assertThat(column(table, "state")).containsOnly("invalid");
        assertThat(column(table, "docs/sec")).containsOnly("");
        assertThat(column(table, "reason")).allMatch(reason -> !reason.isBlank());
    }

    /** The style that stores nothing, too: of it the calls per second were measured. */
    @Test
    void onceAllStylesWereRunItIsKnownHowLongTheyTake() {
        assertThat(api("--dry-run").ok().out()).contains("expected time: unknown until one iteration has run");
        api().ok();
        assertThat(api("--dry-run").ok().out()).containsPattern("expected time: about \\d+:\\d\\d\\.");
    }

    @Test
    void anUnknownStyleIsRefusedInOneLine() {
        Ran ran = api("--style", "bach");
        assertThat(ran.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ran.err()).contains("'bach' is no style of driver null").contains("batch");
        assertThat(ran.err().lines()).hasSize(1);
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void connectionsThatWorkersWouldShareAreRefusedInOneLine() {
        Ran ran = program.run("api", "--target", "postgres", "--connections", "2");
        assertThat(ran.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ran.err().lines()).hasSize(1);
        assertThat(ran.err()).contains("connections: each worker of api has a connection of its own");
    }

    @Test
    void aDriverWithoutStylesSaysSo() {
        Ran ran = program.run("api", "--target", "file");
        assertThat(ran.status()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(ran.err()).contains("driver file has no api styles");
    }

    @Test
    void stylesOfADriverAreListed() {
        assertThat(program.run("params", "null").ok().out()).contains("style of api").contains("object-in-call");
    }

    @Test
    void nothingNeedsToBeStartedForSqlite() {
        List<List<String>> table = program.run("api", "--target", "sqlite", "--documents", "30", "--warm-up", "50ms").ok()
                .table();
        assertThat(column(table, "state")).containsOnly("done");
        assertThat(column(table, "test").size()).isGreaterThan(3);
    }
}
