package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.result.MeasureSet;

/** A workload that declares in its constructor what is the same for all of its points. */
public abstract class DeclaredWorkload implements Workload {

    private final String name;
    private final String question;
    private final String unit;
    private final Set<Capability> needs;
    private final ParamSet params;
    private final MeasureSet measures;
    private final String objective;
    private final String throughput;

    /** Each as the method of its name says it. */
    protected DeclaredWorkload(String name, String question, String unit, Capability needs, ParamSet params,
            MeasureSet measures, String objective, String throughput) {
        this.name = name;
        this.question = question;
        this.unit = unit;
        this.needs = Set.of(needs);
        this.params = params;
        this.measures = measures;
        this.objective = objective;
        this.throughput = throughput;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String question() {
        return question;
    }

    @Override
    public final String unit() {
        return unit;
    }

    @Override
    public final Set<Capability> needs() {
        return needs;
    }

    @Override
    public final ParamSet params() {
        return params;
    }

    @Override
    public final MeasureSet measures() {
        return measures;
    }

    @Override
    public final String objective() {
        return objective;
    }

    @Override
    public final String throughput() {
        return throughput;
    }
}
