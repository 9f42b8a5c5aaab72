package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The embedded SQL engine SQLite. Names no class of the engine; {@link SqliteTarget} is where it begins. */
public final class SqliteDriver implements Driver {

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public String summary() {
        return "SQLite, an embedded SQL engine with a write-ahead log and one writer at a time, through JDBC.";
    }

    @Override
    public ParamSet params() {
        return SqliteParams.ALL;
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(SqliteParams.CACHE);
    }

    @Override
    public MeasureSet measures() {
        return SqliteMeasures.ALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.KEYSPACES, Capability.KEY_VALUES, Capability.DELETE, Capability.HEAD,
                Capability.INDEX, Capability.SCAN, Capability.WALK, Capability.COMPACT, Capability.SNAPSHOT);
    }

    @Override
    public List<String> jvmFlags() {
        return List.of("--enable-native-access=ALL-UNNAMED");
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            return SqliteTarget.open(values, context);
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the SQLite library (sqlite-jdbc) is not on the class path", e);
        }
    }
}
