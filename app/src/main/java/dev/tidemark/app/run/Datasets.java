package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetValues;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.run.DatasetRequest;
import dev.tidemark.core.run.DatasetRequest.Action;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredDataset;

/** Prepared content that several iterations share. */
public final class Datasets {

    /** What goes over all of a dataset, and would spoil what a run measures meanwhile. */
    private static final Set<Action> HEAVY = EnumSet.of(Action.CREATE, Action.GROW, Action.COUNT, Action.VERIFY);

    private static final int USUAL_VALUE = 8192;

    private final ResultStore store;
    private final DataFolder folder;
    private final Clock clock;
    private final ServerPolicy policy;
    private final boolean alongside;
    private final CancellationToken cancellationToken;

    Datasets(ResultStore store, DataFolder folder, Clock clock) {
        this(store, folder, clock, ServerPolicy.COMMAND_LINE);
    }

    public Datasets(ResultStore store, DataFolder folder, Clock clock, ServerPolicy policy) {
        this(store, folder, clock, policy, false, new CancellationToken());
    }

    private Datasets(ResultStore store, DataFolder folder, Clock clock, ServerPolicy policy, boolean alongside,
            CancellationToken cancellationToken) {
        this.policy = policy;
        this.store = store;
        this.folder = folder;
        this.clock = clock;
        this.alongside = alongside;
        this.cancellationToken = cancellationToken;
    }

    /** The same, but working although a measured run may be in progress on this machine. */
    public Datasets alongside(boolean allowed) {
        return new Datasets(store, folder, clock, policy, allowed, cancellationToken);
    }

    /** The same, but ending what takes long when it is told to; what was done until then is kept. */
    public Datasets endedBy(CancellationToken token) {
        return new Datasets(store, folder, clock, policy, alongside, token);
    }

    /** Who has the machine for a measured run, which work on a dataset would disturb; empty when nobody has it. */
    public static Optional<String> machineHolder() {
        try (MachineLock lock = MachineLock.take("process " + ProcessHandle.current().pid(), true)) {
            return lock.alongside() ? Optional.of(lock.other()) : Optional.empty();
        }
    }

    /** How many keyspaces a dataset has; a driver may hold fewer. @param name under which it is asked for */
    public static Param<Long> keyspaces(String name) {
        return Param.count(name).byDefault(5L).atLeast(1).atMost(DatasetValues.MOST_KEYSPACES);
    }

    /** How many keys each keyspace has. @param name under which it is asked for */
    public static Param<Long> keys(String name) {
        return Param.count(name).byDefault(1_000_000L).atLeast(1).atMost(DatasetValues.mostKeys());
    }

    /** Bytes of a value. @param name under which it is asked for */
    public static Param<Long> valueSize(String name) {
        return Param.size(name).byDefault((long) USUAL_VALUE).atLeast(DatasetValues.SMALLEST).atMost(DatasetValues.LARGEST);
    }

    /** From which the values follow. @param name under which it is asked for */
    public static Param<Long> seed(String name) {
        return Param.count(name).byDefault(1L);
    }

    /**
     * The shape of a dataset.
     *
     * @param keyspaces keyspaces in all
     * @param keys      keys of each keyspace
     * @param valueSize size of a value in bytes
     */
    public record Shape(int keyspaces, long keys, int valueSize) {

        /** @throws InvalidInputException when the numbers cannot be */
        public Shape {
            if (keyspaces < 1 || keyspaces > DatasetValues.MOST_KEYSPACES || keys < 1
                    || keys > DatasetValues.mostKeys()) {
                throw new InvalidInputException("a dataset has 1 to " + DatasetValues.MOST_KEYSPACES
                        + " keyspaces, and in each 1 to " + DatasetValues.mostKeys() + " keys");
            }
            if (valueSize < DatasetValues.SMALLEST) {
                throw new InvalidInputException("a value of " + valueSize + " bytes is too small: the "
                        + DatasetValues.SMALLEST + " bytes that certify it must fit in");
            }
        }
    }

    /** Stands where no shape is asked for. */
    private static final Shape NO_SHAPE = new Shape(1, 1, DatasetValues.SMALLEST);

    /**
     * A dataset and what its folder says of it.
     *
     * @param manifest empty when the folder holds no dataset any more
     */
    public record KnownDataset(StoredDataset where, Optional<DatasetManifest> manifest) {

        /** The folder below which the data lies. */
        public Path place() {
            return Datasets.place(where);
        }

        /** Whether it was made by others and is only read. */
        public boolean onlyRead() {
            Driver driver = holding(where.driver());
            return driver.onlyReads(values(driver.params(), where.settings()));
        }

        /** Whether it is on a server, and its manifest here a copy of when it was last made or looked after. */
        public boolean onServer() {
            return server().isPresent();
        }

        private Optional<String> server() {
            return ConnectionParams.place(values(holding(where.driver()).params(), where.settings()));
        }

