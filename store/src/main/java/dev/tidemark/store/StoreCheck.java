package dev.tidemark.store;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.accounts.AccountStore;
import dev.tidemark.store.file.ChecksummedPart;
import dev.tidemark.store.file.Checksums;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.file.StoreFile;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.results.Soundness;
import org.jdbi.v3.core.Handle;

/**
 * Looks at everything in a store: whether SQLite finds its pages, indexes and tables in order, and whether each batch
 * and each part of each iteration is as it was written. Changes nothing, waits for nobody, and reads the store as it
 * was when the look began, so it may be in use.
 */
public final class StoreCheck {

    /** Faults that SQLite names before it gives up. */
    private static final int MOST_FAULTS = 20;

    /** Is told how far the look is. */
    public interface Watcher {
        /**
         * @param done iterations that were looked at
         * @param all  how many there are
         */
        void checked(int done, int all);
    }

    /**
     * What was found.
     *
     * @param format      the number of the store's format; 0 where nothing of it can be read
     * @param checksums   whether a store of this format has checksums
     * @param labels      how many there are
     * @param iterations  how many there are
     * @param damage      a line for each fault; empty when it is sound
     */
    public record Found(int format, boolean checksums, int labels, int iterations, List<String> damage) {
        public Found {
            damage = List.copyOf(damage);
        }

        public boolean sound() {
            return damage.isEmpty();
        }
    }

    private final Path file;
    private final Handle handle;
    private final Watcher watcher;
    private final Set<String> damage = new LinkedHashSet<>();

    private StoreCheck(Path file, Handle handle, Watcher watcher) {
        this.file = file;
        this.handle = handle;
        this.watcher = watcher;
    }

    /**
     * @throws InvalidInputException when there is no such file, it is no store, or it is of a newer version
     * @throws StoreException when it cannot be opened at all
     */
    public static Found of(Path file, Watcher watcher) {
        if (!Files.exists(file)) {
            throw new InvalidInputException("there is no store " + file);
        }
        AtomicReference<Found> found = new AtomicReference<>();
        try {
            int format = StoreFile.format(file);
            return Database.looking(file, h -> {
                found.set(new StoreCheck(file, h, watcher).examine(format));
                return found.get();
            });
        } catch (StoreException e) {
            // Once SQLite has met a damaged page the transaction cannot even be ended, and what was seen still holds.
            return Optional.ofNullable(found.get())
                    .or(() -> StoreException.damage(e).map(StoreCheck::unreadable)).orElseThrow(() -> e);
        }
    }

    /** Of a file of which SQLite understands nothing. */
    private static Found unreadable(String why) {
        return new Found(0, true, 0, 0, List.of("SQLite: " + why, "nothing of it can be read; take a copy of it that "
                + "'tidemark copy' has made"));
    }

    private Found examine(int format) {
        step(List.of(), this::sqlite);
        boolean checksums = format >= StoreFile.CHECKSUMS_SINCE;
        if (checksums) {
            step(List.of(), () -> results(ChecksummedPart.of(format)));
        }
        rows("a job", "SELECT * FROM job", JobQueue::read);
        rows("a user", "SELECT * FROM account", AccountStore::account);
        rows("a token", "SELECT * FROM api_token", AccountStore::token);
        return new Found(format, checksums, count("SELECT count(DISTINCT label) FROM batch"),
                count("SELECT count(*) FROM iteration"), new ArrayList<>(damage));
    }

    /** A part that cannot be read is a fault, and the others are looked at all the same. */
    private <T> T step(T otherwise, Supplier<T> looking) {
        try {
            return looking.get();
        } catch (RuntimeException e) {
            RuntimeException fault = StoreException.of(file, e);
            damage.add(fault instanceof StoreException ? fault.getMessage().replaceFirst("^store .*?: it", "it")
                    .replace("; 'tidemark check' tells more", "") : "it cannot be understood: " + fault);
            return otherwise;
        }
    }

    private List<String> sqlite() {
        List<String> faults = handle.createQuery("PRAGMA integrity_check(" + MOST_FAULTS + ")").mapTo(String.class)
                .list();
        faults.stream().flatMap(String::lines).filter(f -> !f.equals("ok")).forEach(f -> damage.add("SQLite: " + f));
        return faults;
    }

    private int count(String query) {
        return step(0, () -> handle.createQuery(query).mapTo(Integer.class).one());
    }

    private <T> void rows(String what, String query, Database.RowReader<T> reader) {
        try {
            handle.createQuery(query).map((r, c) -> reader.read(r)).list();
        } catch (RuntimeException e) {
            damage.add(what + " cannot be understood");
        }
    }

    /** @param parts that the store has */
    private List<String> results(Set<ChecksummedPart> parts) {
        Map<Long, Checksums.StoredBatch> stored = Checksums.storedBatches(handle);
        Set<Long> batches = new TreeSet<>(handle.createQuery("SELECT id FROM batch").mapTo(Long.class).list());
        batches.addAll(stored.keySet());
        int all = count("SELECT count(*) FROM iteration");
        int done = 0;
        for (long batch : batches) {
            Checksums.StoredBatch k = stored.get(batch);
            String label = k == null ? "a label" : "label " + k.label();
            if (!Checksums.isSound(handle, batch, k) || !Soundness.hasLabel(handle, batch, k.label())) {
                damage.add(label + ": " + Soundness.words(batch));
            }
            done = iterations(batch, label, parts, done, all);
        }
        return List.of();
    }

    private int iterations(long batch, String label, Set<ChecksummedPart> has, int before, int all) {
        Checksums.Sums stored = Checksums.stored(handle, batch);
        Set<Long> iterations = new TreeSet<>(stored.iterations());
        iterations.addAll(handle.createQuery("SELECT id FROM iteration WHERE batch_id = ?").bind(0, batch)
                .mapTo(Long.class).list());
        int done = before;
        for (long iteration : iterations) {
            Set<ChecksummedPart> parts = step(EnumSet.allOf(ChecksummedPart.class),
                    () -> Soundness.damaged(stored, handle, iteration, has));
            if (!parts.isEmpty()) {
                damage.add(label + ": " + Soundness.words(iteration, parts));
            }
            watcher.checked(++done, all);
        }
        return done;
    }
}
