package dev.tidemark.store.results;

import module java.base;
import module java.sql;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.store.file.Checksums;
import dev.tidemark.store.file.EpochNanos;
import dev.tidemark.store.file.IdSequence;
import dev.tidemark.store.file.Json;
import org.jdbi.v3.core.Handle;

/** Rows of the table {@code batch}. */
public final class Batches {

    /** A batch as stored. */
    public record Row(long id, String uuid, Instant started, NewBatch batch) {

        Batch result() {
            return new Batch(id, batch.yaml(), batch.seed(), batch.defaults(), batch.baseDefaults(), batch.origin(),
                    batch.space().equals(Batch.IMPORT));
        }
    }

    private Batches() {}

    public static long insert(Handle handle, String uuid, Instant started, NewBatch b) {
        PlainText.checked("label", b.label());
        long id = IdSequence.BATCH.next(handle);
        handle.execute("""
                INSERT INTO batch (id, uuid, label, workload, objective, space, yaml, spec_hash, seed, version,
                    measures, defaults, standing, expected, started_ns, origin)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                id, uuid, b.label(), b.workload(), b.objective(), b.space(), b.yaml(), b.specHash(), b.seed(),
                b.version(),
                Json.measures(b.measures()), Json.texts(b.defaults()), Json.texts(b.baseDefaults()), b.expected(),
                EpochNanos.nanos(started), b.origin());
        Checksums.begin(handle, id);
        return id;
    }

    private static Row row(ResultSet r) throws SQLException {
        return new Row(r.getLong("id"), r.getString("uuid"), EpochNanos.of(r.getLong("started_ns")),
                new NewBatch(r.getString("label"), r.getString("workload"), r.getString("objective"),
                        r.getString("space"), r.getString("yaml"), r.getString("spec_hash"), r.getLong("seed"),
                        r.getString("version"), Json.measures(r.getString("measures")),
                        Json.texts(r.getString("defaults")), Json.texts(r.getString("standing")),
                        r.getInt("expected"), r.getString("origin")));
    }

    /**
     * From now on a batch of ours is told to hold what came from elsewhere; one that came from there keeps its origin.
     */
    public static void addedFrom(Handle handle, long batch, String origin) {
        handle.execute("UPDATE batch SET origin = ? WHERE id = ? AND origin = ''", origin, batch);
    }

    /** All labels that there are. */
    public static Set<String> labels(Handle handle) {
        return Set.copyOf(handle.createQuery("SELECT DISTINCT label FROM batch").mapTo(String.class).list());
    }

    /**
     * Before results from elsewhere are put under a label: its report ranks them all in one table.
     *
     * @throws InvalidInputException when the label has results, and none of this workload
     */
    public static void requireWorkload(Handle handle, String label, String workload) {
        List<String> there = handle.createQuery("SELECT DISTINCT workload FROM batch WHERE label = ? ORDER BY workload")
                .bind(0, label).mapTo(String.class).list();
        if (!there.isEmpty() && !there.contains(workload)) {
            throw new InvalidInputException("label " + label + " has results of " + String.join(" and ", there)
                    + ", and these are of " + workload + ": give them another label, or rename the one that is here");
        }
    }

    /** The batches of a label, oldest first. */
    public static List<Row> ofLabel(Handle handle, String label) {
        return handle.createQuery("SELECT * FROM batch WHERE label = ? ORDER BY started_ns, id").bind(0, label)
                .map((r, c) -> row(r)).list();
    }

    public static Optional<Row> find(Handle handle, long batch) {
        return handle.createQuery("SELECT * FROM batch WHERE id = ?").bind(0, batch).map((r, c) -> row(r)).findOne();
    }

    public static Row ofIteration(Handle handle, long iteration) {
        return handle.createQuery("SELECT b.* FROM batch b JOIN iteration i ON i.batch_id = b.id WHERE i.id = ?")
                .bind(0, iteration).map((r, c) -> row(r)).one();
    }

    public static Optional<Long> byUuid(Handle handle, String uuid) {
        return handle.createQuery("SELECT id FROM batch WHERE uuid = ?").bind(0, uuid).mapTo(Long.class).findOne();
    }

    /** What is left to do of a batch; empty when every iteration of the plan is finished. */
    public static Optional<ResumableBatch> unfinished(Handle handle, Row row) {
        Set<PlanPosition> finished = new HashSet<>();
        Map<PlanPosition, Integer> attempts = new HashMap<>();
        List<Integer> forks = handle.createQuery(
                "SELECT position, round, attempt, state, verdict, fork FROM iteration WHERE batch_id = ?")
                .bind(0, row.id())
                .map((r, c) -> {
                    PlanPosition planPosition = new PlanPosition(r.getInt(1), r.getInt(2));
                    attempts.merge(planPosition, r.getInt(3), Math::max);
                    if (ResumableBatch.isFinished(IterationState.valueOf(r.getString(4)), r.getString(5))) {
                        finished.add(planPosition);
                    }
                    return r.getInt(6);
                }).list();
        return finished.size() >= row.batch().expected() ? Optional.empty()
                : Optional.of(new ResumableBatch(row.id(), row.batch().expected(), finished, attempts,
                        forks.stream().mapToInt(Integer::intValue).max().orElse(0)));
    }
}
