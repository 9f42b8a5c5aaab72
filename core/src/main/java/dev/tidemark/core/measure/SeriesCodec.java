package dev.tidemark.core.measure;

import module java.base;

/**
 * The form of a {@link SeriesSet} at rest: a version byte, then a deflated stream of totals and histograms in
 * variable-length numbers.
 */
public final class SeriesCodec {

    /**
     * The first had no {@link Totals#rowsRead}, the second no {@link Totals#retries}, the third no {@link
     * Totals#rowsWritten} and no rows of steps, the fourth no {@link Totals#refused}, the fifth no {@link EndTimes}.
     */
    private static final int FIRST_VERSION = 1;
    private static final int VERSION = 6;
    /** Numbers are written byte by byte, and the deflater makes a native call for each that comes alone. */
    private static final int BUFFER = 1 << 13;
    /** Bytes of a set; what comes from elsewhere must not unfold to more than memory holds. */
    private static final int LARGEST = 1 << 26;
    private static final LatencyKind[] TIMINGS = LatencyKind.values();

    private SeriesCodec() {}

    public static byte[] encode(SeriesSet set) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(VERSION);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(
                new DeflaterOutputStream(bytes), BUFFER))) {
            Varint.write(out, set.totals().size());
            for (var entry : set.totals().entrySet()) {
                out.writeUTF(entry.getKey());
                write(out, entry.getValue());
            }
            Varint.write(out, set.histograms().size());
            for (var entry : set.histograms().entrySet()) {
                SeriesKey key = entry.getKey();
                out.writeUTF(key.kind());
                out.writeUTF(key.step());
                out.writeByte(key.timing().ordinal() << 1 | (key.failed() ? 1 : 0));
                entry.getValue().write(out);
            }
            Varint.write(out, set.rows().size());
            for (var ofKind : set.rows().entrySet()) {
                out.writeUTF(ofKind.getKey());
                Varint.write(out, ofKind.getValue().size());
                for (var ofStep : ofKind.getValue().entrySet()) {
                    out.writeUTF(ofStep.getKey());
                    Varint.write(out, ofStep.getValue());
                }
            }
            writeEnds(out, set.ends(true));
            writeEnds(out, set.ends(false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalArgumentException when the bytes are damaged or of an unknown version */
    public static SeriesSet decode(byte[] bytes) {
        SeriesSet set = new SeriesSet();
        addTo(set, bytes);
        return set;
    }

    /**
     * Adds an encoded set to another, which for the thousands of intervals of a night is far cheaper than decoding
     * each.
     *
     * @throws IllegalArgumentException when the bytes are damaged or of an unknown version; part of them may have been
     *         added
     */
    public static void addTo(SeriesSet set, byte[] bytes) {
        if (bytes.length == 0 || bytes[0] < FIRST_VERSION || bytes[0] > VERSION) {
            throw new IllegalArgumentException("interval series of an unknown version");
        }
        try (DataInputStream in = new DataInputStream(new Plain(inflated(bytes)))) {
            for (long left = Varint.read(in); left > 0; left--) {
                set.add(in.readUTF(), readTotals(in, bytes[0]));
            }
            for (long left = Varint.read(in); left > 0; left--) {
                String kind = in.readUTF();
                String step = in.readUTF();
                int flags = in.readByte();
                set.under(new SeriesKey(kind, step, TIMINGS[flags >> 1], (flags & 1) == 1)).addWritten(in);
            }
            for (long left = bytes[0] < 4 ? 0 : Varint.read(in); left > 0; left--) {
                String kind = in.readUTF();
                for (long steps = Varint.read(in); steps > 0; steps--) {
                    set.addRows(kind, in.readUTF(), Varint.read(in));
                }
            }
            if (bytes[0] >= 6) {
                readEnds(in, set, true);
                readEnds(in, set, false);
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("interval series are damaged", e);
        }
    }

    private static void writeEnds(DataOutputStream out, Map<String, EndTimes> ends) throws IOException {
        Varint.write(out, ends.size());
        for (var ofKind : ends.entrySet()) {
            out.writeUTF(ofKind.getKey());
            ofKind.getValue().write(out);
        }
    }

    private static void readEnds(DataInputStream in, SeriesSet set, boolean answered) throws IOException {
        for (long left = Varint.read(in); left > 0; left--) {
            set.addEnds(in.readUTF(), answered, EndTimes.read(in));
        }
    }

    private static byte[] inflated(byte[] bytes) throws IOException {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1))) {
            byte[] plain = in.readNBytes(LARGEST + 1);
            if (plain.length > LARGEST) {
                throw new IOException("larger than any series can be");
            }
            return plain;
        }
    }

    /** Bytes without the locks of {@link ByteArrayInputStream}, which would be most of the cost of reading numbers. */
    private static final class Plain extends InputStream {
        private final byte[] bytes;
        private int at;

        Plain(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return at < bytes.length ? bytes[at++] & 0xFF : -1;
        }
    }

    private static void write(DataOutputStream out, Totals t) throws IOException {
        for (long number : new long[] {t.operations(), t.answered(), t.misses(), t.units(), t.failedUnits(),
            t.bytesIn(), t.bytesOut(), t.hits(), t.rowsRead(), t.retried(), t.retries(),
            t.rowsWritten(), t.refused()}) {
            Varint.write(out, number);
        }
    }

    private static Totals readTotals(DataInputStream in, int version) throws IOException {
        return new Totals(Varint.read(in), Varint.read(in), Varint.read(in), Varint.read(in), Varint.read(in),
                Varint.read(in), Varint.read(in), Varint.read(in), version < 2 ? 0 : Varint.read(in),
                version < 3 ? 0 : Varint.read(in), version < 3 ? 0 : Varint.read(in),
                version < 4 ? 0 : Varint.read(in), version < 5 ? 0 : Varint.read(in));
    }
}
