package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.store.file.ChecksummedPart;
import dev.tidemark.store.file.Checksums;
import dev.tidemark.store.file.EpochNanos;
import dev.tidemark.store.file.RowChecksum;
import java.sql.ResultSet;
import org.jdbi.v3.core.Handle;

/**
 * All labels, of what is sound of the rows of batches and iterations.
 *
 * @param labels by their start
 * @param damage what was left out, by label
 */
public record LabelList(List<LabelSummary> labels, Map<String, String> damage) {

    /** A batch that is sound. */
    private record Head(String label, String workload, Instant started) {}

    /** A sound iteration, as far as it is counted. */
    private record Counted(IterationState state, Instant started) {}

    /** @param dead batches that no process works on any more, so that nothing of them is running */
    public static LabelList of(Handle handle, Set<Long> dead) {
        Map<String, List<String>> damage = new TreeMap<>();
        Map<Long, Head> batches = batches(handle, damage);
        Map<Long, List<Counted>> iterations = iterations(handle, batches, damage);
        Map<String, LabelSummary> labels = new LinkedHashMap<>();
        batches.forEach((id, head) -> labels.merge(head.label(), summary(head, iterations.getOrDefault(id, List.of()),
                dead.contains(id)),
                LabelList::together));
        Map<String, LabelMark> marks = LabelMarks.all(handle);
        Map<String, String> notes = new TreeMap<>();
        damage.forEach((label, items) -> notes.put(label, LabelResults.damageNote(items)));
        return of(labels.values().stream().map(l -> l.marked(marks.getOrDefault(l.label(), LabelMark.NONE))).toList(),
                notes);
    }

    public static LabelList of(Collection<LabelSummary> labels, Map<String, String> damage) {
        return new LabelList(labels.stream().sorted(Comparator.comparing(LabelSummary::started)).toList(), damage);
    }

    /** What a list says of a label that was read by itself, without what people say of it. */
    public static LabelSummary summary(LabelResults label) {
        Map<IterationState, Integer> states = new EnumMap<>(IterationState.class);
        label.iterations().forEach(i -> states.merge(i.state(), 1, Integer::sum));
        return new LabelSummary(label.label(), label.workload(), label.iterations().stream().map(Iteration::started)
                .min(Comparator.naturalOrder()).orElse(Instant.EPOCH), states);
    }

    private static LabelSummary summary(Head batch, List<Counted> iterations, boolean dead) {
        Map<IterationState, Integer> states = new EnumMap<>(IterationState.class);
        iterations.forEach(i -> states.merge(dead && i.state() == IterationState.RUNNING ? IterationState.INTERRUPTED
                : i.state(), 1, Integer::sum));
        return new LabelSummary(batch.label(), batch.workload(), iterations.stream().map(Counted::started)
                .min(Comparator.naturalOrder()).orElse(batch.started()), states);
    }

    /** The workload is that of the newer batch. */
    private static LabelSummary together(LabelSummary older, LabelSummary newer) {
        Map<IterationState, Integer> states = new EnumMap<>(IterationState.class);
        states.putAll(older.iterations());
        newer.iterations().forEach((iterationState, n) -> states.merge(iterationState, n, Integer::sum));
        return new LabelSummary(older.label(), newer.workload(),
                older.started().isBefore(newer.started()) ? older.started() : newer.started(), states);
    }

    /** Oldest first. */
    private static Map<Long, Head> batches(Handle handle, Map<String, List<String>> damage) {
        Map<Long, Checksums.StoredBatch> stored = Checksums.storedBatches(handle);
        Map<Long, Head> sound = new LinkedHashMap<>();
        Set<Long> gone = new TreeSet<>(stored.keySet());
        handle.createQuery(Checksums.ALL_BATCHES).scanResultSet((rows, c) -> {
            for (ResultSet r = rows.get(); r.next();) {
                long id = r.getLong("id");
                String label = r.getString("label");
                Checksums.StoredBatch k = stored.get(id);
                if (k != null && k.total() == RowChecksum.ofRow(r, 1).total() && label.equals(k.label())) {
                    sound.put(id, new Head(label, r.getString("workload"), EpochNanos.of(r.getLong("started_ns"))));
                    gone.remove(id);
                } else if (k == null) {
                    note(damage, label, Soundness.words(id));
                }
            }
            return null;
        });
        gone.forEach(id -> note(damage, stored.get(id).label(), Soundness.words(id)));
        return sound;
    }

    private static void note(Map<String, List<String>> damage, String label, String what) {
        damage.computeIfAbsent(String.valueOf(label), l -> new ArrayList<>()).add(what);
    }

    private static Map<Long, List<Counted>> iterations(Handle handle, Map<Long, Head> batches,
            Map<String, List<String>> damage) {
        Map<Long, Checksums.StoredRow> stored = Checksums.storedRows(handle);
        Map<Long, List<Counted>> sound = new HashMap<>();
        handle.createQuery(ChecksummedPart.ITERATION.all()).scanResultSet((rows, c) -> {
            for (ResultSet r = rows.get(); r.next();) {
                long id = r.getLong(1);
                long batch = r.getLong("batch_id");
                Checksums.StoredRow k = stored.remove(id);
                if (k != null && k.sum().equals(RowChecksum.ofRow(r, 2))) {
                    sound.computeIfAbsent(batch, b -> new ArrayList<>()).add(new Counted(
                            IterationState.valueOf(r.getString("state")), EpochNanos.of(r.getLong("started_ns"))));
                } else {
                    note(damage, batches, k == null ? batch : k.batch(), id);
                }
            }
            return null;
        });
        stored.forEach((id, k) -> note(damage, batches, k.batch(), id)); // those that are missing
        return sound;
    }

    /** What belongs to a batch that is damaged is told with it. */
    private static void note(Map<String, List<String>> damage, Map<Long, Head> batches, long batch, long iteration) {
        Head head = batches.get(batch);
        if (head != null) {
            note(damage, head.label(), Soundness.words(iteration, EnumSet.of(ChecksummedPart.ITERATION)));
        }
    }
}
