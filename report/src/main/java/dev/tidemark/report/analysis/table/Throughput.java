package dev.tidemark.report.analysis.table;

import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import java.util.Optional;

/**
 * How much is done per second over a whole run. What ranks the rows of a workload need not be that: {@code volume}
 * looks at the last part alone.
 */
public final class Throughput {

    private Throughput() {}

    /** As the label's workload calls it; empty where it is imported from elsewhere and has no such measure. */
    public static Optional<Measure> of(LabelResults results) {
        return Workloads.find(results.workload()).map(Workload::throughput).flatMap(results.measures()::find);
    }
}
