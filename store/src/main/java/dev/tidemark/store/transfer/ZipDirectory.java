package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * What the end of a zip file says of its directory, looked at before the file is opened: the JDK reads the whole
 * directory into memory, and a file may well be nothing but a directory. By the ZIP file format specification
 * (APPNOTE.TXT 6.3.10), sections 4.3.14 to 4.3.16.
 *
 * @param bytes size of the directory; the largest of what the end records say
 */
record ZipDirectory(long bytes) {

    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END = 22;
    private static final int END_LENGTH_AT = 12;
    private static final int END_COMMENT_AT = 20;
    private static final int LOCATOR_SIGNATURE = 0x07064b50;
    private static final int LOCATOR = 20;
    private static final int LOCATOR_OFFSET_AT = 8;
    private static final int END_64_SIGNATURE = 0x06064b50;
    private static final int END_64 = 56;
    private static final int END_64_LENGTH_AT = 40;
    private static final long UNKNOWN = 0xFFFF_FFFFL;

    /**
     * @param name what the file is called towards the user
     * @throws InvalidInputException when the file does not end as a zip file without a comment does, as exports are
     */
    static ZipDirectory of(Path file, String name) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long at = in.length() - END;
            ByteBuffer end = at < 0 ? null : read(in, at, END);
            if (end == null || end.getInt(0) != END_SIGNATURE || end.getShort(END_COMMENT_AT) != 0) {
                throw new InvalidInputException(name + " is not a zip file, or it is cut off");
            }
            long bytes = Integer.toUnsignedLong(end.getInt(END_LENGTH_AT));
            return new ZipDirectory(Math.max(bytes == UNKNOWN ? 0 : bytes, bytes64(in, at)));
        }
    }

    /** As the record for large files says, which may also stand where it is not needed; 0 where there is none. */
    private static long bytes64(RandomAccessFile in, long end) throws IOException {
        if (end < LOCATOR) {
            return 0;
        }
        ByteBuffer locator = read(in, end - LOCATOR, LOCATOR);
        long at = locator.getLong(LOCATOR_OFFSET_AT);
        if (locator.getInt(0) != LOCATOR_SIGNATURE || at < 0 || at > end - END_64) {
            return 0;
        }
        ByteBuffer end64 = read(in, at, END_64);
        long bytes = end64.getLong(END_64_LENGTH_AT);
        return end64.getInt(0) != END_64_SIGNATURE ? 0 : bytes < 0 ? Long.MAX_VALUE : bytes;
    }

    private static ByteBuffer read(RandomAccessFile in, long at, int length) throws IOException {
        byte[] bytes = new byte[length];
        in.seek(at);
        in.readFully(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
