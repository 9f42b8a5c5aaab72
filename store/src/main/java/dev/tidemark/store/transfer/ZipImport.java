package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.measure.AnswerTable;
import dev.tidemark.core.measure.OperationTable;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.Measure;
import dev.tidemark.store.results.Batches;
import dev.tidemark.store.results.Iterations;
import dev.tidemark.store.results.LabelMarks;
import dev.tidemark.store.results.NewBatch;
import java.sql.SQLException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementException;
import org.sqlite.SQLiteErrorCode;
import tools.jackson.core.JacksonException;

/**
 * Reads an {@link Archive} that anybody may have made. Nothing is ever unpacked to a file; an entry that does not
 * belong to the format is refused; and everything that is unpacked in memory has a limit. Runs inside the caller's
 * transaction, so that a refusal leaves nothing behind.
 */
public final class ZipImport {

    /**
     * What a file may ask for.
     *
     * @param entries entries in the file
     * @param bytes   bytes unpacked in all
     * @param ratio   how many times its own size the file may unpack to
     * @param free    bytes that it may unpack to whatever its size
     * @param json    bytes of a JSON document or line
     * @param series  bytes of the series of one interval, packed or unpacked
     */
    public record Limits(int entries, long bytes, int ratio, long free, int json, int series) {
        public static final Limits USUAL = new Limits(100_000, 8L << 30, 200, 64 << 20, 64 << 20, 16 << 20);

        /** Our own entries take about 110 bytes of the file's directory each. */
        long directory() {
            return entries * 400L;
        }
    }

    private static final int LONGEST_REASON = 200;
    private static final int LONGEST_NAME = 200;
    private static final int CONSTRAINT = SQLiteErrorCode.SQLITE_CONSTRAINT.code;

    private final Handle handle;
    private final String file;
    private final String origin;
    private final ZipFile zip;
    private final Limits limits;
    private final long most;
    /** Labels that were there before. */
    private final Set<String> before;
    private long bytes;
    private int added;
    private int known;
    private final Set<String> labels = new LinkedHashSet<>();
    /** Those that something was added to. */
    private final Set<String> fresh = new LinkedHashSet<>();

    private ZipImport(Handle handle, Path file, String name, ZipFile zip, Limits limits) throws IOException {
        this.handle = handle;
        this.file = name;
        this.origin = origin(name);
        this.zip = zip;
        this.limits = limits;
        this.before = Batches.labels(handle);
        this.most = Math.min(limits.bytes(), Math.max(limits.free(), limits.ratio() * Files.size(file)));
    }

    /** What is kept of a file's name with what came from it, whatever is in it: the end tells files from each other. */
    static String origin(String name) {
        String line = Printable.oneLine(name);
        return "imported from " + line.substring(Math.max(0, line.length() - LONGEST_NAME));
    }

    /** @param name what the file is called towards the user */
    public static ImportSummary read(Handle handle, Path file, String name) {
        return read(handle, file, name, Limits.USUAL);
    }

    public static ImportSummary read(Handle handle, Path file, String name, Limits limits) {
        if (!Files.isRegularFile(file)) {
            throw new InvalidInputException(name + ": there is no such file");
        }
        try {
            if (ZipDirectory.of(file, name).bytes() > limits.directory()) {
                throw new InvalidInputException(name + ": too many entries: its directory is larger than "
                        + limits.directory() + " bytes; nothing was imported");
            }
            try (ZipFile zip = new ZipFile(file.toFile())) {
                return new ZipImport(handle, file, name, zip, limits).read();
            }
        } catch (ZipException e) {
            throw new InvalidInputException(name + " is not a zip file, or is damaged: " + printable(e.getMessage()));
        } catch (IOException e) {
            throw new InvalidInputException(name + " cannot be read: " + printable(e.getMessage()));
        }
    }

    private ImportSummary read() throws IOException {
        Archive.Manifest manifest = manifest();
        checkEntries(manifest.batches());
        for (String batch : manifest.batches()) {
            read(batch);
        }
        for (Map.Entry<String, Archive.Mark> mark : manifest.marks().entrySet()) {
            mark(mark.getKey(), mark.getValue());
        }
        return new ImportSummary(List.copyOf(labels), added, known,
                fresh.stream().filter(before::contains).toList());
    }

