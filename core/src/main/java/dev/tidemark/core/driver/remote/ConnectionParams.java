package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings.Address;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;

/** How a server is reached; the same for every driver of one. */
public final class ConnectionParams {

    /** The word for a setting that is left to the server: what is read back of it is its value. */
    public static final String AS_THE_SERVER_HAS_IT = "as the server has it";

    public static final Param<String> USER = Param.text("user").reaching(Reach.NOTHING)
            .orElse("none").changing(ChangeCost.REOPEN)
            .help("Who logs in to the server.").asMain();

    public static final Param<SecretRef> PASSWORD = Param.secret("password").orElse("none")
            .changing(ChangeCost.REOPEN)
            .help("Where the password is; the password itself is written down nowhere.").asMain();

    public static final Param<String> NAMESPACE = Param.text("namespace").reaching(Reach.DATA).byDefault("tidemark")
            .changing(ChangeCost.REOPEN)
            .help("What on the server is made, filled and dropped: a name that nothing else has. One that is there "
                    + "already and does not carry Tidemark's mark is refused.");

    public static final Param<Duration> CONNECT_TIMEOUT = Param.duration("connect-timeout")
            .byDefault(Duration.ofSeconds(10)).atLeast(1e-3).changing(ChangeCost.REOPEN)
            .help("How long a connection may take to be made.");

    public static final Param<Duration> OPERATION_TIMEOUT = Param.duration("operation-timeout")
            .byDefault(Duration.ofSeconds(60)).atLeast(1e-3).changing(ChangeCost.REOPEN)
            .help("How long an answer is waited for; an operation without one by then is a timeout.");

    public static final Param<Long> CONNECTIONS = Param.count("connections").orElse("one per worker").atLeast(1)
            .changing(ChangeCost.REOPEN)
            .help("Connections that all workers share; a worker that finds none free waits, which belongs to its "
                    + "operation's time.");

    public static final Param<Boolean> TLS = Param.flag("tls").byDefault(false).changing(ChangeCost.REOPEN)
            .reaching(Reach.EXPOSURE, tls -> tls ? List.of() : List.of("connections that are not encrypted"))
            .help("Whether connections are encrypted; the server's certificate is checked then.");

    public static final Param<Path> TLS_AUTHORITY = Param.path("tls-authority").reaching(Reach.FILE).orElse("known")
            .changing(ChangeCost.REOPEN)
            .help("File with the certificates, in PEM form, of those who may vouch for the server's; by default those "
                    + "that Java knows.");

    public static final Param<Path> TLS_CERTIFICATE = Param.path("tls-certificate").reaching(Reach.FILE).orElse("none")
            .changing(ChangeCost.REOPEN)
            .help("File with the client's own certificate, in PEM form, and those that vouch for it, for a server that "
                    + "asks for one.");

    public static final Param<Path> TLS_KEY = Param.path("tls-key").reaching(Reach.SECRET,
            file -> List.of("file:" + file)).orElse("none").changing(ChangeCost.REOPEN)
            .help("File with the key of tls-certificate, in PEM form (BEGIN PRIVATE KEY), that only you can read.");

    public static final Param<Path> SOCKET = Param.path("socket").reaching(Reach.FILE).orElse("none")
            .changing(ChangeCost.REOPEN)
            .help("The server's Unix socket on this machine, over which connections go in the place of address.");

    public static final Param<Boolean> INSECURE = Param.flag("insecure").byDefault(false).changing(ChangeCost.REOPEN)
            .reaching(Reach.EXPOSURE, any -> any ? List.of("any certificate") : List.of())
            .help("Takes any certificate for the server's, so that anybody in between can read and change everything.");

    /** Name of the setting that says where the server is. */
    public static final String ADDRESS = "address";

    /** Which of a driver's settings say where on which server something is done, and as whom. */
    private static final Set<String> PLACE = Set.of(ADDRESS, SOCKET.name(), USER.name(), PASSWORD.name(),
            "database", "url");

    private static final String SESSION_TIME_ZONE = "session-time-zone";
    private static final Pattern ZONE = Pattern.compile("[A-Za-z0-9_+:/-]{1,64}");

