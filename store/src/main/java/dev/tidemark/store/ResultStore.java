package dev.tidemark.store;

import module java.base;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.Results;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Summary;
import dev.tidemark.store.accounts.AccountStore;
import dev.tidemark.store.file.ChecksummedPart;
import dev.tidemark.store.file.Checksums;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.EpochNanos;
import dev.tidemark.store.file.Json;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.file.StoreFile;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.live.BatchCommand;
import dev.tidemark.store.live.Leases;
import dev.tidemark.store.live.LiveStore;
import dev.tidemark.store.results.Batches;
import dev.tidemark.store.results.DiskProbes;
import dev.tidemark.store.results.Iterations;
import dev.tidemark.store.results.LabelList;
import dev.tidemark.store.results.LabelMarks;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import dev.tidemark.store.results.Recompute;
import dev.tidemark.store.results.ResumableBatch;
import dev.tidemark.store.results.RollUp;
import dev.tidemark.store.results.Soundness;
import dev.tidemark.store.results.StoredAgent;
import dev.tidemark.store.results.StoredDataset;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.store.results.StoredHeadline;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.store.results.StudySection;
import dev.tidemark.store.transfer.ImportSummary;
import dev.tidemark.store.transfer.ImportedTable;
import dev.tidemark.store.transfer.ZipExport;
import dev.tidemark.store.transfer.ZipImport;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import tools.jackson.core.JacksonException;

/**
 * One file of results. Thread-safe, and several processes may have the same file open: every write is a short
 * transaction, readers never wait, and what is committed survives a killed process.
 *
 * <p>All methods throw {@link StoreException} when the file or its disk fails, and {@link InvalidInputException} when
 * what was asked for cannot be; both with one line for the user.
 */
public final class ResultStore implements Results, AutoCloseable {

    /** How long raw data counts as sound: who makes a report has just read all of it for its label. */
    private static final long SOUND_FOR = TimeUnit.MINUTES.toNanos(1);

    private final Path file;
    private final Database database;
    private final Clock clock;
    private final LiveStore live;
    private final Optional<Path> older;
    /** Ended iterations whose raw data was found sound, and when. */
    private final Map<Long, Long> verified = new ConcurrentHashMap<>();
    /** What was found damaged, by label. */
    private final Map<String, String> damage = new ConcurrentSkipListMap<>();
    /** Batches on which the work of this process is over, and that a full or locked store did not give back. */
    private final Set<Long> unreleased = ConcurrentHashMap.newKeySet();
    /** Lists are looked at far more often than something is stored; a commit makes this one stale. */
    private volatile KnownLabels knownLabels;

    private ResultStore(Path file, Database database, Clock clock, Optional<Path> older) {
        this.file = file;
        this.database = database;
        this.clock = clock;
        this.live = new LiveStore(database, clock);
        this.older = older;
    }

    /** {@link #open(Path, Clock)} with the machine's clock. */
    public static ResultStore open(Path file) {
        return open(file, Clock.system());
    }

    /**
     * Opens a store, making the file and its folders, or bringing an older file to the present format, where needed.
     * What a process that is gone has left running is marked interrupted.
     *
     * One that cannot be written is opened for reading.
     *
     * @throws InvalidInputException when the file is something else, was written by a newer version, or is not there
     *                 and cannot be made
     */
    public static ResultStore open(Path file, Clock clock) {
        StoreFile.Prepared found = StoreFile.prepare(file);
        ResultStore store = new ResultStore(file, Database.open(file, found.writable()), clock, found.older());
        if (found.writable()) {
            try {
                store.sweepInterrupted();
            } catch (StoreException e) {
                // What a full disk or damage keeps from being marked can be read all the same; who writes is told.
            } catch (RuntimeException e) {
                store.close();
                throw e;
            }
        }
        return store;
    }

    public Path file() {
        return file;
    }

    /** Whether anything can be written, or all only be read. */
    public boolean isWritable() {
        return database.isWritable();
    }

    /** A copy of what it was before opening brought it to the present format; empty where it was not. */
    public Optional<Path> older() {
        return older;
    }

    public Database database() {
        return database;
    }

    @Override
    public void close() {
        database.close();
    }

    // ---- Writing a run ----

    /** Begins an execution of an experiment, held by this process until {@link #release}. @return its number */
    public long beginBatch(NewBatch batch) {
        return database.write(h -> {
            long id = Batches.insert(h, UUID.randomUUID().toString(), clock.wallTime(), batch);
            Leases.take(h, id, clock.wallTime());
            return id;
        });
    }

    /** Corrects how many iterations a batch has in all, where that is only known when they have been run. */
    public void expect(long batch, int iterations) {
        database.writing(h -> Checksums.changing(h, batch,
                () -> h.execute("UPDATE batch SET expected = ? WHERE id = ?", iterations, batch)));
    }

