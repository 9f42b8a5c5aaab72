package dev.tidemark.launch;

import module java.base;

/** Keeps the last that a stream has brought, for when it turns out to be something else than was expected. */
final class TailInputStream extends FilterInputStream {

    private static final int KEPT = 4096;

    private final byte[] last = new byte[KEPT];
    private int length;

    TailInputStream(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int most) throws IOException {
        int count = super.read(bytes, offset, most);
        if (count > 0) {
            keep(bytes, offset + Math.max(0, count - KEPT), Math.min(count, KEPT));
        }
        return count;
    }

    private synchronized void keep(byte[] bytes, int offset, int count) {
        int older = Math.min(length, KEPT - count);
        System.arraycopy(last, length - older, last, 0, older);
        System.arraycopy(bytes, offset, last, older, count);
        length = older + count;
    }

    /** Whether a text of ASCII is in it, or as much of it as has come so far. */
    synchronized boolean mayHold(String text) {
        String all = new String(last, 0, length, StandardCharsets.ISO_8859_1);
        return all.contains(text) || IntStream.range(1, text.length())
                .anyMatch(n -> all.endsWith(text.substring(0, n)));
    }
}
