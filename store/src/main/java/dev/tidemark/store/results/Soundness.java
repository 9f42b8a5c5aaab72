package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.store.file.ChecksummedPart;
import dev.tidemark.store.file.Checksums;
import dev.tidemark.store.file.StoreException;
import org.jdbi.v3.core.Handle;

/** Tells what is as it was written from what is not, by the checksums. */
public final class Soundness {

    /** Iterations up to this many are looked at one by one, more by reading their whole batch. */
    private static final int FEW = 20;

    private static final Set<ChecksummedPart> RAW =
            EnumSet.complementOf(EnumSet.of(ChecksummedPart.ITERATION, ChecksummedPart.SETTING, ChecksummedPart.VALUE));

    private Soundness() {}

    // ---- Words ----

    /** As they are said of what is damaged: in a list, behind "damaged and left out: ". */
    public static String words(long iteration, Set<ChecksummedPart> parts) {
        return "the store's iteration " + iteration + " (" + parts.stream().map(ChecksummedPart::words)
                .collect(Collectors.joining(", ")) + ")";
    }

    public static String words(long batch) {
        return "the store's batch " + batch + ", with its iterations";
    }

    // ---- Batches ----

    /** The batches that belong to a label by their rows or by what was kept of them: whether each is sound. */
    public static Map<Long, Boolean> batches(Handle handle, String label) {
        Map<Long, Checksums.StoredBatch> stored = Checksums.storedBatches(handle);
        Set<Long> rows = new TreeSet<>(handle.createQuery("SELECT id FROM batch WHERE label = ?").bind(0, label)
                .mapTo(Long.class).list());
        Set<Long> all = new TreeSet<>(rows);
        stored.forEach((id, k) -> {
            if (label.equals(k.label())) {
                all.add(id);
            }
        });
        Map<Long, Boolean> sound = new TreeMap<>();
        for (long id : all) {
            Checksums.StoredBatch k = stored.get(id);
            sound.put(id, rows.contains(id) && Checksums.isSound(handle, id, k) && label.equals(k.label()));
        }
        return sound;
    }

    /** The sound ones, oldest first. @param batches as {@link #batches} */
    public static List<Batches.Row> rows(Handle handle, Map<Long, Boolean> batches) {
        return batches.keySet().stream().filter(batches::get).flatMap(id -> Batches.find(handle, id).stream())
                .sorted(Comparator.comparing(Batches.Row::started).thenComparing(Batches.Row::id)).toList();
    }

    /** Whether a batch is found by its label. */
    public static boolean hasLabel(Handle handle, long batch, String label) {
        return handle.createQuery("SELECT id FROM batch WHERE label = ?").bind(0, label).mapTo(Long.class).list()
                .contains(batch);
    }

    // ---- Iterations ----

    /** The iterations of which something is missing, too much, or not as it was written, with the parts. */
    static Map<Long, Set<ChecksummedPart>> damaged(Checksums.Sums stored, Checksums.Sums found,
            Set<ChecksummedPart> parts) {
        Map<Long, Set<ChecksummedPart>> damaged = new TreeMap<>();
        Set<Long> all = new TreeSet<>(stored.iterations());
        all.addAll(found.iterations());
        for (long iteration : all) {
            for (ChecksummedPart checksummedPart : parts) {
                if (!stored.of(iteration, checksummedPart).equals(found.of(iteration, checksummedPart))) {
                    damaged.computeIfAbsent(iteration, i -> EnumSet.noneOf(ChecksummedPart.class)).add(checksummedPart);
                }
            }
        }
        return damaged;
    }

    /** What is damaged of one iteration. */
    public static Set<ChecksummedPart> damaged(Handle handle, long iteration) {
        return damaged(Checksums.storedSums(handle, iteration), handle, iteration);
    }

    public static Set<ChecksummedPart> damaged(Checksums.Sums stored, Handle handle, long iteration) {
        return damaged(stored, handle, iteration, EnumSet.allOf(ChecksummedPart.class));
    }

