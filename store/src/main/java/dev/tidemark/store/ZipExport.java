package dev.tidemark.store;

import dev.tidemark.core.param.Conflict;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.State;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jdbi.v3.core.Handle;

/** Writes an {@link Archive}. One iteration is in memory at a time. */
final class ZipExport {

    /** Entries carry no time of their own, so the same results give the same file. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    /** An iteration as found by its number. */
    private record Head(long id, String uuid, int position, String pointHash, int round, int attempt, int fork,
            State state, String verdict, long started, long monotonic) {}

    private final Handle handle;
    private final ZipOutputStream zip;

    private ZipExport(Handle handle, ZipOutputStream zip) {
        this.handle = handle;
        this.zip = zip;
    }

    static int write(Handle handle, List<String> labels, Path file) {
        if (Files.exists(file)) {
            throw new Conflict(file + " is there already; choose another name or remove it");
        }
        // A half-written file must not look like an export.
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            int iterations;
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(partial));
                    ZipOutputStream zip = new ZipOutputStream(out)) {
                iterations = new ZipExport(handle, zip).write(labels);
            }
            Files.move(partial, file);
            return iterations;
        } catch (IOException e) {
            discard(partial);
            throw new StoreException(file + " cannot be written: " + reason(e), e);
        } catch (RuntimeException e) {
            discard(partial);
            throw e;
        }
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "its folder does not exist" : e.getMessage();
    }

    private static void discard(Path partial) {
        try {
            Files.deleteIfExists(partial);
        } catch (IOException e) {
            // The failure that led here is what the user needs to hear of.
        }
    }

    private int write(List<String> labels) throws IOException {
        List<Batches.Row> batches = labels.stream().distinct().flatMap(l -> Batches.ofLabel(handle, l).stream())
                .toList();
        entry(Archive.MANIFEST);
        zip.write(Json.MAPPER.writeValueAsBytes(new Archive.Manifest(Archive.FORMAT, Archive.VERSION,
                batches.stream().map(Batches.Row::uuid).toList())));
        int iterations = 0;
        for (Batches.Row batch : batches) {
            iterations += write(batch);
        }
        return iterations;
    }

    private void entry(String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
    }

    private int write(Batches.Row batch) throws IOException {
        entry(Archive.path(batch.uuid(), Archive.BATCH));
        zip.write(Json.MAPPER.writeValueAsBytes(Archive.Batch.of(batch)));
        List<Head> heads = heads(batch.id());
        entry(Archive.path(batch.uuid(), Archive.ITERATIONS));
        for (Head head : heads) {
            zip.write(Json.MAPPER.writeValueAsBytes(iteration(head)));
            zip.write('\n');
        }
        entry(Archive.path(batch.uuid(), Archive.INTERVALS));
        for (Head head : heads) {
            for (Interval interval : Iterations.intervals(handle, head.id())) {
                zip.write(interval.series());
            }
        }
        return heads.size();
    }

    private List<Head> heads(long batch) {
        return handle.createQuery("SELECT * FROM iteration WHERE batch_id = ? AND state <> ? ORDER BY started_ns, id")
                .bind(0, batch).bind(1, State.RUNNING.name())
                .map((r, c) -> new Head(r.getLong("id"), r.getString("uuid"), r.getInt("position"),
                        r.getString("point_hash"), r.getInt("round"), r.getInt("attempt"), r.getInt("fork"),
                        State.valueOf(r.getString("state")), r.getString("verdict"), r.getLong("started_ns"),
                        r.getLong("monotonic_ns")))
                .list();
    }

    private Archive.Iteration iteration(Head i) {
        return new Archive.Iteration(i.uuid(), i.position(), i.pointHash(), i.round(), i.attempt(), i.fork(), i.state(),
                i.verdict(), Moments.of(i.started()), i.monotonic(), Iterations.settings(handle, i.id()),
                Iterations.phases(handle, i.id()),
                Iterations.intervals(handle, i.id()).stream().map(Archive.IntervalHead::of).toList(),
                Iterations.outcomes(handle, i.id()), Iterations.readings(handle, i.id()),
                Iterations.workers(handle, i.id()), Iterations.events(handle, i.id()),
                Iterations.values(handle, i.id()), Iterations.operations(handle, i.id()));
    }
}
