package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;

/** The declarations of the settings of iterations: by their workloads and drivers, as far as these are there. */
public final class DeclaredSettings {

    private final List<ParamSet> sets;

    private DeclaredSettings(List<ParamSet> sets) {
        this.sets = sets;
    }

    public static DeclaredSettings of(Collection<Iteration> iterations) {
        Set<String> drivers = iterations.stream().flatMap(i -> i.setting("driver").or(() -> i.setting(Planner.TARGET))
                .stream()).map(Setting::text).collect(Collectors.toSet());
        return new DeclaredSettings(Stream.of(iterations.stream().map(Iteration::workload).distinct()
                .flatMap(w -> Workloads.find(w).map(Workload::params).stream()), Stream.of(RunParams.ALL),
                Drivers.all().stream().filter(d -> drivers.contains(d.name())).map(Rigs::withDriver))
                .flatMap(s -> s).toList());
    }

    /** @param name or another name of it */
    public Optional<Param<?>> find(String name) {
        return declared(name).findFirst();
    }

    private Stream<Param<?>> declared(String name) {
        return sets.stream().flatMap(s -> s.lookUp(name).stream()).map(ParamSet.Found::param);
    }

    /** The name under which a setting is recorded. @param name or another name of it */
    public String recorded(String name) {
        return find(name).map(Param::name).orElse(name);
    }

    /** What the users of the drivers call a setting, where all have one word for it; else its name. */
    public String word(String name) {
        List<String> words = declared(name).map(Param::word).distinct().toList();
        return words.size() == 1 ? words.getFirst() : name;
    }
}
