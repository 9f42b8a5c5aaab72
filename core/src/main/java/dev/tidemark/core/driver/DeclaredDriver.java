package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.result.MeasureSet;

/** A driver that declares in its constructor what is the same for all of its targets. */
public abstract class DeclaredDriver implements Driver {

    private final String name;
    private final String summary;
    private final ParamSet params;
    private final MeasureSet measures;
    private final Set<Capability> capabilities;

    /** Each as the method of its name says it. */
    protected DeclaredDriver(String name, String summary, ParamSet params, MeasureSet measures,
            Set<Capability> capabilities) {
        this.name = name;
        this.summary = summary;
        this.params = params;
        this.measures = measures;
        this.capabilities = EnumSet.copyOf(capabilities);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final ParamSet params() {
        return params;
    }

    @Override
    public final MeasureSet measures() {
        return measures;
    }

    /** {@inheritDoc} A set of its own each time, of which a subclass may take some away. */
    @Override
    public final Set<Capability> capabilities() {
        return EnumSet.copyOf(capabilities);
    }
}
