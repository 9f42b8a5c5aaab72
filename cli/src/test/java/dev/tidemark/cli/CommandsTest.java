package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every command as a person types it, with the null driver. */
@Timeout(300)
class CommandsTest {

    private static final String SMALL = """
            label: small
            workload: ingest
            target: "null"
            set: {documents: 50, payload: 100, warm-up: none}
            plan: {fork: none, order: given}
            """;

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

    private String experiment(String... lines) throws IOException {
        Path file = program.file("experiment.yaml");
        Files.writeString(file, SMALL + String.join("\n", lines) + "\n");
        return file.toString();
    }

    /** {@code ingest} on the null driver with small documents. */
    private Ran ingest(String... more) {
        List<String> line = new ArrayList<>(List.of("ingest", "--target", "null", "--documents", "50", "--warm-up",
                "none"));
        line.addAll(List.of(more));
        return program.run(line.toArray(String[]::new));
    }

    // ---- flags become an experiment ----

    @Test
    void listsMakeDimensionsAndSingleValuesSettings() {
        Ran ran = ingest("--label", "flags", "--batch-size", "1,10", "--workers", "1,2", "--payload", "1kB").ok();
        List<List<String>> table = ran.table();
        assertThat(table.getFirst()).startsWith("batch-size", "workers", "elapsed");
        assertThat(table).hasSize(5);
        assertThat(table.subList(1, 5).stream().map(row -> row.subList(0, 2))).containsExactlyInAnyOrder(
                List.of("1", "1"), List.of("1", "2"), List.of("10", "1"), List.of("10", "2"));
        assertThat(program.iterations("flags")).hasSize(4).allSatisfy(i -> {
            assertThat(i.setting("payload").map(Setting::text)).contains("1kB");
            assertThat(i.setting("payload").map(Setting::origin)).contains(SettingOrigin.SET);
            assertThat(i.setting("batch-size").map(Setting::origin)).contains(SettingOrigin.VARY);
        });
    }

    @Test
    void columnsOfAReportStandInTheOrderInWhichTheyWereGiven() throws IOException {
        Ran ran = program.run("run", experiment("vary: {payload: [100, 200], batch-size: [1, 10], documents: [5, 6]}"))
                .ok();
        assertThat(ran.table().getFirst()).startsWith("payload", "batch-size", "setting.documents");
    }

    @Test
    void olderNamesCarryTheirUnitsAndValues() {
        assertThat(points("--tree-size", "16,32")).containsExactly("memtable 16MB", "memtable 32MB");
        assertThat(points("--memtable", "16MB,32MB")).containsExactly("memtable 16MB", "memtable 32MB");
        assertThat(points("--forest-count", "1,2")).containsExactly("shards 1", "shards 2");
        assertThat(points("--io-limit", "0,5")).containsExactly("background-io-limit unlimited",
                "background-io-limit 5MB/s");
        assertThat(points("--hang-time", "100,2000")).containsExactly("think-time 100ms", "think-time 2s");
        assertThat(points("--fast-insert-value", "true,false")).containsExactly("blind-insert true",
                "blind-insert false");
    }

    @Test
    void studyVariesEachValueAloneAroundTheDefaultPoint() {
        assertThat(points("--plan", "study", "--thread-count", "8,16,32", "--default", "thread-count=16",
                "--batch-size", "1,100")).containsExactly("rocksdb", "workers 8", "workers 32", "batch-size 100");
    }

    @Test
    void olderRunModeMeansTheSource() throws IOException {
        Path files = Files.createDirectories(program.file("files"));
        for (int i = 0; i < 3; i++) {
            Files.writeString(files.resolve("file " + i + ".txt"), "text " + i);
        }
        program.run("ingest", "--target", "null", "--label", "files", "--warm-up", "none", "--run-mode",
                "load-from-disk", "--data-directory", files.toString()).ok();
        assertThat(program.iterations("files")).singleElement().satisfies(i -> {
            assertThat(i.setting("source").map(Setting::text)).contains("directory");
            assertThat(i.value("documents").orElseThrow().number()).isEqualTo(3);
        });
    }

    /** What a dry run of an ingest with these flags would run, point by point. */
    private List<String> points(String... flags) {
        List<String> line = new ArrayList<>(List.of("ingest", "--dry-run"));
        line.addAll(List.of(flags));
        Ran ran = program.run(line.toArray(String[]::new)).ok();
        return ran.out().lines().takeWhile(l -> !l.isBlank())
                .map(l -> l.replaceFirst("^ *\\d+  ", "").replaceFirst("  .*$", "").replaceFirst("^rocksdb: ", ""))
                .toList();
    }

    @Test
    void roundsThatConfirmAreInTheSumOfADryRun() {
        assertThat(program.run("ingest", "--dry-run", "--shards", "1,2,4", "--confirm", "5").ok().out())
                .contains("\n3 points × 1 round + 2 points × 5 rounds to confirm = 13 iterations, ");
    }

