package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.experiment.YamlWriter;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.store.file.Checksums;
import dev.tidemark.store.file.EpochNanos;
import dev.tidemark.store.file.Json;
import org.jdbi.v3.core.Handle;

/** What is kept of labels beside their results: marks, headlines and pages; and the label itself, which may change. */
public final class LabelMarks {

    private static final int LONGEST_LABEL = 200;

    private LabelMarks() {}

    // ---- Marks ----

    /** By label; those of which nothing is said are left out. */
    public static Map<String, LabelMark> all(Handle handle) {
        Map<String, LabelMark> marks = new HashMap<>();
        handle.createQuery("SELECT label, note, pinned, archived FROM label_mark").map((r, c) ->
                marks.put(r.getString(1), new LabelMark(shown(r.getString(2)), r.getBoolean(3), r.getBoolean(4))))
                .list();
        return marks;
    }

    /** A note that can only have become what it is by damage does not keep the labels from being listed. */
    private static String shown(String note) {
        return note != null && LabelMark.wrong(note).isEmpty() ? note : "";
    }

    public static void put(Handle handle, String label, LabelMark mark) {
        if (mark.equals(LabelMark.NONE)) {
            handle.execute("DELETE FROM label_mark WHERE label = ?", label);
            return;
        }
        handle.execute("""
                INSERT INTO label_mark (label, note, pinned, archived) VALUES (?, ?, ?, ?)
                ON CONFLICT (label) DO UPDATE SET note = excluded.note, pinned = excluded.pinned,
                    archived = excluded.archived""", label, mark.note(), mark.pinned(), mark.archived());
    }

    // ---- Headlines ----

    public static void put(Handle handle, String label, StoredHeadline headline) {
        handle.execute("""
                INSERT INTO label_headline (label, stamp, made_ns, body) VALUES (?, ?, ?, ?)
                ON CONFLICT (label) DO UPDATE SET stamp = excluded.stamp, made_ns = excluded.made_ns,
                    body = excluded.body""",
                label, headline.stamp(), EpochNanos.nanos(headline.made()),
                Json.MAPPER.writeValueAsString(headline.body()));
    }

    public static Optional<StoredHeadline> headline(Handle handle, String label) {
        return handle.createQuery("SELECT stamp, made_ns, body FROM label_headline WHERE label = ?").bind(0, label)
                .map((r, c) -> new StoredHeadline(r.getString(1), EpochNanos.of(r.getLong(2)),
                        Json.MAPPER.readValue(r.getString(3), StoredHeadline.Body.class))).findOne();
    }

    // ---- Pages ----

    public static void putPage(Handle handle, String label, String stamp, byte[] body) {
        handle.execute("""
                INSERT INTO label_page (label, stamp, body) VALUES (?, ?, ?)
                ON CONFLICT (label) DO UPDATE SET stamp = excluded.stamp, body = excluded.body""", label, stamp, body);
    }

    /** @return empty where there is none that was kept with this stamp */
    public static Optional<byte[]> page(Handle handle, String label, String stamp) {
        return handle.createQuery("SELECT body FROM label_page WHERE label = ? AND stamp = ?").bind(0, label)
                .bind(1, stamp).map((r, c) -> r.getBytes(1)).findOne();
    }

    /** Forgets all that is kept of a label beside its results. */
    public static void forget(Handle handle, String label) {
        handle.execute("DELETE FROM label_mark WHERE label = ?", label);
        handle.execute("DELETE FROM label_headline WHERE label = ?", label);
        handle.execute("DELETE FROM label_page WHERE label = ?", label);
    }

    // ---- Another label ----

