package dev.tidemark.core.driver.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.NumberedKeys;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ShardRouterTest {

    @Property(tries = 200)
    void dependsOnTheBytesAlone(@ForAll byte[] uri, @ForAll @IntRange(min = 1, max = 256) int shards) {
        int shard = ShardRouter.shardOf(ByteBuffer.wrap(uri), shards);
        assertThat(shard).isBetween(0, shards - 1);
        ByteBuffer elsewhere = ByteBuffer.allocateDirect(uri.length + 7).order(ByteOrder.LITTLE_ENDIAN)
                .position(3).put(uri).limit(uri.length + 3).position(3);
        assertThat(ShardRouter.shardOf(elsewhere, shards)).isEqualTo(shard);
        assertThat(elsewhere.position()).isEqualTo(3);
    }

    @Property(tries = 20)
    void spreadsSimilarUrisEvenly(@ForAll @IntRange(min = 2, max = 64) int shards) {
        balanced(shards, n -> "/doc/" + n + ".txt");
        balanced(shards, n -> "%016x".formatted(n));
        balanced(shards, n -> Character.toString('a' + n % 26) + n);
    }

    @Property(tries = 20)
    void spreadsKeysEvenlyWhateverTheyCountIn(@ForAll @IntRange(min = 2, max = 64) int shards) {
        for (long step : new long[] {1, 16, 1 << 20}) {
            eachInItsShare(shards, n -> ShardRouter.shardOfKey(NumberedKeys.of(n * step), shards));
        }
    }

    /** 20,000 documents are n·p ± √(n·p·(1−p)) a shard; five deviations are passed by chance once in 1.7 million. */
    private static void balanced(int shards, IntFunction<String> uri) {
        eachInItsShare(shards, n -> ShardRouter.shardOf(ByteBuffer.wrap(uri.apply(n).getBytes(StandardCharsets.UTF_8)),
                shards));
    }

    private static void eachInItsShare(int shards, IntUnaryOperator shardOf) {
        int documents = 20_000;
        int[] counts = new int[shards];
        for (int n = 0; n < documents; n++) {
            counts[shardOf.applyAsInt(n)]++;
        }
        double p = 1.0 / shards;
        double deviation = Math.sqrt(documents * p * (1 - p));
        for (int count : counts) {
            assertThat((double) count).isBetween(documents * p - 5 * deviation, documents * p + 5 * deviation);
        }
    }
}
