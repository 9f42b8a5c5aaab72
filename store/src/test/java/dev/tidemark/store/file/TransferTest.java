package dev.tidemark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.Samples;
import dev.tidemark.store.transfer.ImportSummary;
import dev.tidemark.store.transfer.ZipImport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferTest {

    @TempDir
    Path folder;

    private final Samples.HandClock clock = new Samples.HandClock();
    private ResultStore store;
    private ResultStore other;
    private Path zip;
    private long batch;

    @BeforeEach
    void open() {
        store = ResultStore.open(folder.resolve("store.db"), clock);
        other = ResultStore.open(folder.resolve("other.db"), clock);
        // So that numbers differ between the two.
        other.release(other.beginBatch(Samples.batch("there before", 1)));
        zip = folder.resolve("results.zip");
        batch = store.beginBatch(Samples.batch("demo", 3));
        Samples.write(store, batch, 0, 0);
        Samples.write(store, batch, 1, 0);
        Samples.write(store, store.beginBatch(Samples.batch("second", 1)), 0, 0);
    }

    @AfterEach
    void close() {
        store.close();
        other.close();
    }

    @Test
    void labelsTravelWithAllTheirRawData() {
        assertThat(store.export(List.of("demo", "second"), zip)).isEqualTo(3);

        assertThat(other.importZip(zip)).isEqualTo(new ImportSummary(List.of("demo", "second"), 3, 0));

        LabelResults here = store.label("demo").orElseThrow();
        LabelResults there = other.label("demo").orElseThrow();
        assertThat(there).usingRecursiveComparison().ignoringFields("iterations", "batches.id",
                "batches.origin").ignoringFieldsMatchingRegexes("passes\\..*\\.batch").isEqualTo(here);
        assertThat(there.iterations()).usingRecursiveComparison().ignoringFields("id", "batch")
                .isEqualTo(here.iterations());
        for (int i = 0; i < 2; i++) {
            IterationDetail mine = store.detail(here.iterations().get(i).id());
            IterationDetail theirs = other.detail(there.iterations().get(i).id());
            assertThat(theirs).usingRecursiveComparison().isEqualTo(mine);
            assertThat(theirs.intervals()).hasSize(4);
        }
    }

    @Test
    void whereResultsCameFromStaysWithThemForGood() {
        store.export(List.of("demo"), zip);
        other.importZip(zip, "letter.zip");
        assertThat(store.label("demo").orElseThrow().origin()).isEmpty();
        assertThat(other.label("demo").orElseThrow().origin()).hasValue("imported from letter.zip");
        Path again = zip.resolveSibling("again.zip");
        other.export(List.of("demo"), again);
        try (ResultStore third = ResultStore.open(zip.resolveSibling("third.db"))) {
            third.importZip(again, "another.zip");
            assertThat(third.label("demo").orElseThrow().origin()).hasValue("imported from letter.zip");
        }
    }

    @Test
    void aBatchOfOursThatIterationsAreAddedToIsOursAloneNoMore() {
        store.export(List.of("demo"), zip);
        assertThat(store.importZip(zip, "same.zip").iterations()).isZero();
        assertThat(store.label("demo").orElseThrow().origin()).as("nothing was added").isEmpty();
        other.importZip(zip, "letter.zip");
        long batch = other.label("demo").orElseThrow().batches().getFirst().id();
        other.database().writing(h -> h.execute("UPDATE batch SET origin = '' WHERE id = ?", batch));
        other.database().writing(h -> h.execute("DELETE FROM iteration WHERE id = (SELECT max(id) FROM iteration)"));
        assertThat(other.importZip(zip, "more.zip").iterations()).isEqualTo(1);
        assertThat(other.label("demo").orElseThrow().origin()).hasValue("imported from more.zip");
    }

    @Test
    void whatWasBrokenOffTravelsAsFarAsItCame() {
        long batch = store.beginBatch(Samples.batch("broken", 2));
        long id = store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        store.beginPhase(id, PhaseSpan.begun(0, Phase.MEASURE, true, 0, 4, false));
        store.addInterval(id, Samples.interval(0, 0, 0, 0, Samples.SECOND, 10, 1000));
        store.release(batch);
        Iteration here = store.label("broken").orElseThrow().iterations().getFirst();
        assertThat(here.value("documents-per-second")).contains(MeasuredValue.of("documents-per-second", 10));

        store.export(List.of("broken"), zip);
        other.importZip(zip);
        Iteration there = other.label("broken").orElseThrow().iterations().getFirst();
        assertThat(there).usingRecursiveComparison().ignoringFields("id", "batch").isEqualTo(here);
        assertThat(other.detail(there.id())).usingRecursiveComparison().isEqualTo(store.detail(id));
        assertThat(other.detail(there.id()).headline()).get().matches(p -> !p.ended() && p.end() == Samples.SECOND);
    }

    @Test
    void importingTwiceChangesNothing() {
        store.export(List.of("demo"), zip);
        other.importZip(zip);
        LabelResults once = other.label("demo").orElseThrow();

        assertThat(other.importZip(zip)).isEqualTo(new ImportSummary(List.of("demo"), 0, 2));
        assertThat(store.importZip(zip)).as("back where it came from")
                .isEqualTo(new ImportSummary(List.of("demo"), 0, 2));

        assertThat(other.label("demo").orElseThrow().iterations()).isEqualTo(once.iterations());
        assertThat(store.label("demo").orElseThrow().iterations()).hasSize(2);
    }

    @Test
    void iterationsTravelInTheirOrderThoughTheClockWasSetBack() {
        long back = store.beginBatch(Samples.batch("back", 2));
        Samples.write(store, back, 1, 0); // which begins a second after the other
        Samples.write(store, back, 0, 0);
        store.export(List.of("back"), zip);
        other.importZip(zip);
        assertThat(other.label("back").orElseThrow().iterations().stream().sorted(Comparator.comparing(Iteration::id)))
                .extracting(Iteration::position).containsExactly(1, 0);
    }

    @Test
    void resultsAreNotPutUnderALabelOfAnotherWorkload() {
        store.export(List.of("demo"), zip);
        other.release(other.beginBatch(volume("demo")));
        assertThatThrownBy(() -> other.importZip(zip)).isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("label demo has results of volume, and these are of ingest: give them another "
                        + "label, or rename the one that is here; nothing was imported");
        other.rename("demo", "mine");
        assertThat(other.importZip(zip).iterations()).isEqualTo(2);
    }

    @Test
    void aLabelThatHasSeveralWorkloadsTravelsAsItIs() {
        store.release(store.beginBatch(volume("demo")));
        store.export(List.of("demo"), zip);
        assertThat(other.importZip(zip).iterations()).isEqualTo(2);
        assertThat(other.label("demo").orElseThrow().batches()).hasSize(2);
        assertThat(other.importZip(zip)).as("twice").isEqualTo(new ImportSummary(List.of("demo"), 0, 2));
    }

    private static NewBatch volume(String label) {
        return new NewBatch(label, "volume", "throughput", "single", "", "hash", 1, "1", MeasureSet.of(), Map.of(), 1);
    }

    @Test
    void aLaterExportBringsWhatIsNew() {
        long running = store.beginIteration(Samples.iteration(batch, 2, 0, 1));
        store.export(List.of("demo"), zip);
        assertThat(other.importZip(zip).iterations()).as("the running one stays behind").isEqualTo(2);
        store.addInterval(running, Samples.interval(0, 0, 0, 0, 1, 1, 1));
        store.endIteration(running, IterationState.DONE, "", List.of());
        Path later = folder.resolve("later.zip");
        store.export(List.of("demo"), later);

        assertThat(other.importZip(later)).as("the same batch").isEqualTo(new ImportSummary(List.of("demo"), 1, 2));

        assertThat(other.label("demo").orElseThrow().iterations()).extracting(Iteration::position)
                .containsExactly(0, 1, 2);
    }

    @Test
    void thatEqualLabelsArePutTogetherIsTold() {
        other.release(other.beginBatch(Samples.batch("demo", 1)));
        store.export(List.of("demo", "second"), zip);
        ImportSummary summary = other.importZip(zip);
        assertThat(summary.joined()).containsExactly("demo");
        assertThat(summary.together().orElseThrow()).startsWith("Label demo was there already, and what was imported");
    }

    @Test
    void theSameResultsGiveTheSameFile() {
        store.export(List.of("demo"), zip);
        Path again = folder.resolve("again.zip");
        store.export(List.of("demo"), again);

        assertThat(again).hasSameBinaryContentAs(zip);
    }

    @Test
    void anExportNeverOverwritesAndNamesWhatIsWrong() throws IOException {
        Files.writeString(zip, "precious");

        assertThatThrownBy(() -> store.export(List.of("demo"), zip)).isInstanceOf(InvalidInputException.class)
                .hasMessage(zip + " is there already; choose another name or remove it");
        assertThatThrownBy(() -> store.export(List.of("secnod"), folder.resolve("x.zip")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown label 'secnod' (did you mean 'second'?)");
        assertThatThrownBy(() -> store.export(List.of("demo"), folder.resolve("no/such/folder.zip")))
                .isInstanceOf(StoreException.class).hasMessageContaining("its folder does not exist");
        assertThat(zip).hasContent("precious");
        assertThat(folder).isDirectoryNotContaining("glob:**.partial");
    }

    // ---- Hostile and damaged files ----

    private Map<String, byte[]> exported() throws IOException {
        Path good = folder.resolve("good.zip");
        Files.deleteIfExists(good);
        store.export(List.of("demo"), good);
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipFile file = new ZipFile(good.toFile())) {
            for (ZipEntry entry : file.stream().toList()) {
                entries.put(entry.getName(), file.getInputStream(entry).readAllBytes());
            }
        }
        return entries;
    }

    private static String name(Map<String, byte[]> entries, String end) {
        return entries.keySet().stream().filter(n -> n.endsWith(end)).findFirst().orElseThrow();
    }

    private static void edit(Map<String, byte[]> entries, String end, String from, String to) {
        entries.compute(name(entries, end), (n, bytes) -> {
            String text = new String(bytes, StandardCharsets.UTF_8);
            assertThat(text).contains(from);
            return text.replace(from, to).getBytes(StandardCharsets.UTF_8);
        });
    }

    private void write(Map<String, byte[]> entries) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (var entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
    }

    private void refuses(Consumer<Map<String, byte[]>> harm, String... message) throws IOException {
        refuses(ZipImport.Limits.USUAL, harm, message);
    }

    private void refuses(ZipImport.Limits limits, Consumer<Map<String, byte[]>> harm, String... message)
            throws IOException {
        Map<String, byte[]> entries = exported();
        harm.accept(entries);
        write(entries);
        assertThatThrownBy(() -> other.database().<ImportSummary>write(h -> ZipImport.read(h, zip, "x.zip", limits)))
                .isInstanceOf(InvalidInputException.class).hasMessageContainingAll(message).message().hasLineCount(1);
        assertThat(other.labels()).as("nothing changed").extracting(l -> l.label()).containsExactly("there before");
    }

    @Test
    void aNameThatLeadsElsewhereIsRefused() throws IOException {
        refuses(z -> z.put("../../evil.txt", new byte[1]), "unexpected entry", "'../../evil.txt'",
                "nothing was imported");
        refuses(z -> z.put("/etc/evil", new byte[1]), "unexpected entry", "'/etc/evil'");
        refuses(z -> z.put("manifest.json", """
                {"format": "tidemark-results", "version": 1, "batches": ["../../.."]}""".getBytes()), "is not a UUID");
        assertThat(folder.resolveSibling("evil.txt")).doesNotExist();
    }

    @Test
    void anotherVersionOrFormatIsRefused() throws IOException {
        refuses(z -> edit(z, "manifest.json", "\"version\":1", "\"version\":2"), "format version 2",
                "this Tidemark reads 1, a newer one is needed");
        refuses(z -> edit(z, "manifest.json", "tidemark-results", "other"), "is not an export of Tidemark");
        refuses(z -> z.remove("manifest.json"), "it has no manifest.json");
        Files.writeString(zip, "not a zip at all");
        assertThatThrownBy(() -> other.importZip(zip)).isInstanceOf(InvalidInputException.class)
                .hasMessage(zip + " is not a zip file, or it is cut off");
        assertThatThrownBy(() -> other.importZip(folder.resolve("none.zip"))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is no such file");
    }

    @Test
    void damageAnywhereImportsNothing() throws IOException {
        refuses(z -> z.remove(name(z, "intervals.bin")), "intervals.bin: it is missing");
        refuses(z -> z.put(name(z, "intervals.bin"), new byte[3]), "intervals.bin: it ends too early");
        refuses(z -> z.merge(name(z, "intervals.bin"), new byte[9], TransferTest::joined), "more than the iterations");
        refuses(z -> z.compute(name(z, "intervals.bin"), (n, b) -> new byte[b.length]), "damaged");
        refuses(z -> edit(z, "iterations.ndjson", "\"DONE\"", "\"SPLENDID\""), "iterations.ndjson:1", "SPLENDID");
        refuses(z -> edit(z, "iterations.ndjson", "\"DONE\"", "\"RUNNING\""), "iterations.ndjson:1", "still running");
        refuses(z -> edit(z, "iterations.ndjson", "\"verdict\":\"\"", "\"verdict\":null"), "something is missing");
        refuses(z -> edit(z, "iterations.ndjson", "\"phases\":[", "\"shapes\":["), "iterations.ndjson:1");
        refuses(z -> edit(z, "iterations.ndjson", "{", ""), "iterations.ndjson:1", "cannot be understood");
        refuses(z -> edit(z, "batch.json", "\"demo\"", "\"--html=x\""), "a label must not begin like an option: --html=x");
        refuses(z -> edit(z, "batch.json", "\"measures\":[", "\"treasures\":["), "batch.json");
    }

    /** A terminal obeys some characters, and a text may look like another by others; no text of an archive has any. */
    @ParameterizedTest
    @ValueSource(strings = {"\\u001b", "\\u009b", "\\u0000", "\\u007f", "\\r", "\\u2028", "\\u202e", "\\u2067"})
    void aTextThatSteersATerminalIsRefused(String hostile) throws IOException {
        refuses(z -> edit(z, "iterations.ndjson", "\"verdict\":\"", "\"verdict\":\"" + hostile),
                "iterations.ndjson:1: it cannot be understood: /verdict: it has ");
    }

    @Test
    void itIsRefusedWhereverItStands() throws IOException {
        for (String text : List.of("label", "title", "unit", "help", "name", "yaml", "version", "defaults")) {
            refuses(z -> edit(z, "batch.json", "\"" + text + "\":", "\"" + text + "\":" + (text.equals("defaults")
                    ? "{\"a\\u009b\":\"\"},\"was\":" : "\"\\u009b\",\"was\":")),
                    "batch.json: it cannot be understood: /", text, ": it has ", "(U+009B)");
        }
        for (String text : List.of("text", "name", "unit", "kind", "node")) {
            refuses(z -> edit(z, "iterations.ndjson", "\"" + text + "\":\"", "\"" + text + "\":\"\\u009b"),
                    "iterations.ndjson:1: it cannot be understood: /", text + ": it has ");
        }
    }

    /** So that results of a server that colours its messages can be taken elsewhere. */
    @Test
    void whatAServerSaidIsExportedWithItsControlCharactersAsCodes() throws IOException {
        long iteration = store.label("demo").orElseThrow().iterations().getFirst().id();
        store.addEvent(iteration, new Event(1, "warning", "\u001b[31mred\u202e\r\nand more"));
        store.export(List.of("demo"), zip);
        other.importZip(zip);
        assertThat(other.detail(other.label("demo").orElseThrow().iterations().getFirst().id()).events()).extracting(Event::text)
                .contains("\\u001b[31mred\\u202e\nand more");
    }

    @Test
    void whatIsNoHeadingAndNoUnitIsRefused() throws IOException {
        refuses(z -> edit(z, "batch.json", "\"unit\":\"", "\"unit\":\"<img src=x>"), "the unit of measure ", "as MB/s; nothing");
        refuses(z -> edit(z, "batch.json", "\"title\":\"", "\"title\":\"" + "x".repeat(200)), "the title of measure ");
        refuses(z -> edit(z, "batch.json", "\"title\":\"", "\"title\":\"a\\n"), "the title of measure ");
        refuses(z -> edit(z, "batch.json", "\"measures\":[{\"name\":\"", "\"measures\":[{\"name\":\"a b"),
                "the measure's name is not valid");
    }

    private static byte[] joined(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    @Test
    void bombsAreStoppedByTheLimits() throws IOException {
        ZipImport.Limits small = limits(4, 50_000);
        refuses(small, z -> z.put(name(z, "batch.json"), new byte[20_001]), "longer than 20000 bytes");
        refuses(small, z -> z.put(name(z, "iterations.ndjson"), new byte[20_001]), "a line is longer than 20000");
        refuses(limits(4, 1_000), z -> { }, "it unpacks to more than 1000 bytes");
        refuses(limits(3, 50_000), z -> { }, "too many entries: 4; the limit is 3");
        refuses(z -> edit(z, "iterations.ndjson", "\"length\":", "\"length\":-"), "the limit is 16777216");
        refuses(z -> {
            byte[] bomb = bomb();
            z.put(name(z, "intervals.bin"), bomb);
            z.compute(name(z, "iterations.ndjson"), (n, b) -> new String(b, StandardCharsets.UTF_8).lines().findFirst()
                    .orElseThrow().replaceAll("\"length\":\\d+", "\"length\":" + bomb.length).getBytes());
        }, "unpack to more than 16777216 bytes");
    }

    private static ZipImport.Limits limits(int entries, long bytes) {
        return new ZipImport.Limits(entries, bytes, 1_000, bytes, 20_000, 5_000);
    }

    @Test
    void aFileThatUnpacksToManyTimesItsSizeIsABombWhateverItSays() throws IOException {
        ZipImport.Limits tight = new ZipImport.Limits(4, 8L << 30, 200, 1_000, 64 << 20, 16 << 20);
        refuses(tight, z -> z.compute(name(z, "iterations.ndjson"), (n, b) -> joined(b, new byte[10_000_000])),
                "too large: it unpacks to more than");
    }

    @Test
    void aDirectoryLargerThanAnyExportsIsNotRead() throws IOException {
        refuses(limits(0, 50_000), z -> { }, "x.zip: too many entries: its directory is larger than 0 bytes");
        // As the end of the file says; the record for large files before it may say otherwise.
        byte[] locator = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN).putInt(0x07064b50).putInt(0)
                .putLong(0).putInt(1).array();
        byte[] end64 = ByteBuffer.allocate(56).order(ByteOrder.LITTLE_ENDIAN).putInt(0x06064b50).putLong(44)
                .putLong(40, 1L << 40).array();
        byte[] end = ByteBuffer.allocate(22).order(ByteOrder.LITTLE_ENDIAN).putInt(0x06054b50).putLong(4, -1)
                .putLong(12, -1).putShort(20, (short) 0).array();
        Files.write(zip, joined(joined(end64, locator), end));
        refusesAsItIs("too many entries: its directory is larger than 40000000 bytes");
    }

    /** The file as it lies there. */
    private void refusesAsItIs(String... message) {
        assertThatThrownBy(() -> other.importZip(zip, "x.zip")).isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(message).hasMessageStartingWith("x.zip").message().hasLineCount(1);
        assertThat(other.labels()).extracting(l -> l.label()).containsExactly("there before");
    }

    /** Replaces the first bytes of this kind, and fails when there are none. */
    private void patch(String from, String to) throws IOException {
        String bytes = Files.readString(zip, StandardCharsets.ISO_8859_1);
        assertThat(bytes).contains(from);
        Files.writeString(zip, bytes.replace(from, to), StandardCharsets.ISO_8859_1);
    }

    @Test
    void anEntryThatIsThereTwiceIsRefused() throws IOException {
        Map<String, byte[]> entries = exported();
        String batchName = name(entries, "batch.json");
        entries.put(batchName.replace("batch.json", "copy2.json"), entries.get(batchName));
        write(entries);
        patch("copy2.json", "batch.json");
        refusesAsItIs("batch.json: it is there twice", "nothing was imported");
    }

    @Test
    void aMeasureWithoutUnitIsRefused() throws IOException {
        Map<String, byte[]> entries = exported();
        String batch = new String(entries.get(name(entries, "batch.json")), StandardCharsets.UTF_8);
        entries.put(name(entries, "batch.json"), batch.replaceFirst("\"unit\" ?: ?\"[^\"]*\"", "\"unit\":null")
                .getBytes(StandardCharsets.UTF_8));
        write(entries);
        refusesAsItIs("batch.json", "a measure has a unit", "nothing was imported");
    }

    @Test
    void anEncryptedOrDamagedEntryIsRefused() throws IOException {
        write(exported());
        byte[] whole = Files.readAllBytes(zip);
        patch("PK\001\002\024\000\024\000\010\010", "PK\001\002\024\000\024\000\011\010"); // the flag: encrypted
        refusesAsItIs("is not a zip file, or is damaged", "encrypted");

        for (int cut : new int[] {1, 21, 22, 100, whole.length / 2, whole.length - 1, whole.length}) {
            Files.write(zip, Arrays.copyOf(whole, whole.length - cut));
            refusesAsItIs("is not a zip file, or it is cut off");
        }

        // A stored entry has nothing but its checksum to tell of a changed digit.
        Map<String, byte[]> entries = exported();
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (var entry : entries.entrySet()) {
                ZipEntry stored = new ZipEntry(entry.getKey());
                CRC32 sum = new CRC32();
                sum.update(entry.getValue());
                stored.setMethod(ZipEntry.STORED);
                stored.setSize(entry.getValue().length);
                stored.setCrc(sum.getValue());
                out.putNextEntry(stored);
                out.write(entry.getValue());
            }
        }
        patch("\"flush-write\",\"number\":159.25", "\"flush-write\",\"number\":951.25");
        refusesAsItIs("iterations.ndjson: its checksum does not fit its content");
    }

    @Test
    void whatIsNoExportIsRefused() throws IOException {
        store.close();
        Files.copy(folder.resolve("store.db"), zip);
        refusesAsItIs("is not a zip file");
        store = ResultStore.open(folder.resolve("store.db"), clock);
        refuses(z -> z.put("inner.zip", new byte[22]), "unexpected entry: 'inner.zip'");
        refuses(z -> z.put("results.db", new byte[22]), "unexpected entry: 'results.db'");
        Files.write(zip, new byte[0]);
        refusesAsItIs("is not a zip file");
    }

    @Test
    void aReadingWithoutItsCountersIsRefusedInPlainWords() throws IOException {
        Map<String, byte[]> entries = exported();
        String name = name(entries, "iterations.ndjson");
        String text = new String(entries.get(name), StandardCharsets.UTF_8);
        assertThat(text).contains("\"counters\"");
        entries.put(name, text.replaceFirst("\"counters\"", "\"counterz\"").getBytes(StandardCharsets.UTF_8));
        write(entries);
        refusesAsItIs("iterations.ndjson:1: it cannot be understood: something is missing in it");
    }

    /** An entry that would be a link to a file if it were ever unpacked is read as the text that it is. */
    @Test
    void aSymbolicLinkLeadsNowhere() throws IOException {
        Map<String, byte[]> entries = exported();
        entries.put(name(entries, "batch.json"), "../../../../../../etc/passwd".getBytes());
        write(entries);
        byte[] bytes = Files.readAllBytes(zip);
        String letters = new String(bytes, StandardCharsets.ISO_8859_1);
        int entry = letters.indexOf("PK\001\002", letters.indexOf("PK\001\002") + 1); // the second in the directory
        bytes[entry + 5] = 3; // made on Unix
        bytes[entry + 41] = (byte) 0xA1; // S_IFLNK and 0777 in the upper half of the external attributes
        bytes[entry + 40] = (byte) 0xFF;
        Files.write(zip, bytes);
        refusesAsItIs("batch.json: it cannot be understood");
    }

    /** A small series that unpacks to 100 MB. */
    private static byte[] bomb() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(1);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(new byte[100_000_000]);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }
}
