package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Values;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Values of {@link ConnectionParams}, with the password looked up.
 *
 * @param connections that all share; empty for one per worker
 * @param tls         empty where connections are not encrypted, or the driver cannot
 */
public record ConnectionSettings(String host, int port, Optional<String> user, Optional<String> password,
        String namespace, Duration connectTimeout, Duration operationTimeout, OptionalInt connections,
        Optional<TlsSettings> tls) {

    private static final int LARGEST_PORT = 65_535;

    /**
     * @param address the driver's
     * @throws InvalidInputException when the address is none, or the password is not where it is said to be
     */
    public static ConnectionSettings of(Values values, Param<String> address, Context context) {
        return of(values, address, context.secrets());
    }

    static ConnectionSettings of(Values values, Param<String> address, Secrets secrets) {
        String[] parts = parts(values.get(address), address.name());
        return new ConnectionSettings(parts[0], Integer.parseInt(parts[1]), values.find(ConnectionParams.USER),
                values.find(ConnectionParams.PASSWORD).map(secrets::reveal), values.get(ConnectionParams.NAMESPACE),
                values.get(ConnectionParams.CONNECT_TIMEOUT), values.get(ConnectionParams.OPERATION_TIMEOUT),
                values.find(ConnectionParams.CONNECTIONS).map(n -> OptionalInt.of(Math.toIntExact(n)))
                        .orElse(OptionalInt.empty()),
                values.params().contains(ConnectionParams.TLS) ? TlsSettings.of(values) : Optional.empty());
    }

    /** Host and port; that of IPv6 is written in brackets. */
    private static String[] parts(String address, String name) {
        int colon = address.lastIndexOf(':');
        String host = colon < 0 ? "" : address.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        String port = address.substring(colon + 1);
        if (host.isBlank() || !port.matches("\\d{1,5}") || Integer.parseInt(port) > LARGEST_PORT) {
            throw new InvalidInputException(name + ": '" + address + "' is no address; write host:port");
        }
        return new String[] {host, port};
    }

    /** The same for another server, such as another node. */
    public ConnectionSettings at(String otherHost, int otherPort) {
        return new ConnectionSettings(otherHost, otherPort, user, password, namespace, connectTimeout, operationTimeout,
                connections, tls);
    }

    /** As it is written. */
    public String address() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** What is told of a failure: one line, in which the password does not stand whoever wrote it there. */
    String oneLine(String message) {
        String line = String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", "; ");
        return password.filter(secret -> !secret.isEmpty()).map(secret -> line.replace(secret, "***")).orElse(line);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return namespace + " at " + address();
    }
}
