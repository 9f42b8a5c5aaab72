package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.time.Clock;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Several requests in flight over one connection, which the server answers in their order. What was submitted is sent
 * together, and answers are taken as they come, both by the thread of the session: Jedis' own pipeline would wait for
 * all of them. Waits of less than a millisecond, for which a socket has no timeout, are spent looking.
 */
final class RedisAsyncSession extends RedisSession implements AsyncKeyValueSession {

    private static final byte[] GET = RequestWriter.word("GET");
    private static final byte[] SET = RequestWriter.word("SET");
    private static final byte[] ZADD = RequestWriter.word("ZADD");
    private static final byte[] ZERO = RequestWriter.word("0");
    private static final byte[] MULTI = RequestWriter.word("MULTI");
    private static final byte[] EXEC = RequestWriter.word("EXEC");
    private static final byte[] NO_BYTES = {};
    private static final long MILLISECOND = 1_000_000L;
    /** While it looks it does so this often. */
    private static final long LOOK = 1_000L;
    /** What waits to be sent is sent early from so many bytes on. */
    private static final int MUCH = 1 << 16;

    private final RedisTarget target;
    private final Clock clock;
    private final long longest;
    private final RequestWriter writer = new RequestWriter();
    /** Null while there is none. */
    private RedisConnection connection;
    private ReplyReader reader;
    /** Slots in the order of their requests, from {@code answered} to {@code submitted}, which only grow. */
    private final int[] order;
    private final long[] sentAt;
    private final int mask;
    private int answered;
    private int sent;
    private int submitted;
    /** By slot: where a value goes, null for a put; its size; answers that are still to come; what was refused. */
    private final ByteBuffer[] into;
    private final int[] sizes;
    private final int[] answers;
    private final String[] refusals;
    /** Why what is in flight cannot be answered; null while it can. */
    private IOException broken;
    private int reported;

    RedisAsyncSession(RedisTarget target, int depth) {
        super(target);
        this.target = target;
        clock = target.clock();
        longest = target.pool().settings().operationTimeout().toNanos();
        order = new int[Integer.highestOneBit(Math.max(1, 2 * depth - 1))];
        mask = order.length - 1;
        sentAt = new long[order.length];
        into = new ByteBuffer[depth];
        sizes = new int[depth];
        answers = new int[depth];
        refusals = new String[depth];
    }

    @Override
    public int depth() {
        return into.length;
    }

    @Override
    public void submitGet(int slot, int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        Keyspace of = keyspace(keyspace);
        connect();
        writer.begin(2).part(GET).part(of.prefix(), key);
        into[slot] = value;
        enqueue(slot, 1);
    }

    @Override
    public void submitPut(int slot, int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        Keyspace of = keyspace(keyspace);
        connect();
        if (of.ordered()) {
            writer.begin(1).part(MULTI);
        }
        writer.begin(3).part(SET).part(of.prefix(), key).part(NO_BYTES, value);
        if (of.ordered()) {
            writer.begin(4).part(ZADD).part(of.keys()).part(ZERO).part(NO_BYTES, key);
            writer.begin(1).part(EXEC);
        }
        into[slot] = null;
        sizes[slot] = value.remaining();
        enqueue(slot, of.ordered() ? 4 : 1);
    }

    @Override
    public void openAhead() {
        try {
            connect();
        } catch (Exception e) {
            // the first operation meets it
        }
    }

    private void connect() throws Exception {
        if (connection == null) {
            connection = target.pool().acquire();
            reader = new ReplyReader(connection.socket(), connection.plainSocket());
        }
    }

    private void enqueue(int slot, int count) {
        answers[slot] = count;
        refusals[slot] = null;
        order[submitted++ & mask] = slot;
        if (writer.size() > MUCH && broken == null) {
            try {
                send();
            } catch (IOException e) {
                broken = e; // they are told of when they are waited for
            }
        }
    }

    private void send() throws IOException {
        if (sent != submitted) {
            writer.sendTo(connection.socket().getOutputStream());
            long now = clock.nanoTime();
            while (sent != submitted) {
                sentAt[sent++ & mask] = now;
            }
        }
    }

    @Override
    public int await(int min, long timeoutNanos, Completions completions) throws Exception {
        reported = 0;
        if (answered == submitted) {
            return 0;
        }
        try {
            if (broken != null) {
                throw broken;
            }
            send();
            receive(min, timeoutNanos, completions);
            if (reported == 0 && clock.nanoTime() - sentAt[answered & mask] > longest) {
                throw new SocketTimeoutException();
            }
        } catch (IOException e) {
            failAll(e, completions);
        }
        return reported;
    }

    private void receive(int min, long timeoutNanos, Completions completions) throws IOException {
        if (min == 0 || timeoutNanos <= 0) {
            if (reader.hasMore() && reader.receive(1)) {
                complete(completions);
            }
            return;
        }
        long until = clock.nanoTime() + timeoutNanos;
        for (long left = timeoutNanos; left > 0 && reported < min
                && answered != submitted; left = until - clock.nanoTime()) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            if (arrived(left)) {
                complete(completions);
            }
        }
    }

    /** Waits until something has come, or for about so long. */
    private boolean arrived(long nanos) throws IOException {
        if (nanos >= MILLISECOND) {
            return reader.receive((int) Math.min(nanos / MILLISECOND, Integer.MAX_VALUE));
        }
        long until = clock.nanoTime() + nanos;
        while (!reader.hasMore()) {
            long now = clock.nanoTime();
            if (until - now <= 0) {
                return false;
            }
            clock.spinUntil(Math.min(until - now, LOOK) + now);
        }
        return reader.receive(1);
    }

    /** Tells of all that is answered. */
    private void complete(Completions completions) throws IOException {
        long now = clock.nanoTime();
        while (answered != submitted && reader.take()) {
            int slot = order[answered & mask];
            String error = reader.error();
            if (error != null && refusals[slot] == null) {
                refusals[slot] = error;
            }
            int size = into[slot] == null || error != null ? sizes[slot] : reader.value(into[slot]);
            if (--answers[slot] == 0) {
                answered++;
                reported++;
                completions.ended(slot, now);
                end(slot, size < 0 ? KeyValueSession.ABSENT : size, completions);
            }
        }
    }

    private void end(int slot, int size, Completions completions) {
        into[slot] = null;
        if (refusals[slot] == null) {
            completions.done(slot, size);
        } else {
            completions.failed(slot, target.translate(new JedisDataException(refusals[slot])));
        }
    }

    /** Gives the connection up with all that is in flight. */
    private void failAll(IOException e, Completions completions) {
        Exception why = target.translate(e);
        target.pool().discard(connection, e);
        forgetConnection();
        while (answered != submitted) {
            int slot = order[answered++ & mask];
            into[slot] = null;
            reported++;
            completions.failed(slot, why);
        }
    }

    private void forgetConnection() {
        connection = null;
        writer.clear();
        broken = null;
        sent = submitted;
    }

    @Override
    public void close() throws DriverException {
        if (connection != null && answered == submitted) {
            target.pool().release(connection);
            connection = null;
        } else if (connection != null) {
            target.pool().retire(connection); // answers are still to come
            forgetConnection();
            answered = submitted;
        }
        super.close();
    }
}
