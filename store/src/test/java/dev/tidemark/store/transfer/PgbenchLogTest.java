package dev.tidemark.store.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that pgbench leaves with {@code --log}: a run is a row, with what its transactions tell. */
class PgbenchLogTest {

    /** Two clients with 500 transactions each of 1 to 500 ms, one after the other from second 1,700,000,000 on. */
    private static String transactions(int client, int every) {
        return IntStream.rangeClosed(1, 500).filter(n -> n % every == 0).mapToObj(n -> {
            long end = 1_700_000_000_000_000L + IntStream.rangeClosed(1, n).mapToLong(i -> i * 1000L).sum();
            return client + " " + n + " " + n * 1000 + " 0 " + end / 1_000_000 + " " + end % 1_000_000 + "\n";
        }).collect(Collectors.joining());
    }

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static CsvImport script() {
        Workload of = Workloads.named("script");
        return new CsvImport("old", "script", of.objective(), of.params(), of.measures(), List.of(), Map.of(), Map.of());
    }

    private static List<ImportedTable.Row> read(Path... files) {
        return script().read(List.of(files)).rows();
    }

    private static Map<String, Double> values(ImportedTable.Row row) {
        return row.values().stream().collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private static Map<String, String> settings(ImportedTable.Row row) {
        return row.settings().stream().collect(Collectors.toMap(Setting::name, Setting::text));
    }

    @Test
    void percentilesAreThoseOfTheTransactions() throws IOException {
        ImportedTable.Row row = read(file("pgbench_log.77", transactions(0, 1) + transactions(1, 1))).getFirst();
        assertThat(settings(row)).containsOnly(entry("pgbench-log", "transactions"), entry("workers", "2"));
        Map<String, Double> values = values(row);
        assertThat(values).containsEntry("response.min", 1.0).containsEntry("response.mean", 250.5)
                .containsEntry("response.max", 500.0).containsEntry("failures", 0.0).containsEntry("elapsed", 125.25);
        assertThat(values.get("response.p50")).isCloseTo(250, within(0.3));
        assertThat(values.get("response.p99")).isCloseTo(495, within(0.6));
        assertThat(values.get("response.p99.9")).isCloseTo(500, within(0.6));
        assertThat(values.get("scripts-per-second")).isCloseTo(1000 / 125.25, within(1e-9));
        assertThat(CsvImport.workloadOf(folder.resolve("pgbench_log.77"), "pgbench_log.77", (w, headings) -> 0))
                .contains("script");
    }

    @Test
    void whatFailedOrWasSkippedIsNoTransaction() throws IOException {
        ImportedTable.Row row = read(file("pgbench_log.77", """
                0 1 2000 0 1700000000 500000 0 1
                0 2 skipped 0 1700000000 600000 99 0
                0 3 serialization 0 1700000001 0 0 5
                0 4 4000 0 1700000002 498000 0 0
                """)).getFirst();
        assertThat(values(row)).containsEntry("failures", 2.0).containsEntry("response.mean", 3.0)
                .containsEntry("scripts-per-second", 1.0);
    }

    @Test
    void filesOfThreadsAreOneRunAndThoseOfRunsAreRounds() throws IOException {
        List<ImportedTable.Row> rows = read(file("pgbench_log.77.1", transactions(1, 1)), file("pgbench_log.77", transactions(0,
                1)), file("pgbench_log.99", transactions(0, 1) + transactions(1, 1)));
        assertThat(rows).hasSize(2);
        assertThat(rows).extracting(PgbenchLogTest::settings).allMatch(Map.of("pgbench-log", "transactions", "workers", "2")::equals);
        assertThat(values(rows.get(0))).isEqualTo(values(rows.get(1)));
    }

    @Test
    void aPartOfTheThreadsIsNotTakenForTheWhole() throws IOException {
        Path first = file("pgbench_log.77", transactions(0, 1));
        Path second = file("pgbench_log.77.1", transactions(1, 1));
        assertThatThrownBy(() -> read(first)).isInstanceOf(InvalidInputException.class).hasMessage("pgbench_log.77 has not all "
                + "transactions of its run: import it together with pgbench_log.77.1");
        assertThatThrownBy(() -> read(second)).isInstanceOf(InvalidInputException.class).hasMessage("pgbench_log.77.1 has the "
                + "transactions of one of several threads: import it together with pgbench_log.77");
    }

    @Test
    void aSampleTellsNoRate() throws IOException {
        assertThat(values(read(file("pgbench_log.77", transactions(0, 10))).getFirst()))
                .doesNotContainKeys("scripts-per-second", "elapsed", "failures").containsKeys("response.p50", "response.mean");
    }

    @Test
    void intervalsHaveNoPercentiles() throws IOException {
        ImportedTable.Row row = read(file("pgbench_log.77", """
                1700000000 5601 1542744 483552416 61 2573 0 0 0 0 0 0 0 0 0
                1700000010 7884 1979812 565806736 60 1479 0 0 0 0 2 0 0 3 4
                1700000020 100 1979812 565806736 60 15000 0 0 0 0 0 0 0 0 0
                """)).getFirst();
        assertThat(values(row)).isEqualTo(Map.of("scripts-per-second", 788.4, "failures", 9.0, "response.min", 0.06,
                "response.mean", (1542744 + 2 * 1979812) / 13585.0 / 1000, "response.max", 15.0));
        assertThat(values(read(file("old.log", "1700000000 5601 1542744 483552416 61 2573\n")).getFirst()))
                .as("of the first and the last interval nobody knows how long they were").doesNotContainKey("scripts-per-second");
    }

    /** With -R and -L they have eleven columns. */
    @Test
    void intervalsBeforeVersion15CountWhatWasSkippedWithTheRest() throws IOException {
        assertThat(values(read(file("pgbench_log.77", """
                1700000000 90 180000 0 1000 3000 0 0 0 0 0
                1700000010 100 160000 0 1000 3000 0 0 0 0 20
                1700000020 60 120000 0 1000 3000 0 0 0 0 0
                """)).getFirst())).isEqualTo(Map.of("scripts-per-second", 8.0, "failures", 20.0, "response.min", 1.0,
                "response.mean", 2.0, "response.max", 3.0));
    }

    @Test
    void aFileThatIsNamedTwiceIsNoSecondRound() throws IOException {
        Path one = file("pgbench_log.77", transactions(0, 1));
        assertThatThrownBy(() -> read(one, one))
                .isInstanceOf(InvalidInputException.class).hasMessage(one + " is named twice: a file is one round");
        Path link = Files.createSymbolicLink(folder.resolve("again.77"), one);
        assertThatThrownBy(() -> read(one, link)).hasMessage(link + " is named twice: a file is one round");
    }

    @Test
    void aLineThatIsNoneIsNamed() throws IOException {
        Path file = file("pgbench_log.77", "0 1 2000 0 1700000000 500000\n0 2 fast 0 1700000000 500000\n");
        assertThatThrownBy(() -> read(file)).isInstanceOf(InvalidInputException.class)
                .hasMessage("pgbench_log.77:2: '0 2 fast 0 1700000000 500000' is no line of pgbench's log");
    }

    @Test
    void severalFilesOfOneKindAreRoundsAndOfTwoKindsAreRefused() throws IOException {
        String output = """
                transaction type: <builtin: TPC-B (sort of)>
                number of clients: %d
                tps = %s (without initial connection time)
                """;
        Path one = file("1.txt", output.formatted(4, "100.5"));
        Path two = file("2.txt", output.formatted(4, "101.5"));
        Path other = file("3.txt", output.formatted(8, "180"));
        assertThat(read(one, two, other)).extracting(row -> settings(row).get("workers")).containsExactly("4", "4", "8");
        Path log = file("pgbench_log.77", transactions(0, 1));
        assertThatThrownBy(() -> read(one, file("sysbench.txt", "sysbench 1.0.20 (using system LuaJIT)\n\n"
                + "    total number of events:              10000\n"))).isInstanceOf(InvalidInputException.class)
                .hasMessage("the files are of several kinds, as pgbench and sysbench: import those of each by themselves");
        assertThatThrownBy(() -> read(one, log)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("the files are of several kinds, as pgbench and pgbench's log:");
    }
}
