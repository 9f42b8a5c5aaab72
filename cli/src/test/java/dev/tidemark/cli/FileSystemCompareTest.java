package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The old manual's section 7: four jobs under one label, told apart by tags of which the defaults are saved. */
class FileSystemCompareTest {

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

    private void run(String... tags) {
        List<String> line = new ArrayList<>(List.of("ingest", "--label", "file-system-compare", "--target", "null",
                "--documents", "10", "--warm-up", "none", "--alongside"));
        for (String tag : tags) {
            line.addAll(List.of("--tag", tag));
        }
        program.run(line.toArray(String[]::new)).ok();
    }

    private static List<String> levels(JsonNode report, String title) {
        return report.get("subTables").valueStream().filter(t -> t.get("title").asString().equals(title))
                .flatMap(t -> t.get("rows").valueStream())
                .map(r -> r.get("settings").values().iterator().next().asString())
                .sorted().toList();
    }

    @Test
    void theTableOfOthersAtTheirDefaultsStartsFromTheSavedTags() {
        program.run("defaults", "set", "ingest", "tag:file-system-format=ext3", "tag:disk-type=EBS").ok();
        run();
        run("file-system-format=ext4");
        run("disk-type=PIOPS-4000");
        run("file-system-format=ext4", "disk-type=PIOPS-4000");
        JsonNode report = JsonMapper.shared().readTree(
                program.run("report", "file-system-compare", "--json").ok().out());
        assertThat(report.get("table").get("rows")).hasSize(4);
        assertThat(levels(report, "Varying file-system-format, others at their defaults"))
                .containsExactly("ext3",
                "ext4");
        assertThat(levels(report, "Varying disk-type, others at their defaults")).containsExactly("EBS",
                "PIOPS-4000");
        assertThat(report.get("experiments")).hasSize(4);
        JsonNode effects = report.get("effects");
        assertThat(effects.valueStream().filter(e -> e.get("base").asString().contains("defaults"))
                .map(e -> e.get("from").asString()).sorted().distinct().toList()).containsExactly("EBS", "ext3");
    }
}