    /** @param parts that the store has */
    public static Set<ChecksummedPart> damaged(Checksums.Sums stored, Handle handle, long iteration,
            Set<ChecksummedPart> parts) {
        Set<ChecksummedPart> damaged = EnumSet.noneOf(ChecksummedPart.class);
        for (ChecksummedPart checksummedPart : parts) {
            if (!stored.of(iteration, checksummedPart).equals(Checksums.found(handle, iteration, checksummedPart))) {
                damaged.add(checksummedPart);
            }
        }
        return damaged;
    }

    // ---- Labels ----

    /**
     * What is sound of a label.
     *
     * @param verified ended iterations whose raw data was found sound before, and need not be read again
     * @param sound    is told those that are found so now
     * @return empty when there is no such label
     * @throws StoreException when there is, and nothing of it is sound
     */
    public static Optional<LabelResults> label(Handle handle, String label, Set<Long> verified, LongConsumer sound) {
        Map<Long, Boolean> batches = batches(handle, label);
        List<String> damage = new ArrayList<>();
        batches.forEach((id, isSound) -> {
            if (!isSound) {
                damage.add(words(id));
            }
        });
        List<Batches.Row> rows = rows(handle, batches);
        if (rows.isEmpty()) {
            if (!damage.isEmpty()) {
                throw new StoreException("label " + label + " cannot be read: " + String.join("; ", damage)
                        + (damage.size() == 1 ? " is" : " are") + " damaged; 'tidemark check' tells more");
            }
            return Optional.empty();
        }
        Checksums.Sums found = new Checksums.Sums();
        List<Iteration> iterations = Iterations.ofLabel(handle, label, found);
        Map<Long, Set<ChecksummedPart>> damaged = new TreeMap<>();
        for (Batches.Row row : rows) {
            damaged.putAll(damaged(handle, row.id(), iterations, found, verified, sound));
        }
        damaged.forEach((iteration, parts) -> damage.add(words(iteration, parts)));
        NewBatch newest = rows.getLast().batch();
        List<Batch> known = rows.stream().map(Batches.Row::result).toList();
        List<Iteration> whole = iterations.stream()
                .filter(i -> batches.getOrDefault(i.batch(), false) && !damaged.containsKey(i.id())).toList();
        return Optional.of(new LabelResults(label, newest.workload(), newest.objective(), newest.measures(),
                newest.space(), known, whole, damage,
                LabelResults.passes(known, whole, Iterations.forks(handle, label))));
    }

    /** @param summaries sums of all that was read of the label already */
    private static Map<Long, Set<ChecksummedPart>> damaged(Handle handle, long batch, List<Iteration> iterations,
            Checksums.Sums summaries, Set<Long> verified, LongConsumer sound) {
        Checksums.Sums stored = Checksums.stored(handle, batch);
        Checksums.Sums found = Checksums.found(handle, batch, EnumSet.of(ChecksummedPart.ITERATION));
        Set<Long> all = new TreeSet<>(stored.iterations());
        all.addAll(found.iterations());
        for (long iteration : all) {
            ChecksummedPart.SUMMARY.forEach(p -> found.add(iteration, p, summaries.of(iteration, p)));
        }
        Map<Long, Set<ChecksummedPart>> damaged = damaged(stored, found,
                EnumSet.of(ChecksummedPart.ITERATION, ChecksummedPart.SETTING, ChecksummedPart.VALUE));
        all.removeAll(verified);
        damaged(stored, raw(handle, batch, all), RAW).forEach((iteration, parts) -> {
            if (all.contains(iteration)) {
                damaged.computeIfAbsent(iteration, i -> EnumSet.noneOf(ChecksummedPart.class)).addAll(parts);
            }
        });
        iterations.stream().filter(i -> i.batch() == batch && i.state() != IterationState.RUNNING)
                .mapToLong(Iteration::id)
                .filter(i -> all.contains(i) && !damaged.containsKey(i)).forEach(sound);
        return damaged;
    }

    private static Checksums.Sums raw(Handle handle, long batch, Set<Long> iterations) {
        if (iterations.size() > FEW) {
            return Checksums.found(handle, batch, RAW);
        }
        Checksums.Sums sums = new Checksums.Sums();
        iterations.forEach(i -> RAW.forEach(p -> sums.add(i, p, Checksums.found(handle, i, p))));
        return sums;
    }
}
