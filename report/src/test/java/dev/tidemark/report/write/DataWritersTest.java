package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.param.DigestedText;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.param.Setting;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DataWritersTest {

    private final Report matrix = Report.of(Samples.manualMatrix());
    private final Report demo = Report.of(Samples.demo().label("demo").orElseThrow());

    @Test
    void tsvHasAHeadingAndALinePerRow() {
        List<String> lines = TsvReport.of(matrix).lines().toList();
        assertThat(lines).hasSize(19);
        assertThat(lines.get(0)).isEqualTo("shards\tbatch-size\tblind-insert\telapsed\tcompaction-write\tflush-write\t"
                + "journal-write\ttotal-write\ton-disk-size\tin-memory-size\tdocuments\tsegments-written\truns\tbest\tstate\tverdict\tat-least\tmaximum");
        assertThat(lines.get(1))
                .isEqualTo("2\t10\ttrue\t60.69\t9\t159\t289\t457\t148\t176\t10000\t6\t1\ttrue\tdone\t\t\t");
    }

    @Test
    void tsvGivesTheIntervalWhereThereAreRepeats() {
        List<String> lines = TsvReport.of(demo).lines().toList();
        assertThat(lines.get(0)).contains("elapsed\telapsed.low\telapsed.high");
        assertThat(lines).allMatch(l -> l.split("\t", -1).length == lines.get(0).split("\t").length);
    }

    @Test
    void rawTsvHasEveryIterationWithItsState() {
        List<String> lines = TsvReport.raw(demo).lines().toList();
        assertThat(lines).hasSize(56);
        assertThat(lines.getLast()).contains("\tfailed\t").endsWith("The runner ran out of memory.\t\t");
    }

    @Test
    void everyHeadingStandsOnceAndAMeasureKeepsItsName() {
        Report report = Report.of(Samples.sameName());
        assertThat(TsvReport.of(report)).startsWith("setting.documents\tdocuments-per-second\t")
                .contains("\telapsed.high\tdocuments\tdocuments.low\t").contains("\n100000\t25000.");
        assertThat(CsvTable.ofTsv(TsvReport.raw(report))).startsWith(
                "id,batch,round,position,state,started,setting.documents,elapsed,documents,documents-per-second,"
                        + "verdict,at-least,maximum\r\n").contains(",100000,2,60000,30000,,,\r\n",
                        ",200000,5,50001,10000.2,,,\r\n");
    }

    @Test
    void aTagCalledLikeAColumnOfTheFileIsToldApart() {
        Report report = Report.of(Samples.label("tags", Map.of(), "single", List.of(
                Samples.iteration(0, 0, List.of(Setting.tag("state", "new"), Setting.tag("runs", "few"),
                        Setting.tag("elapsed.low", "a")), Map.of("elapsed", 1.0)),
                Samples.iteration(1, 0, List.of(Setting.tag("state", "old"), Setting.tag("runs", "many"),
                        Setting.tag("elapsed.low", "b")), Map.of("elapsed", 2.0)))));
        assertThat(TsvReport.of(report)).startsWith(
                "setting.state\tsetting.runs\tsetting.elapsed.low\telapsed\truns\tbest\tstate\tverdict\tat-least\tmaximum\n");
        assertThat(TsvReport.raw(report))
                .contains("state\tstarted\tsetting.state\truns\telapsed.low\telapsed\tverdict\tat-least\tmaximum");
    }

    /** A reader of numbers takes an empty cell for no data, and a dash for a word. */
    @Test
    void whatIsMissingIsEmpty() {
        Report report = Report.of(Samples.label("gaps", Map.of(), "single", List.of(
                Samples.iteration(0, 0, List.of(Samples.param("shards", 2), Samples.param("cache", 8)),
                        Map.of("elapsed", 1.0, "documents", 5.0)),
                Samples.iteration(1, 0, List.of(Samples.param("shards", 4)), Map.of("elapsed", 2.0)),
                Samples.iteration(2, 0, List.of(Samples.param("shards", 2)), Map.of("elapsed", 3.0)))));
        assertThat(TsvReport.of(report))
                .isEqualTo("shards\tcache\telapsed\tdocuments\truns\tbest\tstate\tverdict\tat-least\tmaximum\n"
                + "2\t8\t1\t5\t1\ttrue\tdone\t\t\t\n4\t\t2\t\t1\ttrue\tdone\t\t\t\n2\t\t3\t\t1\ttrue\tdone\t\t\t\n");
        assertThat(TsvReport.exact(Double.NaN)).isEmpty();
        JsonNode rows = JsonMapper.shared().readTree(JsonReport.of(report)).get("table").get("rows");
        assertThat(rows.get(0).get("settings").get("cache").asString()).isEqualTo("8");
        assertThat(rows.get(1).get("settings").has("cache")).isFalse();
    }

    @Test
    void aTabInATagDoesNotMakeAColumn() {
        Report report = Report.of(Samples.label("tabs", Map.of(), "single", List.of(
                Samples.iteration(0, 0, List.of(Setting.tag("disk", "a\tb")), Map.of("elapsed", 1.0)),
                Samples.iteration(1, 0, List.of(Setting.tag("disk", "c\nd")), Map.of("elapsed", 2.0)))));
        assertThat(TsvReport.of(report).lines()).hasSize(3).allMatch(l -> l.split("\t", -1).length == 8);
    }

    @Test
    void jsonSaysItsFormatAndVersionAndTheFigures() {
        JsonNode json = JsonMapper.shared().readTree(JsonReport.of(demo));
        assertThat(json.get("format").asString()).isEqualTo("tidemark-report");
        assertThat(json.get("version").asInt()).isEqualTo(1);
        JsonNode best = json.get("table").get("rows").get(0);
        assertThat(best.get("best").asBoolean()).isTrue();
        assertThat(best.get("values").get("elapsed").get("runs").asInt()).isEqualTo(3);
        assertThat(best.get("values").get("elapsed").get("low").asDouble())
                .isLessThan(best.get("values").get("elapsed").get("mean").asDouble());
        assertThat(json.get("subTables")).hasSize(6);
        JsonNode effect = json.get("effects").get(0);
        assertThat(effect.get("base").asString()).isEqualTo("together");
        assertThat(effect.propertyNames()).contains("significant", "low", "high", "adjustedP", "paired");
        assertThat(json.get("excluded").get(0).get("state").asString()).isEqualTo("failed");
    }

    @Test
    void whatAServerToldOfAnIndexIsThereOnceAndNoColumn() {
        Report report = Report.of(Samples.label("own", Map.of(), "single", List.of(
                Samples.iteration(0, 0, index("#11", "{}"), Map.of("elapsed", 1.0)),
                Samples.iteration(1, 0, index("#22", "{\"fields\":[]}"), Map.of("elapsed", 2.0)))));
        JsonNode json = JsonMapper.shared().readTree(JsonReport.of(report));
        assertThat(json.get("serverTexts").properties()).extracting(e -> e.getKey() + " " + e.getValue().asString())
                .containsExactly("server-schema #11 {}", "server-schema #22 {\"fields\":[]}");
        assertThat(json.get("table").toString()).contains("server-schema").doesNotContain("server-schema-text");
        assertThat(json.has("scriptTexts")).isFalse();
        assertThat(TsvReport.of(report).lines().findFirst().orElseThrow()).doesNotContain("-text");
    }

    private static List<Setting> index(String digest, String text) {
        return List.of(Setting.detected("server-schema", digest), DigestedText.of("server-schema", text));
    }

    @Test
    void jsonLeavesOutWhatIsUnknown() {
        JsonNode json = JsonMapper.shared().readTree(JsonReport.of(matrix));
        assertThat(json.get("table").get("rows").get(0).get("values").get("elapsed").has("low")).isFalse();
        assertThat(json.get("effects").get(0).propertyNames()).contains("significant").doesNotContain("low", "adjustedP");
    }

    @Test
    void showJsonListsIterationsWithTheirState() {
        JsonNode json = JsonMapper.shared().readTree(JsonReport.show(Samples.demo().label("demo").orElseThrow()));
        assertThat(json.get("iterations")).hasSize(55);
        assertThat(json.get("iterations").get(0).get("state").asString()).isEqualTo("done");
        assertThat(json.get("iterations").get(54).get("state").asString()).isEqualTo("failed");
        assertThat(JsonMapper.shared().readTree(JsonReport.list(Samples.demo().labels())).get("labels").get(0)
                .get("iterations").get("done").asInt()).isEqualTo(54);
    }
}