    /**
     * Gives results another label, and all that refers to them: their experiments, jobs, and marks. Whoever calls has
     * looked that the label is there and not being run.
     *
     * @throws InvalidInputException when the other one is no label; {@link ConflictException} when it is taken
     */
    public static void rename(Handle handle, String label, String to) {
        check(handle, to);
        handle.createQuery("SELECT id FROM job WHERE label = ? AND state = 'RUNNING'").bind(0, label)
                .mapTo(Long.class).findFirst().ifPresent(job -> {
                    throw new ConflictException("job " + job + " of label " + label + " is running; wait for its end, "
                            + "or cancel it");
                });
        List<Long> batches = handle.createQuery("SELECT id FROM batch WHERE label = ?").bind(0, label)
                .mapTo(Long.class).list();
        for (long batch : batches) {
            String yaml = handle.createQuery("SELECT yaml FROM batch WHERE id = ?").bind(0, batch)
                    .mapTo(String.class).one();
            Checksums.changing(handle, batch, () -> handle.execute("UPDATE batch SET label = ?, yaml = ? WHERE id = ?",
                    to, relabelled(yaml, to), batch));
            handle.execute("UPDATE batch_checksum SET label = ? WHERE batch_id = ?", to, batch);
        }
        renameJobs(handle, label, to);
        handle.execute("UPDATE label_mark SET label = ? WHERE label = ?", to, label);
        handle.execute("DELETE FROM label_headline WHERE label = ?", label); // which may name it
        handle.execute("DELETE FROM label_page WHERE label = ?", label);
    }

    private static void check(Handle handle, String to) {
        if (to.isBlank() || to.length() > LONGEST_LABEL || PlainText.hasControls(to) || !to.equals(to.strip())) {
            throw new InvalidInputException("label: a label is 1 to " + LONGEST_LABEL
                    + " visible characters, without spaces at its ends");
        }
        PlainText.checked("label", to);
        if (!handle.createQuery("SELECT id FROM batch WHERE label = ? LIMIT 1").bind(0, to).mapTo(Long.class).list()
                .isEmpty()) {
            throw new ConflictException("there is a label " + to + " already; choose another name");
        }
        handle.createQuery("""
                SELECT id FROM job WHERE label = ? AND state IN ('WAITING', 'INTERRUPTED', 'RUNNING')
                ORDER BY id LIMIT 1""").bind(0, to).mapTo(Long.class).findOne().ifPresent(job -> {
                    throw new ConflictException("job " + job + " makes a label " + to + "; choose another name");
                });
    }

    private static void renameJobs(Handle handle, String label, String to) {
        Map<Long, String> jobs = new HashMap<>();
        handle.createQuery("SELECT id, yaml FROM job WHERE label = ?").bind(0, label)
                .map((r, c) -> jobs.put(r.getLong(1), r.getString(2))).list();
        jobs.forEach((id, yaml) -> handle.execute("UPDATE job SET label = ?, yaml = ? WHERE id = ?", to,
                relabelled(yaml, to), id));
    }

    /** An experiment with another label. One that cannot be read, of another version, stays as it is. */
    private static String relabelled(String yaml, String to) {
        if (yaml.isBlank()) {
            return yaml; // of an import
        }
        try {
            return YamlWriter.write(ExperimentReader.document(yaml, "experiment")
                    .with("label", new DocumentNode.Scalar(to, "")));
        } catch (InvalidInputException e) {
            return yaml;
        }
    }

    /** The stamps of several labels. See {@code ResultStore.stamp}. @return none for a label that is not there */
    public static Map<String, String> stamps(Handle handle, Collection<String> labels) {
        Map<String, StringBuilder> stamps = new HashMap<>();
        if (labels.isEmpty()) {
            return Map.of();
        }
        handle.createQuery("""
                SELECT b.label, b.uuid || '-' || COALESCE(i.state, '') || '-' || count(i.id) || '-'
                    || COALESCE(max(i.id), 0) || '-' || COALESCE(sum(v.total % 1000003), 0)
                FROM batch b LEFT JOIN iteration i ON i.batch_id = b.id
                LEFT JOIN iteration_checksum v ON v.batch_id = b.id AND v.iteration_id = i.id AND v.part = 'VALUE'
                WHERE b.label IN (<labels>)
                GROUP BY b.label, b.uuid, i.state ORDER BY b.label, b.uuid, i.state""").bindList("labels", List.copyOf(labels))
                .map((r, c) -> stamps.merge(r.getString(1), new StringBuilder(r.getString(2)),
                        (all, one) -> all.append(' ').append(one))).list();
        Map<String, String> texts = new HashMap<>();
        stamps.forEach((label, text) -> texts.put(label, text.toString()));
        return texts;
    }
}