    /** Begins an execution of a point, in state RUNNING. @return its number */
    public long beginIteration(NewIteration iteration) {
        return database.write(h -> Iterations.insert(h, UUID.randomUUID().toString(), iteration,
                IterationState.RUNNING, ""));
    }

    /** Corrects the start of an iteration to what its runner tells. */
    public void started(long iteration, Instant wall, long monotonic) {
        database.writing(h -> Iterations.update(h, iteration,
                "UPDATE iteration SET started_ns = ?, monotonic_ns = ? WHERE id = ?", EpochNanos.nanos(wall), monotonic,
                iteration));
    }

    /**
     * Adds facts found on the machine and settings read back. One of a name that is there already replaces it; but one
     * of origin EFFECTIVE stands beside what was asked for.
     */
    public void addSettings(long iteration, Collection<Setting> settings) {
        database.writing(h -> Iterations.addSettings(h, iteration, settings));
    }

    public void addInterval(long iteration, Interval interval) {
        database.writing(h -> Iterations.addInterval(h, iteration, interval));
    }

    public void addReading(long iteration, TimedSnapshot reading) {
        database.writing(h -> Iterations.addReading(h, iteration, reading));
    }

    public void addEvent(long iteration, Event event) {
        database.writing(h -> Iterations.addEvent(h, iteration, event));
    }

    /** Notes that a phase begins, so that what is measured in it belongs to it whatever comes. */
    public void beginPhase(long iteration, PhaseSpan begun) {
        database.writing(h -> Iterations.putPhase(h, iteration, begun));
    }

    /** Adds a phase that has ended, or ends the one that began. */
    public void addPhase(long iteration, PhaseSpan span, Collection<OutcomeCount> outcomes,
            Collection<WorkerCount> workers) {
        database.writing(h -> {
            Iterations.putPhase(h, iteration, span);
            Iterations.addOutcomes(h, iteration, outcomes);
            Iterations.addWorkers(h, iteration, workers);
        });
    }

    /**
     * Stores what a runner tells. How far it has got is only kept while it runs, and once a second is enough. Its end
     * is not stored, since whoever ends an iteration computes its values first: see {@link #endIteration}.
     */
    public void record(RunEvent event) {
        switch (event) {
            case RunEvent.Started e -> started(e.iteration(), e.wall(), e.monotonic());
            case RunEvent.Detected e -> addSettings(e.iteration(), e.settings());
            case RunEvent.Measured e -> addInterval(e.iteration(), e.interval());
            case RunEvent.Sampled e -> addReading(e.iteration(), e.reading());
            case RunEvent.EventLogged e -> addEvent(e.iteration(), e.note());
            case RunEvent.OperationsLogged e ->
                    database.writing(h -> Iterations.addOperations(h, e.iteration(), e.operations()));
            case RunEvent.LogWritten e -> database.writing(h -> Iterations.addBlock(h, e.iteration(), e.block()));
            case RunEvent.PhaseBegan e -> beginPhase(e.iteration(), e.span());
            case RunEvent.PhaseEnded e -> addPhase(e.iteration(), e.span(), e.outcomes(), e.workers());
            case RunEvent.Progressed e -> live().keep(e.iteration(), e.live());
            case RunEvent.TrialEnded _, RunEvent.Answered _, RunEvent.Ended _ -> { }
        }
    }

    /**
     * Ends an iteration: rolls up what is long, then sets its state and values in one transaction.
     *
     * @param verdict why it is not DONE, in one sentence; empty when it is
     */
    public void endIteration(long iteration, IterationState iterationState, String verdict,
            List<MeasuredValue> values) {
        RollUp.fold(database, iteration);
        database.writing(h -> {
            Iterations.update(h, iteration, "UPDATE iteration SET state = ?, verdict = ? WHERE id = ?",
                    iterationState.name(), verdict, iteration);
            Iterations.replaceValues(h, iteration, values);
            live.forget(h, iteration);
        });
    }

    /**
     * Computes the values of a label's ended iterations again from their raw data.
     *
     * @throws InvalidInputException when there is no such label
     */
    public Recompute.Recomputed recompute(String label) {
        requireLabels(List.of(label));
        return Recompute.label(database, label);
    }

    private static NoSuchElementException missing(long iteration) {
        return new NoSuchElementException("no iteration " + iteration);
    }

    // ---- Resuming, leases, commands ----

