package dev.tidemark.driver.lmdb;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.driver.embedded.EmbeddedStyles;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/** The embedded storage engine LMDB. */
public final class LmdbDriver extends EmbeddedDriver {

    public LmdbDriver() {
        super("lmdb", "LMDB, an embedded B+tree in a memory-mapped file, with one writer at a time.", "LMDB",
                "lmdbjava", LmdbParams.ALL, LmdbMeasures.ALL, Capability.DOCUMENT_WRITER,
                Capability.DOCUMENT_READER, Capability.SNAPSHOT, Capability.API_STYLES);
    }

    @Override
    protected void loadEngine() throws Exception {
        LmdbStore.loadEngine();
    }

    @Override
    public Optional<Param<?>> sync() {
        return Optional.of(LmdbParams.SYNC);
    }

    @Override
    public List<ApiStyle> styles() {
        return LmdbStyles.ALL;
    }

    @Override
    public List<ApiStyle> styles(Values values) {
        return EmbeddedStyles.over(values.get(LmdbParams.SHARDS), LmdbStyles.ALL);
    }

    @Override
    public String compaction() {
        return "LMDB gives nothing back: free pages are used again, and the file never shrinks; only a copy is "
                + "smaller.";
    }

    @Override
    protected OpenTarget target(Values values, Context context) {
        return new LmdbTarget(values, context);
    }

    /** {@inheritDoc} The first two are LmdbJava's conditions; without the others the JVM warns, or one day refuses. */
    @Override
    public List<String> jvmFlags() {
        return List.of("--add-opens=java.base/java.nio=ALL-UNNAMED", "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        Module base = Object.class.getModule();
        Module own = LmdbDriver.class.getModule();
        if (!base.isOpen("java.nio", own) || !base.isExported("sun.nio.ch", own)) {
            throw new DriverException("LMDB runs only in a JVM started with " + jvmFlags().get(0) + " "
                    + jvmFlags().get(1));
        }
        return super.open(values, context);
    }
}
