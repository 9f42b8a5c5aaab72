package dev.tidemark.driver.redis;

import module java.base;

/** Gathers requests in the server's protocol (RESP) until they are sent together. Its memory is used again. */
final class RequestWriter {

    private static final byte[] LINE_END = {'\r', '\n'};

    private byte[] bytes = new byte[1 << 13];
    private int size;

    /** Begins a request. @param parts that follow, the command among them */
    RequestWriter begin(int parts) {
        return number('*', parts);
    }

    RequestWriter part(byte[] part) {
        number('$', part.length);
        return append(part).append(LINE_END);
    }

    /** One part of two pieces. @param rest left as it was */
    RequestWriter part(byte[] start, ByteBuffer rest) {
        int length = rest.remaining();
        number('$', start.length + length);
        append(start).makeRoom(length);
        rest.get(rest.position(), bytes, size, length);
        size += length;
        return append(LINE_END);
    }

    private RequestWriter number(char lead, int number) {
        makeRoom(16);
        bytes[size++] = (byte) lead;
        int digits = 1;
        for (int rest = number; rest > 9; rest /= 10) {
            digits++;
        }
        for (int at = size + digits - 1, rest = number; at >= size; at--, rest /= 10) {
            bytes[at] = (byte) ('0' + rest % 10);
        }
        size += digits;
        return append(LINE_END);
    }

    private RequestWriter append(byte[] more) {
        makeRoom(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
        return this;
    }

    private void makeRoom(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
        }
    }

    /** Bytes that wait to be sent. */
    int size() {
        return size;
    }

    void sendTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
        size = 0;
    }

    void clear() {
        size = 0;
    }

    static byte[] word(String word) {
        return word.getBytes(StandardCharsets.US_ASCII);
    }
}