    /**
     * Carries on the newest batch of a label that is not finished and was begun with the same experiment and seed: it
     * is held by this process from now on, and what was left running in it is marked interrupted.
     *
     * @return what is left to do; empty when there is no such batch
     * @throws InvalidInputException when a living process is working on it
     */
    public Optional<ResumableBatch> resume(String label, String specHash, long seed) {
        sweepInterrupted();
        return database.write(h -> {
            Optional<ResumableBatch> found = Batches.ofLabel(h, label).reversed().stream()
                    .filter(row -> row.batch().specHash().equals(specHash) && row.batch().seed() == seed)
                    .flatMap(row -> Batches.unfinished(h, row).stream()).findFirst();
            found.ifPresent(resumableBatch -> Leases.take(h, resumableBatch.batch(), clock.wallTime()));
            return found;
        });
    }

    /**
     * Carries on a batch, whatever it was begun with: it is held by this process from now on.
     *
     * @return what is left to do; empty when it is finished, or is not there any more
     */
    public Optional<ResumableBatch> resume(long batch) {
        sweepInterrupted();
        return database.write(h -> {
            Optional<ResumableBatch> found = Batches.find(h, batch).flatMap(row -> Batches.unfinished(h, row));
            found.ifPresent(resumableBatch -> Leases.take(h, batch, clock.wallTime()));
            return found;
        });
    }

    /** What is running, for those who watch. */
    public LiveStore live() {
        return live;
    }

    /** Who may use the web pages. */
    public AccountStore accounts() {
        return new AccountStore(database, clock);
    }

    /** The jobs that wait to be run, are run, and were. */
    public JobQueue jobs() {
        return new JobQueue(database, clock);
    }

    /**
     * Shows that this process still works on a batch; to be called every few seconds.
     *
     * @return what the user asks it to do
     * @throws ConflictException when another process has taken the batch, as this one seemed to be gone
     */
    public Optional<BatchCommand> heartbeat(long batch) {
        return database.write(h -> Leases.heartbeat(h, batch, clock.wallTime()));
    }

    /**
     * Ends this process's work on a batch; an iteration of it that is still running counts as interrupted, with the
     * values of what it did until then. What another process has taken meanwhile is left to that. Where the store
     * cannot be written, {@link #releaseAgain} does it.
     */
    public void release(long batch) {
        try {
            release(batch, h -> !Leases.heldByAnother(h, batch));
        } catch (StoreException e) {
            unreleased.add(batch);
            throw e;
        }
    }

    /** The same after a failure, which is the one to be told: that of the release is added to it. */
    public void release(long batch, Throwable failure) {
        try {
            release(batch);
        } catch (StoreException e) {
            failure.addSuppressed(e);
        }
    }

    /** @param still asked again when nobody else can write any more */
    private void release(long batch, Predicate<Handle> still) {
        List<Interrupted> running = database.read(h -> Iterations.running(h, batch).stream().map(i -> interrupted(h, i))
                .toList());
        database.writing(h -> {
            if (still.test(h)) {
                running.forEach(i -> {
                    Iterations.replaceValues(h, i.iteration(), i.values());
                    Iterations.update(h, i.iteration(), "UPDATE iteration SET verdict = ? WHERE id = ?", i.why(),
                            i.iteration());
                });
                Leases.release(h, batch);
            }
        });
    }

    /** What becomes of an iteration whose process is gone. */
    private record Interrupted(long iteration, List<MeasuredValue> values, String why) {}

    /** A store can be opened whatever is in it: what cannot be read or summed up has no values. */
    private static Interrupted interrupted(Handle h, long iteration) {
        try {
            if (Soundness.damaged(h, iteration).isEmpty()) {
                IterationDetail detail = Iterations.detail(h, iteration).orElseThrow(() -> missing(iteration));
                return new Interrupted(iteration, summary(detail, Batches.ofIteration(h, iteration).batch().measures()),
                        Leases.INTERRUPTED + Summary.where(detail));
            }
        } catch (InvalidInputException | IllegalArgumentException | JacksonException e) {
            // Said below.
        }
        return new Interrupted(iteration, List.of(), Leases.INTERRUPTED);
    }

    private static List<MeasuredValue> summary(IterationDetail detail, MeasureSet measures) {
        try {
            return Summary.of(detail, measures);
        } catch (InvalidInputException | IllegalArgumentException e) {
            return List.of();
        }
    }

    /** Asks whoever runs a label to end. @return how many running batches were asked */
    public int ask(String label, BatchCommand batchCommand) {
        return asking(label, batchCommand);
    }

    /** Asks whoever runs a batch to end. @return whether it is running */
    public boolean ask(long batch, BatchCommand batchCommand) {
        return database.write(h -> {
            boolean running = Leases.live(h, clock.wallTime()).contains(batch);
            if (running) {
                Leases.ask(h, batch, batchCommand);
            }
            return running;
        });
    }

    /** Asks every running batch to end. @return how many were asked */
    public int askAll(BatchCommand batchCommand) {
        return asking(null, batchCommand);
    }

