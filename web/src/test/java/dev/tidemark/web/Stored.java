package dev.tidemark.web;

import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Results without a run. */
final class Stored {

    private Stored() {}

    /** A label of so many iterations, each with another batch size and elapsed time. */
    static void label(ResultStore store, String label, int iterations) {
        Workload ingest = Workloads.named("ingest");
        long batch = store.beginBatch(new NewBatch(label, ingest.name(), ingest.objective(), "matrix",
                "workload: ingest\ntarget: 'null'\n", "hash", 1, "test", ingest.measures(), Map.of("batch-size", "1"),
                iterations));
        for (int i = 0; i < iterations; i++) {
            long id = store.beginIteration(new NewIteration(batch, i, "point" + i, 0, 1, 0,
                    Instant.parse("2026-11-22T01:00:00Z").plusSeconds(i), 0,
                    List.of(new Setting("batch-size", String.valueOf(i + 1), i + 1.0, "", SettingOrigin.VARY),
                            new Setting("workers", "4", 4.0, "", SettingOrigin.SET))));
            store.endIteration(id, IterationState.DONE, "",
                    List.of(new MeasuredValue(ingest.objective(), 10 + i, false)));
        }
        store.release(batch);
    }
}
