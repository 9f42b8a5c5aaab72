package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.time.Clock;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.RedisInputStream;

/**
 * Reads answers for Jedis (RESP 2), each no larger, no deeper and no longer than it may be: memory is taken for what
 * has come, not for what is announced.
 */
final class BoundedAnswer {

    private static final int AT_ONCE = 1 << 16;
    private static final int MOST_ELEMENTS = 1 << 20;
    private static final int LONGEST_LINE = 1 << 20;
    private static final int NANOS_OF_A_MILLISECOND = 1_000_000;

    /** What is a line, as Jedis itself reads it. */
    @FunctionalInterface
    interface Lines {
        Object read(RedisInputStream in, PushConsumerChain pushes);
    }

    /** Ends an answer whose time is over, or that is too large, even if something always comes. */
    private static final class Limited extends FilterInputStream {
        private long end;
        private long left;

        Limited(InputStream in) {
            super(in);
        }

        void begin(long patience) {
            end = Clock.system().nanoTime() + patience;
            left = Failure.MOST_BYTES + LONGEST_LINE; // what says how long a value is stands beside it
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (Clock.system().nanoTime() - end > 0) {
                throw new SocketTimeoutException("the answer did not come to its end in time");
            }
            int read = super.read(bytes, from, length);
            left -= Math.max(0, read);
            if (left < 0) {
                throw Failure.tooLarge();
            }
            return read;
        }
    }

    private final Limited limited;
    private final RedisInputStream in;
    /** Of the answer so far, in all its lists. */
    private long elements;

    /** @param in that nobody else reads from now on */
    BoundedAnswer(RedisInputStream in) {
        limited = new Limited(in);
        this.in = new RedisInputStream(limited);
    }

    /** @param millis how long it may take as a whole; 0 for as long as it likes */
    Object read(int millis, PushConsumerChain pushes, Lines lines) {
        limited.begin(millis == 0 ? Long.MAX_VALUE >> 1 : (long) millis * NANOS_OF_A_MILLISECOND);
        elements = 0;
        try {
            return read(pushes, lines, 0);
        } catch (JedisConnectionException e) {
            throw e.getCause() instanceof IOException cause ? new JedisConnectionException(cause.getMessage(), cause)
                    : e;
        }
    }

    private Object read(PushConsumerChain pushes, Lines lines, int depth) {
        if (in.peek((byte) '$')) {
            return value(size());
        }
        if (in.peek((byte) '*')) {
            return list(size(), pushes, lines, depth);
        }
        if (!in.peek((byte) '+') && !in.peek((byte) '-') && !in.peek((byte) ':')) {
            throw new JedisConnectionException("an answer that begins with byte " + in.readByte());
        }
        long most = limited.left;
        limited.left = Math.min(most, LONGEST_LINE);
        try {
            return lines.read(in, pushes);
        } finally {
            limited.left += most - Math.min(most, LONGEST_LINE); // an error is thrown, and may be one of a list
        }
    }

    private int size() {
        in.readByte();
        long size = in.readLongCrLf();
        if (size > Failure.MOST_BYTES) {
            throw new JedisConnectionException(Failure.tooLarge());
        }
        return (int) size;
    }

    private byte[] value(int size) {
        if (size < 0) {
            return null;
        }
        byte[] bytes = new byte[Math.min(size, AT_ONCE)];
        for (int read = 0; read < size;) {
            if (read == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(size, 2L * read));
            }
            int more = in.read(bytes, read, bytes.length - read);
            if (more < 0) {
                throw new JedisConnectionException("the server has closed it");
            }
            read += more;
        }
        in.readByte();
        in.readByte();
        return bytes;
    }

    private List<Object> list(int size, PushConsumerChain pushes, Lines lines, int depth) {
        if (size < 0) {
            return null;
        }
        if (depth == ReplyReader.DEEPEST) {
            throw new JedisConnectionException("an answer of lists in lists in lists");
        }
        elements += size;
        if (elements > MOST_ELEMENTS) {
            throw new JedisConnectionException("a list of more than " + MOST_ELEMENTS + " elements");
        }
        List<Object> all = new ArrayList<>(Math.min(size, AT_ONCE));
        for (int i = 0; i < size; i++) {
            try {
                all.add(read(pushes, lines, depth + 1));
            } catch (JedisDataException e) {
                all.add(e);
            }
        }
        return all;
    }
}