    /** Looks first: where nothing runs, a store that cannot be written says so. */
    private int asking(String label, BatchCommand batchCommand) {
        boolean running = database.read(h -> label == null ? !Leases.live(h, clock.wallTime()).isEmpty()
                : Leases.running(h, label, clock.wallTime()));
        return running ? database.write(h -> Leases.ask(h, label, batchCommand, clock.wallTime())) : 0;
    }

    /** Gives back what {@link #release} could not. */
    public void releaseAgain() {
        for (long batch : unreleased) {
            if (unreleased.remove(batch)) { // else another thread does it
                release(batch);
            }
        }
    }

    /** Marks as interrupted what processes that are gone have left running, and what this one could not give back. */
    public void sweepInterrupted() {
        releaseAgain();
        // Looking first keeps the usual case, nobody died, free of write locks.
        for (long batch : database.read(h -> Leases.dead(h, clock.wallTime()))) {
            release(batch, h -> Leases.dead(h, clock.wallTime()).contains(batch));
        }
    }

    // ---- Reading ----

    /** Of what is damaged nothing is counted; {@link #damage} tells of it. */
    @Override
    public List<LabelSummary> labels() {
        long version = database.version();
        Set<Long> dead = dead();
        KnownLabels known = knownLabels;
        if (known == null || known.version() != version || !known.dead().equals(dead)) {
            known = new KnownLabels(version, dead, list(dead));
            knownLabels = known;
        }
        known.list().damage().forEach(damage::putIfAbsent);
        return known.list().labels();
    }

    private LabelList list(Set<Long> dead) {
        try {
            return database.read(h -> LabelList.of(h, dead));
        } catch (StoreException e) {
            if (StoreException.damage(e).isEmpty()) {
                throw e;
            }
            return readable();
        }
    }

    /** Where what all labels share is damaged: those that can be read one by one, without what is said of them. */
    private LabelList readable() {
        List<LabelSummary> labels = new ArrayList<>();
        Map<String, String> damaged = new TreeMap<>();
        for (String label : new TreeSet<>(database.read(Batches::labels))) {
            try {
                label(label).map(LabelList::summary).ifPresent(labels::add);
                damaged.put(label, "what all labels share is damaged, so that its note and whether it is pinned or "
                        + "archived are unknown; 'tidemark check' tells more");
            } catch (StoreException e) {
                damaged.put(label, "it is damaged and cannot be read; 'tidemark check' tells more");
            }
        }
        return LabelList.of(labels, damaged);
    }

    /** @param version of the store before the list was read @param dead batches whose process was gone */
    private record KnownLabels(long version, Set<Long> dead, LabelList list) {}

    /**
     * What is told to run and runs no more: where nothing can be written, {@link #sweepInterrupted} did not mark it.
     */
    private Set<Long> dead() {
        return Set.copyOf(database.read(h -> Leases.dead(h, clock.wallTime())));
    }

    /**
     * What was found damaged by whatever was read from this object so far, a line for each label. It was left out of
     * what was read.
     */
    public List<String> damage() {
        return damage.entrySet().stream().map(e -> "label " + e.getKey() + ": " + e.getValue()).toList();
    }

    /** The numbers of a label's iterations in some states, damaged or not. */
    public List<Long> numbers(String label, Set<IterationState> states) {
        Set<String> names = states.stream().map(IterationState::name).collect(Collectors.toSet());
        record Row(long id, String state) {}
        return database.read(h -> h.createQuery("""
                SELECT i.id, i.state FROM iteration i JOIN batch b ON b.id = i.batch_id WHERE b.label = ?""")
                .bind(0, label).map((r, c) -> new Row(r.getLong(1), r.getString(2))).list()).stream()
                .filter(row -> names.contains(row.state())).map(Row::id).toList();
    }

    /** The label that a finished iteration belongs to; empty when it is not DONE, or there is none of this number. */
    public Optional<String> labelOf(long iteration) {
        return database.read(h -> h.createQuery("""
                SELECT b.label FROM iteration i JOIN batch b ON b.id = i.batch_id WHERE i.id = ? AND i.state = ?""")
                .bind(0, iteration).bind(1, IterationState.DONE.name()).mapTo(String.class).findOne());
    }

    /** Without what is damaged, which it names. */
    @Override
    public Optional<LabelResults> label(String label) {
        Optional<LabelResults> results = database.read(h -> Soundness.label(h, label, verified.keySet(),
                id -> verified.put(id, clock.nanoTime())));
        results.flatMap(LabelResults::damageNote).ifPresent(note -> damage.put(label, note));
        return results.map(this::withoutDead);
    }

    private LabelResults withoutDead(LabelResults results) {
        if (results.iterations().stream().noneMatch(i -> i.state() == IterationState.RUNNING)) {
            return results;
        }
        Set<Long> dead = dead();
        return results.with(results.measures(), results.iterations().stream().map(i ->
                i.state() == IterationState.RUNNING && dead.contains(i.batch()) ? i.interrupted(Leases.INTERRUPTED) : i)
                .toList());
    }

