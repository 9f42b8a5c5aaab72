package dev.tidemark.core.workload.volume;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.management.ThreadMXBean;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The actor on a session that keeps values and allocates nothing itself. */
class VolumeActorTest {

    private static final int KEYS = 64;
    private static final int ROOM = 1 << 16;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Keeps the values of the keys 0 to 63, of eight bytes each. */
    private static final class Slots implements KeyValueSession {

        private final ByteBuffer bytes = ByteBuffer.allocateDirect(KEYS * ROOM);
        private final int[] sizes = new int[KEYS];
        private final List<String> queried = new ArrayList<>();
        private int slot;
        private ByteBuffer value;

        @Override
        public int get(int keyspace, ByteBuffer key, ByteBuffer into) {
            int from = (int) key.getLong(key.position());
            into.put(into.position(), bytes, from * ROOM, sizes[from]);
            return sizes[from] == 0 ? ABSENT : sizes[from];
        }

        @Override
        public void put(int keyspace, ByteBuffer key, ByteBuffer toStore) {
            slot = (int) key.getLong(key.position());
            value = toStore;
        }

        @Override
        public int commit() {
            sizes[slot] = value.remaining();
            bytes.put(slot * ROOM, value, value.position(), value.remaining());
            return 0;
        }

        @Override
        public void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms, IndexVisitor visitor) {
            queried.add(HexFormat.of().formatHex(bytes(from)));
        }

        private static byte[] bytes(ByteBuffer of) {
            byte[] bytes = new byte[of.remaining()];
            of.get(of.position(), bytes);
            return bytes;
        }

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    private final List<String> noted = new ArrayList<>();
    private final VolumeVerification verification = new VolumeVerification(1, noted::add);
    private final Slots session = new Slots();
    private final Tally tally = new Tally();
    private long done;

    private VolumeActor actor(String sizes, String compressibility) {
        return actor("get=4,put=1,update=1", sizes, compressibility);
    }

    private VolumeActor actor(String mix, String sizes, String compressibility) {
        Values values = VolumeParams.ALL.defaults().with("mix", mix, SettingOrigin.SET)
                .with("key-count", "" + KEYS, SettingOrigin.SET).with("key-order", "adjacent", SettingOrigin.SET)
                .with("workers", "1", SettingOrigin.SET).with("value-size", "2kB", SettingOrigin.SET)
                .with("value-sizes", sizes, SettingOrigin.SET).with("compressibility", compressibility,
                SettingOrigin.SET);
        VolumeParams.ALL.check(values);
        VolumeGroup group = VolumeGroup.of(new Volume(), values).getFirst();
        VolumeKeyspace store = new VolumeKeyspace("instance-02", null, KEYS, values, null, false, verification);
        return new VolumeActor(store, session, group, VolumeKeys.of(group, 7), 7);
    }

    private void run(VolumeActor actor, int operations) throws Exception {
        for (int i = 0; i < operations; i++) {
            actor.prepare(0, done++);
            tally.clear();
            for (int step = 0; step < actor.steps(); step++) {
                actor.step(step, tally);
            }
        }
    }

    /** All is compiled sooner or later, on a busy machine later. */
    @ParameterizedTest
    @CsvSource({"fixed, 1", "uniform, 3", "exponential, 1"})
    void makingStoringReadingAndComparingAValueAllocatesNothing(String sizes, String compressibility) throws Exception {
        VolumeActor actor = actor(sizes, compressibility);
        long least = Long.MAX_VALUE;
        for (long start = System.nanoTime(); least > 0 && System.nanoTime() - start < 20_000_000_000L;) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            run(actor, 1000);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
        actor.close();
        assertThat(verification.verdict()).isEmpty();
    }

    /** Else several workers would ask for the same, which is in the cache for all but the first. */
    @Test
    void eachLaneAsksForTermsOfItsOwnAndTheSameEachTime() throws Exception {
        VolumeActor actor = actor("index-query=1", "fixed", "1");
        List<List<String>> lanes = new ArrayList<>();
        for (int lane : new int[] {0, 1, 0}) {
            session.queried.clear();
            for (long n = 0; n < 20; n++) {
                actor.prepare(lane, n);
                actor.step(0, tally);
            }
            lanes.add(List.copyOf(session.queried));
        }
        assertThat(lanes.get(0)).isEqualTo(lanes.get(2)).isNotEqualTo(lanes.get(1));
        assertThat(Set.copyOf(lanes.get(0))).hasSizeGreaterThan(5);
    }

    @Test
    void aValueThatWasChangedIsFoundAndItsInstanceIsNamed() throws Exception {
        VolumeActor actor = actor("fixed", "1");
        run(actor, 2000);
        for (int slot = 0; slot < KEYS; slot++) {
            session.bytes.put(slot * ROOM + 1500, (byte) (session.bytes.get(slot * ROOM + 1500) + 1));
        }
        run(actor, 50);
        actor.close();
        assertThat(verification.verdict().orElseThrow()).startsWith("verification failed for ")
                .containsPattern("instance-02, key \\d+: the value is damaged");
    }
}
