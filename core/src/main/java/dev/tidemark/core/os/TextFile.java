package dev.tidemark.core.os;

import module java.base;

/**
 * Text files that users name, whatever program wrote them: with a byte order mark or without, in UTF-8 or in UTF-16
 * with its mark, packed by gzip or not. What a file is follows from its first bytes, never from its name. All that is
 * read of users' text goes through here, so that a file is the same text wherever it is named.
 */
public final class TextFile {

    /** Bytes of a line: a whole log may be one, and a packed file may unpack to one without an end. */
    static final long LONGEST_LINE = 256 << 20;
    /** Bytes by which text is distinguished from what is none. */
    private static final int LOOKED_AT = 8192;
    private static final int GZIP = 0x1f8b;
    private static final Charset WESTERN = Charset.forName("windows-1252");

    /** First bytes of files that hold text, if any, in a way that is not read here. */
    private static final Map<String, String> PACKED = Map.of("PK\3\4", "a zip file", "BZh", "packed by bzip2",
            "\u00fd7zXZ", "packed by xz", "(\u00b5/\u00fd", "packed by zstd", "%PDF", "a PDF file");

    private TextFile() {}

    /** Why a file cannot be taken as text, in words that follow its name: {@code is not text in UTF-8}. */
    public static final class UnreadableException extends IOException {
        private UnreadableException(String why) {
            super(why);
        }
    }

    /** The lines of a file, one after another. */
    public static final class Lines implements Closeable {
        private final BufferedReader in;
        /** Whether characters stand for bytes, of which each line is decoded by itself. */
        private final boolean bytes;

        private Lines(InputStream in, Charset charset) {
            bytes = charset.equals(StandardCharsets.UTF_8);
            this.in = new BufferedReader(new InputStreamReader(in, bytes ? StandardCharsets.ISO_8859_1 : charset));
        }

        /** The next line without its end; null at the end of the file. A line that is no UTF-8 is taken for Western. */
        public String next() throws IOException {
            String line = in.readLine();
            return line == null || !bytes ? line : decode(line.getBytes(StandardCharsets.ISO_8859_1));
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /**
     * The lines of a file that may be large and need not be clean.
     *
     * @param most bytes of text that are read, unpacked
     * @throws UnreadableException when it is no text
     */
    public static Lines lines(Path file, long most) throws IOException {
        return lines(file, most, LONGEST_LINE);
    }

    /** The same. @param longest bytes of a line */
    static Lines lines(Path file, long most, long longest) throws IOException {
        InputStream in = unpacked(file, most, longest);
        try {
            byte[] head = in.readNBytes(LOOKED_AT);
            Mark mark = Mark.of(head);
            requireText(mark.text(head));
            InputStream rest = new ByteArrayInputStream(head, mark.length(), head.length - mark.length());
            return new Lines(new SequenceInputStream(rest, in), mark.charset());
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /**
     * The whole text of a file.
     *
     * @param most bytes of text that are read, unpacked
     * @throws UnreadableException when it is no text, or none in UTF-8
     */
    public static String read(Path file, long most) throws IOException {
        try (InputStream in = unpacked(file, most, most)) {
            byte[] all = in.readAllBytes();
            Mark mark = Mark.of(all);
            requireText(mark.text(Arrays.copyOf(all, Math.min(all.length, LOOKED_AT))));
            return mark.charset().newDecoder().decode(ByteBuffer.wrap(all, mark.length(), all.length - mark.length()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new UnreadableException("is not text in UTF-8");
        }
    }

    /** Text of bytes that are UTF-8, or else, as older programs wrote it, Western. */
    public static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, WESTERN);
        }
    }

    /** Whether a file begins as zip files do, those without an entry, too. */
    public static boolean isZip(Path file) throws IOException {
        requireFile(file);
        try (InputStream in = Files.newInputStream(file)) {
            String first = new String(in.readNBytes(4), StandardCharsets.ISO_8859_1);
            return first.equals("PK\3\4") || first.equals("PK\5\6");
        }
    }

    /** How a byte order mark says that the text behind it is written. */
    private record Mark(Charset charset, int length) {

        static Mark of(byte[] head) {
            return begins(head, 0xef, 0xbb, 0xbf) ? new Mark(StandardCharsets.UTF_8, 3)
                    : begins(head, 0xff, 0xfe) ? new Mark(StandardCharsets.UTF_16LE, 2)
                    : begins(head, 0xfe, 0xff) ? new Mark(StandardCharsets.UTF_16BE, 2)
                    : new Mark(StandardCharsets.UTF_8, 0);
        }

        private static boolean begins(byte[] head, int... mark) {
            return head.length >= mark.length && Arrays.mismatch(Arrays.copyOf(head, mark.length), bytes(mark)) < 0;
        }

        private static byte[] bytes(int... mark) {
            byte[] bytes = new byte[mark.length];
            for (int i = 0; i < mark.length; i++) {
                bytes[i] = (byte) mark[i];
            }
            return bytes;
        }

        /** Of the beginning of a file; bytes of UTF-8 stand for themselves. */
        String text(byte[] head) {
            Charset as = charset.equals(StandardCharsets.UTF_8) ? StandardCharsets.ISO_8859_1 : charset;
            return new String(head, length, head.length - length, as);
        }
    }

    /** What is there but is no file may have no end, or no beginning: to open a pipe waits for somebody to write. */
    private static void requireFile(Path file) throws UnreadableException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            throw new UnreadableException("is no file, but a device, a pipe or a socket");
        }
    }

    private static void requireText(String head) throws UnreadableException {
        for (Map.Entry<String, String> packed : PACKED.entrySet()) {
            if (head.startsWith(packed.getKey())) {
                throw new UnreadableException("is " + packed.getValue() + ", not text");
            }
        }
        if (head.indexOf('\0') >= 0) {
            throw new UnreadableException("is not text: it has zero bytes");
        }
    }

    private static InputStream unpacked(Path file, long most, long longest) throws IOException {
        requireFile(file);
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        try {
            in.mark(2);
            int magic = in.read() << 8 | in.read();
            in.reset();
            return new Limited(magic == GZIP ? new GZIPInputStream(in, 1 << 16) : in, most, longest);
        } catch (IOException e) {
            in.close();
            throw describe(e);
        }
    }

    /** What is wrong with a packed file in whole words; anything else as it is. */
    private static IOException describe(IOException e) {
        return e instanceof EOFException || e instanceof ZipException
                ? new UnreadableException("is packed by gzip, and damaged or cut off") : e;
    }

    /** Ends a file that unpacks to more than is wanted, as a whole or in a line. */
    private static final class Limited extends FilterInputStream {
        private final long most;
        private final long longest;
        private long left;
        private long line;

        Limited(InputStream in, long most, long longest) {
            super(in);
            this.most = most;
            this.longest = longest;
            left = most;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = unpacked(bytes, from, length);
            left -= Math.max(0, read);
            if (left < 0) {
                throw new UnreadableException("is larger than " + size(most));
            }
            for (int i = from; i < from + read; i++) {
                line = bytes[i] == '\n' || bytes[i] == '\r' ? 0 : line + 1;
                if (line > longest) {
                    throw new UnreadableException("has a line of more than " + size(longest));
                }
            }
            return read;
        }

        private int unpacked(byte[] bytes, int from, int length) throws IOException {
            try {
                return in.read(bytes, from, length);
            } catch (IOException e) {
                throw describe(e);
            }
        }

        private static String size(long bytes) {
            return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes + " bytes";
        }
    }
}