    @Test
    void dryRunTellsPointsAmountAndTimeAndRunsNothing() {
        Ran ran = program.run("ingest", "--dry-run", "--shards", "1,2", "--repeat", "3", "--documents", "20",
                "--rate", "10").ok();
        assertThat(ran.out().lines()).containsExactly("1  rocksdb: shards 1  20 documents, 200 kB to store, 0:02",
                "2  rocksdb: shards 2  20 documents, 200 kB to store, 0:02", "",
                "2 points × 3 rounds = 6 iterations, 1.2 MB of documents; expected time: about 0:21.");
        assertThat(program.run("list").ok().table()).hasSize(1);
        assertThat(program.file("results.db-work")).doesNotExist();
    }

    /** The protocol of a night, whose indexes take longer than all that is measured. */
    @Test
    void dryRunNamesWhatIsMadeBeforeWhereItsSpeedIsNotKnown() {
        String large = program.run("run", ManualPage.ROOT.resolve("examples/how-fast-is-search/large-scale.yaml").toString(),
                "--dry-run").ok().out();
        assertThat(large).contains(", after making the index of 1.00M documents, 3", " GB of text");
        assertThat(large).contains("13 iterations, after making indexes of ",
                "; expected time: about 13:", " and making the index of 1M documents, and a warm-up of 10k queries for each iteration, and "
                + "making the index of 50k documents, and making the index of 250k documents, as long as that takes.");
        assertThat(program.run("volume", "--preset", "leveled-8k", "--dry-run").ok().out())
                .contains("until time is up, 1.3 GB to store in each million operations, 6:00:00");
        assertThat(program.run("volume", "--key-count", "5k", "--duration", "1s", "--dry-run").ok().out())
                .contains(", after a preload of 5 MB", " and the preload of 5k keys, as long as that takes.");
    }

    @Test
    void dryRunCountsIndexesAndWarmUpsLikeThoseThatWereMeasured() {
        String[] query = {"query", "--target", "lucene", "--documents", "200,400", "--document-words", "20", "--queries",
            "50", "--warm-up-queries", "20", "--label", "q"};
        program.run(query).ok();
        String[] again = Stream.concat(Arrays.stream(query), Stream.of("--repeat", "2", "--dry-run")).toArray(String[]::new);
        assertThat(program.run(again).ok().out()).contains("expected time: ").doesNotContain("as long as that takes", "unknown");
    }

    /** What slows a driver slows what is stored before, too. */
    @Test
    void aPreloadIsForecastByThoseOfATargetThatWasSetAlike() {
        String[] volume = {"volume", "--target", "null", "--key-count", "200", "--duration", "100ms", "--warm-up", "none",
            "--label", "v", "--service-time"};
        program.run(Stream.concat(Arrays.stream(volume), Stream.of("1ms")).toArray(String[]::new)).ok();
        assertThat(program.run(Stream.concat(Arrays.stream(volume), Stream.of("1ms", "--dry-run")).toArray(String[]::new)).ok()
                .out()).containsPattern("expected time: about \\d+:\\d\\d\\.").doesNotContain("as long as that takes");
        assertThat(program.run(Stream.concat(Arrays.stream(volume), Stream.of("20ms", "--dry-run")).toArray(String[]::new)).ok()
                .out()).contains(" and the preload of 200 keys, as long as that takes.");
    }

    @Test
    void aPlanOfCenturiesHasItsTime() {
        assertThat(program.run("ingest", "--target", "null", "--dry-run", "--duration", "100000d", "--repeat", "2").ok()
                .out()).contains("expected time: about 106752 days.");
        program.run("ingest", "--target", "null", "--dry-run", "--duration", "106751d", "--repeat", "1000").ok();
    }

