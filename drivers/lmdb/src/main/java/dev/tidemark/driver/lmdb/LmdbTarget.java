package dev.tidemark.driver.lmdb;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.DataFiles;
import dev.tidemark.core.driver.embedded.EmbeddedTarget;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.param.Values;
import org.lmdbjava.Dbi;

/** An LMDB environment in this process. */
final class LmdbTarget extends EmbeddedTarget<Dbi<ByteBuffer>, LmdbStore> {

    private static final String DATA = "data.mdb";

    static final DataFiles FILES = new DataFiles("lmdb", "an LMDB", "data\\.mdb|lock\\.mdb", Optional.of(DATA), false);

    LmdbTarget(Values values, Context context) {
        super(values, context, FILES, values.find(LmdbParams.DIRECTORY), values.get(LmdbParams.SHARDS),
                OwnDatabase.of(values, LmdbParams.NAMED_DATABASE));
    }

    @Override
    protected LmdbStore open(Path folder, boolean create) throws DriverException {
        return LmdbStore.open(folder, values());
    }

    @Override
    protected LmdbStore open(OwnDatabase database, Path folder, boolean create) throws DriverException {
        return new OwnLmdb(database, values()).open(folder, create);
    }

    /** {@inheritDoc} Trees are as deep as the deepest. */
    @Override
    protected double gauge(String name, List<Double> ofShards) {
        return name.equals(LmdbMeasures.DEPTH.name()) ? Collections.max(ofShards) : super.gauge(name, ofShards);
    }

    /** {@inheritDoc} The lock file is none of them. */
    @Override
    protected List<Path> files() throws IOException {
        return super.files().stream().filter(file -> file.endsWith(DATA)).toList();
    }

    @Override
    public String version() {
        return "LMDB " + LmdbStore.version();
    }
}