    /**
     * A text that changes with what is stored of a label's batches and iterations, for whoever keeps what was made of
     * it; empty when there is no such label.
     */
    public String stamp(String label) {
        return stamps(List.of(label)).getOrDefault(label, "");
    }

    /** {@link #stamp} of several labels, by label; those that are not there are left out. */
    public Map<String, String> stamps(Collection<String> labels) {
        return database.read(h -> LabelMarks.stamps(h, labels));
    }

    /** Who has run the iterations of a label, as far as that was recorded. */
    public List<String> people(String label) {
        return database.read(h -> h.createQuery("""
                SELECT DISTINCT s.text FROM batch b JOIN iteration i ON i.batch_id = b.id
                    JOIN setting s ON s.iteration_id = i.id
                WHERE b.label = ? AND s.name = ? AND s.origin = ? ORDER BY s.text""")
                .bind(0, label).bind(1, Iteration.RUN_BY).bind(2, SettingOrigin.DETECTED.name())
                .mapTo(String.class).list());
    }

    /** Whether any iteration of a label has raw data over time. */
    public boolean hasIntervals(String label) {
        return database.read(h -> h.createQuery("""
                SELECT EXISTS (SELECT 1 FROM batch b JOIN iteration i ON i.batch_id = b.id
                JOIN interval_series n ON n.iteration_id = i.id WHERE b.label = ?)""").bind(0, label)
                .mapTo(Boolean.class).one());
    }

    /**
     * A measure's value in an iteration, and what it was set to.
     *
     * @param settings by name; params, the target and tags
     */
    public record Measured(double number, Map<String, String> settings) {}

    /** A measure's values in the finished iterations of a workload, newest first. */
    public List<Measured> newestMeasured(String workload, String measure, int most) {
        return measured("""
                SELECT i.id, v.number FROM iteration i JOIN batch b ON b.id = i.batch_id
                    JOIN measured_value v ON v.iteration_id = i.id AND v.measure = ?
                    WHERE b.workload = ? AND i.state = ? ORDER BY i.id DESC LIMIT ?""", measure, workload,
                IterationState.DONE.name(), most);
    }

    /** @param numbers selects numbers by iterations' ids, of each iteration the first counts */
    private List<Measured> measured(String numbers, Object... bound) {
        return database.read(h -> {
            Map<Long, Measured> found = new LinkedHashMap<>();
            Query query = h.createQuery("SELECT newest.id, newest.number, s.name, s.text FROM (" + numbers + """
                    ) newest LEFT JOIN setting s ON s.iteration_id = newest.id AND s.read_back = ?
                    ORDER BY newest.id DESC""");
            for (int i = 0; i < bound.length; i++) {
                query.bind(i, bound[i]);
            }
            query.bind(bound.length, false).map((rows, context) -> {
                double number = rows.getDouble(2);
                Measured one = found.computeIfAbsent(rows.getLong(1), id -> new Measured(number, new HashMap<>()));
                if (rows.getString(3) != null) {
                    one.settings().put(rows.getString(3), rows.getString(4));
                }
                return one;
            }).list();
            return List.copyOf(found.values());
        });
    }

    /**
     * Seconds that the finished iterations of a workload took beside their loads, preloads and warm-ups, newest first,
     * as far as their phases tell: from the start to the end of the last phase.
     */
    public List<Double> newestOverheads(String workload, int most) {
        return database.read(h -> h.createQuery("""
                SELECT (max(p.ended) - sum(CASE WHEN p.headline OR p.phase IN (?, ?) THEN p.ended - p.started
                    ELSE 0 END)) / 1e9
                FROM (SELECT i.id FROM iteration i JOIN batch b ON b.id = i.batch_id
                    WHERE b.workload = ? AND b.space <> ? AND i.state = ? ORDER BY i.id DESC LIMIT ?) newest
                JOIN phase p ON p.iteration_id = newest.id GROUP BY newest.id ORDER BY newest.id DESC""")
                .bind(0, Phase.PRELOAD.name()).bind(1, Phase.WARM_UP.name()).bind(2, workload).bind(3, Batch.IMPORT)
                .bind(4, IterationState.DONE.name()).bind(5, most).mapTo(Double.class).list());
    }

    /**
     * Seconds from when experiments of a workload were begun to when their first iteration was, newest first, without
     * the command before it: what its process took to begin, its warm-up included.
     */
    public List<Measured> newestStarts(String workload, int most) {
        return measured("""
                SELECT i.id, (i.started_ns - b.started_ns + coalesce((SELECT sum(e.happened) FROM event e
                    WHERE e.iteration_id = i.id AND e.kind = 'prepare'), 0)) / 1e9 AS number FROM batch b
                    JOIN iteration i ON i.id = (SELECT min(f.id) FROM iteration f WHERE f.batch_id = b.id)
                    WHERE b.workload = ? AND b.space <> ? AND i.state = ? ORDER BY i.id DESC LIMIT ?""",
                workload, Batch.IMPORT, IterationState.DONE.name(), most);
    }

