package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.data.WholeFile;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.store.file.ChecksummedPart;
import dev.tidemark.store.file.Checksums;
import dev.tidemark.store.file.EpochNanos;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.results.Batches;
import dev.tidemark.store.results.Iterations;
import dev.tidemark.store.results.LabelMarks;
import dev.tidemark.store.results.Soundness;
import org.jdbi.v3.core.Handle;

/** Writes an {@link Archive}. One iteration is in memory at a time. */
public final class ZipExport {

    /** Entries carry no time of their own, so the same results give the same file. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    /** An iteration as found by its number. */
    private record Head(long id, String uuid, int position, String pointHash, int round, int attempt, int fork,
            IterationState state, String verdict, long started, long monotonic) {}

    private final Handle handle;
    private final ZipOutputStream zip;
    private final BiConsumer<String, String> damage;

    private ZipExport(Handle handle, ZipOutputStream zip, BiConsumer<String, String> damage) {
        this.handle = handle;
        this.zip = zip;
        this.damage = damage;
    }

    /** @param damage is told the label, and in words what is damaged of it and therefore left out */
    public static int write(Handle handle, List<String> labels, Path file, BiConsumer<String, String> damage) {
        if (Files.exists(file)) {
            throw there(file);
        }
        int[] iterations = new int[1];
        try {
            WholeFile.create(file, out -> {
                try (ZipOutputStream zip = new ZipOutputStream(out)) {
                    iterations[0] = new ZipExport(handle, zip, damage).write(labels);
                }
            });
            return iterations[0];
        } catch (FileAlreadyExistsException e) {
            throw there(file);
        } catch (IOException e) {
            throw new StoreException(file + " cannot be written: " + reason(e), e);
        }
    }

    private static ConflictException there(Path file) {
        return new ConflictException(file + " is there already; choose another name or remove it");
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "its folder does not exist" : e.getMessage();
    }

    private int write(List<String> labels) throws IOException {
        List<Batches.Row> batches = labels.stream().distinct().flatMap(l -> sound(l).stream()).toList();
        entry(Archive.MANIFEST);
        zip.write(ArchiveTexts.MAPPER.writeValueAsBytes(new Archive.Manifest(Archive.FORMAT, Archive.VERSION,
                batches.stream().map(Batches.Row::uuid).toList(), marks(labels))));
        int iterations = 0;
        for (Batches.Row batch : batches) {
            iterations += write(batch);
        }
        return iterations;
    }

    private Map<String, Archive.Mark> marks(List<String> labels) {
        Map<String, Archive.Mark> marks = new TreeMap<>();
        LabelMarks.all(handle).forEach((label, mark) -> {
            if (labels.contains(label)) {
                marks.put(label, Archive.Mark.of(mark));
            }
        });
        return marks;
    }

    private List<Batches.Row> sound(String label) {
        Map<Long, Boolean> batches = Soundness.batches(handle, label);
        batches.forEach((id, sound) -> {
            if (!sound) {
                damage.accept(label, Soundness.words(id));
            }
        });
        return Soundness.rows(handle, batches);
    }

    private void entry(String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
    }

    /** Without what is damaged. */
    private int write(Batches.Row batch) throws IOException {
        entry(Archive.path(batch.uuid(), Archive.BATCH));
        zip.write(ArchiveTexts.MAPPER.writeValueAsBytes(Archive.Batch.of(batch)));
        List<Head> heads = heads(batch);
        entry(Archive.path(batch.uuid(), Archive.ITERATIONS));
        for (Head head : heads) {
            zip.write(ArchiveTexts.MAPPER.writeValueAsBytes(iteration(head)));
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

    /** In the order in which they were stored, whatever the clock said. */
    private List<Head> heads(Batches.Row batch) {
        Checksums.Sums stored = Checksums.stored(handle, batch.id());
        Set<Long> all = new TreeSet<>(stored.iterations());
        all.addAll(handle.createQuery("SELECT id FROM iteration WHERE batch_id = ?").bind(0, batch.id())
                .mapTo(Long.class).list());
        List<Head> heads = new ArrayList<>();
        for (long iteration : all) {
            Set<ChecksummedPart> damaged = Soundness.damaged(stored, handle, iteration);
            if (damaged.isEmpty()) {
                heads.add(head(iteration));
            } else {
                damage.accept(batch.batch().label(), Soundness.words(iteration, damaged));
            }
        }
        return heads.stream().filter(h -> h.state() != IterationState.RUNNING).toList();
    }

    private Head head(long iteration) {
        return handle.createQuery("SELECT * FROM iteration WHERE id = ?").bind(0, iteration)
                .map((r, c) -> new Head(r.getLong("id"), r.getString("uuid"), r.getInt("position"),
                        r.getString("point_hash"), r.getInt("round"), r.getInt("attempt"), r.getInt("fork"),
                        IterationState.valueOf(r.getString("state")), r.getString("verdict"), r.getLong("started_ns"),
                        r.getLong("monotonic_ns")))
                .one();
    }

    private Archive.Iteration iteration(Head i) {
        return new Archive.Iteration(i.uuid(), i.position(), i.pointHash(), i.round(), i.attempt(), i.fork(), i.state(),
                i.verdict(), EpochNanos.of(i.started()), i.monotonic(), Iterations.settings(handle, i.id()),
                Iterations.phases(handle, i.id()),
                Iterations.intervals(handle, i.id()).stream().map(Archive.IntervalHead::of).toList(),
                Iterations.outcomes(handle, i.id()), Iterations.readings(handle, i.id()),
                Iterations.workers(handle, i.id()), Iterations.events(handle, i.id()),
                Iterations.values(handle, i.id()), Iterations.operations(handle, i.id()),
                Iterations.blocks(handle, i.id()));
    }
}
