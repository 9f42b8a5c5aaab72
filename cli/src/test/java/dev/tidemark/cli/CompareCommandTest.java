package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Comparing as a person types it. */
@Timeout(300)
class CompareCommandTest {

    private static final Path HOURS = ManualPage.ROOT.resolve("examples/results-from-elsewhere/volume-by-hour.csv");

    @TempDir
    private static Path kept;

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

    /** Columns of a table by their heading, line by line. */
    private static List<Map<String, String>> lines(Ran ran) {
        List<List<String>> table = ran.table();
        List<Map<String, String>> lines = new ArrayList<>();
        for (List<String> cells : table.subList(1, table.size())) {
            Map<String, String> line = new LinkedHashMap<>();
            for (int i = 0; i < cells.size(); i++) {
                line.put(table.getFirst().get(i), cells.get(i));
            }
            lines.add(line);
        }
        return lines;
    }

    /** Percent by which the second engine did more, by scope and part. */
    private Map<String, Double> changes(Path csv) {
        program.run("import", csv.toString(), "--label", "hours", "--workload", "volume", "--target", "lmdb", "--map",
                "engine=tag:engine", "--map", "hour=time h", "--map", "operations/s=operations-per-second").ok();
        Map<String, Double> changes = new LinkedHashMap<>();
        lines(program.run("compare", "hours").ok()).stream().filter(l -> l.get("measure")
                .equals("operations-per-second"))
                .forEach(l -> changes.put((l.get("scope") + " " + l.get("part")).strip(),
                        (Double.parseDouble(l.get("ratio")) - 1) * 100));
        return changes;
    }

    /**
     * The table of leveled's volume test with secondary indexes: the ratios of hours 1, 2, 5 and 6 are those of its
     * figures.
     */
    @Test
    void hourByHourFiguresMeasuredElsewhereGiveTheirPrintedRatios() {
        Map<String, Double> changes = changes(HOURS);
        assertThat(changes.get("time hour 1")).isCloseTo(-10.90, within(0.005));
        assertThat(changes.get("time hour 2")).isCloseTo(-10.27, within(0.005));
        assertThat(changes.get("time hour 5")).isCloseTo(19.84, within(0.005));
        assertThat(changes.get("time hour 6")).isCloseTo(22.36, within(0.005));
        assertThat(changes.get("last last hour")).isCloseTo(22.36, within(0.005));
        // Printed are +18.63 and +19.11, and +4.48 over all: see docs/comparing.md.
        assertThat(changes.get("time hour 3")).isCloseTo(8.99, within(0.005));
        assertThat(changes.get("time hour 4")).isCloseTo(29.63, within(0.005));
        assertThat(changes.get("overall")).isCloseTo(4.73, within(0.005));
    }

    @Test
    void withTheFiguresOfTwoHoursInEachOthersPlaceTheirPrintedRatiosFit() throws IOException {
        String swapped = Files.readString(HOURS).replace("leveled,3,8605.89", "leveled,3,9366.19")
                .replace("leveled,4,9366.19", "leveled,4,8605.89");
        Map<String, Double> changes = changes(Files.writeString(folder.resolve("swapped.csv"), swapped));
        assertThat(changes.get("time hour 3")).isCloseTo(18.63, within(0.015));
        assertThat(changes.get("time hour 4")).isCloseTo(19.11, within(0.005));
        assertThat(changes.get("overall")).isCloseTo(4.73, within(0.005));
    }

    /** Runs a plan that compares, for all tests. */
    @BeforeAll
    static void compared() throws IOException {
        try (Program once = new Program(kept)) {
            once.run("ingest", "--plan", "compare", "--label", "pair", "--target", "null", "--documents", "60",
                    "--warm-up", "none", "--workers", "1,2", "--repeat", "2", "--service-time", "20ms", "--interval",
                    "100ms", "--html", kept.resolve("page.html").toString()).ok();
        }
    }

    /** As if it had been run here. */
    private void pair() throws IOException {
        Files.copy(kept.resolve(program.store().getFileName()), program.store());
    }

    @Test
    void aPlanToCompareRunsItsSidesByTurnsAndItsReportComparesThem() throws IOException {
        pair();
        assertThat(program.iterations("pair")).extracting(i -> i.round() + " " + i.setting("workers").orElseThrow()
                .text())
                .containsExactly("0 1", "0 2", "1 2", "1 1");
        assertThat(Files.readString(kept.resolve("page.html"))).contains("pair: workers 1 and 2", "data-pair=\"0\"");
        List<Map<String, String>> lines = lines(program.run("compare", "pair").ok());
        assertThat(lines).extracting(l -> l.get("scope")).contains("overall", "last", "time", "operations");
        assertThat(lines.getFirst()).containsEntry("base", "workers 1").containsEntry("base-runs", "2");
    }

    @Test
    void aComparisonIsAPageOrJsonToo() throws IOException {
        pair();
        program.run("compare", "pair", "2", "1", "--html", program.file("c.html").toString()).ok();
        assertThat(Files.readString(program.file("c.html"))).contains("<h1>pair: workers 2 and 1</h1>",
                "By operations done");
        JsonNode json = JsonMapper.shared().readTree(program.run("compare", "pair", "--by", "workers", "--json").ok()
                .out());
        assertThat(json.get("format").asString()).isEqualTo("tidemark-comparison");
        JsonNode point = json.get("comparisons").get(0).get("points").get(0);
        assertThat(point.get("overall").get(0).get("measure").asString()).isEqualTo("documents-per-second");
        assertThat(point.get("byTime")).hasSize(4);
    }

    @Test
    void badInputIsOneLine() throws IOException {
        pair();
        assertThat(program.run("compare", "pair", "pear").status()).isEqualTo(2);
        assertThat(program.run("compare", "pair", "pear").err()).isEqualTo("no label 'pear' (did you mean 'pair'?)\n");
        assertThat(program.run("compare", "pair", "1", "3").err()).startsWith("label pair has no workers 3");
        assertThat(program.run("ingest", "--plan", "compare", "--target", "null", "--documents", "5").err()).isEqualTo(
                "plan: compare needs two targets or more, or two values or more of a setting under vary\n");
    }

    @Test
    void severalDriversAreComparedByName() {
        Ran ran = program.run("ingest", "--plan", "compare", "--target", "null,rocksdb", "--dry-run", "--documents",
                "5").ok();
        assertThat(ran.out()).contains("null", "rocksdb", "2 points × 5 rounds = 10 iterations");
    }

    @Test
    void aLabelIsExportedInTheFormOfBashoBench() throws IOException {
        pair();
        program.run("export", "pair", "--format", "basho", "--to", program.file("basho").toString()).ok();
        long id = program.iterations("pair").getFirst().id();
        assertThat(Files.readAllLines(program.file("basho/iteration-" + id + "/summary.csv")).getFirst())
                .isEqualTo("elapsed, window, total, successful, failed");
        assertThat(program.file("basho/iteration-" + id + "/insert_latencies.csv")).exists();
        assertThat(program.run("export", "pair", "--format", "bash", "--to", "x").status()).isEqualTo(2);
    }
}
