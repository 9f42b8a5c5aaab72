package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                        "2 10 true | 60.69 9 159 289 457 148 176 10000 6",
                        "1 10 true | 60.78 13 177 288 478 148 176 10000 7",
                        "2 100 true | 60.85 6 159 288 453 148 176 10000 6",
                        "2 10 false | 61.62 7 159 289 455 148 176 10000 6",
                        "4 10 true | 61.7 0 159 289 448 152 340 10000 8",
                        "2 100 false | 61.71 6 159 288 453 148 176 10000 6",
                        "1 100 false | 61.84 12 178 288 478 148 176 10000 7",
                        "4 100 true | 61.88 0 159 288 447 152 340 10000 8",
                        "4 100 false | 62.89 0 159 288 447 152 340 10000 8",
                        "1 100 true | 63.02 15 177 288 480 148 176 10000 7",
                        "4 10 false | 63.15 0 159 289 448 152 340 10000 8",
                        "1 10 false | 64.01 15 176 288 479 148 176 10000 7",
                        "2 1 false | 67.05 9 159 289 457 148 176 10000 6",
                        "4 1 false | 67.69 0 159 289 448 152 340 10000 8",
                        "1 1 false | 69.67 13 178 289 480 148 176 10000 7",
                        "4 1 true | 70.14 0 159 289 448 152 340 10000 8",
                        "2 1 true | 72.12 8 159 289 456 148 176 10000 6",
                        "1 1 true | 80.6 21 174 289 484 148 176 10000 7");
        List<List<String>> piped = program.run("report", "matrix-test").ok().table();
        assertThat(piped.getFirst()).startsWith("shards", "batch-size", "blind-insert", "elapsed", "compaction-write",
                "flush-write", "journal-write", "total-write", "on-disk-size", "in-memory-size", "documents",
                "segments-written");
        assertThat(piped).hasSize(19);
        assertThat(piped.get(1)).startsWith("2", "10", "true", "60.69", "9", "159");
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
                "2 | 60.69 9 457", "1 | 60.78 13 478", "4 | 61.7 0 448");
        assertThat(rows(tables.get(1), "elapsed", "compaction-write", "total-write")).containsExactly(
                "10 | 60.69 9 457", "100 | 60.85 6 453", "1 | 72.12 8 456");
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
