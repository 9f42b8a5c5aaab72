package dev.tidemark.core.workload.registry;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.api.ApiWorkload;
import dev.tidemark.core.workload.ingest.Ingest;
import dev.tidemark.core.workload.query.QueryWorkload;
import dev.tidemark.core.workload.randomio.RandomIo;
import dev.tidemark.core.workload.script.ScriptWorkload;
import dev.tidemark.core.workload.volume.Volume;

/** The workloads there are. */
public final class Workloads {

    private static final List<Workload> ALL = List.of(new Ingest(), new RandomIo(), new Volume(),
            new ScriptWorkload(), new QueryWorkload(), new ApiWorkload());

    private Workloads() {}

    public static List<Workload> all() {
        return ALL;
    }

    /** What the units of a workload are called, also of one that is unknown. */
    public static String unit(String workload) {
        return find(workload).map(Workload::unit).orElse("units");
    }

    /** Empty for an unknown one, as of a label that was imported. */
    public static Optional<Workload> find(String name) {
        return ALL.stream().filter(w -> w.name().equals(name)).findFirst();
    }

    /** @throws InvalidInputException naming the nearest workload */
    public static Workload named(String name) {
        return find(name)
                .orElseThrow(() -> Suggestions.unknown("workload", name, ALL.stream().map(Workload::name).toList()));
    }
}
