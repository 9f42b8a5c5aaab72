package dev.tidemark.core.driver.remote;

import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SecretRef;
import java.time.Duration;

/** How a server is reached; the same for every driver of one. */
public final class ConnectionParams {

    public static final Param<String> USER = Param.text("user").orElse("none").changing(ChangeCost.REOPEN)
            .help("Who logs in to the server.");

    public static final Param<SecretRef> PASSWORD = Param.secret("password").orElse("none")
            .changing(ChangeCost.REOPEN)
            .help("Where the password is; the password itself is written down nowhere.");

    public static final Param<String> NAMESPACE = Param.text("namespace").byDefault("tidemark")
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

    private ConnectionParams() {}

    /** Where the server is, with the driver's own example or default. */
    public static Param<String> address(String byDefault) {
        return Param.text("address").byDefault(byDefault).changing(ChangeCost.REOPEN)
                .help("Where the server is: host:port.");
    }

    /** All of them. @param address as made by {@link #address} */
    public static ParamSet of(Param<String> address) {
        return ParamSet.of(address, USER, PASSWORD, NAMESPACE, CONNECT_TIMEOUT, OPERATION_TIMEOUT, CONNECTIONS);
    }
}