    private InvalidInputException damaged(String where, String what) {
        return new InvalidInputException(file + ": " + where + ": " + what + "; nothing was imported");
    }

    private Archive.Manifest manifest() throws IOException {
        ZipEntry entry = zip.getEntry(Archive.MANIFEST);
        if (entry == null) {
            throw new InvalidInputException(file + " is not an export of Tidemark: it has no " + Archive.MANIFEST);
        }
        Archive.Manifest manifest = json(whole(Archive.MANIFEST), Archive.Manifest.class, Archive.MANIFEST);
        if (!Archive.FORMAT.equals(manifest.format())) {
            throw new InvalidInputException(file + " is not an export of Tidemark: its format is '" + manifest.format()
                    + "'");
        }
        if (manifest.version() != Archive.VERSION) {
            throw new InvalidInputException(file + " was exported in format version " + manifest.version()
                    + "; this Tidemark reads "
                    + Archive.VERSION + (manifest.version() > Archive.VERSION ? ", a newer one is needed" : ""));
        }
        if (manifest.batches() == null) {
            throw damaged(Archive.MANIFEST, "it names no batches");
        }
        manifest.batches().forEach(this::checkUuid);
        return manifest;
    }

    /** In their one canonical spelling, so that a name can never lead anywhere else. */
    private void checkUuid(String uuid) {
        try {
            if (uuid != null && UUID.fromString(uuid).toString().equals(uuid)) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw damaged(Archive.MANIFEST, "'" + printable(uuid) + "' is not a UUID");
    }

    private static String printable(String text) {
        return Printable.oneLine(String.valueOf(text));
    }

    private void checkEntries(List<String> batches) {
        if (zip.size() > limits.entries()) {
            throw damaged("too many entries", zip.size() + "; the limit is " + limits.entries());
        }
        Set<String> expected = new HashSet<>(Set.of(Archive.MANIFEST));
        for (String batch : batches) {
            for (String name : List.of(Archive.BATCH, Archive.ITERATIONS, Archive.INTERVALS)) {
                if (!expected.add(Archive.path(batch, name))) {
                    throw damaged(Archive.MANIFEST, "batch " + batch + " is named twice");
                }
            }
        }
        Set<String> seen = new HashSet<>();
        zip.stream().map(ZipEntry::getName).forEach(name -> {
            if (!expected.contains(name)) {
                throw damaged("unexpected entry", "'" + printable(name) + "'");
            }
            if (!seen.add(name)) {
                throw damaged(name, "it is there twice");
            }
        });
    }

    private void read(String uuid) throws IOException {
        String where = Archive.path(uuid, Archive.BATCH);
        Archive.Batch archived = json(whole(where), Archive.Batch.class, where);
        if (!uuid.equals(archived.uuid())) {
            throw damaged(where, "it holds another batch");
        }
        checkWords(archived, where);
        Optional<Long> there = Batches.byUuid(handle, uuid);
        long batch = checked(where, () -> there.orElseGet(() -> insert(archived)));
        // One that is there already may have been given another label since.
        labels.add(Batches.find(handle, batch).orElseThrow().batch().label());
        if (there.isEmpty()) {
            fresh.add(archived.label());
        }
        int until = added;
        readIterations(uuid, batch);
        if (added > until) {
            Batches.addedFrom(handle, batch, origin);
        }
    }

    /** A label that is not here may have results of several workloads where it comes from. */
    private long insert(Archive.Batch archived) {
        NewBatch batch = archived.batch(origin);
        if (before.contains(batch.label())) {
            Batches.requireWorkload(handle, batch.label(), batch.workload());
        }
        return Batches.insert(handle, archived.uuid(), archived.started(), batch);
    }

    /**
     * What stands in headings and in commands that are suggested: no option of these, no sentence in place of a unit.
     */
    private void checkWords(Archive.Batch archived, String where) {
        if (archived.label() != null && archived.label().startsWith("-")) {
            throw damaged(where, "a label must not begin like an option: " + printable(archived.label()));
        }
        if (archived.measures() != null) {
            archived.measures().stream().filter(Objects::nonNull).map(Measure::wrong).flatMap(Optional::stream)
                    .findFirst().ifPresent(wrong -> {
                        throw damaged(where, wrong);
                    });
        }
    }

    /** What is said of a label here already stays as it is, and of one that did not come along nothing is kept. */
    private void mark(String label, Archive.Mark mark) throws IOException {
        if (fresh.contains(label) && !LabelMarks.all(handle).containsKey(label)) {
            checked(Archive.MANIFEST, () -> {
                LabelMarks.put(handle, label, mark.mark());
                return null;
            });
        }
    }

    private void readIterations(String uuid, long batch) throws IOException {
        String where = Archive.path(uuid, Archive.ITERATIONS);
        String seriesWhere = Archive.path(uuid, Archive.INTERVALS);
        try (InputStream lines = stream(where); InputStream series = stream(seriesWhere)) {
            int number = 0;
            for (Optional<byte[]> line; (line = line(lines, where)).isPresent();) {
                String place = where + ":" + ++number;
                Archive.Iteration iteration = json(line.get(), Archive.Iteration.class, place);
                checked(place, () -> read(iteration, batch, series, seriesWhere));
            }
            if (series.read() >= 0) {
                throw damaged(seriesWhere, "there is more than the iterations account for");
            }
        }
    }

    private Void read(Archive.Iteration iteration, long batch, InputStream series, String where) throws IOException {
        UUID.fromString(iteration.uuid());
        boolean isKnown = handle.createQuery("SELECT count(*) FROM iteration WHERE uuid = ?").bind(0, iteration.uuid())
                .mapTo(Integer.class).one() > 0;
        long id = isKnown ? 0 : insert(iteration, batch);
        for (Archive.IntervalHead head : iteration.intervals()) {
            byte[] bytes = series(series, head.length(), where);
            if (!isKnown) {
                Interval interval = head.with(bytes);
                checkSeries(interval, where);
                Iterations.addInterval(handle, id, interval);
            }
        }
        known += isKnown ? 1 : 0;
        added += isKnown ? 0 : 1;
        return null;
    }

    private long insert(Archive.Iteration i, long batch) {
        if (i.state() == IterationState.RUNNING) {
            throw new IllegalArgumentException("iteration " + i.uuid() + " is still running");
        }
        long id = Iterations.insert(handle, i.uuid(), i.iteration(batch), i.state(), i.verdict());
        i.phases().forEach(p -> Iterations.putPhase(handle, id, p));
        Iterations.addOutcomes(handle, id, i.outcomes());
        i.readings().forEach(r -> Iterations.addReading(handle, id, r));
        Iterations.addWorkers(handle, id, i.workers());
        Iterations.addOperations(handle, id, i.operations());
        for (LogBlock block : i.log()) {
            if (AnswerTable.isIn(block)) { // what cannot be read is not let in
                AnswerTable.of(List.of(block));
            } else {
                OperationTable.of(List.of(block), block.phase());
            }
            Iterations.addBlock(handle, id, block);
        }
        i.events().forEach(e -> Iterations.addEvent(handle, id, e));
        Iterations.replaceValues(handle, id, i.values());
        return id;
    }

    private byte[] series(InputStream in, int length, String where) throws IOException {
        if (length < 1 || length > limits.series()) {
            throw damaged(where, "series of " + length + " bytes; the limit is " + limits.series());
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw damaged(where, "it ends too early");
        }
        return bytes;
    }

    /** The series are deflated once more within; what they unpack to is limited before it is understood. */
    private void checkSeries(Interval interval, String where) throws IOException {
        byte[] series = interval.series();
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(series, 1, series.length - 1))) {
            long left = limits.series();
            byte[] buffer = new byte[8192];
            for (int n; (n = in.read(buffer)) >= 0;) {
                left -= n;
                if (left < 0) {
                    throw damaged(where, "series unpack to more than " + limits.series() + " bytes");
                }
            }
        }
        SeriesCodec.decode(series);
    }

    // ---- Reading with limits ----

    private InputStream stream(String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw damaged(name, "it is missing");
        }
        return new BufferedInputStream(new Counted(zip.getInputStream(entry), entry));
    }

    /**
     * Counts what is really unpacked, as the sizes that a zip file states may lie; and at the end compares the
     * checksum, which the JDK leaves to the reader.
     */
    private final class Counted extends FilterInputStream {

        private final ZipEntry entry;
        private final CRC32 sum;

        Counted(InputStream in, ZipEntry entry) {
            this(in, entry, new CRC32());
        }

        private Counted(InputStream in, ZipEntry entry, CRC32 sum) {
            super(new CheckedInputStream(in, sum));
            this.entry = entry;
            this.sum = sum;
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count(b < 0 ? -1 : 1);
            return b;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int n = super.read(buffer, offset, length);
            count(n);
            return n;
        }

        /** @param more -1 at the end */
        private void count(int more) {
            if (more < 0) {
                if (sum.getValue() != entry.getCrc()) {
                    throw damaged(entry.getName(), "its checksum does not fit its content");
                }
                return;
            }
            bytes += more;
            if (bytes > most) {
                throw damaged("too large", "it unpacks to more than " + most + " bytes");
            }
        }
    }

    private byte[] whole(String name) throws IOException {
        try (InputStream in = stream(name)) {
            byte[] all = in.readNBytes(limits.json() + 1);
            if (all.length > limits.json()) {
                throw damaged(name, "longer than " + limits.json() + " bytes");
            }
            return all;
        }
    }

    /** The next line that is not empty; empty at the end. */
    private Optional<byte[]> line(InputStream in, String where) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b; (b = in.read()) >= 0;) {
            if (b == '\n') {
                return Optional.of(line.toByteArray());
            }
            if (line.size() >= limits.json()) {
                throw damaged(where, "a line is longer than " + limits.json() + " bytes");
            }
            line.write(b);
        }
        return line.size() == 0 ? Optional.empty() : Optional.of(line.toByteArray());
    }

    private <T> T json(byte[] bytes, Class<T> type, String where) {
        try {
            T value = ArchiveTexts.MAPPER.readValue(bytes, type);
            if (value != null) {
                return value;
            }
        } catch (JacksonException e) {
            throw damaged(where, "it cannot be understood: " + reason(e));
        }
        throw damaged(where, "it is empty");
    }

    /** Up to where the parser goes on about its own classes, and no longer than a line is read. */
    private static String reason(JacksonException e) {
        if (e.getCause() instanceof NullPointerException missing && !hasOwnMessage(missing)) {
            return "something is missing in it";
        }
        String reason = printable(e.getOriginalMessage().split(": Failed to deserialize|; nested exception", 2)[0]);
        return Printable.shortened(reason, LONGEST_REASON + 1);
    }

    /** Whether somebody has put into words what is missing; the JVM's own words are about code. */
    private static boolean hasOwnMessage(NullPointerException missing) {
        return missing.getMessage() != null && !missing.getMessage().startsWith("Cannot ");
    }

    /** A step that works on what the file says. */
    private interface Step<T> {
        T run() throws IOException;
    }

    /** Values that are missing or impossible fail in the constructors and constraints that guard all others too. */
    private <T> T checked(String where, Step<T> step) throws IOException {
        try {
            return step.run();
        } catch (InvalidInputException e) {
            throw e.getMessage().startsWith(file) ? e : damaged(where, e.getMessage());
        } catch (IllegalArgumentException | NullPointerException | ArithmeticException e) {
            throw damaged(where, "it cannot be used: " + printable(e.getMessage()));
        } catch (StatementException e) {
            if (e.getCause() instanceof SQLException sql && (sql.getErrorCode() & 0xFF) == CONSTRAINT) {
                throw damaged(where, "something is missing or stands there twice");
            }
            throw e;
        }
    }
}
