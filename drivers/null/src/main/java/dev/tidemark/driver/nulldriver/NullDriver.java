package dev.tidemark.driver.nulldriver;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;

/** The driver of a database that is not there. */
public final class NullDriver extends DeclaredDriver {

    public NullDriver() {
        super("null", "No database: a queue with known service times, for measuring the harness itself.",
                NullParams.ALL, MeasureSet.of(EngineMeasures.IN_MEMORY_SIZE.explained(
                        "Bytes of what was stored, which is in memory, at the last acknowledgement."),
                EngineMeasures.DOCUMENTS),
                EnumSet.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER, Capability.KEYSPACES,
                Capability.KEY_VALUES, Capability.DELETE, Capability.HEAD, Capability.INDEX, Capability.SCAN,
                Capability.WALK, Capability.API_STYLES));
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
    public OpenTarget open(Values values, Context context) {
        return new NullTarget(values, context);
    }
}
