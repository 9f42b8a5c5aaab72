package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * The head of a file that NumPy has saved ("numpy.lib.format", versions 1 to 3): a mark, the version, the length of a
 * dictionary in Python's words, and that.
 *
 * @param bytes    before the first number
 * @param itemSize bytes of a number
 * @param rows     vectors
 * @param columns  numbers of each
 */
record NpyHeader(long bytes, int itemSize, long rows, int columns) {

    private static final byte[] MARK = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int VERSION_AT = 6;
    private static final int LENGTH_AT = 8;
    private static final Pattern DTYPE = Pattern.compile("'descr': *'([^']*)'");
    private static final Pattern FORTRAN = Pattern.compile("'fortran_order': *(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape': *\\(([^)]*)\\)");
    private static final Pattern TWO = Pattern.compile(" *([0-9]{1,18}) *, *([0-9]{1,9}) *,? *");

    static boolean isOne(MemorySegment content) {
        return content.byteSize() > LENGTH_AT + Integer.BYTES
                && content.asSlice(0, MARK.length).mismatch(MemorySegment.ofArray(MARK)) == -1;
    }

    /** @throws InvalidInputException when it is none of vectors, naming what it has instead */
    static NpyHeader read(String setting, Path file, MemorySegment content) {
        boolean first = content.get(ValueLayout.JAVA_BYTE, VERSION_AT) == 1;
        long length = first ? content.get(SHORT, LENGTH_AT) & 0xffff : content.get(INT, LENGTH_AT) & 0xffffffffL;
        long start = LENGTH_AT + (first ? Short.BYTES : Integer.BYTES);
        if (start + length > content.byteSize()) {
            throw refusal(setting, file, "is cut off in its header");
        }
        String header = new String(content.asSlice(start, length).toArray(ValueLayout.JAVA_BYTE),
                StandardCharsets.ISO_8859_1);
        String type = found(DTYPE, header).orElse("");
        if (!type.equals("<f4") && !type.equals("<f8")) {
            throw refusal(setting, file, "holds numbers of type '" + type + "'; save it as '<f4' or '<f8'");
        }
        if (!found(FORTRAN, header).orElse("").equals("False")) {
            throw refusal(setting, file,
                    "is in Fortran's order, column by column; save it in C's (numpy.ascontiguousarray)");
        }
        String shape = found(SHAPE, header).orElse("");
        Matcher two = TWO.matcher(shape);
        if (!two.matches()) {
            throw refusal(setting, file, "is an array of the shape (" + shape + "); vectors are one of two dimensions");
        }
        NpyHeader read = new NpyHeader(start + length, type.equals("<f4") ? Float.BYTES : Double.BYTES,
                Long.parseLong(two.group(1)), Integer.parseInt(two.group(2)));
        if (read.rows < 1 || read.columns < 1
                || content.byteSize() - read.bytes != read.rows * read.columns * read.itemSize) {
            throw refusal(setting, file, "has not the bytes that its shape (" + shape + ") says");
        }
        return read;
    }

    private static Optional<String> found(Pattern pattern, String in) {
        Matcher matcher = pattern.matcher(in);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static InvalidInputException refusal(String setting, Path file, String why) {
        return new InvalidInputException(setting + ": " + file + " " + why);
    }
}