        /** Where the data itself is: on a server, in the file or device that was named, or at the place. */
        public String data() {
            return server().isPresent() ? server().get() : holding(where.driver()).existingPlace()
                    .map(file -> where.settings().get(file.name())).orElseGet(() -> place().toString());
        }
    }

    /** All datasets, by name. */
    public List<KnownDataset> all() {
        return store.datasets().stream().map(this::known).toList();
    }

    /** @throws InvalidInputException naming the nearest dataset */
    public KnownDataset named(String name) {
        return known(Suggestions.named("dataset", name, store.datasets(), StoredDataset::name));
    }

    private KnownDataset known(StoredDataset where) {
        return new KnownDataset(where, DatasetManifest.find(place(where), where.name()));
    }

    /** Below it the driver keeps the data: its directory, or the folder that it was given. */
    private static Path place(StoredDataset where) {
        return Optional.ofNullable(where.settings().get(Driver.DIRECTORY)).filter(d -> !d.equals("default"))
                .map(Path::of).orElse(where.folder());
    }

    /**
     * Makes a dataset, or goes on with one whose making was interrupted.
     *
     * @param settings of the driver, name to text
     * @return what was done, in a few words
     */
    public String create(String name, String driver, Map<String, String> settings, Shape shape, long seed,
            RunListener watcher) throws InterruptedException {
        return create(name, driver, given(holding(driver), settings, OptionalInt.of(shape.valueSize())), shape,
                seed, watcher);
    }

    /** Bytes of a value where nobody says: those of a block where values are blocks, and their size was said. */
    public int usualValueSize(String driver, Map<String, String> settings) {
        Driver holder = holding(driver);
        Values values = values(holder.params(), settings);
        return holder.blockSize().filter(size -> values.origin(size) == SettingOrigin.SET).map(values::get)
                .map(Math::toIntExact).orElse(USUAL_VALUE);
    }

    /** Whether what a driver with these settings works on was made by others, and is only read. */
    public boolean onlyReads(String driver, Map<String, String> settings) {
        Driver holder = holding(driver);
        return holder.onlyReads(values(holder.params(), settings));
    }

    /**
     * Checks settings without making anything.
     *
     * @param valueSize size of its values in bytes, where the settings do not say
     * @throws InvalidInputException when the driver cannot hold datasets, or a setting cannot be used, or is not
     *                 allowed
     */
    public void check(String driver, Map<String, String> settings, OptionalInt valueSize) {
        Driver holder = holding(driver);
        policy.check(holder, values(holder.params(), given(holder, settings, valueSize)));
    }

    /**
     * Checks that whoever asks for a dataset knows which device it is written over.
     *
     * @param typed the name of the device, given once more
     * @throws InvalidInputException as {@link #check}; {@link UnconfirmedDeviceException} when it is another, or
     *                 missing
     */
    public void confirm(String driver, Map<String, String> settings, List<String> typed) {
        Driver holder = holding(driver);
        Values values = values(holder.params(), settings);
        policy.check(holder, values);
        policy.confirm(holder, values, typed);
    }

    /**
     * Makes a dataset of what others made and a driver only reads, without reading any of it. Its shape is what it has;
     * done once more, the shape that it has by then.
     *
     * @param settings  of the driver, with which it {@link #onlyReads only reads}
     * @param valueSize size of its values in bytes, where the settings do not say
     */
    public String adopt(String name, String driver, Map<String, String> settings, OptionalInt valueSize,
            RunListener watcher) throws InterruptedException {
        return create(name, driver, given(holding(driver), settings, valueSize), NO_SHAPE, 0, watcher);
    }

    private static Driver holding(String driver) {
        Driver found = Drivers.named(driver);
        if (!found.capabilities().contains(Capability.KEYSPACES)) {
            throw new InvalidInputException("driver " + driver + " cannot hold datasets");
        }
        return found;
    }

    private String create(String name, String driver, SequencedMap<String, String> given, Shape shape, long seed,
            RunListener watcher) throws InterruptedException {
        StoredDataset where = new StoredDataset(name, driver, given, folder.dataset(name));
        Optional<StoredDataset> known = store.datasets().stream().filter(d -> d.name().equals(name)).findFirst();
        if (known.isPresent() && !known.get().equals(where)) {
            throw new InvalidInputException("dataset " + name + " is there already with other settings; drop it first");
        }
        store.putDataset(where);
        try {
            return carryOut(request(Action.CREATE, where, shape, seed), watcher);
        } finally {
            if (known(where).manifest().isEmpty()) {
                forget(where); // it could not be begun
            }
        }
    }

