package dev.tidemark.driver.leveldb;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.DataFiles;
import dev.tidemark.core.driver.embedded.EmbeddedTarget;
import dev.tidemark.core.driver.embedded.Shards;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import org.fusesource.leveldbjni.JniDBFactory;

/** A LevelDB database in this process. */
final class LevelDbTarget extends EmbeddedTarget<byte[], LevelDbStore> {

    private static final DataFiles FILES = new DataFiles("leveldb", "a LevelDB",
            "CURRENT|LOCK|LOG(\\.old)?|MANIFEST-\\d+|\\d+\\.(log|sst|ldb|dbtmp)", Optional.of("CURRENT"), false);

    private static final long POLL = 20_000_000L;
    /** When for so long no file and no count has changed, nothing is going on: LevelDB has no better way to ask. */
    private static final long IDLE = 500_000_000L;

    LevelDbTarget(Values values, Context context) {
        super(values, context, FILES, values.find(LevelDbParams.DIRECTORY), values.get(LevelDbParams.SHARDS));
    }

    @Override
    protected LevelDbStore open(Path folder, boolean create) throws DriverException {
        return LevelDbStore.open(folder, values());
    }

    /** {@inheritDoc} All shards at once. */
    @Override
    protected void settle(Shards<byte[], LevelDbStore> open, Progress progress) throws DriverException {
        Clock clock = context().clock();
        List<String> seen = List.of();
        long since = clock.nanoTime();
        while (true) {
            List<String> found = new ArrayList<>();
            for (LevelDbStore store : open.stores()) {
                found.add(store.progress());
            }
            long now = clock.nanoTime();
            if (!found.equals(seen)) {
                seen = found;
                since = now;
            } else if (now - since > IDLE) {
                return;
            }
            Optional<DriverException> failure = open.backgroundFailure();
            if (failure.isPresent()) {
                throw failure.get();
            }
            clock.sleepUntil(now + POLL);
            if (shouldEnd() || Thread.currentThread().isInterrupted()) {
                throw new DriverException("cancelled while waiting for compactions");
            }
        }
    }

    @Override
    protected boolean compresses() {
        return values().get(LevelDbParams.COMPRESSION) != LevelDbParams.Compression.NONE;
    }

    @Override
    public String version() {
        return "LevelDB of leveldbjni " + JniDBFactory.VERSION;
    }
}
