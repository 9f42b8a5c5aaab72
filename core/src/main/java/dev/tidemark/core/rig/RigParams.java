package dev.tidemark.core.rig;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Values;

/** The settings that every rig has. */
public final class RigParams {

    public static final Param<Long> PORT = Param.count("port").orElse("free").atLeast(1).atMost(65535)
            .changing(ChangeCost.RESTART)
            .help("Where the server listens, on 127.0.0.1 only; by default where it did the last time, else on any "
                    + "port that is free.");

    public static final Param<Boolean> TLS = Param.flag("tls").byDefault(false).changing(ChangeCost.RESTART)
            .help("Whether the server speaks TLS only, with a certificate that is made on this machine.");

    public static final Param<Path> DIRECTORY = Param.path("directory").reaching(Reach.FOLDER)
            .orElse("own").changing(ChangeCost.REBUILD)
            .help("On which disk the server keeps its data: a folder in which one of its own is made; by default below "
                    + "Tidemark's own data.");

    public static final Param<Long> MEMORY = Param.size("server-memory").orElse("unlimited").atLeast(16 << 20)
            .changing(ChangeCost.RESTART)
            .help("Memory that the server's processes may use together, with what the system holds of their files in "
                    + "the page cache. Linux, where control groups may be made.");

    public static final Param<Long> DISK = Param.size("disk").orElse("shared").atLeast(64 << 20)
            .changing(ChangeCost.REBUILD)
            .help("Size of a file system of the server's own for its data, which the tasks fill, freeze and slow need: "
                    + "ext4 in a file, mounted while the server runs. Linux, started by root.");

    private static final Pattern THREE_NUMBERS = Pattern.compile("[0-9]+(\\.[0-9]+){2}");
    private static final String NODES = "nodes";
    /** Of a rig whose server may have a standby beside it. */
    public static final String STANDBY = "standby";
    /** Of a rig whose servers may have replicas behind them. */
    public static final String REPLICAS = "cluster-replicas";
    /** Of a rig whose servers may be watched. */
    public static final String SENTINELS = "sentinels";

    /** All of them, the version without a default. */
    public static final List<Param<?>> OF_ALL = of(version("")).all();

    /** Names of those that say how and where a server is reached, which a point cannot change. */
    static final Set<String> OF_PLACE = Set.of(PORT.name(), TLS.name(), DIRECTORY.name(), DISK.name(), NODES,
            STANDBY, REPLICAS, SENTINELS);

    private RigParams() {}

    /** The settings of a rig: those that every one has, and its own. */
    public static ParamSet of(Param<?> version, Param<?>... own) {
        return ParamSet.of(Stream.of(Stream.of(version, PORT), Stream.of(own), Stream.of(TLS, DIRECTORY, DISK, MEMORY))
                .flatMap(params -> params).toArray(Param<?>[]::new));
    }

    /** The same setting as one of a point, for which the server of a rig is started anew where it differs. */
    static <T> Param<T> varied(Param<T> of) {
        return of.byDefault(null).orElse("as the rig was started")
                .reaching(of.reach() == Reach.NOTHING ? Reach.SERVER : of.reach())
                .help(of.help() + " Only for the server of a rig, which is started anew with it.");
    }

    /**
     * The settings that reach a server as every driver of one has them, see
     * {@link ConnectionParams}.
     *
     * @param more settings of one driver
     */
    public static Map<String, String> target(ServerPlace place, Map<String, String> more) {
        Map<String, String> settings = new TreeMap<>(more);
        settings.put("address", place.address());
        settings.put(ConnectionParams.PASSWORD.name(), password(place.password()));
        place.tls().ifPresent(tls -> {
            settings.put(ConnectionParams.TLS.name(), "true");
            settings.put(ConnectionParams.TLS_AUTHORITY.name(), tls.authority().toString());
        });
        return settings;
    }

    /** As a target says where the password is. */
    public static String password(Path file) {
        return new SecretRef(SecretRef.Kind.FILE, file.toString()).toString();
    }

    /** How many servers there are, each a process of its own. */
    public static Param<Long> nodes(int most, String help) {
        return Param.count(NODES).byDefault(1L).atLeast(1).atMost(most).changing(ChangeCost.REBUILD).help(help);
    }

    /** Which version of the server is run, with the rig's own default. */
    public static Param<String> version(String byDefault) {
        return Param.text("server-version").reaching(Reach.NOTHING).byDefault(byDefault).changing(ChangeCost.REBUILD)
                .help("Which version of the server is fetched and run.");
    }

    /** The first number of a version, with which the format of the data changes. */
    public static String major(String version) {
        return version.split("\\.")[0];
    }

    /** Memory of the server's JVM in bytes, all of it from the start. */
    public static Param<Long> heap(long byDefault, long least, String help) {
        return Param.size("heap").byDefault(byDefault).atLeast(least).changing(ChangeCost.RESTART).help(help);
    }

    /** {@link #requireVersion(Values, Param, Pattern, String)} of three numbers. */
    public static String requireVersion(Values values, Param<String> version, String of) {
        return requireVersion(values, version, THREE_NUMBERS, of);
    }

    /**
     * The version that is set.
     *
     * @param version the rig's setting
     * @param written how its versions are
     * @param of      whose they are, for the complaint
     * @throws InvalidInputException when it is written otherwise
     */
    public static String requireVersion(Values values, Param<String> version, Pattern written, String of) {
        String set = values.get(version);
        if (!written.matcher(set).matches()) {
            throw new InvalidInputException(version.name() + ": '" + set + "' is no version of " + of
                    + "; write it as " + version.defaultValue());
        }
        return set;
    }
}
