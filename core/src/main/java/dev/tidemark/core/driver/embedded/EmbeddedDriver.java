package dev.tidemark.core.driver.embedded;

import static dev.tidemark.core.param.ChangeCost.REBUILD;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;

/**
 * The driver of an embedded engine, whose library may be missing. The subclass must name no
 * class of the engine; its target is where that begins.
 */
public abstract class EmbeddedDriver extends DeclaredDriver {

    /** Why an engine could not be loaded the first time, by driver. */
    private static final Map<Class<?>, String> REASONS = new ConcurrentHashMap<>();

    private final String engine;
    private final String artifact;

    /**
     * The driver of an engine with keyspaces and indexes.
     *
     * @param engine   as its makers write it
     * @param artifact that holds its library
     * @param more     what it can do beside what every such engine can
     */
    protected EmbeddedDriver(String name, String summary, String engine, String artifact, ParamSet params,
            MeasureSet measures, Capability... more) {
        Set<Capability> all = EnumSet.of(Capability.KEYSPACES, Capability.KEY_VALUES, Capability.TRANSACTIONS,
                Capability.DELETE, Capability.HEAD, Capability.INDEX, Capability.SCAN, Capability.WALK);
        all.addAll(List.of(more));
        this(name, summary, engine, artifact, params, measures, all);
    }

    /** The setting of where its data is. @param what is made there @param folder in which, below the user's */
    public static Param<Path> directory(String what, String folder) {
        return Param.path("directory").reaching(Reach.FOLDER).orElse("default")
                .help("Folder on the disk to be measured; the " + what + " is made in its sub-folder " + folder + ".")
                .changing(REBUILD).asMain();
    }

    /** The setting of how many stores its data is spread over. @param what each of them is, in the plural */
    public static Param<Long> shards(String what) {
        return Param.count("shards").byDefault(1L).atLeast(1).atMost(256)
                .help("Separate " + what + "; a hash of its URI or key places each document or value.")
                .changing(REBUILD);
    }

    /** @param capabilities all that it can do */
    protected EmbeddedDriver(String name, String summary, String engine, String artifact, ParamSet params,
            MeasureSet measures, Set<Capability> capabilities) {
        super(name, summary, params, measures, capabilities);
        this.engine = engine;
        this.artifact = artifact;
    }

    /** Uses a class of the engine and loads its native library, if it has one. */
    protected abstract void loadEngine() throws Exception;

    /** The target, once the engine is loaded. */
    protected abstract OpenTarget target(Values values, Context context) throws DriverException;

    /** {@inheritDoc} A database of the user's has no documents, indexes or styles. */
    @Override
    public Set<Capability> capabilities(Values values) {
        return OwnDatabase.isOf(values) ? OwnDatabase.left(capabilities(), values) : capabilities();
    }

    /** {@inheritDoc} For a native library, and for dropping files from the page cache. */
    @Override
    public List<String> jvmFlags() {
        return List.of("--enable-native-access=ALL-UNNAMED");
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            loadEngine();
        } catch (NoClassDefFoundError e) {
            throw e.getCause() instanceof ClassNotFoundException
                    ? new DriverException("the " + engine + " library (" + artifact + ") is not on the class path", e)
                    : notLoaded(e, e);
        } catch (Exception | UnsatisfiedLinkError | ExceptionInInitializerError e) {
            // A native library is unpacked to java.io.tmpdir first: a full or noexec folder there ends here, too.
            throw notLoaded(e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e, e);
        }
        return target(values, context);
    }

    /** Who tries again is told by the JVM, and by some engines, that it failed before, and no more why. */
    private DriverException notLoaded(Throwable reason, Throwable thrown) {
        String first = REASONS.computeIfAbsent(getClass(), _ -> DriverException.oneLine(reason.getMessage())
                + noexec(Path.of(System.getProperty("java.io.tmpdir"))));
        return new DriverException("the " + engine + " library cannot be loaded: " + first, thrown);
    }

    private static String noexec(Path folder) {
        return Environment.refusesLibraries(folder) ? "; it is unpacked into " + folder
                + ", which is mounted noexec: name another folder by JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER" : "";
    }
}
