package dev.tidemark.core.driver.embedded;

import java.nio.ByteBuffer;

/** Which shard a document or a key lives in: a pure function of the bytes of its URI, or of its number. */
public final class ShardRouter {

    private ShardRouter() {}

    /** @param uri read from position to limit, left as it was */
    public static int shardOf(ByteBuffer uri, int shards) {
        return shardOf(uri, uri.position(), uri.limit(), shards);
    }

    static int shardOf(ByteBuffer bytes, int from, int to, int shards) {
        return shards == 1 ? 0 : shardOf(hash(bytes, from, to), shards);
    }

    /**
     * A key of eight bytes lies where the number does that they are.
     *
     * @param key read from position to limit, left as it was
     */
    public static int shardOfKey(ByteBuffer key, int shards) {
        if (shards == 1) {
            return 0;
        }
        return key.remaining() == Long.BYTES ? shardOf(finalise(key.getLong(key.position())), shards)
                : shardOf(key, shards);
    }

    private static int shardOf(long hash, int shards) {
        return (int) Math.unsignedMultiplyHigh(hash, shards);
    }

    /** FNV-1a, 64 bits, then the finaliser, since the shard is taken from the hash's top bits. */
    private static long hash(ByteBuffer bytes, int from, int to) {
        long h = 0xcbf29ce484222325L;
        for (int i = from; i < to; i++) {
            h = (h ^ bytes.get(i) & 0xff) * 0x100000001b3L;
        }
        return finalise(h);
    }

    /** Of MurmurHash3. */
    private static long finalise(long hash) {
        long h = hash;
        h = (h ^ h >>> 33) * 0xff51afd7ed558ccdL;
        h = (h ^ h >>> 33) * 0xc4ceb9fe1a85ec53L;
        return h ^ h >>> 33;
    }
}
