package dev.tidemark.driver.lmdb;

import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.embedded.EmbeddedTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.driver.upkeep.SnapshotTarget;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.EnvInfo;

/** An LMDB environment in this process. */
final class LmdbTarget extends EmbeddedTarget<LmdbEnvironment> implements SnapshotTarget, StyleTarget {

    static final String FOLDER = "tidemark-lmdb";

    private static final String DATA = "data.mdb";
    private static final Pattern OWN = Pattern.compile("(snapshot/)?data\\.mdb|lock\\.mdb|snapshot|"
            + Pattern.quote(ManifestFolder.FILES) + "[^/]*");

    private final LmdbSettings settings;

    LmdbTarget(Values values, Context context) {
        LmdbSettings settings = LmdbSettings.of(values);
        super(values, context, new OwnedDataDirectory(settings.directory().orElse(context.scratch()), FOLDER, OWN));
        this.settings = settings;
    }

    @Override
    protected void makeFolder() throws DriverException {
        if (Files.exists(folder().directory().resolve(DATA))) {
            throw new DriverException(folder().directory()
                    + " holds an LMDB database that Tidemark did not make; choose another directory");
        }
        super.makeFolder();
    }

    @Override
    protected LmdbEnvironment openDatabase(boolean create) throws DriverException {
        return LmdbEnvironment.open(dataDirectory(), settings);
    }

    @Override
    protected void closeDatabase(LmdbEnvironment open, boolean keep) {
        open.close();
    }

    @Override
    protected Session session(LmdbEnvironment open, Runnable ended) throws DriverException {
        return new LmdbSession(open, ended);
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return place(style, open -> open.styleTable(style, name));
    }

    @Override
    protected void makeKeyspace(LmdbEnvironment open, int keyspace) throws DriverException {
        open.makeKeyspace(keyspace);
    }

    @Override
    protected double bytesFor(LmdbEnvironment open, int keyspace, long keys, int valueSize) throws DriverException {
        return open.bytesFor(keyspace, keys, valueSize);
    }

    @Override
    public void makeIndex(int keyspace) throws DriverException {
        withDatabase(open -> {
            open.makeIndex(keyspace);
            return null;
        });
    }

    /** {@inheritDoc} Without the pages that are free. */
    @Override
    public long snapshot() throws DriverException {
        return snapshot(LmdbEnvironment::copy);
    }

    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        return withDatabase(open -> open.count(keyspace, progress, context().cancelled()));
    }

    /** {@inheritDoc} What the map has left. Pages that were freed are not counted. */
    @Override
    protected long roomIn(LmdbEnvironment open) {
        return open.info().mapSize - open.usedBytes();
    }

    @Override
    protected void writeOut(LmdbEnvironment open) throws DriverException {
        open.flush();
    }

    @Override
    protected List<Path> files() {
        return List.of(dataDirectory().resolve(DATA));
    }

    @Override
    protected Values effective(LmdbEnvironment open, Values given) {
        Values found = given.with(LmdbParams.MAP_SIZE, open.info().mapSize, SettingOrigin.EFFECTIVE);
        OptionalInt flags = EngineFlags.of(open.env());
        return flags.isEmpty() ? found
                : found.with(LmdbParams.SYNC, !has(flags, EnvFlags.MDB_NOSYNC), SettingOrigin.EFFECTIVE)
                        .with(LmdbParams.WRITE_MAP, has(flags, EnvFlags.MDB_WRITEMAP), SettingOrigin.EFFECTIVE)
                        .with(LmdbParams.READ_AHEAD, !has(flags, EnvFlags.MDB_NORDAHEAD), SettingOrigin.EFFECTIVE);
    }

    private static boolean has(OptionalInt flags, EnvFlags flag) {
        return (flags.getAsInt() & flag.getMask()) != 0;
    }

    @Override
    protected MetricSnapshot read(LmdbEnvironment open) {
        return new MetricSnapshot("", Map.of(), gauges(open));
    }

    private static Map<String, Double> gauges(LmdbEnvironment open) {
        Map<String, Double> gauges = new HashMap<>();
        EnvInfo info = open.info();
        LmdbEnvironment.Trees documents = open.documentTree();
        LmdbEnvironment.Trees keyspaces = open.keyspaceTrees();
        put(gauges, LmdbMeasures.ON_DISK_SIZE, open.usedBytes());
        put(gauges, LmdbMeasures.DOCUMENTS, documents.entries());
        put(gauges, LmdbMeasures.KEYS, keyspaces.entries());
        put(gauges, LmdbMeasures.BRANCH_PAGES, documents.branchPages() + keyspaces.branchPages());
        put(gauges, LmdbMeasures.LEAF_PAGES, documents.leafPages() + keyspaces.leafPages());
        put(gauges, LmdbMeasures.OVERFLOW_PAGES, documents.overflowPages() + keyspaces.overflowPages());
        put(gauges, LmdbMeasures.DEPTH, Math.max(documents.depth(), keyspaces.depth()));
        put(gauges, LmdbMeasures.READERS, info.numReaders);
        put(gauges, LmdbMeasures.MAP, info.mapSize);
        return gauges;
    }

    private static void put(Map<String, Double> gauges, Measure measure, long value) {
        gauges.put(measure.name(), (double) value);
    }

    /** {@inheritDoc} LMDB has no background work; without sync, what the system has yet to write is waited for. */
    @Override
    protected void settle(LmdbEnvironment open, Progress progress) throws DriverException {
        open.flush();
    }

    /**
     * {@inheritDoc} A writer that waits for its turn cannot be woken, but turns are short: each one that comes up
     * ends at once.
     */
    @Override
    protected void stop(LmdbEnvironment open) {
        open.stop();
    }

    @Override
    public String version() {
        return "LMDB " + LmdbEnvironment.version();
    }
}
