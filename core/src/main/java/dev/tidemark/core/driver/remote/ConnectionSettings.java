package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.os.Network;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Values;

/**
 * Values of {@link ConnectionParams}, with the password looked up.
 *
 * @param address     as it is written: {@code host:port}, several with commas between, or the path of a Unix socket
 * @param host        the first, or only one
 * @param socket      over which connections go in the place of the address; empty for none
 * @param namespace   empty where a driver makes nothing on the server
 * @param connections that all share; empty for one per worker
 * @param tls         empty where connections are not encrypted, or the driver cannot
 */
public record ConnectionSettings(String address, String host, int port, Optional<Path> socket, Optional<String> user,
        Optional<String> password, String namespace, Duration connectTimeout, Duration operationTimeout,
        OptionalInt connections, Optional<TlsSettings> tls) {

    private static final int LARGEST_PORT = 65_535;
    private static final int LONGEST_LINE = 1000;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:, \\[\\]-]*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?");

    /**
     * @param address the driver's
     * @throws InvalidInputException when the address is none, or the password is not where it is said to be
     */
    public static ConnectionSettings of(Values values, Param<String> address, Context context) {
        return of(values, address, context.secrets());
    }

    /** For each node of a server that may have several. @param address as by {@link ConnectionParams#addresses} */
    public static List<ConnectionSettings> ofEach(Values values, Param<String> address, Context context) {
        ConnectionSettings first = of(values, address, context);
        return Address.ofEach(values.get(address), address.name()).stream().map(node -> first.at(node.host(), node.port())).toList();
    }

    static ConnectionSettings of(Values values, Param<String> address, Secrets secrets) {
        List<Address> nodes = Address.ofEach(values.get(address), address.name());
        Optional<Path> socket = ConnectionParams.socket(values);
        return new ConnectionSettings(socket.map(Path::toString).orElseGet(() -> nodes.stream().map(Address::toString)
                .collect(Collectors.joining(","))), nodes.getFirst().host(), nodes.getFirst().port(), socket,
                values.find(ConnectionParams.USER),
                values.find(ConnectionParams.PASSWORD).map(secrets::reveal),
                values.params().contains(ConnectionParams.NAMESPACE)
                        ? values.find(ConnectionParams.NAMESPACE).orElse("") : "",
                values.get(ConnectionParams.CONNECT_TIMEOUT), values.get(ConnectionParams.OPERATION_TIMEOUT),
                values.find(ConnectionParams.CONNECTIONS).map(n -> OptionalInt.of(Math.toIntExact(n)))
                        .orElse(OptionalInt.empty()),
                values.params().contains(ConnectionParams.TLS) ? TlsSettings.of(values) : Optional.empty());
    }

    /**
     * Where a server is. A host is a name or an address in numbers and nothing more: what else could stand there, some
     * client would take for settings of its own.
     */
    public record Address(String host, int port) {

        /**
         * @param text {@code host:port}; IPv6 is written in brackets
         * @param name of the setting, for the complaint
         * @throws InvalidInputException when it is no address
         */
        public static Address of(String text, String name) {
            return find(text).orElseThrow(() -> new InvalidInputException(name + ": " + complaint(text)));
        }

        /** Of several with commas between. @throws InvalidInputException when one is none */
        public static List<Address> ofEach(String texts, String name) {
            return Stream.of(texts.split(",", -1)).map(text -> of(text.strip(), name)).toList();
        }

        static Optional<Address> find(String text) {
            int colon = text.lastIndexOf(':');
            String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
            String port = text.substring(colon + 1);
            return !isHost(host) || !port.matches("\\d{1,5}") || Integer.parseInt(port) > LARGEST_PORT
                    ? Optional.empty() : Optional.of(new Address(host, Integer.parseInt(port)));
        }

        /** What is wrong with an address, if anything is. */
        static Optional<String> wrong(String text) {
            return find(text).isPresent() ? Optional.empty() : Optional.of(complaint(text));
        }

        /** The same of several behind commas. */
        static Optional<String> wrongInAny(String texts) {
            return Stream.of(texts.split(",", -1)).flatMap(text -> wrong(text.strip()).stream()).findFirst();
        }

        /** Of one that is none. It is repeated only where it can hold no login: complaints are shown and stored. */
        private static String complaint(String text) {
            if (text.startsWith("/") || text.startsWith("unix:") || text.startsWith("@")) {
                return "a Unix socket is no address: where the driver can use one it is 'socket'; else write "
                        + "host:port, as 127.0.0.1:5432, where the server listens";
            }
            if (PLAIN.matcher(text).matches() && text.contains(",")) {
                return "'" + text + "' is several hosts, which this driver does not support; write one host:port: "
                        + "that of one server, or of a proxy before them all";
            }
            return PLAIN.matcher(text).matches() ? "'" + text + "' is no address; write host:port"
                    : "this is no address; write host:port; https is tls: true, and user, password and path are "
                            + "settings of their own";
        }

        /** A name, or an address in numbers without brackets. */
        public static boolean isHost(String text) {
            return NAME.matcher(text).matches() || text.indexOf(':') >= 0 && Network.literal(text).isPresent();
        }

        /** As it is written. */
        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /** The same for another server, such as another node. */
    public ConnectionSettings at(String otherHost, int otherPort) {
        return new ConnectionSettings(new Address(otherHost, otherPort).toString(), otherHost, otherPort,
                Optional.empty(), user, password, namespace, connectTimeout, operationTimeout, connections, tls);
    }

    /** The same with another secret in the place of a password. */
    public ConnectionSettings with(String secret) {
        return new ConnectionSettings(address, host, port, socket, user, Optional.of(secret), namespace, connectTimeout,
                operationTimeout, connections, tls);
    }

    /** The same for a server that asks for no password. */
    public ConnectionSettings withoutLogin() {
        return new ConnectionSettings(address, host, port, socket, Optional.empty(), Optional.empty(), namespace,
                connectTimeout, operationTimeout, connections, tls);
    }

    /** The same encrypted in another way. */
    public ConnectionSettings with(TlsSettings other) {
        return new ConnectionSettings(address, host, port, socket, user, password, namespace, connectTimeout,
                operationTimeout, connections, Optional.of(other));
    }

    /** The same for connections that are not shared, with limits of their own. */
    public ConnectionSettings unshared(Duration connecting, Duration operation) {
        return new ConnectionSettings(address, host, port, socket, user, password, namespace, connecting, operation,
                OptionalInt.empty(), tls);
    }

    /** The same for connections that are not shared, on which nothing is waited for longer than so. */
    public ConnectionSettings within(Duration longest) {
        return unshared(shorter(connectTimeout, longest), shorter(operationTimeout, longest));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** What is told of a failure: one line, in which the password does not stand whoever wrote it there. */
    public String oneLine(String message) {
        String line = DriverException.oneLine(message);
        String safe = password.filter(secret -> !secret.isEmpty()).map(secret -> line.replace(secret, "***"))
                .orElse(line);
        return Printable.shortened(safe, LONGEST_LINE + 1);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? address : namespace + " at " + address;
    }
}
