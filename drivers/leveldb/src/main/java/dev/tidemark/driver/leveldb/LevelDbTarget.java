package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.DataFiles;
import dev.tidemark.core.driver.embedded.EmbeddedTarget;
import dev.tidemark.core.driver.upkeep.CompactingTarget;
import dev.tidemark.core.param.Values;
import java.nio.file.Path;
import java.util.Optional;
import org.fusesource.leveldbjni.JniDBFactory;

/** A LevelDB database in this process. */
final class LevelDbTarget extends EmbeddedTarget<byte[], LevelDbStore> implements CompactingTarget {

    private static final DataFiles FILES = new DataFiles("leveldb", "a LevelDB",
            "CURRENT|LOCK|LOG(\\.old)?|MANIFEST-\\d+|\\d+\\.(log|sst|ldb|dbtmp)", Optional.of("CURRENT"), false);

    LevelDbTarget(Values values, Context context) {
        super(values, context, FILES, values.find(LevelDbParams.DIRECTORY), values.get(LevelDbParams.SHARDS));
    }

    @Override
    protected LevelDbStore open(Path folder, boolean create) throws DriverException {
        return LevelDbStore.open(folder, values(), context());
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
