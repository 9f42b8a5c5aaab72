package dev.tidemark.store.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.NotWhole;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.Recompute.Recomputed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvImportTest {

    private static final ParamSet PARAMS = ParamSet.of(
            Param.count("shards").byDefault(1L).atLeast(1).alias("forest-count"),
            Param.count("batch-size").byDefault(1L),
            Param.flag("blind-insert").byDefault(true).alias("fast-insert-value"),
            Param.size("memtable").byDefault(16_000_000L).alias("tree-size", "MB", Map.of()),
            Param.rate("rate").orElse("unpaced"),
            Param.size("payload").byDefault(10_000L));

    private static final Measure ELAPSED = new Measure("elapsed", "Duration", "s", Direction.LOWER, 2, "");
    private static final MeasureSet MEASURES = MeasureSet.of(ELAPSED)
            .plus(MeasureSet.of(EngineMeasures.COMPACTION_WRITE, EngineMeasures.FLUSH_WRITE,
                    EngineMeasures.JOURNAL_WRITE,
                    new Measure("total-write", "Total write", "MB", Direction.LOWER, 0, ""),
                    new Measure("throughput", "Throughput", "documents/s", Direction.HIGHER, 0, ""),
                    new Measure("user-rate", "User rate", "MB/s", Direction.HIGHER, 0, "")))
            .plus(EngineMeasures.ALL);

    @TempDir
    Path folder;

    private static CsvImport csv(List<String> maps) {
        return csv(PARAMS, maps, Map.of());
    }

    private static CsvImport csv(ParamSet params, List<String> maps, Map<String, String> fixed) {
        return new CsvImport("matrix-test", "ingest", "elapsed", params, MEASURES, maps,
                Map.of("forest-count", "1", "batch-size", "1", "blind-insert", "true"), fixed);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("file.csv"), text);
    }

    private ImportedTable read(String text, String... maps) throws IOException {
        return csv(List.of(maps)).read(file(text));
    }

    private void refuses(String text, String message, String... maps) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> csv(List.of(maps)).read(file)).isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    /** The MarkLogic IO Test wrote 2^20 bytes as MB. */
    private static MeasuredValue mebibytes(String measure, double number) {
        return MeasuredValue.of(measure, number * 1.048576);
    }

    // ---- The manual's matrix ----

    @Test
    void theMatrixOfTheManualIsReadWithItsOldHeadings() throws Exception {
        Path file = Path.of(getClass().getResource("/matrix-test.csv").toURI());
        ImportedTable table = csv(List.of()).read(file);
        try (ResultStore store = ResultStore.open(folder.resolve("store.db"))) {
            assertThat(store.importTable(table)).isEqualTo(new ImportSummary(List.of("matrix-test"), 18, 0));
            assertThat(store.importTable(table)).as("twice")
                    .isEqualTo(new ImportSummary(List.of("matrix-test"), 0, 18));
            assertThat(Stream.of("flush-write", "journal-write", "segments-written").map(name ->
                    store.label("matrix-test").orElseThrow().measures().find(name).orElseThrow().title()))
                    .as("their users' own words").containsExactly("Save write", "Journal write", "Stands written");
            ImportedTable others = new CsvImport("matrix-test", "volume", "elapsed", PARAMS, MEASURES, List.of(),
                    Map.of(), Map.of()).read(file("shards,elapsed\n1,10\n"));
            assertThatThrownBy(() -> store.importTable(others)).hasMessage("label matrix-test has results of ingest, "
                    + "and these are of volume: give them another label, or rename the one that is "
                    + "here");

            LabelResults label = store.label("matrix-test").orElseThrow();

            assertThat(label.space()).isEqualTo("import");
            assertThat(label.batches().getLast().defaults())
                    .isEqualTo(Map.of("shards", "1", "batch-size", "1", "blind-insert", "true"));
            assertThat(label.iterations()).hasSize(18).allMatch(i -> i.state() == IterationState.DONE && i.round()
                    == 0);
            Iteration best = label.iterations().getFirst();
            assertThat(best.settings()).containsExactly(new Setting("shards", "2", 2.0, "", SettingOrigin.VARY),
                    new Setting("batch-size", "10", 10.0, "", SettingOrigin.VARY),
                    new Setting("blind-insert", "true", null, "", SettingOrigin.VARY));
            assertThat(best.values()).containsExactly(MeasuredValue.of("elapsed", 60.69),
                    mebibytes("compaction-write", 9), mebibytes("flush-write", 159), mebibytes("journal-write", 289),
                    mebibytes("total-write", 457), mebibytes("on-disk-size", 148), mebibytes("in-memory-size", 176),
                    MeasuredValue.of("documents", 10_000), MeasuredValue.of("segments-written", 6));
            Iteration last = label.iterations().getLast();
            assertThat(last.value("elapsed").orElseThrow().number()).isEqualTo(80.6, within(1e-9));
            assertThat(last.value("total-write")).contains(mebibytes("total-write", 484));
            assertThat(label.iterations().stream().map(i -> i.settings()).distinct()).hasSize(18);
            assertThat(store.recompute(label.label())).isEqualTo(new Recomputed(0, 0, List.of(), 18, 0));
            assertThat(store.label(label.label()).orElseThrow().iterations()).isEqualTo(label.iterations());
            assertThat(store.detail(best.id()).intervals()).isEmpty();
        }
    }

    @Test
    void aTableIsKnownAgainThoughItsLabelWasRenamed() throws IOException {
        String text = "shards,elapsed\n1,5\n2,6\n";
        ImportedTable table = read(text);
        ImportedTable renamed = new CsvImport("other", "ingest", "elapsed", PARAMS, MEASURES, List.of(), Map.of(),
                Map.of()).read(file(text));
        try (ResultStore store = ResultStore.open(folder.resolve("store.db"))) {
            store.importTable(table);
            store.rename("matrix-test", "other");
            assertThat(store.importTable(table)).as("under the label of before")
                    .isEqualTo(new ImportSummary(List.of("other"), 0, 2));
            assertThat(store.importTable(renamed)).as("under that of now")
                    .isEqualTo(new ImportSummary(List.of("other"), 0, 2));
            assertThat(store.label("other").orElseThrow().iterations()).hasSize(2);
            assertThat(store.label("matrix-test")).isEmpty();
        }
    }

    @Test
    void anImportedTableTravelsAsAZipToo() throws Exception {
        ImportedTable table = csv(List.of()).read(Path.of(getClass().getResource("/matrix-test.csv").toURI()));
        try (ResultStore one = ResultStore.open(folder.resolve("1.db"));
                ResultStore two = ResultStore.open(folder.resolve("2.db"))) {
            one.importTable(table);
            one.export(List.of("matrix-test"), folder.resolve("x.zip"));
            two.importTable(table);

            assertThat(two.importZip(folder.resolve("x.zip")))
                    .isEqualTo(new ImportSummary(List.of("matrix-test"), 0, 18));
        }
    }

    // ---- Columns ----

    @Test
    void mapsSayWhatColumnsAre() throws IOException {
        ImportedTable table = read("""
                Wälder,Disk Type,Tree Size,Puffer,Zeit,Remarks
                2,EBS,32,64,1500,"a, b"
                4,SSD,16,64,2s,
                """, "Wälder=forest-count", "disk type=tag:disk-type", "Puffer=payload kB", "Zeit=elapsed ms",
                "Remarks=ignore");

        assertThat(table.rows().getFirst().settings()).containsExactly(
                new Setting("shards", "2", 2.0, "", SettingOrigin.VARY),
                new Setting("memtable", "32MB", 32e6, "B", SettingOrigin.VARY),
                new Setting("payload", "64kB", 64_000.0, "B", SettingOrigin.SET), Setting.tag("disk-type", "EBS"));
        assertThat(table.rows()).extracting(r -> r.values().getFirst())
                .containsExactly(MeasuredValue.of("elapsed", 1.5),
                MeasuredValue.of("elapsed", 2));
    }

    @Test
    void aUnitInTheHeadingIsThatOfItsNumbers() throws IOException {
        ImportedTable table = read("Payload kB,Elapsed (ms),Flush write GB\n10,250,1.5\n");

        assertThat(table.rows().getFirst().settings()).containsExactly(
                new Setting("payload", "10kB", 10_000.0, "B", SettingOrigin.SET));
        assertThat(table.rows().getFirst().values()).containsExactly(MeasuredValue.of("elapsed", 0.25),
                MeasuredValue.of("flush-write", 1500));
    }

    @Test
    void anEmptyCellIsNoData() throws IOException {
        ImportedTable table = read("shards,rate,elapsed,total-write\n1,unpaced,5,\n2,,,7\n");

        assertThat(table.rows().get(0).values()).containsExactly(MeasuredValue.of("elapsed", 5));
        assertThat(table.rows().get(1).values()).containsExactly(MeasuredValue.of("total-write", 7));
        assertThat(table.rows().get(0).settings()).extracting(Setting::text).containsExactly("1", "unpaced");
        assertThat(table.rows().get(1).settings()).extracting(Setting::name).containsExactly("shards");
    }

    @Test
    void repeatsOfEqualSettingsAreRounds() throws IOException {
        try (ResultStore store = ResultStore.open(folder.resolve("store.db"))) {
            store.importTable(read("shards,elapsed\n1,5\n2,6\n1,5\n1,5.5\n"));

            assertThat(store.label("matrix-test").orElseThrow().iterations()).extracting(Iteration::round)
                    .containsExactly(0, 0, 1, 2);
        }
    }

    @Test
    void whatHoldsForAllRowsCanBeGivenBesideTheTable() throws IOException {
        Path file = file("shards,elapsed\n1,5\n");

        assertThat(csv(PARAMS, List.of(), Map.of("tree-size", "16", "tag:host-type", "ml.medium")).read(file).rows()
                .getFirst().settings()).containsExactly(new Setting("shards", "1", 1.0, "", SettingOrigin.SET),
                        new Setting("memtable", "16MB", 16e6, "B", SettingOrigin.SET),
                        Setting.tag("host-type", "ml.medium"));
        assertThatThrownBy(() -> csv(PARAMS, List.of(), Map.of("forest-count", "1")).read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("forest-count is a column of the table");
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void separatorsQuotesAndByteOrderMarksAreUnderstood(String separator) throws IOException {
        ImportedTable table = read("\uFEFF\"shards\",elapsed\r\n\"2\",\" 1M0.69S \"\r\n".replace(",", separator));

        assertThat(table.rows()).hasSize(1);
        assertThat(table.rows().getFirst().values()).containsExactly(MeasuredValue.of("elapsed", 60.69));
    }

    @Test
    void whatCannotBeUnderstoodIsNamedWithItsNearest() throws IOException {
        refuses("Frest Count,elapsed\n1,5\n", "file.csv: column 'Frest Count' is no known param or measure (did you "
                + "mean 'forest-count'?); say what it is with --map 'Frest Count=NAME', 'Frest Count=tag:NAME' or "
                + "'Frest Count=ignore'");
        refuses("shards,x\n1,5\n", "--map 'x=elapsd': 'elapsd' is no known param or measure (did you mean 'elapsed'?); "
                + "a tag is written tag:elapsd", "x=elapsd");
        refuses("shards\n1\n", "--map 'shrds=shards': file.csv has no column 'shrds' (did you mean 'shards'?)",
                "shrds=shards");
        refuses("shards\n1\n", "--map 'shards': write it as COLUMN=NAME, COLUMN=tag:NAME or COLUMN=ignore", "shards");
        refuses("shards,Forest Count\n1,1\n", "file.csv: columns 'shards' and 'Forest Count' are both param shards");
        refuses("shards,,elapsed\n1,1,1\n", "file.csv: column 2 has no heading");
    }

    @Test
    void aHeadingThatIsAMeasuresAndAParamsIsTheMeasures() throws IOException {
        ParamSet params = PARAMS.plus(ParamSet.of(Param.duration("duration").orElse("none")));
        Path file = file("Duration,shards\n5s,1\n");

        for (List<String> maps : List.of(List.<String>of(), List.of("Duration=elapsed"))) {
            ImportedTable.Row row = csv(params, maps, Map.of()).read(file).rows().getFirst();
            assertThat(row.values()).containsExactly(MeasuredValue.of("elapsed", 5));
            assertThat(row.settings()).extracting(Setting::name).containsExactly("shards");
        }
        for (String map : List.of("Duration=duration", "Duration=param:duration")) {
            ImportedTable.Row row = csv(params, List.of(map), Map.of()).read(file).rows().getFirst();
            assertThat(row.values()).isEmpty();
            assertThat(row.settings()).extracting(Setting::name).containsExactly("duration", "shards");
        }
    }

    @Test
    void aMapToANameThatIsBothAsksWhichIsMeant() throws IOException {
        ParamSet params = PARAMS.plus(ParamSet.of(Param.duration("elapsed").orElse("none")));
        Path file = file("Time,shards\n5s,1\n");

        assertThatThrownBy(() -> csv(params, List.of("Time=elapsed"), Map.of()).read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("--map 'Time=elapsed' may be a param or a measure; say which "
                        + "with --map Time=param:elapsed or --map Time=measure:elapsed");
        assertThat(csv(params, List.of("Time=measure:elapsed"), Map.of()).read(file).rows().getFirst().values())
                .containsExactly(MeasuredValue.of("elapsed", 5));
    }

    @Test
    void faultsAreNamedByLineAndColumn() throws IOException {
        refuses("shards,elapsed\n1,5\n\n2,6\n", "file.csv:3: the line is blank; remove it");
        refuses("shards,elapsed\n1,5\n,\n", "file.csv:3: the line is blank; remove it");
        refuses("shards,elapsed\n1,5\n2\n", "file.csv:3: 1 cells under 2 headings");
        refuses("shards,elapsed\n0,5\n", "file.csv:2: column 'shards': shards: 0 is too small; the smallest is 1");
        refuses("shards,elapsed\n1,5\n1,soon", "file.csv:3: column 'elapsed': 'soon' is no number for elapsed; write "
                + "it as 60.69, 60.69s or 1M0.69S");
        refuses("shards,elapsed\n1,\"1,234\"\n", "file.csv:2: column 'elapsed': '1,234' is no number for elapsed; "
                + "write it as 60.69, 60.69s or 1M0.69S, without separators of thousands");
        refuses("shards,elapsed\n", "file.csv has no rows below its headings");
        refuses("", "file.csv has no rows below its headings");
        refuses("shards,elapsed\n1,-5\n", "file.csv:2: column 'elapsed': '-5' is no number for elapsed, which cannot be "
                + "less than 0");
        refuses("throughput\n5\n-1\n", "file.csv:3: column 'throughput': '-1' is no number for throughput, which cannot "
                + "be less than 0");
        refuses("shards,elapsed min\n1,11.9\n", "file.csv: column 'elapsed min' may be a minimum, or minutes; say which "
                + "with --map 'elapsed min=ignore' or --map 'elapsed min=elapsed min'");
    }

    @Test
    void aMinuteIsSaidByHand() throws IOException {
        assertThat(read("elapsed min\n1.5\n", "elapsed min=elapsed min").rows().getFirst().values())
                .containsExactly(MeasuredValue.of("elapsed", 90));
        assertThat(read("Elapsed (min)\n1.5\n").rows().getFirst().values())
                .containsExactly(MeasuredValue.of("elapsed", 90));
    }

    // ---- As spreadsheets and older programs write them ----

    @ParameterizedTest
    @ValueSource(strings = {"shards;elapsed;throughput\n1;60,5;1250,75\n", "sep=;\nshards;elapsed;throughput\n1;60.5;1250.75\n",
        "shards,elapsed,throughput,\n1,60.5,1250.75,\n", "shards,elapsed,throughput\n1,60.5,1250.75,,\n\n\n",
        "shards\telapsed\tthroughput\n1\t60,5\t1\u00a0250,75\n", "shards,\"elapsed\n(s)\",throughput\n1,60.5,1250.75\n"})
    void whatSpreadsheetsDoToATableIsUndone(String text) throws IOException {
        ImportedTable.Row row = read(text).rows().getFirst();
        assertThat(row.settings()).extracting(Setting::text).containsExactly("1");
        assertThat(row.values()).containsExactly(MeasuredValue.of("elapsed", 60.5),
                MeasuredValue.of("throughput", 1250.75));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NA", "n/a", "N/A", "-", "+++++", "NaN", "null", "\u2013"})
    void noDataIsWrittenInManyWays(String cell) throws IOException {
        assertThat(read("elapsed,throughput\n.5," + cell + "\n").rows().getFirst().values())
                .containsExactly(MeasuredValue.of("elapsed", 0.5));
    }

    @Test
    void aPointAmongCommasIsNotGuessed() throws IOException {
        refuses("elapsed;throughput\n60,5;1.250\n", "file.csv:2: column 'throughput': '1.250' may be thousands, since "
                + "other numbers of the table have a comma before their fraction; write it without the point");
        refuses("elapsed\tthroughput\n60.5\t1,250\n", "file.csv:2: column 'throughput': '1,250' is no number for "
                + "throughput; write it as 12.5 or 12.5documents/s, without separators of thousands");
        for (String number : new String[] {"1.234,5", "1'234.5", "1\u2019234.5", "1,234.5", "12,345,678"}) {
            refuses("elapsed;throughput\n60.5;" + number + "\n", "file.csv:2: column 'throughput': '" + number
                    + "' is no number for throughput; write it as 12.5 or 12.5documents/s, without separators of "
                    + "thousands");
        }
        refuses("elapsed|throughput\n60.5|12\n", "file.csv: its cells have | between them; write a comma, a semicolon "
                + "or a tab there");
    }

    @Test
    void aCommaAmongPointsIsNotGuessed() throws IOException {
        refuses("elapsed;throughput\n12.5;1,234\n", "file.csv:2: column 'throughput': '1,234' may be thousands, since "
                + "other numbers of the table have a point before their fraction; write it without the comma");
        assertThat(read("elapsed;throughput\n12.5;1,234\n12,5;\n").rows().getFirst().values()).as("12,5 tells")
                .contains(MeasuredValue.of("throughput", 1.234));
    }

    @Test
    void aTableMayBePackedOrInUtf16() throws IOException {
        Path file = folder.resolve("file.txt");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("elapsed\n5\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(csv(List.of()).read(file).rows()).hasSize(1);
        Files.writeString(file, "\uFEFFelapsed\r\n5\r\n", StandardCharsets.UTF_16LE);
        assertThat(csv(List.of()).read(file).rows()).hasSize(1);
        Files.write(file, new byte[] {'P', 'K', 3, 4, 0, 0});
        assertThatThrownBy(() -> csv(List.of()).read(file)).hasMessage("file.txt is a zip file, not text");
    }

    @Test
    void numbersThatNothingCanHaveMeasuredAreRefused() throws IOException {
        for (String number : new String[] {"1e200", "1e308", "-1e19", "1e-30"}) {
            refuses("elapsed\n1\n" + number + "\n", "file.csv:3: column 'elapsed': '"
                    + number + "' is no number for elapsed: what is measured lies between 1e-18 and 1e18");
        }
    }

    @Test
    void aFileThatIsNoTextIsRefused() throws IOException {
        Path file = folder.resolve("file.csv");
        Files.write(file, "shards,elapsed\n1,\u00e9".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> csv(List.of()).read(file)).isInstanceOf(InvalidInputException.class)
                .hasMessage(file.getFileName() + " is not text in UTF-8");
        assertThatThrownBy(() -> csv(List.of()).read(folder.resolve("none.csv")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cannot be read");
        Path open = file("shards,elapsed\n\"1,5\n");
        assertThatThrownBy(() -> csv(List.of()).read(open)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("file.csv is not a table").hasMessageNotContaining("Exception");
    }

    @Test
    void whatIsAnotherFormatIsNamed() throws IOException {
        for (String json : List.of("{\"results\": []}", "[\n {\"a\": 1}]", "{\n\"a\": 1\n}\n")) {
            assertThatThrownBy(() -> csv(List.of()).read(file(json))).as(json).isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("file.csv is JSON, and no table");
        }
        assertThatThrownBy(() -> csv(List.of()).read(file("<?xml version=\"1.0\"?><testResults/>")))
                .hasMessageStartingWith("file.csv is XML or HTML, and no table");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write("shards,elapsed s\n1,2\n".getBytes(StandardCharsets.UTF_8));
        }
        Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(packed.toByteArray(), packed.size() - 9));
        assertThatThrownBy(() -> csv(List.of()).read(cut)).hasMessage("cut.gz is packed by gzip, and damaged or cut off");
    }

    // ---- Over time ----

    @Test
    void aTimeColumnMakesIntervalsOfRowsOfEqualSettings() throws IOException {
        ImportedTable table = read("""
                engine,hour,throughput
                a,1,10.5
                b,1,20
                a,2,30.5
                b,2,
                b,3,50
                """, "engine=tag:engine", "hour=time h");
        assertThat(table.rows()).hasSize(2);
        assertThat(table.rows().getFirst().settings()).containsExactly(Setting.tag("engine", "a"));
        assertThat(table.rows().getFirst().values()).containsExactly(MeasuredValue.of("throughput", 20.5),
                MeasuredValue.of("elapsed", 7200));
        try (ResultStore store = ResultStore.open(folder.resolve("store.db"))) {
            assertThat(store.importTable(table).iterations()).isEqualTo(2);
            assertThat(store.importTable(table)).as("twice").returns(2, ImportSummary::known);
            List<Iteration> iterations = store.label("matrix-test").orElseThrow().iterations();
            IterationDetail a = store.detail(iterations.get(0).id());
            assertThat(a.headline().orElseThrow().nanos()).isEqualTo(7200L * 1_000_000_000);
            assertThat(a.intervals()).extracting(i -> SeriesCodec.decode(i.series()).total().units())
                    .containsExactly(37_800L, 109_800L);
            assertThat(store.detail(iterations.get(1).id()).intervals()).as("no data is no interval").hasSize(2);
        }
    }

    @Test
    void theSummaryOfBashoBenchIsReadWithItsCounts() throws IOException {
        ImportedTable.Row run = read("""
                elapsed, window, total, successful, failed
                10.001, 10.001, 1010, 1000, 10
                20.002, 10.001, 520, 520, 0
                25.5, 5.498, 100, 100, 0
                """, "elapsed=time", "window=window", "total=ignore", "successful=units", "failed=ignore")
                .rows().getFirst();
        assertThat(run.series().orElseThrow().windows()).extracting(w -> w.units()).containsExactly(1000.0, 520.0,
                100.0);
        assertThat(run.values().getFirst().number()).isCloseTo(1620 / 25.5, within(1e-3));
    }

    /** 100, 104 and 96 a second: a spread of 4 %. The last window, of 0.1 s, has 50 a second, five in all. */
    @Test
    void theSpreadOfTheThroughputIsThatOfWindowsOfOneLength() throws IOException {
        MeasureSet measures = MEASURES.plus(MeasureSet.of(new Measure("throughput-cv", "Throughput CV", "%",
                Direction.LOWER, 1, "")));
        ImportedTable.Row run = new CsvImport("old", "ingest", "elapsed", PARAMS, measures, List.of("elapsed=time",
                "window=window", "total=ignore", "successful=units", "failed=ignore"), Map.of(), Map.of()).read(file("""
                elapsed, window, total, successful, failed
                10.001, 10.001, 1000, 1000, 0
                20.001, 10, 1040, 1040, 0
                30, 9.999, 960, 960, 0
                30.1, 0.1, 5, 5, 0
                """)).rows().getFirst();
        assertThat(run.values().stream().filter(v -> v.measure().equals("throughput-cv")).findFirst().orElseThrow()
                .number()).isCloseTo(4, within(0.01));
    }

    private static final MeasureSet WITH_RESPONSE = MEASURES.plus(MeasureSet.of(
            new Measure("failures", "Failures", "", Direction.LOWER, 0, ""),
            new Measure("response.mean", "Response mean", "ms", Direction.LOWER, 3, ""),
            new Measure("response.p99", "Response p99", "ms", Direction.LOWER, 3, ""),
            new Measure("response.max", "Response max", "ms", Direction.LOWER, 3, ""),
            new Measure("get.p99", "Get p99", "ms", Direction.LOWER, 3, "")));

    /** As basho_bench wrote them: zeros where there were fewer than five, microseconds, and its own headings. */
    @Test
    void theLatenciesOfBashoBenchComeInWholeWithoutAMap() throws IOException {
        Path file = Files.writeString(folder.resolve("get_latencies.csv"), """
                elapsed, window, n, min, mean, median, 95th, 99th, 99_9th, max, errors
                10.001, 10.001, 1000, 90, 410.5, 300, 900, 1500, 4000, 9000, 3
                20.002, 10.001, 500, 95, 610.5, 500, 1100, 1900, 5000, 8000, 0
                25.5, 5.498, 3, 0, 0, 0, 0, 0, 0, 0, 0
                30.5, 5, 0, NA, NA, NA, NA, NA, NA, NA, 0
                """);
        ImportedTable table = new CsvImport("old", "ingest", "elapsed", PARAMS, WITH_RESPONSE, List.of(), Map.of(),
                Map.of()).read(file);
        ImportedTable.Row run = table.rows().getFirst();
        Map<String, MeasuredValue> values = run.values().stream()
                .collect(Collectors.toMap(MeasuredValue::measure, v -> v));
        assertThat(values.get("failures").number()).isEqualTo(3);
        assertThat(values.get("throughput").number()).isCloseTo(1503 / 30.5, within(1e-9));
        assertThat(values.get("response.mean").number()).isCloseTo((1000 * 0.4105 + 500 * 0.6105) / 1500, within(1e-9));
        assertThat(values.get("response.max")).isEqualTo(MeasuredValue.of("response.max", 9));
        assertThat(values.get("response.p99").atLeast()).isTrue();
        assertThat(values.get("response.p99").number()).isBetween(0.9, 1.9);
        assertThat(values.get("get.p99").number()).isEqualTo(values.get("response.p99").number());
        try (ResultStore store = ResultStore.open(folder.resolve("store.db"))) {
            store.importTable(table);
            assertThat(store.importTable(table)).as("twice").returns(1, ImportSummary::known);
            IterationDetail detail = store.detail(store.label("old").orElseThrow().iterations().getFirst().id());
            List<SeriesSet> windows = detail.intervals().stream().map(i -> SeriesCodec.decode(i.series())).toList();
            assertThat(windows).extracting(w -> w.totals().get("operation").units()).containsExactly(1000L, 500L, 3L,
                    0L);
            assertThat(windows).extracting(w -> w.responses("operation").count()).containsExactly(1000L, 500L, 0L, 0L);
            assertThat((double) windows.getFirst().responses("operation").quantile(0.95)).isCloseTo(900e3, within(2e3));
            assertThat((double) windows.get(1).responses("operation").quantile(0.99)).isCloseTo(1900e3, within(4e3));
            assertThat(windows.getFirst().responses("operation").mean()).isCloseTo(410.5e3, within(4e3));
            assertThat(detail.events()).singleElement().extracting(Event::text).asString()
                    .endsWith("; 3 operations in windows without statistics are left out of them.");
        }
    }

    private static final String HEADING = "elapsed, window, n, min, mean, median, 95th, 99th, 99_9th, max, errors\n";

    private Path basho(String gets, String puts) throws IOException {
        Path tests = Files.createDirectories(folder.resolve("tests"));
        Files.writeString(tests.resolve("get_latencies.csv"), HEADING + gets);
        Files.writeString(tests.resolve("put_latencies.csv"), HEADING + puts);
        Files.writeString(tests.resolve("summary.csv"), "elapsed, window, total, successful, failed\n");
        return tests;
    }

    private ImportedTable readFolder(Path tests) {
        return new CsvImport("old", "ingest", "elapsed", PARAMS, WITH_RESPONSE.plus(MeasureSet.of(
                new Measure("put.p99", "Put p99", "ms", Direction.LOWER, 3, ""),
                new Measure("put-per-second", "Put", "/s", Direction.HIGHER, 0, ""))), List.of(), Map.of(),
                Map.of("shards", "2")).readFolder(tests);
    }

    /** The gets have a third window, of which the puts have nothing. */
    @Test
    void theTablesOfAFolderAreTheKindsOfOneRun() throws IOException {
        ImportedTable table = readFolder(basho("""
                10, 10, 1000, 100, 400, 300, 900, 1500, 4000, 9000, 3
                20, 10, 500, 100, 400, 300, 900, 1500, 4000, 8000, 0
                30, 10, 600, 100, 400, 300, 900, 1500, 4000, 8000, 0
                """, """
                10, 10, 100, 1000, 4000, 3000, 9000, 15000, 40000, 50000, 1
                20, 10, 200, 1000, 4000, 3000, 9000, 15000, 40000, 60000, 0
                """));
        assertThat(table.rows()).hasSize(1);
        assertThat(table.rows().getFirst().settings()).extracting(Setting::name).containsExactly("shards");
        Map<String, MeasuredValue> values = table.rows().getFirst().values().stream()
                .collect(Collectors.toMap(MeasuredValue::measure, v -> v));
        assertThat(values.get("throughput").number()).isCloseTo(2400 / 30.0, within(1e-9));
        assertThat(values.get("put-per-second").number()).isCloseTo(300 / 30.0, within(1e-9));
        assertThat(values.get("failures").number()).isEqualTo(4);
        assertThat(values.get("response.max").number()).isEqualTo(60);
        assertThat(values.get("response.mean").number()).isCloseTo((2100 * 0.4 + 300 * 4) / 2400, within(1e-9));
        assertThat(values.get("put.p99").number()).isGreaterThan(5 * values.get("get.p99").number());
        try (ResultStore store = ResultStore.open(folder.resolve("store.db"))) {
            assertThat(store.importTable(table).iterations()).isEqualTo(1);
            assertThat(store.importTable(table)).as("twice").returns(1, ImportSummary::known);
            IterationDetail detail = store.detail(store.label("old").orElseThrow().iterations().getFirst().id());
            assertThat(detail.intervals()).extracting(i -> SeriesCodec.decode(i.series()).total().units())
                    .containsExactly(1100L, 700L, 600L);
            assertThat(SeriesCodec.decode(detail.intervals().getFirst().series()).totals().keySet())
                    .containsExactly("operation get", "operation put");
        }
    }

    /** As an export of a run that is not done says it; somebody else's file of that name says nothing. */
    @Test
    void aFolderOfARunThatIsNotDoneIsNotDoneHere() throws IOException {
        String window = "10, 10, 5, 1, 1, 1, 1, 1, 1, 1, 0\n";
        Path tests = basho(window, window);
        Path said = Files.writeString(tests.resolve(NotWhole.FILE),
                NotWhole.sentence("invalid: the disk was full: 1 % free") + "\n");
        assertThat(readFolder(tests).rows().getFirst().course()).isEqualTo(new ImportedTable.Course(Optional.empty(),
                IterationState.INVALID, "the disk was full: 1 % free"));
        Files.writeString(said, NotWhole.sentence("stopped"));
        assertThat(readFolder(tests).rows().getFirst().course()).isEqualTo(new ImportedTable.Course(Optional.empty(),
                IterationState.STOPPED, ""));
        Files.writeString(said, "all is well");
        assertThat(readFolder(tests).rows().getFirst().course()).isEqualTo(ImportedTable.Course.UNKNOWN);
        Files.writeString(said, NotWhole.sentence("running"));
        assertThatThrownBy(() -> readFolder(tests)).isInstanceOf(InvalidInputException.class)
                .hasMessage(tests + ": state.txt: 'running' is no state of a result");
    }

    @Test
    void tablesThatAreNotOfOneRunAreRefused() throws IOException {
        Path two = basho("10, 10, 5, 1, 1, 1, 1, 1, 1, 1, 0\n20, 10, 5, 1, 1, 1, 1, 1, 1, 1, 0\n",
                "15, 10, 5, 1, 1, 1, 1, 1, 1, 1, 0\n");
        assertThatThrownBy(() -> readFolder(two)).isInstanceOf(InvalidInputException.class).hasMessage(two
                + ": the window that ends at "
                + "15.0 s is not in all of the tables, and begins before 10.0 s, where another ends; they are not of one "
                + "run");
        Path none = Files.createDirectories(folder.resolve("none"));
        assertThatThrownBy(() -> readFolder(none)).isInstanceOf(InvalidInputException.class).hasMessage(none
                + ": the folder has no "
                + "KIND_latencies.csv, as basho_bench writes them");
    }

    @Test
    void latenciesOfAnyTableCanBeMapped() throws IOException {
        Path file = file("second,ops,least,p99 ms,most\n1,10,1,9,12\n2,10,1,8,11\n");
        ImportedTable.Row run = new CsvImport("old", "ingest", "elapsed", PARAMS, WITH_RESPONSE, List.of("second=time",
                "ops=units", "least=latency.min", "p99 ms=latency.p99", "most=latency.max"), Map.of(), Map.of())
                .read(file).rows().getFirst();
        assertThat(run.series().orElseThrow().windows()).allMatch(w -> w.latencies().isPresent());
        assertThat(run.values()).contains(MeasuredValue.of("response.max", 12))
                .noneMatch(v -> v.measure().equals("response.mean"));
        Path wrong = file("second,ops,p99\n1,10,9\n");
        assertThatThrownBy(() -> csv(List.of("second=time", "ops=units", "p99=latency.p99")).read(wrong))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("file.csv:2: percentiles of a window need its smallest");
        assertThatThrownBy(() -> csv(List.of("second=time", "ops=units", "p99=latency.p98")).read(wrong))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'latency.p98' is no known param or measure (did you "
                        + "mean 'latency.p95'?)");
    }

    @Test
    void theSummaryOfBashoBenchNeedsNoMap() throws IOException {
        ImportedTable.Row run = new CsvImport("old", "ingest", "elapsed", PARAMS, WITH_RESPONSE, List.of(), Map.of(),
                Map.of()).read(file("elapsed, window, total, successful, failed\n10, 10, 1010, 1000, 10\n"))
                .rows().getFirst();
        assertThat(run.values()).contains(MeasuredValue.of("throughput", 100), MeasuredValue.of("failures", 10));
    }

    @Test
    void whatTheOldTestCalledItsEnvironmentIsKnownAsTags() throws IOException {
        ImportedTable.Row row = read("Host Type,File System Format,Disk Type,Host Count,Forest Count,Duration\n"
                + "ml.medium,ext3,EBS,1,2,1M0.69S\n").rows().getFirst();
        assertThat(row.settings()).containsExactly(new Setting("shards", "2", 2.0, "", SettingOrigin.SET),
                Setting.tag("host-type", "ml.medium"), Setting.tag("file-system-format", "ext3"),
                Setting.tag("disk-type", "EBS"), Setting.tag("host-count", "1"));
        refuses("Disc Type,Duration\nEBS,1\n",
                "file.csv: column 'Disc Type' is no known param or measure (did you mean "
                + "'disk-type'?); say what it is with --map 'Disc Type=NAME', 'Disc Type=tag:NAME' or 'Disc Type=ignore'");
    }

    @Test
    void repeatsThroughTimeAreTakenApartByTheirNumber() throws IOException {
        ImportedTable table = read("time,run,throughput\n1,1,5\n2,1,5\n1,2,7\n2,2,7\n", "run=round");
        assertThat(table.rows()).extracting(r -> r.values().getFirst())
                .containsExactly(MeasuredValue.of("throughput", 5),
                MeasuredValue.of("throughput", 7));
    }

    @Test
    void aRunThroughTimeIsInTheStateThatItsRowsTell() throws IOException {
        String[] maps = {"run=round", "end=state", "why=verdict", "begun=started"};
        ImportedTable table = read("""
                time,run,throughput,end,why,begun
                1,1,5,failed,the disk is full,2026-03-01T12:00:00Z
                2,1,5,failed,the disk is full,2026-03-01T12:00:00Z
                1,2,7,,,
                2,2,7,,,
                """, maps);
        assertThat(table.rows()).extracting(ImportedTable.Row::course).containsExactly(
                new ImportedTable.Course(Optional.of(Instant.parse("2026-03-01T12:00:00Z")), IterationState.FAILED,
                        "the disk is full"), ImportedTable.Course.UNKNOWN);
        refuses("time,throughput,end\n1,5,failed\n2,5,\n", "file.csv:3: state, verdict and start are those of a whole "
                + "run; write the same in each of its rows", "end=state");
    }

    @Test
    void aSeriesThatCannotBeOneIsRefused() throws IOException {
        refuses("time,throughput\n1,5\n1,6\n", "file.csv:3: the window ends at 1.0 s, and the row before it of the "
                + "same settings at 1.0 s; a row's time is the end of its window, and repeats need a column with their "
                + "number, mapped to round");
        refuses("time,throughput\n0,5\n", "file.csv:2: the window ends at 0.0 s, and the row before it of the same "
                + "settings at 0.0 s; a row's time is the end of its window, and repeats need a column with their "
                + "number, mapped to round");
        refuses("time,throughput\n,5\n", "file.csv:2: the row has no time");
        refuses("elapsed,window,total,successful,failed\n10,10,5,5,0\n20,1e-17,5,5,0\n",
                "file.csv:3: the window that ends at 20.0 s has no length, and its rate would be no number");
        refuses("elapsed,window,total,successful,failed\n1e-9,1e-9,1e18,1e18,0\n",
                "the table's figures make a throughput of 9.999999999999999E26, which no run can have");
        refuses("time,total-write\n1,5\n", "file.csv:2: total-write cannot be taken over beside a time, where only "
                + "counts and one rate can be added up; map its column to ignore, or that of the time to a tag, which "
                + "makes a row of each");
        refuses("n,throughput\n1,5\n", "file.csv: a column is mapped to units, but none to time", "n=units");
    }

    // ---- Numbers ----

    @ParameterizedTest
    @CsvSource({"1M0.69S,60.69", "3M18.81S,198.81", "3M9.7S,189.7", "3M9.75,189.75", "PT1H2M3S,3723", "P1DT1S,86401",
        "12.5S,12.5", "1H,3600", "60.69s,60.69", "60.69,60.69", "1.5m,90", "2min,120", "250ms,0.25", "0,0", "1e2,100",
        "00:03:18.815,198.815", "1:00:00,3600"})
    void durationsOfAllKindsAreRead(String text, double seconds) {
        assertThat(QuantityParser.parse(text, "", ELAPSED)).isEqualTo(seconds, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"P", "PT", "M", "S", "1X", "1S2M", "--1", "1MB", "1M0,69S", "NaN", "1e999", "3M9.75 MB", "-5s", ".",
        "3:18", "1:60:00"})
    void whatIsNoDurationIsRefused(String text) {
        assertThatThrownBy(() -> QuantityParser.parse(text, "", ELAPSED)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("'" + text + "' is no number for elapsed");
    }

    @ParameterizedTest
    @CsvSource({"12,12", "12MB,12", "12 MB,12", "1.5GB,1500", "500kB,0.5", "500KB,0.5", "1MiB,1.048576", "0B,0"})
    void sizesAreReadInTheMeasuresUnit(String text, double megabytes) {
        assertThat(QuantityParser.parse(text, "", EngineMeasures.FLUSH_WRITE)).isEqualTo(megabytes, within(1e-9));
    }

    @Test
    void ratesAndCountsAreRead() {
        Measure throughput = MEASURES.find("throughput").orElseThrow();
        Measure userRate = MEASURES.find("user-rate").orElseThrow();

        assertThat(QuantityParser.parse("12documents/s", "", throughput)).isEqualTo(12);
        assertThat(QuantityParser.parse("1.5k", "", throughput)).isEqualTo(1500);
        assertThat(QuantityParser.parse("250kB/s", "", userRate)).isEqualTo(0.25, within(1e-12));
        assertThat(QuantityParser.parse("250", "kB/s", userRate)).isEqualTo(0.25, within(1e-12));
        assertThatThrownBy(() -> QuantityParser.parse("250kB", "", userRate)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> QuantityParser.parse("5s", "", throughput)).isInstanceOf(InvalidInputException.class);
    }
}
