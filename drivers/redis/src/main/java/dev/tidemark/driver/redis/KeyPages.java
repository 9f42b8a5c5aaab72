package dev.tidemark.driver.redis;

import module java.base;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/**
 * All keys with a prefix, page by page, by SCAN, node by node. What is there from beginning to end is met; a key may be
 * met more than once, and others' keys are gone over by the server, too.
 */
final class KeyPages {

    private static final int PAGE = 1000;
    private static final byte[] START = {'0'};

    private final byte[] pattern;
    private byte[] cursor = START;
    /** Nodes that were gone over. */
    private int done;
    private int nodes = 1;

    KeyPages(byte[] prefix) {
        pattern = pattern(prefix);
    }

    /** Matches what begins with a prefix, whatever stands in it. */
    private static byte[] pattern(byte[] prefix) {
        StringBuilder pattern = new StringBuilder();
        for (char c : new String(prefix, StandardCharsets.ISO_8859_1).toCharArray()) {
            pattern.append("*?[]^\\".indexOf(c) < 0 ? "" : "\\").append(c);
        }
        return pattern.append('*').toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    boolean atEnd() {
        return done == nodes;
    }

    /** The next ones, perhaps none though there are more. */
    @SuppressWarnings("unchecked") // so the protocol has it
    List<byte[]> next(RedisConnection connection) {
        List<RedisConnection> all = connection.nodes();
        nodes = all.size();
        List<Object> page = all.get(done).list(new CommandArguments(Command.SCAN).add(cursor).add("MATCH").add(pattern)
                .add("COUNT").add(PAGE));
        cursor = (byte[]) page.getFirst();
        done += Arrays.equals(cursor, START) ? 1 : 0;
        return (List<byte[]>) page.getLast();
    }
}
