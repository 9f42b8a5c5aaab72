package dev.tidemark.core.workload;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import java.util.List;

/** The workloads there are. */
public final class Workloads {

    private static final List<Workload> ALL = List.of(new Ingest(), new RandomIo(), new Volume());

    private Workloads() {}

    public static List<Workload> all() {
        return ALL;
    }

    /** @throws BadInput naming the nearest workload */
    public static Workload named(String name) {
        return ALL.stream().filter(w -> w.name().equals(name)).findFirst().orElseThrow(() -> new BadInput(
                "unknown workload '" + name + "'" + Nearest.hint(name, ALL.stream().map(Workload::name).toList())));
    }
}