    /** Seconds that the commands before iterations of a workload took, newest first. */
    public List<Measured> newestPreparations(String workload, int most) {
        return measured("""
                SELECT i.id, -e.happened / 1e9 AS number FROM iteration i JOIN batch b ON b.id = i.batch_id
                    JOIN event e ON e.iteration_id = i.id AND e.kind = ?
                    WHERE b.workload = ? AND b.space <> ? AND i.state = ? ORDER BY i.id DESC LIMIT ?""",
                Event.PREPARATION, workload, Batch.IMPORT, IterationState.DONE.name(), most);
    }

    /** Units done per second of a phase in the finished iterations of a workload, newest first; what failed is none. */
    public List<Measured> newestRates(String workload, Phase phase, int most) {
        return measured("""
                SELECT i.id, sum(o.units) * 1e9 / (p.ended - p.started) AS number
                    FROM (SELECT i.id FROM iteration i JOIN batch b ON b.id = i.batch_id
                        WHERE b.workload = ? AND i.state = ? ORDER BY i.id DESC LIMIT ?) i
                    JOIN phase p ON p.iteration_id = i.id AND p.phase = ? AND p.ended > p.started
                    JOIN outcome o ON o.iteration_id = i.id AND o.phase = p.idx AND o.outcome IN (?, ?)
                    GROUP BY i.id, p.idx, p.started, p.ended""", workload, IterationState.DONE.name(), most,
                phase.name(), Outcome.OK.name(), Outcome.MISS.name());
    }

    /**
     * The study and param that {@code LABEL-PARAM} names, where there is no label of that very name and PARAM is a
     * setting of the study.
     */
    public Optional<StudySection> studySection(String name) {
        return database.read(h -> {
            if (!Batches.ofLabel(h, name).isEmpty()) {
                return Optional.empty();
            }
            // First by the few labels: a setting is then looked up by its name, where all together are millions.
            return h.createQuery("""
                    SELECT DISTINCT label FROM batch
                    WHERE space = 'study' AND substr(?, 1, length(label) + 1) = label || '-' ORDER BY label""")
                    .bind(0, name).mapTo(String.class).list().stream()
                    .map(label -> new StudySection(label, name.substring(label.length() + 1)))
                    .filter(section -> isSetting(h, section)).findFirst();
        });
    }

    private static boolean isSetting(Handle handle, StudySection section) {
        return handle.createQuery("""
                SELECT EXISTS (SELECT 1 FROM batch b JOIN iteration i ON i.batch_id = b.id
                JOIN setting s ON s.iteration_id = i.id WHERE b.space = 'study' AND b.label = ? AND s.name = ?)""")
                .bind(0, section.label()).bind(1, section.param()).mapTo(Boolean.class).one();
    }

    /** @throws StoreException when it is damaged */
    @Override
    public IterationDetail detail(long iteration) {
        return database.read(h -> {
            Set<ChecksummedPart> damaged = wasRecentlyHealthy(iteration) ? Set.of() : Soundness.damaged(h, iteration);
            if (!damaged.isEmpty()) {
                throw new StoreException("store " + file + ": " + Soundness.words(iteration, damaged)
                        + " is damaged; 'tidemark check' tells more");
            }
            return Iterations.detail(h, iteration).orElseThrow(() -> missing(iteration));
        });
    }

    private boolean wasRecentlyHealthy(long iteration) {
        Long at = verified.get(iteration);
        return at != null && clock.nanoTime() - at < SOUND_FOR;
    }

    // ---- Keeping house ----

    /**
     * Deletes all batches of a label and gives their space back to the disk.
     *
     * @return how many iterations were deleted
     * @throws InvalidInputException when there is no such label; {@link ConflictException} when it is being run
     */
    public int delete(String label) {
        try {
            return deleteNow(label);
        } catch (StoreException e) {
            if (!e.isFull()) {
                throw e;
            }
            return deleteInSteps(label);
        }
    }

    /** On a full disk run after run, as each gives back the room that the next one needs. */
    private int deleteInSteps(String label) {
        List<Long> iterations = numbers(label, EnumSet.allOf(IterationState.class));
        int done = 0;
        try {
            for (long iteration : iterations) {
                database.writing(h -> {
                    requireIdle(h, label);
                    Iterations.delete(h, iteration);
                });
                done++;
                database.shrink();
            }
            deleteNow(label);
            return done;
        } catch (StoreException e) {
            throw e.ofDeletion(done, iterations.size());
        } finally {
            verified.clear();
        }
    }

