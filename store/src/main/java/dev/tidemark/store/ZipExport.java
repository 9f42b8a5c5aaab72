package dev.tidemark.store;

import dev.tidemark.core.data.WholeFile;
import dev.tidemark.core.param.Conflict;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.State;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
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
            throw there(file);
        }
        int[] iterations = new int[1];
        try {
            WholeFile.create(file, out -> {
                try (ZipOutputStream zip = new ZipOutputStream(out)) {
                    iterations[0] = new ZipExport(handle, zip).write(labels);
                }
            });
            return iterations[0];
        } catch (FileAlreadyExistsException e) {
            throw there(file);
        } catch (IOException e) {
            throw new StoreException(file + " cannot be written: " + reason(e), e);
        }
    }

    private static Conflict there(Path file) {
        return new Conflict(file + " is there already; choose another name or remove it");
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "its folder does not exist" : e.getMessage();
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
