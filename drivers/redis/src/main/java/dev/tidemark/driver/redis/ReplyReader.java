package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.remote.Failure;

/**
 * Takes answers in the server's protocol (RESP 2) from a socket, as soon as they are whole and no sooner: one that has
 * come in part does not block. Its memory is used again.
 */
final class ReplyReader {

    private static final int INCOMPLETE = -1;
    /** Lists in lists; those that are asked for have three. */
    static final int DEEPEST = 16;

    private final Socket socket;
    private final InputStream in;
    private final InputStream plain;
    private byte[] bytes = new byte[1 << 14];
    private int from;
    private int to;
    /** Where the answer begins that was taken. */
    private int taken;

    /** @param plainSocket below it where it is encrypted; else the same */
    ReplyReader(Socket socket, Socket plainSocket) throws IOException {
        this.socket = socket;
        in = socket.getInputStream();
        plain = plainSocket.getInputStream();
    }

    /** Whether something has come that was not received; of what is encrypted, perhaps not enough to be read. */
    boolean hasMore() throws IOException {
        return in.available() > 0 || plain != in && plain.available() > 0;
    }

    /**
     * Receives what has come, or waits for it.
     *
     * @param millis at least 1
     * @return whether anything came
     */
    boolean receive(int millis) throws IOException {
        makeRoom();
        socket.setSoTimeout(millis);
        try {
            int more = in.read(bytes, to, bytes.length - to);
            if (more < 0) {
                throw new EOFException("the server has closed it");
            }
            to += more;
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private void makeRoom() throws IOException {
        if (to - from > Failure.MOST_BYTES) {
            throw Failure.tooLarge();
        }
        if (from == to) {
            from = 0;
            to = 0;
        } else if (bytes.length - to < bytes.length / 2) {
            byte[] roomy = to - from > bytes.length / 2 ? new byte[2 * bytes.length] : bytes;
            System.arraycopy(bytes, from, roomy, 0, to - from);
            bytes = roomy;
            to -= from;
            from = 0;
        }
    }

    /** Takes the next answer. @return whether there is one that is whole */
    boolean take() throws IOException {
        int end = end(from, 0);
        if (end == INCOMPLETE) {
            return false;
        }
        taken = from;
        from = end;
        return true;
    }

    /** Where the answer ends that begins there. @param depth how many lists it is in */
    private int end(int at, int depth) throws IOException {
        int line = at < to ? lineEnd(at) : INCOMPLETE;
        if (line == INCOMPLETE) {
            return INCOMPLETE;
        }
        return switch (bytes[at]) {
            case '+', '-', ':' -> line;
            case '$' -> {
                int size = number(at);
                yield size < 0 ? line : to - line < size + 2 ? INCOMPLETE : line + size + 2;
            }
            case '*' -> {
                if (depth == DEEPEST) {
                    throw new IOException("an answer of lists in lists in lists");
                }
                int end = line;
                for (int i = number(at); i > 0 && end != INCOMPLETE; i--) {
                    end = end(end, depth + 1);
                }
                yield end;
            }
            default -> throw new IOException("an answer that begins with byte " + bytes[at]);
        };
    }

    /** Where the line ends that begins there, with its end. */
    private int lineEnd(int at) {
        for (int i = at + 1; i < to - 1; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
                return i + 2;
            }
        }
        return INCOMPLETE;
    }

    /** What stands behind the first byte of a line. */
    private int number(int at) throws IOException {
        boolean negative = bytes[at + 1] == '-';
        int number = 0;
        for (int i = at + (negative ? 2 : 1); bytes[i] != '\r'; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                throw new IOException("an answer with an invalid size");
            }
            number = 10 * number + bytes[i] - '0';
            if (number > Failure.MOST_BYTES) {
                throw Failure.tooLarge();
            }
        }
        return negative ? -number : number;
    }

    /** The message of the answer that was taken, if it is an error or a list with one; null of any other. */
    String error() throws IOException {
        if (bytes[taken] == '-') {
            return line(taken);
        }
        int at = lineEnd(taken);
        for (int i = bytes[taken] == '*' ? number(taken) : 0; i > 0; i--) {
            if (bytes[at] == '-') {
                return line(at);
            }
            at = end(at, 1);
        }
        return null;
    }

    private String line(int at) {
        return new String(bytes, at + 1, lineEnd(at) - 3 - at, StandardCharsets.UTF_8);
    }

    /** Copies the value that was taken, as much of it as fits. @return its size; -1 where there is none */
    int value(ByteBuffer into) throws IOException {
        int size = number(taken);
        if (size >= 0) {
            into.put(into.position(), bytes, lineEnd(taken), Math.min(size, into.remaining()));
        }
        return size;
    }
}
