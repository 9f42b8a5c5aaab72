package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.registry.Summary;
import dev.tidemark.store.file.ChecksummedPart;
import dev.tidemark.store.file.Database;
import org.jdbi.v3.core.Handle;
import tools.jackson.core.JacksonException;

/**
 * Computes the stored values of a label's iterations again from their raw data, as the measures are defined today: one
 * transaction for each iteration that has ended. Raw data are only read. Values that were damaged are made anew.
 */
public final class Recompute {

    private static final Set<ChecksummedPart> VALUES = Set.of(ChecksummedPart.VALUE);

    /**
     * What became of a measure's values.
     *
     * @param values how many came out otherwise, are new or are gone
     * @param most   the largest difference, as a share of what was stored; infinite where one is new or gone
     */
    public record Change(String measure, int values, double most) {

        private Change plus(Change more) {
            return new Change(measure, values + more.values, Math.max(most, more.most));
        }
    }

    /**
     * What became of a label.
     *
     * @param iterations whose values were computed
     * @param values     of these
     * @param changes    the measures with values that came out otherwise; those of which most did first
     * @param imported   iterations of tables, whose values are all there is of them and stay
     * @param left       iterations that stay as they are since their raw data are damaged or not understood
     */
    public record Recomputed(int iterations, int values, List<Change> changes, int imported, int left) {

        public int changed() {
            return changes.stream().mapToInt(Change::values).sum();
        }
    }

    private final Map<String, Change> changes = new TreeMap<>();
    private int iterations;
    private int values;
    private int imported;
    private int left;

    private Recompute() {}

    public static Recomputed label(Database database, String label) {
        Recompute recompute = new Recompute();
        List<Long> ended = database.read(h -> h.createQuery("""
                SELECT i.id FROM iteration i JOIN batch b ON b.id = i.batch_id WHERE b.label = ? AND i.state <> ?
                ORDER BY i.id""").bind(0, label).bind(1, IterationState.RUNNING.name()).mapTo(Long.class).list());
        Map<Long, Boolean> sound = database.read(h -> Soundness.batches(h, label));
        ended.forEach(id -> database.writing(h -> recompute.iteration(h, id, sound)));
        return new Recomputed(recompute.iterations, recompute.values, recompute.changes.values().stream()
                .sorted(Comparator.comparingInt(Change::values).reversed()).toList(), recompute.imported,
                recompute.left);
    }

    private void iteration(Handle handle, long id, Map<Long, Boolean> sound) {
        try {
            Batches.Row batch = Batches.ofIteration(handle, id);
            Set<ChecksummedPart> damaged = Soundness.damaged(handle, id);
            if (batch.batch().space().equals(Batch.IMPORT)) {
                imported++;
            } else if (!sound.getOrDefault(batch.id(), false) || !VALUES.containsAll(damaged)) {
                left++;
            } else {
                iteration(handle, id, batch.batch(), !damaged.isEmpty());
            }
        } catch (InvalidInputException | IllegalArgumentException | JacksonException e) {
            left++; // what cannot be read or summed up keeps its values
        }
    }

    private void iteration(Handle handle, long id, NewBatch batch, boolean damaged) {
        Map<String, MeasuredValue> before = byMeasure(Iterations.values(handle, id));
        IterationDetail detail = Iterations.detail(handle, id).orElseThrow();
        Map<String, MeasuredValue> now = again(detail, batch, before);
        if (damaged || !now.equals(before)) {
            replace(handle, id, now.values());
        }
        iterations++;
        values += now.size();
        compare(before, now);
    }

    /** Not by the difference to the checksum that is there: that would keep what was damaged so. */
    private static void replace(Handle handle, long id, Collection<MeasuredValue> values) {
        handle.execute("DELETE FROM iteration_checksum WHERE iteration_id = ? AND part = ?", id,
                ChecksummedPart.VALUE.name());
        handle.execute("DELETE FROM measured_value WHERE iteration_id = ?", id);
        Iterations.replaceValues(handle, id, values);
    }

    private static Map<String, MeasuredValue> again(IterationDetail detail, NewBatch batch,
            Map<String, MeasuredValue> before) {
        boolean rolledUp = isRolledUp(detail);
        if (rolledUp && !detail.headline().orElseThrow().ended()) {
            return before; // what was in progress when it broke off was known before its intervals were added up
        }
        Map<String, MeasuredValue> now = byMeasure(Summary.of(detail, batch.measures()));
        boolean thinned = isThinned(detail);
        Predicate<String> untold = measure -> rolledUp && Summary.dependsOnIntervals(measure)
                || thinned && EngineMeasures.LARGEST.find(measure).isPresent();
        now.keySet().removeIf(untold);
        before.values().stream().filter(v -> untold.test(v.measure())).forEach(v -> now.put(v.measure(), v));
        return now;
    }

    /** Whether of the target's readings, one for each interval, some are gone, however wide the intervals are. */
    private static boolean isThinned(IterationDetail detail) {
        int headline = headline(detail);
        return detail.intervals().stream().filter(i -> i.phase() == headline).mapToInt(Interval::seq).distinct()
                .count() > RollUp.KEPT;
    }

    private static int headline(IterationDetail detail) {
        return detail.headline().map(PhaseSpan::index).orElse(-1);
    }

    /** Whether intervals are wider than they were recorded. */
    private static boolean isRolledUp(IterationDetail detail) {
        int headline = headline(detail);
        long recorded = detail.settings().stream().filter(s -> s.name().equals(LoadParams.INTERVAL.name()))
                .map(Setting::text).filter(text -> !text.equals(LoadParams.INTERVAL.absent())).findFirst()
                .map(text -> LoadParams.INTERVAL.parse(text).toNanos()).orElse(RollUp.SECOND);
        return detail.intervals().stream().filter(i -> i.phase() == headline && i.seq() == 0)
                .anyMatch(i -> i.end() - i.start() > recorded);
    }

    private static Map<String, MeasuredValue> byMeasure(List<MeasuredValue> values) {
        Map<String, MeasuredValue> byMeasure = new LinkedHashMap<>();
        values.forEach(v -> byMeasure.put(v.measure(), v));
        return byMeasure;
    }

    private void compare(Map<String, MeasuredValue> before, Map<String, MeasuredValue> now) {
        Set<String> measures = new HashSet<>(before.keySet());
        measures.addAll(now.keySet());
        for (String measure : measures) {
            MeasuredValue was = before.get(measure);
            MeasuredValue is = now.get(measure);
            if (was == null || is == null || !was.equals(is)) {
                double most = was == null || is == null ? Double.POSITIVE_INFINITY
                        : Math.abs(is.number() - was.number()) / Math.abs(was.number());
                changes.merge(measure, new Change(measure, 1, Double.isNaN(most) ? 0 : most), Change::plus);
            }
        }
    }
}
