package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetValues;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.data.ManifestStore;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.support.SettleLimit;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.run.DatasetRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.DatasetLoader;

/**
 * Makes, grows, counts, verifies or drops a dataset.
 */
final class DatasetRun extends TargetTask {

    private static final long TELL_EVERY = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int MAX_REPORTED_FAULTS = 10;

    private final DatasetRequest request;
    private long nextReport;

    DatasetRun(Clock clock, RunnerFolders folders, Secrets secrets, DatasetRequest request,
            Consumer<RunEvent> events) {
        super(clock, folders, secrets, 0, events);
        this.request = request;
    }

    @Override
    String whenStopped() {
        return request.action() == DatasetRequest.Action.CREATE ? "stopped; create it again to go on" : "stopped";
    }

    @Override
    String carryOut() throws Exception {
        Driver driver = Drivers.named(request.driver());
        Values values = driver.params().defaults().with(request.settings());
        Path folder = Files.createDirectories(resolve(request.folder()));
        try (OpenTarget opened = driver.open(values, context(folder))) {
            if (!(opened instanceof KeyspaceTarget target)) {
                throw new DriverException("driver " + driver.name() + " cannot hold datasets");
            }
            try {
                return carryOut(target);
            } finally {
                if (ConnectionParams.place(values).isPresent()) {
                    copyManifest(target, folder);
                }
            }
        }
    }

    /** Of what lies on a server the dataset's folder has a copy, so that it is known without asking the server. */
    private static void copyManifest(KeyspaceTarget target, Path folder) throws IOException {
        ManifestFolder copy = new ManifestFolder(folder);
        Optional<byte[]> there;
        try {
            there = target.manifests().read();
        } catch (IOException e) {
            return; // the server is gone; what went wrong is told by what was done before
        }
        if (there.isPresent()) {
            copy.write(there.get());
        } else {
            copy.remove();
        }
    }

    private String carryOut(KeyspaceTarget target) throws Exception {
        return switch (request.action()) {
            case CREATE -> target.existing().isPresent() ? adopt(target, target.existing().get())
                    : created(target);
            case GROW -> fill(target, grown(target, own(target)));
            case REFILL -> fill(target, own(target).emptied());
            case COUNT -> count(target, manifest(target));
            case VERIFY -> verify(target, own(target));
            case DROP -> drop(target);
        };
    }

    /** What could not even be begun leaves nothing behind. */
    private String created(KeyspaceTarget target) throws Exception {
        DatasetManifest planned = begun(target);
        try {
            return fill(target, planned);
        } catch (DriverException | InvalidInputException e) {
            try {
                if (DatasetManifest.lookUp(target.manifests()).isEmpty()) {
                    target.drop();
                }
            } catch (DriverException | InvalidInputException after) {
                e.addSuppressed(after);
            }
            throw e;
        }
    }

    /** A new dataset, or the unfinished one of the same name and shape. */
    private DatasetManifest begun(KeyspaceTarget target) throws DriverException {
        Optional<DatasetManifest> there = DatasetManifest.lookUp(target.manifests());
        if (there.isPresent()) {
            DatasetManifest found = there.get();
            boolean same = found.name().equals(request.name()) && found.seed() == request.seed()
                    && found.valueSize() == request.valueSize() && found.keyspaces().size() == request.keyspaces()
                    && found.keyspaces().stream().allMatch(k -> k.keys() == request.keys());
            if (!same) {
                throw new InvalidInputException("dataset " + found.name() + " is in " + target.manifests().place()
                        + " already"
                        + (found.name().equals(request.name()) ? " in another shape; grow it, or drop it first"
                        : "; choose another directory"));
            }
            return found;
        }
        DatasetManifest planned = empty(request.valueSize()).grown(request.keyspaces(), request.keys());
        DatasetLoader.check(target, planned, 0);
        target.create();
        return planned;
    }

    private DatasetManifest empty(int valueSize) {
        return new DatasetManifest(DatasetManifest.FORMAT, request.name(), request.driver(), request.seed(), valueSize,
                List.of(), List.of());
    }

    /** What others made becomes a dataset as it is; done once more, the dataset has its present size. */
    private String adopt(KeyspaceTarget target, KeyspaceTarget.Existing existing) throws IOException {
        DatasetManifest found = empty(existing.valueSize()).adopting(existing.keys(), existing.valueSize());
        found.write(target.manifests());
        return found.keys() + " values of " + existing.valueSize() + " bytes as they are, only to be read";
    }