    private int deleteNow(String label) {
        int deleted = database.write(h -> {
            requireIdle(h, label);
            int iterations = h.createQuery(
                    "SELECT count(*) FROM iteration i JOIN batch b ON b.id = i.batch_id WHERE b.label = ?")
                    .bind(0, label).mapTo(Integer.class).one();
            h.execute("DELETE FROM batch WHERE label = ?", label);
            LabelMarks.forget(h, label);
            return iterations;
        });
        verified.clear(); // their numbers may come again
        damage.remove(label);
        database.shrink();
        return deleted;
    }

    /** Whether a living process works on a label. */
    public boolean isRunning(String label) {
        return database.read(h -> Leases.running(h, label, clock.wallTime()));
    }

    private void requireIdle(Handle handle, String label) {
        requireLabel(handle, label);
        if (Leases.running(handle, label, clock.wallTime())) {
            throw new ConflictException("label " + label + " is being run; stop it first with: "
                    + ShellCommand.of("stop", label));
        }
    }

    /**
     * Gives a label another name, with all that refers to it: its results, experiments, jobs, note and pin. All or
     * nothing.
     *
     * @throws InvalidInputException when there is no such label, or the other is none; {@link ConflictException} when
     *                 it is being run, or the other name is taken
     */
    public void rename(String label, String to) {
        database.writing(h -> {
            requireIdle(h, label);
            LabelMarks.rename(h, label, to);
        });
        damage.remove(label);
    }

    /**
     * Changes what people say of a label.
     *
     * @return what is said now
     * @throws InvalidInputException when there is no such label
     */
    public LabelMark mark(String label, UnaryOperator<LabelMark> change) {
        return database.write(h -> {
            requireLabel(h, label);
            LabelMark mark = change.apply(LabelMarks.all(h).getOrDefault(label, LabelMark.NONE));
            LabelMarks.put(h, label, mark);
            return mark;
        });
    }

    /** What the report of a label said last in one line, whether or not that still holds. */
    public Optional<StoredHeadline> headline(String label) {
        return database.read(h -> LabelMarks.headline(h, label));
    }

    /** Keeps what the report of a label says in one line; of a label that is gone nothing is kept. */
    public void keep(String label, StoredHeadline headline) {
        database.writing(h -> {
            if (!Batches.ofLabel(h, label).isEmpty()) {
                LabelMarks.put(h, label, headline);
            }
        });
    }

    /**
     * The page of a label's report, as {@link #savePage} has stored it.
     *
     * @param stamp of what it must have been made from and by
     */
    public Optional<byte[]> page(String label, String stamp) {
        return database.read(h -> LabelMarks.page(h, label, stamp));
    }

    /** Keeps the page of a label's report instead of the one before; of a label that is gone nothing is kept. */
    public void savePage(String label, String stamp, byte[] body) {
        database.writing(h -> {
            if (!Batches.ofLabel(h, label).isEmpty()) {
                LabelMarks.putPage(h, label, stamp, body);
            }
        });
    }

    /** @throws InvalidInputException for one that there is not, naming the nearest */
    public void requireLabels(Collection<String> labels) {
        labels.forEach(label -> database.read(h -> {
            requireLabel(h, label);
            return label;
        }));
    }

    private static void requireLabel(Handle handle, String label) {
        Suggestions.known("label", label,
                handle.createQuery("SELECT DISTINCT label FROM batch").mapTo(String.class).list());
    }

    /** The datasets, by name. */
    public List<StoredDataset> datasets() {
        return database.read(h -> h.createQuery("SELECT name, driver, settings, folder FROM dataset ORDER BY name")
                .map((r, c) -> new StoredDataset(r.getString(1), r.getString(2), Json.texts(r.getString(3)),
                        Path.of(r.getString(4)))).list());
    }

    /** Remembers where a dataset is; one of the same name is replaced. */
    public void putDataset(StoredDataset dataset) {
        database.writing(h -> h.execute("""
                INSERT INTO dataset (name, driver, settings, folder) VALUES (?, ?, ?, ?) ON CONFLICT (name)
                DO UPDATE SET driver = excluded.driver, settings = excluded.settings, folder = excluded.folder""",
                dataset.name(), dataset.driver(), Json.texts(dataset.settings()), dataset.folder().toString()));
    }

    /** Forgets where a dataset is. */
    public void removeDataset(String name) {
        database.writing(h -> h.execute("DELETE FROM dataset WHERE name = ?", name));
    }

    @Override
    public List<DiskProbe> probes() {
        return DiskProbes.all(database);
    }

    /** A text that changes with what is known of disks, for whoever keeps what was made of it. */
    public String probesStamp() {
        return database.read(DiskProbes::stamp);
    }

