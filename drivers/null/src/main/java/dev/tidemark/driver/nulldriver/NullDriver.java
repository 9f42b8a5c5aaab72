package dev.tidemark.driver.nulldriver;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The driver of a database that is not there. */
public final class NullDriver implements Driver {

    @Override
    public String name() {
        return "null";
    }

    @Override
    public String summary() {
        return "No database: a queue with known service times, for measuring the harness itself.";
    }

    @Override
    public ParamSet params() {
        return NullParams.ALL;
    }

    @Override
    public MeasureSet measures() {
        return MeasureSet.of(EngineMeasures.IN_MEMORY_SIZE, EngineMeasures.DOCUMENTS);
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER, Capability.KEYSPACES,
                Capability.KEY_VALUES, Capability.DELETE, Capability.HEAD, Capability.INDEX, Capability.SCAN,
                Capability.WALK, Capability.API_STYLES);
    }

    @Override
    public List<ApiStyle> styles() {
        return NullStyles.ALL;
    }

    @Override
    public boolean sharedByProcesses() {
        return true;
    }

    @Override
    public List<String> jvmFlags() {
        return List.of();
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return new NullTarget(values, context);
    }
}
