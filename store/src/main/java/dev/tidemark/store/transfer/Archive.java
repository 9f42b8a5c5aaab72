package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.store.file.Json;
import dev.tidemark.store.results.Batches;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;

/**
 * The form of an exported zip file. {@code manifest.json} names the format, its version, the batches, by their
 * UUIDs, and what people say of the labels. For each of them {@code batches/UUID/batch.json} holds a {@link Batch},
 * {@code iterations.ndjson} one {@link Iteration} a line, and {@code intervals.bin} the series of their intervals, one
 * after another in the same order, with the lengths given in the lines.
 */
final class Archive {

    static final String FORMAT = "tidemark-results";
    static final int VERSION = 1;
    static final String MANIFEST = "manifest.json";
    static final String BATCH = "batch.json";
    static final String ITERATIONS = "iterations.ndjson";
    static final String INTERVALS = "intervals.bin";

    private Archive() {}

    static String path(String batch, String name) {
        return "batches/" + batch + "/" + name;
    }

    /** @param marks what people say of the labels, by label; null in archives of before */
    record Manifest(String format, int version, List<String> batches, Map<String, Mark> marks) {

        Manifest {
            marks = marks == null ? Map.of() : marks;
        }
    }

    /** A {@link LabelMark} as it stands in the file. */
    record Mark(String note, boolean pinned, boolean archived) {

        static Mark of(LabelMark mark) {
            return new Mark(mark.note(), mark.pinned(), mark.archived());
        }

        LabelMark mark() {
            return new LabelMark(note, pinned, archived);
        }
    }

    /** @param origin where it came from before it was exported; null in archives of before */
    record Batch(String uuid, Instant started, String label, String workload, String objective, String space,
            String yaml, String specHash, long seed, String version, List<Measure> measures,
            Map<String, String> defaults, Map<String, String> standing, int expected, String origin) {

        static Batch of(Batches.Row row) {
            NewBatch b = row.batch();
            return new Batch(row.uuid(), row.started(), b.label(), b.workload(), b.objective(), b.space(), b.yaml(),
                    b.specHash(), b.seed(), b.version(), b.measures().all(), b.defaults(), b.baseDefaults(),
                    b.expected(), b.origin());
        }

        /** @param file from which it comes, where it does not say that it came from elsewhere before */
        NewBatch batch(String file) {
            return new NewBatch(label, workload, objective, space, yaml, specHash, seed, version,
                    Json.measures(measures), defaults, standing == null ? Map.of() : standing, expected,
                    origin == null || origin.isBlank() ? file : origin);
        }
    }

    record Iteration(String uuid, int position, String pointHash, int round, int attempt, int fork,
            IterationState state,
            String verdict, Instant started, long monotonic, List<Setting> settings, List<PhaseSpan> phases,
            List<IntervalHead> intervals, List<OutcomeCount> outcomes, List<TimedSnapshot> readings,
            List<WorkerCount> workers, List<Event> events, List<MeasuredValue> values,
            List<LoggedOperation> operations, List<LogBlock> log) {

        Iteration {
            operations = operations == null ? List.of() : operations; // archives of before have none
            log = log == null ? List.of() : log;
        }

        NewIteration iteration(long batch) {
            return new NewIteration(batch, position, pointHash, round, attempt, fork, started, monotonic, settings);
        }
    }

    /** An interval without its series. @param length bytes of the series in {@code intervals.bin} */
    record IntervalHead(int phase, int seq, int part, long start, long end, int stuck, int length) {

        static IntervalHead of(Interval i) {
            return new IntervalHead(i.phase(), i.seq(), i.part(), i.start(), i.end(), i.stuck(), i.series().length);
        }

        Interval with(byte[] series) {
            return new Interval(phase, seq, part, start, end, stuck, series);
        }
    }
}
