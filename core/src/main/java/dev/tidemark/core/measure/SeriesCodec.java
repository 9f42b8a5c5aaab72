package dev.tidemark.core.measure;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The form of a {@link SeriesSet} at rest: a version byte, then a deflated stream of totals and histograms in
 * variable-length numbers.
 */
public final class SeriesCodec {

    private static final int VERSION = 1;

    private SeriesCodec() {}

    public static byte[] encode(SeriesSet set) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(VERSION);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
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
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalArgumentException when the bytes are damaged or of an unknown version */
    public static SeriesSet decode(byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != VERSION) {
            throw new IllegalArgumentException("interval series of an unknown version");
        }
        SeriesSet set = new SeriesSet();
        try (DataInputStream in = new DataInputStream(
                new InflaterInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1)))) {
            for (long left = Varint.read(in); left > 0; left--) {
                set.add(in.readUTF(), readTotals(in));
            }
            for (long left = Varint.read(in); left > 0; left--) {
                String kind = in.readUTF();
                String step = in.readUTF();
                int flags = in.readByte();
                set.add(new SeriesKey(kind, step, Timing.values()[flags >> 1], (flags & 1) == 1),
                        LogHistogram.read(in));
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("interval series are damaged", e);
        }
        return set;
    }

    private static void write(DataOutputStream out, Totals t) throws IOException {
        for (long number : new long[] {t.operations(), t.answered(), t.misses(), t.units(), t.failedUnits(),
            t.bytesIn(), t.bytesOut(), t.hits()}) {
            Varint.write(out, number);
        }
    }

    private static Totals readTotals(DataInputStream in) throws IOException {
        return new Totals(Varint.read(in), Varint.read(in), Varint.read(in), Varint.read(in), Varint.read(in),
                Varint.read(in), Varint.read(in), Varint.read(in));
    }
}
