package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The embedded storage engine LMDB. Names no class of the engine; {@link LmdbTarget} is where it begins. */
public final class LmdbDriver implements Driver {

    @Override
    public String name() {
        return "lmdb";
    }

    @Override
    public String summary() {
        return "LMDB, an embedded B+tree in a memory-mapped file, with one writer at a time.";
    }

    @Override
    public ParamSet params() {
        return LmdbParams.ALL;
    }

    @Override
    public MeasureSet measures() {
        return LmdbMeasures.ALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER, Capability.KEYSPACES,
                Capability.KEY_VALUES, Capability.DELETE, Capability.HEAD, Capability.INDEX, Capability.SCAN,
                Capability.WALK, Capability.SNAPSHOT);
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
        try {
            return LmdbTarget.open(values, context);
        } catch (NoClassDefFoundError e) {
            throw new DriverException(e.getCause() instanceof ClassNotFoundException
                    ? "the LMDB library (lmdbjava) is not on the class path"
                    : "the LMDB library cannot be loaded: " + e.getMessage(), e);
        }
    }
}
