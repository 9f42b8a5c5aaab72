package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.driver.support.IndexRows;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/**
 * What the server does in one step of its own. The text is sent each time, but for what styles store: one that is
 * called by its digest can be missing in the middle of a transaction.
 */
final class Scripts {

    /** Keys: index, entries of keys. Arguments: the key, its new entries, which may be none. */
    private static final byte[] REPLACE_ENTRIES = bytes("""
            local function each(entries, what)
              local at = 1
              while at < #entries do
                local size = entries:byte(at + 1)
                what(entries:sub(at, at) .. entries:sub(at + 2, at + 1 + size) .. '\\0' .. ARGV[1])
                at = at + 2 + size
              end
            end
            local old = redis.call('HGET', KEYS[2], ARGV[1])
            if old then each(old, function(row) redis.call('ZREM', KEYS[1], row) end) end
            if ARGV[2] == '' then redis.call('HDEL', KEYS[2], ARGV[1]) return 0 end
            each(ARGV[2], function(row) redis.call('ZADD', KEYS[1], 0, row) end)
            redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
            return 0
            """);

    /** Keys: the sorted keys. Arguments: the first, how many, what the values' keys begin with. */
    private static final byte[] SCAN = bytes("""
            local found = {}
            for _, key in ipairs(redis.call('ZRANGEBYLEX', KEYS[1], '[' .. ARGV[1], '+', 'LIMIT', 0, ARGV[2])) do
              local value = redis.call('GET', ARGV[3] .. key)
              if value then
                found[#found + 1] = key
                found[#found + 1] = value
              end
            end
            return found
            """);

    /** Keys: of values. Arguments: the values. */
    static final byte[] STORE = bytes("""
            for i, key in ipairs(KEYS) do redis.call('SET', key, ARGV[i]) end
            return #KEYS
            """);

    private Scripts() {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Gives a key other index entries. @param entries encoded; empty for none */
    static CommandArguments replaceEntries(Keyspace keyspace, ByteBuffer key, byte[] entries) {
        return new CommandArguments(Command.EVAL).add(REPLACE_ENTRIES).add(2).add(keyspace.index())
                .add(keyspace.entries()).add(Buffers.bytes(key)).add(entries);
    }

    /** Asks for a list of keys and values in turn. */
    static CommandArguments scan(Keyspace keyspace, ByteBuffer from, int most) {
        return new CommandArguments(Command.EVAL).add(SCAN).add(1).add(keyspace.keys()).add(Buffers.bytes(from))
                .add(most).add(keyspace.prefix());
    }

    /** Asks for the {@link IndexRows} of a range of terms; no term has a byte 0, which stands behind it in a row. */
    static CommandArguments query(Keyspace keyspace, int index, ByteBuffer from, ByteBuffer to) {
        byte[] first = row('[', index, from, 0);
        byte[] behind = row('(', index, to, 1);
        behind[behind.length - 1] = 1;
        return new CommandArguments(Command.ZRANGEBYLEX).add(keyspace.index()).add(first).add(behind);
    }

    private static byte[] row(char bound, int index, ByteBuffer term, int more) {
        byte[] row = new byte[2 + term.remaining() + more];
        row[0] = (byte) bound;
        row[1] = (byte) index;
        term.get(term.position(), row, 2, term.remaining());
        return row;
    }
}
