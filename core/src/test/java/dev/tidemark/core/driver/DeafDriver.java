package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;

/** A driver whose sessions can do nothing; it can be declared, not opened. */
public final class DeafDriver implements Driver {

    @Override
    public String name() {
        return "deaf";
    }

    @Override
    public String summary() {
        return "A target that takes nothing in.";
    }

    @Override
    public ParamSet params() {
        return ParamSet.of(Param.count("shards").byDefault(1L));
    }

    @Override
    public MeasureSet measures() {
        return MeasureSet.of();
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public List<String> jvmFlags() {
        return List.of();
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        throw new DriverException("deaf");
    }
}