    /** The settings that were given, under present names; folders as they are found from everywhere. */
    private static SequencedMap<String, String> given(Driver driver, Map<String, String> settings,
            OptionalInt valueSize) {
        ParamSet params = driver.params();
        Values values = values(params, settings);
        if (OwnDatabase.isOf(values)) {
            throw new InvalidInputException("database: a dataset is filled by Tidemark; volume works on a database of "
                    + "your own");
        }
        Optional<Param<Long>> blockSize = driver.blockSize();
        if (blockSize.isPresent() && values.origin(blockSize.get()) != SettingOrigin.SET && valueSize.isPresent()) {
            values = values.with(blockSize.get().name(), valueSize.getAsInt() + "B", SettingOrigin.SET);
        }
        params.check(values);
        SequencedMap<String, String> given = new LinkedHashMap<>();
        for (Param<?> param : params.all()) {
            if (values.origin(param) == SettingOrigin.SET) {
                given.put(param.name(), values.find(param).filter(Path.class::isInstance)
                        .map(path -> ((Path) path).toAbsolutePath().normalize().toString())
                        .orElse(values.text(param)));
            }
        }
        return given;
    }

    private static Values values(ParamSet params, Map<String, String> settings) {
        return params.defaults().with(settings, SettingOrigin.SET);
    }

    private void forget(StoredDataset where) {
        store.removeDataset(where.name());
        try {
            Files.deleteIfExists(where.folder());
        } catch (IOException e) {
            // What others put there stays, and so does the folder.
        }
    }

    /** Grows a dataset; each number is the new total. */
    public String grow(String name, Optional<Integer> keyspaces, Optional<Long> keys, RunListener watcher)
            throws InterruptedException {
        DatasetManifest now = whole(name);
        long most = now.keyspaces().stream().mapToLong(DatasetManifest.Keyspace::keys).max().orElse(1);
        Shape shape = new Shape(keyspaces.orElse(now.keyspaces().size()), keys.orElse(most), now.valueSize());
        if (shape.keyspaces() < now.keyspaces().size() || shape.keys() < most) {
            throw new InvalidInputException("dataset " + name + " has " + now.keyspaces().size()
                    + " keyspaces of up to " + most
                    + " keys already; each number is the new total, and nothing is taken away");
        }
        return carryOut(request(Action.GROW, named(name).where(), shape, now.seed()), watcher);
    }

    /** Walks every key and counts; tells each keyspace's count as a result. */
    public String count(String name, RunListener watcher) throws InterruptedException {
        return look(Action.COUNT, name, watcher);
    }

    /** Reads every value and checks it. @throws InvalidInputException when one is not what was stored */
    public String verify(String name, RunListener watcher) throws InterruptedException {
        return look(Action.VERIFY, name, watcher);
    }

    private String look(Action action, String name, RunListener watcher) throws InterruptedException {
        whole(name);
        return carryOut(request(action, named(name).where(), NO_SHAPE, 0), watcher);
    }

    /** Removes a dataset: what Tidemark made of it, and nothing else. */
    public void drop(String name, RunListener watcher) throws InterruptedException {
        KnownDataset known = named(name);
        if (known.onlyRead()) {
            forgetManifest(known); // what it tells of may be gone, and is not ours in any case
        } else if (known.manifest().isPresent()) {
            carryOut(request(Action.DROP, known.where(), NO_SHAPE, 0), watcher);
        }
        forget(known.where());
    }

    private static void forgetManifest(KnownDataset known) {
        try {
            new ManifestFolder(known.place()).remove();
        } catch (IOException e) {
            throw new InvalidInputException("dataset " + known.where().name() + ": " + known.place()
                    + " cannot be written");
        }
    }

    /** What a dataset's folder says of it. @throws InvalidInputException when it is not known, or not there any more */
    DatasetManifest whole(String name) {
        return named(name).manifest().orElseThrow(() -> new InvalidInputException("dataset " + name + " is not in "
                + place(named(name).where()) + " any more; drop it, or create it again"));
    }

    private DatasetRequest request(Action action, StoredDataset where, Shape shape, long seed) {
        return new DatasetRequest(action, where.name(), where.driver(), Setting.given(where.settings()), folder.name(where.folder()),
                shape.keyspaces(), shape.keys(), shape.valueSize(), seed);
    }

    private String carryOut(DatasetRequest request, RunListener watcher) throws InterruptedException {
        if (request.action() == Action.CREATE || request.action() == Action.GROW) {
            Driver driver = holding(request.driver());
            policy.check(driver, driver.params().defaults().with(request.settings()));
        }
        if (!HEAVY.contains(request.action())) {
            return inRunner(request, watcher);
        }
        try (MachineLock lock = MachineLock.take("dataset " + request.name() + ", process "
                + ProcessHandle.current().pid(), alongside)) {
            return inRunner(request, watcher);
        }
    }

    private String inRunner(DatasetRequest request, RunListener watcher) throws InterruptedException {
        if (cancellationToken.isStopRequested()) {
            throw new InvalidInputException("dataset " + request.name() + ": stopped before it began");
        }
        return new RunnerTask(folder, clock, cancellationToken).run("dataset " + request.name(), request.driver(),
                request.settings(), watcher, (runner, events) -> runner.carryOut(request, events));
    }
}
