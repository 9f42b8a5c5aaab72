package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.store.ResultStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The matrix of the MarkLogic IO Test manual, as its users would bring it over. */
class ImportTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
        try (InputStream in = getClass().getResourceAsStream("matrix-test.csv")) {
            Files.copy(in, program.file("matrix-test.csv"));
        }
    }

    @AfterEach
    void close() {
        program.close();
    }

    private JsonNode report(String label) {
        return JsonMapper.shared().readTree(program.run("report", label, "--json").ok().out());
    }

    /** The rows of a table as the varied settings, a bar, and these measures. */
    private static List<String> rows(JsonNode table, String... measures) {
        List<String> rows = new ArrayList<>();
        for (JsonNode row : table.get("rows")) {
            List<String> words = new ArrayList<>();
            row.get("settings").forEach(s -> words.add(s.asString()));
            words.add("|");
            for (String measure : measures) {
                double mean = row.get("values").get(measure).get("mean").asDouble();
                words.add(mean == Math.rint(mean) ? String.valueOf((long) mean)
                        : String.valueOf(Math.round(mean * 100) / 100.0));
            }
            rows.add(String.join(" ", words));
        }
        return rows;
    }

    private void importMatrix() {
        assertThat(program.run("import", program.file("matrix-test.csv").toString(), "--label", "matrix-test",
                "--default", "shards=1", "--default", "batch-size=1", "--default", "blind-insert=true").ok().err()
                .strip()).isEqualTo("Imported 18 iterations. Look at them with: tidemark report matrix-test");
    }

    @Test
    void theManualsMatrixGivesItsFullTableInItsOrder() {
        importMatrix();
        assertThat(rows(report("matrix-test").get("table"), "elapsed", "compaction-write", "flush-write",
                "journal-write", "total-write", "on-disk-size", "in-memory-size", "documents", "segments-written"))
                .containsExactly(
                        "2 10 true | 60.69 9.44 166.72 303.04 479.2 155.19 184.55 10000 6",
                        "1 10 true | 60.78 13.63 185.6 301.99 501.22 155.19 184.55 10000 7",
                        "2 100 true | 60.85 6.29 166.72 301.99 475.0 155.19 184.55 10000 6",
                        "2 10 false | 61.62 7.34 166.72 303.04 477.1 155.19 184.55 10000 6",
                        "4 10 true | 61.7 0 166.72 303.04 469.76 159.38 356.52 10000 8",
                        "2 100 false | 61.71 6.29 166.72 301.99 475.0 155.19 184.55 10000 6",
                        "1 100 false | 61.84 12.58 186.65 301.99 501.22 155.19 184.55 10000 7",
                        "4 100 true | 61.88 0 166.72 301.99 468.71 159.38 356.52 10000 8",
                        "4 100 false | 62.89 0 166.72 301.99 468.71 159.38 356.52 10000 8",
                        "1 100 true | 63.02 15.73 185.6 301.99 503.32 155.19 184.55 10000 7",
                        "4 10 false | 63.15 0 166.72 303.04 469.76 159.38 356.52 10000 8",
                        "1 10 false | 64.01 15.73 184.55 301.99 502.27 155.19 184.55 10000 7",
                        "2 1 false | 67.05 9.44 166.72 303.04 479.2 155.19 184.55 10000 6",
                        "4 1 false | 67.69 0 166.72 303.04 469.76 159.38 356.52 10000 8",
                        "1 1 false | 69.67 13.63 186.65 303.04 503.32 155.19 184.55 10000 7",
                        "4 1 true | 70.14 0 166.72 303.04 469.76 159.38 356.52 10000 8",
                        "2 1 true | 72.12 8.39 166.72 303.04 478.15 155.19 184.55 10000 6",
                        "1 1 true | 80.6 22.02 182.45 303.04 507.51 155.19 184.55 10000 7");
        List<List<String>> piped = program.run("report", "matrix-test").ok().table();
        assertThat(piped.getFirst()).startsWith("shards", "batch-size", "blind-insert", "elapsed", "compaction-write",
                "flush-write", "journal-write", "total-write", "on-disk-size", "in-memory-size", "documents",
                "segments-written");
        assertThat(piped).hasSize(19);
        assertThat(piped.get(1)).startsWith("2", "10", "true", "60.69", "9.437184", "166.723584");
    }

    @Test
    void theManualsMatrixGivesItsSubTables() {
        importMatrix();
        JsonNode tables = report("matrix-test").get("subTables");
        assertThat(tables.valueStream().map(t -> t.get("title").asString())).containsExactly(
                "Varying shards, others at their best values",
                "Varying batch-size, others at their best values",
                "Varying blind-insert, others at their best values",
                "Varying shards, others at their defaults",
                "Varying batch-size, others at their defaults",
                "Varying blind-insert, others at their defaults");
        assertThat(rows(tables.get(0), "elapsed", "compaction-write", "total-write")).containsExactly(
                "2 | 60.69 9.44 479.2", "1 | 60.78 13.63 501.22", "4 | 61.7 0 469.76");
        assertThat(rows(tables.get(1), "elapsed", "compaction-write", "total-write")).containsExactly(
                "10 | 60.69 9.44 479.2", "100 | 60.85 6.29 475.0", "1 | 72.12 8.39 478.15");
        assertThat(rows(tables.get(2), "elapsed")).containsExactly("true | 60.69", "false | 61.62");
        assertThat(rows(tables.get(3), "elapsed")).containsExactly("4 | 70.14", "2 | 72.12", "1 | 80.6");
        assertThat(rows(tables.get(4), "elapsed")).containsExactly("10 | 60.78", "100 | 63.02", "1 | 80.6");
        assertThat(rows(tables.get(5), "elapsed")).containsExactly("false | 69.67", "true | 80.6");
    }

    @Test
    void theSameTableTwiceChangesNothing() {
        importMatrix();
        String before = program.run("report", "matrix-test", "--raw").ok().out();
        assertThat(program.run("import", program.file("matrix-test.csv").toString(), "--label", "matrix-test",
                "--default", "shards=1", "--default", "batch-size=1", "--default", "blind-insert=true").ok().err())
                .startsWith("Imported 0 iterations; 18 were there already.");
        assertThat(program.run("report", "matrix-test", "--raw").ok().out()).isEqualTo(before);
    }

    @Test
    void tagColumnsMakeSubTablesAsSettingsDo() throws IOException {
        Files.writeString(program.file("disks.csv"), """
                File System,Disk Type,Duration,Host
                ext4,EBS,3M14.85S,ml.large
                ext3,EBS,3M16.72S,ml.large
                ext3,PIOPS-4000,3M37.9S,ml.large
                ext4,PIOPS-4000,3M38.96S,ml.large
                """);
        program.run("import", program.file("disks.csv").toString(), "--label", "disks", "--map",
                "File System=tag:file-system-format", "--map", "Disk Type=tag:disk-type", "--map", "Host=tag:host-type",
                "--default", "tag:file-system-format=ext3", "--default", "tag:disk-type=EBS").ok();
        JsonNode report = report("disks");
        assertThat(rows(report.get("table"), "elapsed")).containsExactly("ext4 EBS | 194.85", "ext3 EBS | 196.72",
                "ext3 PIOPS-4000 | 217.9", "ext4 PIOPS-4000 | 218.96");
        assertThat(report.get("subTables").valueStream().map(t -> t.get("title").asString())).containsExactly(
                "Varying file-system-format, others at their best values",
                "Varying disk-type, others at their best values",
                "Varying file-system-format, others at their defaults",
                "Varying disk-type, others at their defaults");
        assertThat(rows(report.get("subTables").get(3), "elapsed")).containsExactly("EBS | 196.72",
                "PIOPS-4000 | 217.9");
    }

    /** Whatever the file is called, and without a word of how to read it. */
    @Test
    void filesOfOlderSystemsNeedNoOptions() throws IOException {
        Files.writeString(program.file("PerfToolsRanRead.txt"), """
                RunDate,RunTime,Database,Namespace,Reads,Writes,ReadsPS,WritesPS,StdDevR,StdDevW,Processes,ReadPct,
                2024-05-01,10:15:30,/isc/iris/ran/,RAN,200500,,3330,,.004,,5,100,
                2024-05-01,10:17:02,/isc/iris/ran/,RAN,390000,,6480,,.012,,10,100,
                """);
        program.run("import", program.file("PerfToolsRanRead.txt").toString(), "--label", "ran").ok();
        assertThat(rows(report("ran").get("table"), "operations-per-second", "reads-per-second")).containsExactly(
                "10 | 6480 6480", "5 | 3330 3330");
        Files.writeString(program.file("mlperf.tsv"), "test\tdocs\tchunks\telapsed ms\tdocs/sec\n"
                + "one\t1000\t1\t3000\t333.25\ntwo\t1000\t10\t800\t1250\n");
        program.run("import", program.file("mlperf.tsv").toString(), "--label", "mlperf").ok();
        assertThat(rows(report("mlperf").get("table"), "documents-per-second", "elapsed")).containsExactly(
                "10 two | 1250 0.8", "1 one | 333.25 3");
        Files.writeString(program.file("run.jtl"), """
                timeStamp,elapsed,label,responseCode,success,allThreads
                1772618400000,100,search,200,true,1
                1772618400100,300,search,200,true,1
                """);
        program.run("import", program.file("run.jtl").toString(), "--label", "jmeter").ok();
        assertThat(report("jmeter").get("workload").asString()).isEqualTo("query");
    }

    @Test
    void whatAReportWroteComesBack() throws IOException {
        importMatrix();
        for (String form : List.of("--tsv", "--raw")) {
            Files.writeString(program.file("x.tsv"), program.run("report", "matrix-test", form).ok().out());
            program.run("import", program.file("x.tsv").toString(), "--label", "back" + form).ok();
            assertThat(rows(report("back" + form).get("table"), "elapsed", "journal-write", "documents"))
                    .isEqualTo(rows(report("matrix-test").get("table"), "elapsed", "journal-write", "documents"));
            assertThat(report("back" + form).get("headline").asString()).as("rows may be means of several runs")
                    .contains("of 18 single imported figures").doesNotContain("single runs");
        }
    }

    /** Measures of operations, of groups and of a driver are no settings, which would tear rounds apart. */
    @Test
    void whatOnlySomeRunsMeasureComesBackAsMeasures() throws IOException {
        for (String operation : List.of("pay", "look")) {
            Files.writeString(program.file(operation + ".sql"), "SELECT 1;\n");
        }
        Path experiment = Files.writeString(program.file("shop.yaml"), """
                label: shop
                workload: script
                target: sqlite
                set: {operations: 40, warm-up: none, script: '%s'}
                groups: [{name: buyers, workers: 1}, {name: lookers, workers: 2}]
                plan: {repeat: 3}
                """.formatted(program.file("pay.sql") + "@1;" + program.file("look.sql") + "@3"));
        program.run("run", experiment.toString()).ok();
        for (String form : List.of("--tsv", "--raw")) {
            Files.writeString(program.file("x.tsv"), program.run("report", "shop", form).ok().out());
            program.run("import", program.file("x.tsv").toString(), "--label", "shop" + form).ok();
            assertThat(program.iterations("shop" + form)).as(form).hasSize(form.equals("--raw") ? 3 : 1)
                    .allSatisfy(i -> assertThat(i.settings()).isEmpty())
                    .allSatisfy(i -> assertThat(i.values()).extracting(MeasuredValue::measure).contains("look.p99",
                            "pay-per-second", "buyers.response.p50", "log-size"));
        }
        try (ResultStore store = ResultStore.open(program.store())) {
            MeasureSet measures = store.label("shop--raw").orElseThrow().measures();
            assertThat(Stream.of("look.p99", "pay-per-second", "buyers.response.p50", "log-size").map(name ->
                    measures.find(name).orElseThrow().unit())).containsExactly("ms", "/s", "ms", "MB");
        }
        JsonNode before = report("shop").get("table");
        JsonNode after = report("shop--raw").get("table");
        assertThat(after.get("rows")).hasSize(1);
        assertThat(rows(after, "scripts-per-second", "look.p99")).isEqualTo(rows(before, "scripts-per-second", "look.p99"));
    }

    @Test
    void aZipIsKnownByWhatItIs() throws IOException {
        importMatrix();
        Path zip = program.file("x.zip");
        program.run("export", "matrix-test", "--to", zip.toString()).ok();
        Path other = Files.copy(zip, program.file("results.csv"));
        assertThat(program.run("import", other.toString()).ok().err()).contains("18 were there already");
        Files.writeString(program.file("table.txt"), "Duration\n1\n");
        assertThat(program.refused("import", program.file("table.txt").toString())).endsWith(
                "table.txt: name the label of the imported rows with --label");
        program.run("import", program.file("table.txt").toString(), "--label", "text").ok();
    }

    @Test
    void whatIsSaidOfATableIsRefusedWithAnExport() {
        importMatrix();
        Path zip = program.file("x.zip");
        program.run("export", "matrix-test", "--to", zip.toString()).ok();
        for (String[] option : List.of(new String[] {"--label", "other"}, new String[] {"--set", "shards=9"},
                new String[] {"--map", "a=elapsed"}, new String[] {"--default", "shards=1"},
                new String[] {"--workload", "ingest"}, new String[] {"--target", "lmdb"})) {
            assertThat(program.refused("import", zip.toString(), option[0], option[1])).endsWith("x.zip: " + option[0]
                    + " is for a table; an export keeps the labels, settings and measures that it has");
        }
        program.run("import", zip.toString(), "--quiet").ok();
    }

    /** A repeat is a number, and no round: three runs of one disk, then three of another. */
    @Test
    void ofSessionsThatWereImportedNothingIsClaimed() throws IOException {
        Files.writeString(program.file("disks.csv"), """
                disk,documents-per-second
                old,200.1
                old,203.4
                old,198.2
                new,210.3
                new,207.5
                new,208.8
                """);
        program.run("import", program.file("disks.csv").toString(), "--label", "disks", "--map", "disk=tag:disk").ok();
        String why = "mported, so not known to be interleaved: differences between sessions are not in the error";
        JsonNode report = report("disks");
        assertThat(report.get("verdict").asString()).isEqualTo("exploratory");
        assertThat(report.get("headline").asString()).startsWith("Disk new came first").contains(why);
        assertThat(report.get("effects").valueStream()).isNotEmpty().noneMatch(e -> e.has("low"));
        assertThat(program.run("compare", "disks", "--by", "disk", "--json").ok().out()).contains(why);
    }

    @Test
    void faultInTheTableIsOneLineAndNothingIsStored() throws IOException {
        Files.writeString(program.file("bad.csv"), "Forest Count,Duration\n1,1M\n2,soon\n");
        assertThat(program.refused("import", program.file("bad.csv").toString(), "--label", "bad")).isEqualTo(
                "bad.csv:3: column 'Duration': 'soon' is no number for elapsed; write it as 60.69, 60.69s or 1M0.69S");
        Files.writeString(program.file("bad.csv"), "Frest Count,Duration\n1,1M\n");
        assertThat(program.refused("import", program.file("bad.csv").toString(), "--label", "bad")).startsWith(
                "bad.csv: column 'Frest Count' is no known param or measure (did you mean 'forest-count'?)");
        assertThat(program.run("list").ok().table()).hasSize(1);
    }
}