    @Test
    void dryRunTellsWhatStepsOfferAndTheirMeanRate() {
        assertThat(program.run("ingest", "--dry-run", "--arrivals", "steps", "--rate-steps",
                "100/s for 1m; 0/s for 1m; 40/s for 30s", "--payload", "1kB", "--arrivals-scale", "1,2").ok().out()
                .lines()
                .limit(2)).containsExactly(
                        "1  rocksdb: arrivals-scale 1  7.2k documents at 48/s on average, 7.2 MB to store, 2:30",
                        "2  rocksdb: arrivals-scale 2  14.4k documents at 96/s on average, 14 MB to store, 2:30");
        program.run("ingest", "--target", "null", "--arrivals", "steps", "--rate-steps",
                "100/s for 200ms; 0/s for 300ms",
                "--payload", "1kB", "--label", "steps"); // which a busy machine may be too slow for
        assertThat(json("show", "steps", "--json").at("/iterations/0/settings/mean-rate/text").asString())
                .isEqualTo("40/s");
        Ran wrong = program.run("ingest", "--arrivals", "step", "--rate-steps", "1/s for 1m");
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.err())
                .contains("'step' is not one of constant, poisson, steps, trace (did you mean 'steps'?)");
    }

    @Test
    void defaultNamesTheDefaultOfWhatIsVaried() throws IOException {
        Ran ran = program.run("run", experiment("vary: {batch-size: [1, 5], workers: [1, 2]}"), "--set",
                "batch-size=5", "--set", "workers=2").ok();
        assertThat(ran.table()).hasSize(5);
        JsonNode report = json("report", "small", "--json");
        assertThat(titles(report)).contains("Varying batch-size, others at their defaults",
                "Varying workers, others at their defaults");
        ingest("--label", "D", "--batch-size", "1,5", "--workers", "1,2", "--default", "batch-size=5").ok();
        JsonNode table = subTable(json("report", "D", "--json"), "Varying workers, others at their defaults");
        assertThat(table.get("fixed").get("batch-size").asString()).isEqualTo("5");
    }

    /** What was detected is not lost where a tag has its name. */
    @Test
    void aTagNamedLikeADetectedFactStandsBesideIt() {
        Ran ran = ingest("--label", "tagged", "--tag", "os=mine").ok();
        Iteration tagged = program.iterations("tagged").getFirst();
        assertThat(tagged.settings()).contains(Setting.tag("os", "mine"));
        String detected = tagged.setting("detected-os").orElseThrow().text();
        assertThat(ran.err()).contains("The tag os says mine, and " + detected
                + " was detected, which is kept as detected-os.");
        ingest("--label", "same", "--tag", "os=" + detected).ok();
        assertThat(program.iterations("same").getFirst().setting("detected-os")).isEmpty();
        assertThat(ingest("--label", "worse", "--tag", "durability=durable").err())
                .contains("tag 'durability' has the name of what runs are judged by");
    }

    @Test
    void tagsAreRecordedAndMakeSubTables() {
        for (String disk : List.of("ssd", "disk")) {
            ingest("--label", "T", "--batch-size", "1,5", "--tag", "disk-type=" + disk, "--tag", "room=7").ok();
        }
        JsonNode report = json("report", "T", "--json");
        assertThat(titles(report)).contains("Varying disk-type, others at their best values");
        assertThat(report.get("table").get("rows").size()).isEqualTo(4);
        assertThat(program.iterations("T")).allMatch(i -> i.settings().contains(Setting.tag("room", "7")));
    }

    private JsonNode json(String... line) {
        return JsonMapper.shared().readTree(program.run(line).ok().out());
    }

    private static List<String> titles(JsonNode report) {
        return report.get("subTables").valueStream().map(t -> t.get("title").asString()).toList();
    }

    private static JsonNode subTable(JsonNode report, String title) {
        return report.get("subTables").valueStream().filter(t -> t.get("title").asString().equals(title)).findFirst()
                .orElseThrow();
    }

    // ---- exit status ----

    @Test
    void expectationThatIsMetEndsWith0AndAMissedOneWith1() throws IOException {
        Ran met = program.run("run", experiment("expect: {documents: \"= 50\", elapsed: \"< 5m\"}"));
        assertThat(met.status()).isEqualTo(ExitStatus.DONE);
        assertThat(met.err()).endsWith("2 of 2 expected bounds are met.\n");

        Ran missed = ingest("--expect", "documents=> 50", "--expect", "failures=< 1");
        assertThat(missed.status()).isEqualTo(ExitStatus.MISSED);
        assertThat(missed.err()).contains("documents is 50, expected > 50").endsWith(
                "1 of 2 expected bounds are met.\n");
        Path page = program.file("missed.html");
        program.run("report", "ingest", "--html", page.toString()).ok();
        assertThat(Files.readString(page)).contains("Missed: documents is 50").doesNotContain("Missed: failures");
    }

    @Test
    void failuresAboveTheLimitAreNoValidResult() throws IOException {
        Ran ran = program.run("run", experiment(), "--set", "failure-share=50%", "--set", "workers=1");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).containsPattern("iteration 1 invalid: \\d+ of 50 failed, more than the failure-limit of "
                + "none: .*the null driver fails as its settings say");
        assertThat(program.states("small")).containsExactly(IterationState.INVALID);

        program.run("run", experiment(), "--set", "failure-share=50%", "--set", "failure-limit=100%").ok();
        assertThat(program.states("small")).containsExactly(IterationState.INVALID, IterationState.DONE);
    }

    @Test
    void generatorThatCannotKeepUpIsNoValidResult() throws IOException {
        // Making such a document takes longer than the time between two of them.
        Ran ran = program.run("run", experiment(), "--set", "rate=1000/s", "--set", "documents=5", "--set",
                "workers=1", "--set", "payload=20MB");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).contains("iteration 1 invalid: Limited by the generator: ");
        assertThat(program.states("small")).containsExactly(IterationState.INVALID);
    }

    // ---- files ----

    @Test
    void flagsOutweighTheFile() throws IOException {
        program.run("run", experiment("vary: {batch-size: [1, 5]}"), "--label", "mine", "--set", "documents=20",
                "--vary", "batch-size=2,4,5").ok();
        assertThat(program.iterations("mine")).extracting(i -> i.setting("batch-size").map(Setting::text).orElse(""))
                .containsExactly("2", "4", "5");
        assertThat(program.iterations("mine")).allMatch(i -> i.value("documents").orElseThrow().number() == 20);
    }

    @Test
    void pageIsWrittenWholeAndItsPlaceIsLookedAtBeforeTheRun() throws IOException {
        Path page = program.file("page.html");
        Ran ran = program.run("run", experiment(), "--html", page.toString()).ok();
        assertThat(ran.err()).endsWith("The report is in " + page + ".\n");
        assertThat(Files.readString(page).strip().startsWith("<!DOCTYPE html>")).isTrue();
        assertThat(Files.readString(page).strip().endsWith("</html>")).isTrue();
        assertThat(program.file("page.html.part")).doesNotExist();

        Path nowhere = program.file("nowhere/page.html");
        assertThat(program.refused("run", experiment(), "--html", nowhere.toString()))
                .isEqualTo(nowhere + ": cannot be written: there is no folder " + nowhere.getParent());
        assertThat(program.refused("run", experiment(), "--html", folder.toString()))
                .isEqualTo(folder + ": cannot be written: it is a folder");
        assertThat(program.iterations("small")).as("runs").hasSize(1);
    }

    // ---- looking at results ----

    @Test
    void listShowAndReportArePlainTablesWhenPiped() throws IOException {
        program.run("run", experiment("vary: {batch-size: [1, 5]}"), "--quiet").ok();
        List<List<String>> list = program.run("list").ok().table();
        assertThat(list.getFirst()).containsExactly("label", "workload", "started", "iterations", "state");
        assertThat(list).hasSize(2).last().matches(r -> r.getFirst().equals("small")
                && r.subList(3, 5).equals(List.of("2", "done")));

        List<List<String>> show = program.run("show", "small").ok().table();
        assertThat(show.getFirst()).containsExactly("id", "batch", "position", "round", "attempt", "state", "started",
                "batch-size", "elapsed", "verdict", "at-least", "maximum");
        assertThat(show).hasSize(3);
        assertThat(show.get(1)).startsWith("1", "1", "0", "0", "1", "done").contains("1");

        assertThat(program.run("report", "small").ok().table()).isEqualTo(
                program.run("report", "small", "--tsv").ok().table()).hasSize(3);
        assertThat(program.run("report", "small", "--raw").ok().table()).hasSize(3);
    }

    @Test
    void jsonNamesItsFormatAndTheState() throws IOException {
        program.run("run", experiment(), "--set", "failure-share=100%", "--set", "documents=1");
        JsonNode label = json("show", "small", "--json");
        assertThat(label.get("format").asString()).isEqualTo("tidemark-label");
        assertThat(label.get("version").asInt()).isOne();
        JsonNode iteration = label.get("iterations").get(0);
        assertThat(iteration.get("state").asString()).isEqualTo("invalid");
        assertThat(iteration.get("verdict").asString()).startsWith("1 of 1 failed");
        assertThat(json("list", "--json").get("labels").get(0).get("iterations").get("invalid").asInt()).isOne();
        JsonNode report = json("report", "small", "--json");
        assertThat(report.get("excluded").size()).isOne();
        assertThat(program.run("report", "small").ok().err()).as("to who pipes it")
                .isEqualTo("Invalid. " + report.get("headline").asString() + "\n");
    }

    /** A table's values do not say how sure they are; standard error does, and "so every row may be best" was all. */
    @Test
    void whoPipesAReportReadsItsAnswerOnStandardError() {
        Ran ran = program.run("ingest", "--target", "null", "--label", "piped", "--documents", "20", "--batch-size", "1,10",
                "--warm-up", "none").ok();
        String answer = json("report", "piped", "--json").get("headline").asString();
        assertThat(ran.out()).startsWith("batch-size\t").doesNotContain(answer);
        assertThat(ran.err()).contains("Exploratory. " + answer + "\n").doesNotContain("every row may be best");
        assertThat(program.run("report", "piped").ok().err()).isEqualTo("Exploratory. " + answer + "\n");
        assertThat(program.run("report", "piped", "--tsv").ok().err()).isEqualTo("Exploratory. " + answer + "\n");
        assertThat(program.run("--quiet", "report", "piped").ok().err()).isEmpty();
    }

    @Test
    void quietRunSaysOnlyResults() throws IOException {
        Ran ran = program.run("--quiet", "run", experiment()).ok();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).startsWith("elapsed\t");
    }

    @Test
    void studySectionIsAReportOfItsOwn() throws IOException {
        Files.writeString(program.file("study.yaml"), SMALL.replace("plan: {", "plan: {space: study, ")
                + "vary: {batch-size: [1, 5], workers: [4, 2]}\n");
        program.run("run", program.file("study.yaml").toString(), "--label", "study").ok();
        List<List<String>> section = program.run("report", "study-batch-size").ok().table();
        assertThat(section.getFirst().getFirst()).isEqualTo("batch-size");
        assertThat(section).hasSize(3);
    }

    @Test
    void intervalLogsAreWrittenPerIteration() throws IOException {
        program.run("run", experiment("vary: {batch-size: [1, 5]}")).ok();
        Path logs = program.file("logs");
        assertThat(program.run("report", "small", "--hdr", logs.toString()).ok().err().strip())
                .isEqualTo("Wrote 2 logs to " + logs + ".");
        try (Stream<Path> files = Files.list(logs)) {
            assertThat(files.map(f -> f.getFileName().toString())).containsExactlyInAnyOrder(
                    "iteration-1-batch-size-1.hdr", "iteration-2-batch-size-5.hdr");
        }
    }

    // ---- keeping house ----

    @Test
    void exportAndImportCarryLabelsElsewhereAndTwiceChangesNothing() throws IOException {
        program.run("run", experiment("vary: {batch-size: [1, 5]}")).ok();
        List<String> before = iterations();
        List<String> reports = reports();
        String zip = program.file("small.zip").toString();
        assertThat(program.run("export", "small", "--to", zip).ok().err().strip())
                .isEqualTo("Exported 2 iterations to " + zip + ".");
        Path fresh = program.file("fresh");
        program.run("export", "small", "--to", fresh + "/").ok();
        assertThat(fresh).isDirectoryContaining("glob:**tidemark_*.zip");
        Path none = program.file("none");
        assertThat(program.refused("export", "small", "--format", "bashoo", "--to", none + "/"))
                .endsWith("(did you mean 'basho'?)");
        assertThat(none).as("what is refused makes no folder").doesNotExist();
        assertThat(program.refused("export", "small", "--to", zip))
                .isEqualTo(zip + " is there already; choose another name or remove it");
        assertThat(program.run("import", zip).ok().err().strip()).isEqualTo(
                "Imported 0 iterations; 2 were there already. Look at them with: tidemark report small");
        assertThat(program.run("delete", "small").ok().err().strip()).isEqualTo("Deleted small (2 iterations).");
        assertThat(program.refused("report", "small")).isEqualTo("no label 'small'");
        assertThat(program.run("import", zip).ok().err().strip())
                .isEqualTo("Imported 2 iterations. Look at them with: tidemark report small");
        assertThat(iterations()).isEqualTo(before);
        assertThat(reports()).isEqualTo(reports);
    }

    private List<String> reports() {
        return Stream.of("--tsv", "--json", "--markdown").map(form -> program.run("report", "small", form).ok()
                .out()).toList();
    }

    /** What is told of each iteration but for the number of its batch, which never comes again. */
    private List<String> iterations() {
        return program.run("report", "small", "--raw").ok().out().lines()
                .map(line -> line.replaceFirst("^([^\t]*)\t[^\t]*", "$1")).toList();
    }

    /** As {@code run} reads them, and with all commas escaped, as advice is printed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "mix=get=9,update=1|mix get=9,update=1", "mix=get=9\\,update=1|mix get=9,update=1",
        "mix=get=9,update=1;get=1|mix get=9,update=1:mix get=1", "workers=2,4|workers 2:workers 4",
        "agents=local:1,local:1|agents local:2", "agents=local:1\\,local:1|agents local:2"})
    void valuesToRunAgainAreReadAsThoseToRun(String vary, String points) {
        String[] volume = {"volume", "--target", "null", "--label", "v", "--key-count", "200", "--duration", "none",
            "--operations", "20", "--warm-up", "none", "--workers", "2", "--preload", "200", "--mix", "get=1"};
        program.run(volume).ok();
        List<String> expected = Arrays.stream(points.split(":(?=mix|workers)")).map(p -> "null: " + p).toList();
        for (Ran ran : List.of(program.run("again", "v", "--vary", vary, "--dry-run"), program.run(Stream.concat(
                Arrays.stream(volume), Stream.of("--vary", vary.replace("\\,", ","), "--dry-run"))
                .toArray(String[]::new)))) {
            assertThat(ran.ok().out().lines().filter(l -> l.contains("null: ")).map(l -> l.strip().replaceFirst(
                    "^[0-9]+  (.*?)  .*$", "$1"))).isEqualTo(expected);
        }
    }

    @Test
    void aSettingToRunAgainIsKnownByAnyOfItsNames() {
        program.run("volume", "--target", "null", "--label", "v", "--key-count", "200", "--duration", "none",
                "--operations", "20", "--warm-up", "none", "--concurrent", "1,2").ok();
        program.run("again", "v", "--label", "w", "--set", "workers=4").ok();
        assertThat(program.iterations("w")).singleElement().extracting(i -> i.setting("workers").orElseThrow().text())
                .isEqualTo("4");
        assertThat(program.refused("again", "v", "--set", "workers=8", "--vary", "concurrent=1,2")).isEqualTo(
                "--set workers and --vary concurrent are one setting: give one of them");
    }

    @Test
    void deleteOfAnUnknownLabelDeletesNothing() throws IOException {
        program.run("run", experiment()).ok();
        assertThat(program.refused("delete", "small", "smal")).isEqualTo("no label 'smal' (did you mean 'small'?)");
        assertThat(program.iterations("small")).hasSize(1);
    }

    @Test
    void defaultsAreSetShownUsedAndForgotten() throws IOException {
        assertThat(program.run("defaults", "set", "ingest", "tree-size=32", "batch-size=5", "tag:disk-type=ssd").ok()
                .err().lines()).containsExactly("memtable is 32MB by default.", "batch-size is 5 by default.",
                        "tag:disk-type is ssd by default.");
        assertThat(program.run("defaults", "show").ok().table()).contains(List.of("batch-size", "5", "yours"),
                List.of("memtable", "32MB", "yours"), List.of("tag:disk-type", "ssd", "yours"),
                List.of("shards", "1"));
        program.run("run", experiment()).ok();
        assertThat(program.iterations("small").getFirst().settings()).contains(Setting.tag("disk-type", "ssd"));
        assertThat(program.iterations("small").getFirst().setting("batch-size").map(Setting::text)).contains("5");

        program.run("defaults", "reset", "ingest", "batch-size").ok();
        program.run("run", experiment()).ok();
        assertThat(program.iterations("small").getLast().setting("batch-size").map(Setting::text)).contains("1");
        assertThat(program.run("defaults", "reset", "ingest").ok().err().strip())
                .isEqualTo("Forgot 2 defaults of ingest.");
        assertThat(program.refused("defaults", "set", "ingest", "shards=2", "shard=3")).isEqualTo(
                "unknown param 'shard' (did you mean 'shards'?); a tag is written tag:shard");
        assertThat(program.refused("defaults", "set", "ingest", "prepare=apply.sh {workers} {memtable} {mine}"))
                .isEqualTo("prepare: {mine} is no setting, so that no experiment could give it a value; write this command into "
                        + "the experiments");
        assertThat(program.run("defaults", "show").ok().out()).as("all or none").doesNotContain("yours");
    }

    @Test
    void declarationsAreExplained() {
        assertThat(program.run("drivers").ok().table()).extracting(List::getFirst).startsWith("driver", "basex")
                .contains("rocksdb").hasSize(1 + Drivers.all().size());
        assertThat(program.run("params", "memtable").ok().out()).contains("a setting of driver rocksdb",
                "default: 64MB", "older name: tree-size (numbers in MB)");
        assertThat(program.run("params", "elapsed").ok().out()).contains("a measure of workload ingest");
        assertThat(program.run("params").ok().out()).contains("batch-size\t1\t", "shards\t1\t", "warm-up\t1s\t");
        assertThat(json("schema").get("$schema").asString()).startsWith("https://json-schema.org/");
        assertThat(json("schema", "--openapi").get("openapi").asString()).isEqualTo("3.1.0");
    }

    @Test
    void helpOfAWorkloadGroupsItsSettingsUnderPresentNames() {
        Ran ran = program.run("ingest", "--help", "--all").ok();
        assertThat(ran.out()).startsWith("Usage: tidemark ingest [--target NAME] [--SETTING V[,V...]]... [OPTIONS]\n");
        Stream<String> drivers = Stream.concat(Stream.of(Drivers.USUAL), Drivers.all().stream().map(Driver::name)
                .filter(d -> !d.equals(Drivers.USUAL))).map(d -> "Settings of driver " + d + ":");
        assertThat(headings(ran)).containsExactlyElementsOf(Stream.of(Stream.of("The experiment:", "How to run it:",
                "Settings of ingest:"), drivers, Stream.of("Settings of every run:", "Common to all commands:",
                "Exit status:")).flatMap(Function.identity()).toList());
        assertThat(ran.out()).containsPattern("(?m)^  --shards +Separate RocksDB instances")
                .doesNotContainPattern("(?m)^.{0,25}--forest-count").containsPattern("\\(older:\\s+--forest-count\\)");
        assertThat(ran.out()).containsPattern("130 +interrupted");
    }

    @Test
    void helpShowsTheMainSettingsOfTheWorkloadAndOfTheChosenTargets() {
        program.run("target", "add", "small", "--driver", "sqlite").ok();

        assertThat(headings(program.run("ingest", "--help").ok())).contains("Main settings of ingest:",
                "Main settings of driver rocksdb:").doesNotContain("Settings of every run:");
        assertThat(program.run("ingest", "--target", "small", "--help").ok().out())
                .contains("Main settings of driver sqlite:", "--cache-size").doesNotContain("rocksdb:", "--page-size");
        assertThat(headings(program.run("ingest", "--help", "--target", "null,lmdb").ok()))
                .contains("Main settings of driver null:", "Main settings of driver lmdb:");
        assertThat(program.refused("ingest", "--help", "--target", "sqlit"))
                .isEqualTo("--target: unknown target 'sqlit' (did you mean 'sqlite'?)");
        assertThat(program.refused("ingest", "--all")).isEqualTo("--all goes with --help: it shows every setting");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "random-io", "volume", "script", "query", "api"})
    void helpOfAWorkloadIsTwoScreensOfEightyColumns(String workload) {
        assertThat(program.run(workload, "--help").ok().out().lines().toList()).hasSizeLessThan(80)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void helpOfAddingATargetShowsTheSettingsOfTheNamedDriver() {
        assertThat(headings(program.run("target", "add", "--help").ok())).doesNotContain("Settings of driver sqlite:");
        assertThat(program.run("target", "add", "--driver", "sqlite", "--help").ok().out())
                .contains("Settings of driver sqlite:", "--page-size V").doesNotContain("Settings of driver rocksdb:");
    }

    private static Stream<String> headings(Ran ran) {
        return ran.out().lines().filter(l -> l.matches("[A-Z].*:"));
    }

    @Test
    void setOfAWorkloadMeansWhatItMeansOfRun() throws IOException {
        Path file = Files.writeString(program.file("same.yaml"), """
                label: same
                workload: ingest
                target: 'null'
                """);
        String run = program.run("run", file.toString(), "--set", "documents=20", "--set", "servers=3",
                "--dry-run").ok().out();
        assertThat(program.run("ingest", "--label", "same", "--target", "null", "--set", "documents=20", "--set",
                "servers=3", "--dry-run").ok().out()).isEqualTo(run).contains("20");
        assertThat(program.run("ingest", "--target", "null", "--workers", "1,2", "--set", "workers=2", "--documents",
                "20", "--dry-run").ok().out()).contains("workers");
    }

    @Test
    void aCommandLineIsGivenOnlyTheCommandThatItNames() {
        assertThat(program.run("help", "list").ok().out()).startsWith("Usage: tidemark list");
        assertThat(program.run("list", "--help").ok().out()).startsWith("Usage: tidemark list");
        assertThat(program.refused("reprot", "list")).isEqualTo("unknown command 'reprot' (did you mean 'report'?)");
        assertThat(program.refused("job", "lsit")).startsWith("unknown command 'lsit'");
    }

    // ---- bad input ----

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal("unknown option '--shrads' (did you mean '--shards'?)", "ingest", "--shrads", "2"),
                refusal("unknown option '--ssl'; write --tls true", "api", "--ssl", "true"),
                refusal("unknown option '--host-type'; write --tag host-type=VALUE", "ingest", "--host-type", "x"),
                refusal("--target: unknown target 'nul' (did you mean 'null'?)", "ingest", "--target", "nul"),
                refusal("--shards: 'two' is not a count; write it as 10000 or 10k", "ingest", "--shards", "two"),
                refusal("--shards: 0 is too small; the smallest is 1", "ingest", "--shards", "1,0"),
                refusal("--shards: unknown param 'shards'", "ingest", "--target", "null", "--shards", "2"),
                refusal("--plan: 'stdy' is not one of matrix, study, list, compare, ramp, find-rate (did you mean 'study'?)",
                        "ingest", "--plan", "stdy"),
                refusal("--order: 'x' is not one of shuffled, given, abba", "ingest", "--order", "x"),
                refusal("--repeat: 0 is too small; the smallest is 1", "ingest", "--repeat", "0"),
                refusal("--seed: 'x' is not a whole number", "ingest", "--seed", "x"),
                refusal("--preset: unknown preset 'old' (did you mean 'old-defaults'?)", "ingest", "--preset", "old"),
                refusal("--default: unknown param 'shard' (did you mean 'shards'?)", "ingest", "--default", "shard=2"),
                refusal("--default: 'shards' is not NAME=VALUE", "ingest", "--default", "shards"),
                refusal("--workers: given as a value and as --set", "ingest", "--set", "workers=2", "--workers", "3"),
                refusal("--default: workers is given as --set", "ingest", "--set", "workers=2", "--default",
                        "workers=3"),
                refusal("--set: unknown param 'worker' (did you mean 'workers'?)", "ingest", "--set", "worker=2"),
                refusal("--shards: given as a value and as --default", "ingest", "--default", "shards=1", "--shards",
                        "2"),
                refusal("--shards: given as a list and as --vary", "ingest", "--vary", "shards=1,2", "--shards", "4,8"),
                refusal("--tag: 'x' is not NAME=VALUE", "ingest", "--tag", "x"),
                refusal("SHELL: 'zhs' is not one of bash, zsh, fish (did you mean 'zsh'?)", "completion", "zhs"),
                refusal("--expect: unknown measure 'elapsd' (did you mean 'elapsed'?)", "ingest", "--expect",
                        "elapsd=<5s"),
                refusal("source: directory needs source-directory", "ingest", "--source", "directory"),
                refusal("documents, rate and duration contradict each other: give documents, or rate and duration",
                        "ingest", "--rate", "10", "--duration", "5s", "--documents", "7"),
                refusal("nothing to resume: label ingest has no unfinished run of this same experiment and seed",
                        "ingest", "--resume"),
                refusal("unknown option '--hmtl' (did you mean '--html'?)", "demo", "--hmtl", "x"),
                refusal("Missing required parameter: 'FILE.yaml'", "run"),
                refusal("none.yaml: there is no such file", "run", "none.yaml"),
                refusal("no label 'x'", "show", "x"),
                refusal("no label 'x'", "report", "x"),
                refusal("--tsv, --json are mutually exclusive (specify only one)", "report", "x", "--tsv", "--json"),
                refusal("no label 'x'", "delete", "x"),
                refusal("no label 'x'", "export", "x", "--to", "x.zip"),
                refusal("name labels, or --all", "export", "--to", "x.zip"),
                refusal("none.zip: there is no such file", "import", "none.zip"),
                refusal("none.csv: name the label of the imported rows with --label", "import", "none.csv"),
                refusal("no label 'x'", "export-content", "x", "--to", "x"),
                refusal("say what to do: defaults show, defaults set or defaults reset", "defaults"),
                refusal("unknown workload 'ingst' (did you mean 'ingest'?)", "defaults", "set", "ingst", "shards=2"),
                refusal("shards: 'x' is not a count; write it as 10000 or 10k", "defaults", "set", "ingest",
                        "shards=x"),
                refusal("tag 'workers' has the name of a setting; give the setting a default, or name it otherwise",
                        "defaults", "set", "ingest", "tag:workers=big"),
                refusal("tag 'memtable' has the name of a setting; give the setting a default, or name it otherwise",
                        "defaults", "set", "ingest", "memtable=32MB", "tag:memtable=big"),
                refusal("tag 'label' has the name of a setting; give the setting a default, or name it otherwise",
                        "defaults", "set", "ingest", "tag:label=mine"),
                refusal("tag 'disk-type' has no value", "defaults", "set", "ingest", "tag:disk-type="),
                refusal("no stored default 'shards'", "defaults", "reset", "ingest", "shards"),
                refusal("no workload, driver, setting or measure 'shrads' (did you mean 'shards'?)", "params",
                        "shrads"),
                refusal("'x' is one word too many for 'tidemark drivers'", "drivers", "x"),
                refusal("unknown option '--x'", "schema", "--x"),
                refusal("unknown option '--jsn' (did you mean '--json'?)", "list", "--jsn"),
                refusal("--keys and --documents: give one of them", "dataset", "grow", "x", "--keys", "2",
                        "--documents", "4"),
                refusal("no dataset 'x'", "dataset", "grow", "x", "--keys", "2"),
                refusal("name a label, or --all", "stop"),
                refusal("no label 'x'", "stop", "x"));
    }

    @Test
    void namesOfOlderSystemsAreAnsweredWithOptionsThatThereAre() {
        Map<String, String> answers = new LinkedHashMap<>();
        List.of("--host", "--hostname", "--port").forEach(n -> answers.put("api " + n, "--address HOST:PORT"));
        List.of("--ssl", "--https").forEach(n -> answers.put("api " + n, "--tls true"));
        List.of("--no-pojo", "--no-run-pojo", "--no-xdbc", "--no-run-xdbc").forEach(n -> answers.put("api " + n,
                "--style with the styles to run"));
        answers.put("api --reset-connection", "--reconnect N");
        answers.put("ingest --run-label", "--label LABEL");
        List.of("host-type", "disk-type", "file-system-format").forEach(n -> answers.put("ingest --" + n,
                "--tag " + n + "=VALUE"));
        List.of("read", "update", "insert", "scan", "readmodifywrite").forEach(n -> answers.put(
                "volume --" + n + "proportion", "--mix get=50,put=50"));
        List.of("--fieldcount", "--fieldlength").forEach(n -> answers.put("volume " + n, "--value-size SIZE"));
        answers.put("volume --fieldlengthdistribution", "--value-sizes KIND");
        answers.put("volume --hotspotdatafraction", "--hot-keys 20%");
        answers.put("volume --hotspotopnfraction", "--hot-traffic 80%");
        answers.put("volume --dataintegrity", "--verify 100%");
        List.of("ingest", "random-io", "api", "query", "volume").forEach(w -> answers.put(w + " --threads",
                "--workers N"));
        answers.forEach((line, answer) -> assertThat(program.refused((line + " 1").split(" ")))
                .endsWith("'; write " + answer));
        assertThat(program.refused("ingest", "--readproportion", "1")).as("which has no mix").doesNotContain("write");
    }

    private static Arguments refusal(String message, String... line) {
        return Arguments.argumentSet(String.join(" ", line), message, line);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void badInputIsOneLineAndChangesNothing(String message, String[] line) {
        assertThat(program.refused(line)).isEqualTo(message);
        assertThat(program.run("list").ok().table()).hasSize(1);
        assertThat(program.file("results.db-work")).doesNotExist();
    }

    @Test
    void faultInAFileIsNamedByItsLine() throws IOException {
        assertThat(program.refused("run", experiment("vary: {batchsize: [1, 5]}"))).isEqualTo(
                "experiment.yaml:6: unknown param 'batchsize' (did you mean 'batch-size'?)");
    }

    /** As soon as it is planned, so that nothing of it is queued or begun. */
    @Test
    void anEngineThatNeedsAProcessOfItsOwnIsRefusedOneThatHasNone() throws IOException {
        Path file = program.file("own.yaml");
        List<Driver> all = Drivers.all().stream().filter(Driver::needsProcess)
                .filter(driver -> driver.capabilities().contains(Capability.KEY_VALUES)).toList();
        assertThat(all).hasSizeGreaterThan(3);
        for (String driver : all.stream().map(Driver::name).toList()) {
            Files.writeString(file, "label: own\nworkload: volume\ntarget: " + driver + "\nplan: {fork: none}\n");
            String refusal = "plan: fork: none runs in the main process, and driver " + driver
                    + " needs a process of its own; use fork: round or fork: iteration";
            assertThat(program.refused("run", file.toString())).isEqualTo(refusal);
            assertThat(program.refused("run", file.toString(), "--dry-run")).isEqualTo(refusal);
            assertThat(program.refused("job", "add", file.toString())).isEqualTo(refusal);
        }
        assertThat(program.run("list").ok().table()).hasSize(1);
    }

    @Test
    void storeWhoseFolderCannotBeMadeIsOneLine() throws IOException {
        Path file = program.file("file");
        Files.writeString(file, "a file, so no folder can be made here by anyone");
        Path store = file.resolve("data/results.db");
        assertThat(program.refused("list", "--store", store.toString())).isEqualTo("store " + store + ": its folder "
                + store.getParent() + " cannot be made; choose another with --store");
        assertThat(program.refused("list", "--store", folder.toString()))
                .isEqualTo("store " + folder + " is a folder; name a file in it");
        assertThat(program.refused("list", "--store", file.toString()))
                .isEqualTo(file + " is not a Tidemark store; choose another file with --store");
    }
}
