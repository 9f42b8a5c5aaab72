package dev.tidemark.report.analysis.table;

import static dev.tidemark.report.Samples.MEASURES;
import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.analysis.Report;
import org.junit.jupiter.api.Test;

class DefaultsTest {

    private static final Map<String, String> SAVED = Map.of("file-system-format", "ext3", "disk-type", "EBS");

    private final List<Batch> batches = new ArrayList<>();
    private final List<Iteration> iterations = new ArrayList<>();

    /** A job of its own: what it says is in its default point; what was stored or declared stands beside it. */
    private void job(Map<String, String> defaults, Map<String, String> standing, double elapsed, Setting... settings) {
        batches.add(new Batch(batches.size() + 1, "job: " + (batches.size() + 1) + "\n", 42, defaults, standing));
        run(elapsed, settings);
    }

    /** Another iteration of the newest job. */
    private void run(double elapsed, Setting... settings) {
        iterations.add(iteration(batches.size(), iterations.size(), 0, IterationState.DONE, "", List.of(settings),
                Map.of("elapsed", elapsed)));
    }

    private void fileSystem(String format, String disk, double elapsed) {
        job(Map.of("file-system-format", format, "disk-type", disk), SAVED, elapsed,
                Setting.tag("file-system-format", format), Setting.tag("disk-type", disk));
    }

    private Report report() {
        return Report.of(new LabelResults("file-system-compare", "ingest", "elapsed", MEASURES, "single", batches,
                iterations));
    }

    private static List<String> rows(Report report, String title) {
        Table table = report.subTables().stream().filter(t -> t.title().equals(title)).findFirst().orElseThrow();
        return table.rows().stream().map(r -> r.level(table.dimensions().columns().getFirst()) + " "
                + r.cell("elapsed").orElseThrow().mean()).toList();
    }

    /** Section 7 of the older manual, where the last of the four jobs was not the one at the defaults. */
    @Test
    void whatOnlyDiffersBetweenJobsHasItsDefaultFromWhatWasStored() {
        fileSystem("ext3", "EBS", 196.72);
        fileSystem("ext4", "EBS", 194.85);
        fileSystem("ext3", "PIOPS-4000", 217.9);
        fileSystem("ext4", "PIOPS-4000", 218.96);
        Report report = report();
        assertThat(rows(report, "Varying file-system-format, others at their defaults"))
                .containsExactly("ext4 194.85", "ext3 196.72");
        assertThat(rows(report, "Varying disk-type, others at their defaults"))
                .containsExactly("EBS 196.72", "PIOPS-4000 217.9");
        assertThat(report.defaultRow().orElseThrow().cell("elapsed").orElseThrow().mean()).isEqualTo(196.72);
        assertThat(report.answer()).contains("1.0 % faster than the defaults");
        assertThat(report.results().experiments()).hasSize(4);
    }

    @Test
    void theValueThatTheNewestJobHappensToSetIsNoDefault() {
        job(Map.of("source", "generate"), Map.of("source", "generate"), 2, param("source", "generate"));
        job(Map.of("source", "directory"), Map.of("source", "generate"), 1, param("source", "directory"));
        Report report = report();
        assertThat(report.answer()).contains("Source directory came first").doesNotContain("these are the defaults");
        assertThat(report.defaultRow().orElseThrow().level("source").text()).isEqualTo("generate");
    }

    @Test
    void whatNobodyStoredHasNoDefault() {
        job(Map.of("host-type", "small"), Map.of("shards", "1"), 2, Setting.tag("host-type", "small"));
        job(Map.of("host-type", "large"), Map.of("shards", "1"), 1, Setting.tag("host-type", "large"));
        assertThat(report().defaultRow()).isEmpty();
    }

    /** A study on a database of the user's, whose own options are not those that Tidemark declares. */
    @Test
    void whatWasLeftToTheDataHasTheDefaultThatWasReadBack() {
        Setting memtable = param("memtable", "3MB", SettingOrigin.EFFECTIVE);
        Setting cache = param("block-cache", "32MB", SettingOrigin.EFFECTIVE);
        Map<String, String> declared = Map.of("memtable", "64MB", "block-cache", "128MB");
        job(declared, declared, 4, memtable, cache);
        run(3, param("memtable", "16MB", SettingOrigin.VARY), cache);
        run(2, memtable, param("block-cache", "1GB", SettingOrigin.VARY));
        Report report = report();
        assertThat(rows(report, "Varying memtable, others at their defaults"))
                .containsExactly("16MB 3.0", "3MB 4.0");
        assertThat(rows(report, "Varying block-cache, others at their defaults"))
                .containsExactly("1GB 2.0", "32MB 4.0");
        assertThat(report.defaultRow().orElseThrow().cell("elapsed").orElseThrow().mean()).isEqualTo(4);
    }

    /** What a newer experiment sets, or what a database of Tidemark's own was made with, is not what others' data had. */
    @Test
    void whatWasReadBackIsNoDefaultOfWhatIsSetOrDeclaredElsewhere() {
        Map<String, String> declared = Map.of("memtable", "64MB");
        job(declared, declared, 4, param("memtable", "3MB", SettingOrigin.EFFECTIVE));
        job(Map.of("memtable", "32MB"), declared, 3, param("memtable", "32MB", SettingOrigin.SET));
        run(2, param("memtable", "16MB", SettingOrigin.VARY));
        assertThat(report().defaultRow().orElseThrow().cell("elapsed").orElseThrow().mean()).isEqualTo(3);
        batches.clear();
        iterations.clear();
        job(declared, declared, 4, param("memtable", "3MB", SettingOrigin.EFFECTIVE));
        job(declared, declared, 5, param("memtable", "64MB", SettingOrigin.DECLARED));
        assertThat(report().defaultRow().orElseThrow().cell("elapsed").orElseThrow().mean()).isEqualTo(5);
    }

    @Test
    void whatAnExperimentVariesHasTheDefaultThatItSets() {
        job(Map.of("shards", "2"), Map.of("shards", "1"), 2, param("shards", 1, SettingOrigin.VARY));
        run(1, param("shards", 2, SettingOrigin.VARY));
        Report report = report();
        assertThat(report.answer()).contains("these are the defaults");
        assertThat(report.notes()).noneMatch(n -> n.contains("different defaults"));
    }

    @Test
    void differentDefaultsAreTold() {
        job(Map.of("shards", "1"), Map.of("shards", "1"), 2, param("shards", 1));
        job(Map.of("shards", "2"), Map.of("shards", "2"), 1, param("shards", 2));
        Report report = report();
        assertThat(report.notes()).contains("The experiments of this label had different defaults of shards (1 and 2); "
                + "2, the newest, is taken.");
        assertThat(report.defaultRow().orElseThrow().level("shards").text()).isEqualTo("2");
    }

    @Test
    void whereNothingWasRecordedApartTheNewestDefaultPointCountsAsBefore() {
        job(Map.of("shards", "1"), Map.of(), 2, param("shards", 1));
        job(Map.of("shards", "2"), Map.of(), 1, param("shards", 2));
        assertThat(report().defaultRow().orElseThrow().level("shards").text()).isEqualTo("2");
    }
}