    private ConnectionParams() {}

    /** Where on which server data with these settings is; empty where none of Tidemark's is on any. */
    public static Optional<String> place(Values values) {
        return Optional.of(values.params()).filter(params -> params.contains(NAMESPACE))
                .flatMap(params -> params.lookUp(ADDRESS)).flatMap(found -> values.find(NAMESPACE)
                        .map(name -> name + " at " + socket(values).map(Path::toString)
                                .orElseGet(() -> values.text(found.param()))));
    }

    /** The Unix socket over which connections go; empty where they go to the address. */
    public static Optional<Path> socket(Values values) {
        return values.params().contains(SOCKET) ? values.find(SOCKET) : Optional.empty();
    }

    /** Those of a driver's settings that say where on which server something is done, and as whom. */
    public static ParamSet places(ParamSet ofDriver) {
        return ofDriver.only(p -> PLACE.contains(p.name()));
    }

    /** Where the servers are, by the settings; none where they name no address. */
    public static List<Address> nodes(Values values) {
        return values.params().lookUp(ADDRESS).map(found -> Address.ofEach(values.text(found.param()), ADDRESS))
                .orElse(List.of());
    }

    /** A rule. @param reconnect whether connections are to be made anew, which takes a driver that has some */
    public static Optional<String> reconnects(Values values, boolean reconnect) {
        return reconnect && values.params().lookUp(CONNECT_TIMEOUT.name()).isEmpty()
                ? Optional.of("reconnect: this driver has no connection that could be opened anew") : Optional.empty();
    }

    /** Where the server is, with the driver's own example or default. */
    public static Param<String> address(String byDefault) {
        return at(Address::wrong, byDefault);
    }

    private static Param<String> at(Function<String, Optional<String>> complaint, String byDefault) {
        return Param.typed(ADDRESS, Types.text(complaint)).reaching(Reach.ADDRESS).byDefault(byDefault)
                .changing(ChangeCost.REOPEN)
                .help("Where the server is: host:port.").asMain();
    }

    /** The same of a server that may have several nodes. */
    public static Param<String> addresses(String byDefault) {
        return at(Address::wrongInAny, byDefault)
                .reaching(Reach.ADDRESS, nodes -> List.of(nodes.split(" *, *", -1)))
                .help("Where the server is: host:port; several nodes of a cluster behind commas, which are asked in "
                        + "turn.");
    }

    /** The time zone of connections, for a server that works with one. */
    public static Param<String> sessionTimeZone() {
        return Param.text(SESSION_TIME_ZONE).reaching(Reach.NOTHING).orElse(AS_THE_SERVER_HAS_IT)
                .changing(ChangeCost.REOPEN)
                .help("Time zone of this target's connections, by a name that the server knows: Europe/Berlin, UTC.");
    }

    /** Complains of one that is no name, for it stands in a statement. */
    public static Optional<String> zoneIsAName(Values values) {
        return values.params().lookUp(SESSION_TIME_ZONE).map(found -> values.text(found.param()))
                .filter(zone -> !ZONE.matcher(zone).matches() && !zone.equals(AS_THE_SERVER_HAS_IT))
                .map(zone -> SESSION_TIME_ZONE + ": '" + zone + "' is no time zone; write it as Europe/Berlin or UTC");
    }

    /** The settings of encryption, for a driver that has it. */
    public static ParamSet tls() {
        return ParamSet.of(TLS, TLS_AUTHORITY, TLS_CERTIFICATE, TLS_KEY, INSECURE);
    }

    /** All of them but those of encryption. @param address as made by {@link #address} */
    public static ParamSet of(Param<String> address) {
        return ParamSet.of(address, USER, PASSWORD, NAMESPACE, CONNECT_TIMEOUT, OPERATION_TIMEOUT, CONNECTIONS);
    }

    /** The same for a driver that makes nothing on the server. */
    public static ParamSet ofVisitor(Param<String> address) {
        return ParamSet.of(address, USER, PASSWORD, CONNECT_TIMEOUT, OPERATION_TIMEOUT, CONNECTIONS);
    }
}