    /** The manifest of a dataset that Tidemark filled. */
    private DatasetManifest own(KeyspaceTarget target) {
        if (target.existing().isPresent()) {
            throw new InvalidInputException("its data was made by others; it can only be read and counted");
        }
        return manifest(target);
    }

    private DatasetManifest grown(KeyspaceTarget target, DatasetManifest now) throws DriverException {
        DatasetManifest planned = now.grown(request.keyspaces(), request.keys());
        DatasetLoader.check(target, planned, now.bytes());
        return planned;
    }

    private static DatasetManifest manifest(KeyspaceTarget target) {
        return DatasetManifest.read(target.manifests());
    }

    private String fill(KeyspaceTarget target, DatasetManifest planned) throws Exception {
        DatasetManifest filled = new DatasetLoader(target, clock(), this::isStopped,
                (done, total) -> reportProgress(done, total, done * planned.valueSize()),
                new SettleLimit(clock(), LoadParams.SETTLE_LIMIT.defaultValue(), "hour that a dataset is given",
                        hung -> { })).fill(planned);
        return counted(filled.filled(), "key") + " in " + counted(filled.keyspaces().size(), "keyspace");
    }

    private static String counted(long n, String thing) {
        return n + " " + thing + (n == 1 ? "" : "s");
    }

    private String count(KeyspaceTarget target, DatasetManifest manifest) throws DriverException {
        long total = 0;
        for (int keyspace = 0; keyspace < manifest.keyspaces().size() && !isStopped(); keyspace++) {
            long before = total;
            long keys = target.count(keyspace, (done, all) -> reportProgress(before + done, manifest.keys(), 0));
            result("keyspace " + keyspace + "\t" + keys);
            total += keys;
        }
        result("total\t" + total);
        return total + " keys";
    }

    private String verify(KeyspaceTarget target, DatasetManifest manifest) throws Exception {
        DatasetValues values = new DatasetValues(manifest.seed(), manifest.valueSize());
        ByteBuffer value = DatasetLoader.buffer(target, manifest.valueSize());
        long faults = 0;
        long seen = 0;
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int keyspace = 0; keyspace < manifest.keyspaces().size(); keyspace++) {
                for (long key = 0; key < manifest.keyspaces().get(keyspace).filled() && !isStopped(); key++, seen++) {
                    Optional<String> fault = fault(session, values, keyspace, key, value);
                    if (fault.isPresent() && faults++ < MAX_REPORTED_FAULTS) {
                        result("keyspace " + keyspace + ", key " + key + ": " + fault.get());
                    }
                    reportProgress(seen, manifest.keys(), seen * manifest.valueSize());
                }
            }
        }
        if (faults > 0) {
            throw new DriverException(faults + " of " + seen + " values are not what was stored");
        }
        return seen + " values are as they were stored";
    }

    private static Optional<String> fault(KeyValueSession session, DatasetValues values, int keyspace, long key,
            ByteBuffer value) throws Exception {
        int size = session.get(keyspace, NumberedKeys.of(key), value.clear());
        if (size == KeyValueSession.ABSENT) {
            return Optional.of("it is not there");
        }
        return values.fault(keyspace, key, value.limit(Math.min(size, value.capacity())));
    }

    private String drop(KeyspaceTarget target) throws DriverException, IOException {
        ManifestStore manifests = target.manifests();
        DatasetManifest manifest = DatasetManifest.read(manifests);
        if (!manifest.name().equals(request.name())) {
            throw new InvalidInputException(manifests.place() + " holds dataset " + manifest.name() + ", not "
                    + request.name());
        }
        target.drop();
        manifests.remove(); // where the driver left it, since it had made nothing there
        return "dropped";
    }

    private void reportProgress(long done, long total, long bytes) {
        long now = now();
        if (now - nextReport >= 0 || nextReport == 0) {
            nextReport = now + TELL_EVERY;
            emit(new RunEvent.Progressed(0, new RunStatus(now, Phase.MEASURE, 0, 0, done, total, bytes, 0, 0,
                    0)));
        }
    }

    private void result(String text) {
        note("result", text);
    }
}