    /** Remembers what a disk was found to sustain. */
    public void addProbe(DiskProbe probe) {
        DiskProbes.add(database, probe);
    }

    /** The targets that the user has given names, by name. */
    public List<StoredTarget> targets() {
        return database.read(h -> h.createQuery("SELECT name, driver, settings, own FROM target ORDER BY name")
                .map((r, c) -> new StoredTarget(r.getString(1), r.getString(2), Json.texts(r.getString(3)),
                        r.getBoolean(4))).list());
    }

    /** Stores a target; one of the same name is replaced. Whoever calls has checked it. */
    public void putTarget(StoredTarget target) {
        database.writing(h -> h.execute("""
                INSERT INTO target (name, driver, settings, own) VALUES (?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET driver = excluded.driver, settings = excluded.settings,
                    own = excluded.own""",
                target.name(), target.driver(), Json.texts(target.settings()), target.own()));
    }

    /** Forgets a target. */
    public void removeTarget(String name) {
        database.writing(h -> h.execute("DELETE FROM target WHERE name = ?", name));
    }

    /** The agents that the user has given names, by name. */
    public List<StoredAgent> agents() {
        return database.read(h -> h.createQuery("SELECT name, text, own FROM agent ORDER BY name")
                .map((r, c) -> new StoredAgent(r.getString(1), r.getString(2), r.getBoolean(3))).list());
    }

    /** Stores an agent; one of the same name is replaced. Whoever calls has checked it. */
    public void putAgent(StoredAgent agent) {
        database.writing(h -> h.execute("INSERT INTO agent (name, text, own) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE "
                + "SET text = excluded.text, own = excluded.own", agent.name(), agent.text(), agent.own()));
    }

    /** Forgets an agent. */
    public void removeAgent(String name) {
        database.writing(h -> h.execute("DELETE FROM agent WHERE name = ?", name));
    }

    /** The user's own defaults of a workload, by name. */
    public List<StoredDefault> defaults(String workload) {
        return database.read(h -> h.createQuery(
                "SELECT name, tag, text FROM stored_default WHERE workload = ? ORDER BY tag, name").bind(0, workload)
                .map((r, c) -> new StoredDefault(r.getString(1), r.getBoolean(2), r.getString(3))).list());
    }

    /** Stores a default; whoever calls has checked name and text. */
    public void setDefault(String workload, StoredDefault value) {
        PlainText.checked(value.name(), value.text());
        database.writing(h -> h.execute("""
                INSERT INTO stored_default (workload, name, tag, text) VALUES (?, ?, ?, ?)
                ON CONFLICT (workload, name) DO UPDATE SET tag = excluded.tag, text = excluded.text""",
                workload, value.name(), value.tag(), value.text()));
    }

    /** Forgets one stored default. @return whether there was one */
    public boolean resetDefault(String workload, String name) {
        return database.write(h -> h.execute("DELETE FROM stored_default WHERE workload = ? AND name = ?", workload,
                name)) > 0;
    }

    /** Forgets all stored defaults of a workload. @return how many there were */
    public int resetDefaults(String workload) {
        return database.write(h -> h.execute("DELETE FROM stored_default WHERE workload = ?", workload));
    }

    // ---- In and out ----

    /**
     * Writes labels with all their raw data into a new zip file; iterations that are running are left out, and what is
     * damaged, which {@link #damage} tells.
     *
     * @param labels which; not empty
     * @return how many iterations were written
     * @throws InvalidInputException when a label is unknown or the file is there already
     */
    public int export(Collection<String> labels, Path zip) {
        Map<String, List<String>> damaged = new TreeMap<>();
        int written = database.read(h -> {
            labels.forEach(label -> requireLabel(h, label));
            return ZipExport.write(h, new ArrayList<>(labels), zip,
                    (label, what) -> damaged.computeIfAbsent(label, l -> new ArrayList<>()).add(what));
        });
        damaged.forEach((label, items) -> damage.put(label, LabelResults.damageNote(items)));
        return written;
    }

    /**
     * Reads a zip file that {@link #export} wrote, here or elsewhere. What the store has already is left as it is, so
     * importing twice changes nothing. All or nothing.
     *
     * @throws InvalidInputException when the file is no export, is damaged or hostile, or comes from a newer version
     */
    public ImportSummary importZip(Path zip) {
        return importZip(zip, zip.toString());
    }

    /** The same of a file that the user knows by another name. */
    public ImportSummary importZip(Path zip, String name) {
        return database.write(h -> ZipImport.read(h, zip, name));
    }

    /**
     * Stores results that were measured elsewhere, as read by {@code CsvImport}. The same table under the same label
     * changes nothing the second time. All or nothing.
     */
    public ImportSummary importTable(ImportedTable table) {
        return database.write(h -> table.store(h, clock.wallTime()));
    }
}
