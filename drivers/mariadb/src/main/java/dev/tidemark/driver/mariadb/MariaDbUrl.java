package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ServerUrl;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.driver.url.ClientEnvironment;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.os.OptionFile;

/**
 * URLs in the words of the clients of MariaDB and MySQL, and where these look for what they are not told: their user's
 * file of options (https://mariadb.com/docs/server/clients-and-utilities/mariadb-client/mariadb-command-line-client),
 * and below it the environment.
 */
final class MariaDbUrl {

    private static final String DATABASE = "database";
    private static final String SOCKET = "socket";
    /** As different clients call it. */
    private static final List<String> SOCKETS = List.of(SOCKET, "unix_socket", "localSocket");
    private static final String SSL_MODE = "ssl-mode";
    private static final String CONNECT_TIMEOUT = "connect-timeout";
    private static final String OPTIONS = ".my.cnf";
    /** Of the file. */
    private static final Set<String> SECTIONS = Set.of("mariadb-client", "mysql", "client-mariadb", "client");
    /** Words that are options of the file, by the same names. */
    private static final List<String> OF_FILE = List.of(UrlForm.HOST, UrlForm.PORT, UrlForm.USER, DATABASE, SOCKET,
            SSL_MODE, "ssl-ca", "ssl-cert", "ssl-key");
    private static final Map<String, String> VARIABLES = Map.of("MYSQL_HOST", UrlForm.HOST, "MYSQL_TCP_PORT",
            UrlForm.PORT, "MYSQL_UNIX_PORT", SOCKET);
    private static final List<String> USUAL_SOCKETS = List.of("/run/mysqld/mysqld.sock", "/var/lib/mysql/mysql.sock",
            "/tmp/mysql.sock");

    static final UrlForm FORM = ServerUrl.withTls("MariaDB or MySQL",
            "mariadb://USER@HOST:3306/DATABASE?ssl-mode=VERIFY_IDENTITY")
            .scheme("mariadb", 3306).scheme("mysql", 3306).scheme("jdbc:mariadb", 3306).scheme("jdbc:mysql", 3306)
            .path(DATABASE)
            .parameter(DATABASE, MariaDbParams.DATABASE)
            .parameter(SOCKETS.get(0), ConnectionParams.SOCKET)
            .parameter(SOCKETS.get(1), ConnectionParams.SOCKET)
            .parameter(SOCKETS.get(2), ConnectionParams.SOCKET)
            .encryption(SSL_MODE, MariaDbUrl::sslMode)
            .parameter("ssl-ca", file -> Map.of(ConnectionParams.TLS.name(), "true",
                    ConnectionParams.TLS_AUTHORITY.name(), file))
            .parameter("serverSslCert", ConnectionParams.TLS_AUTHORITY)
            .parameter("ssl-cert", ConnectionParams.TLS_CERTIFICATE)
            .parameter("ssl-key", ConnectionParams.TLS_KEY)
            .encryption("useSSL", on -> Map.of(ConnectionParams.TLS.name(), on))
            .parameter(CONNECT_TIMEOUT, time -> time.matches("[0-9]+")
                    ? UrlForm.refuse("connect-timeout has a unit, as in 5s: clients count it in different ones")
                    : Map.of(ConnectionParams.CONNECT_TIMEOUT.name(), time))
            .parameter("sessionVariables", list -> SqlParams.property("sessionVariables", list))
            .parameter("charset", name -> name.matches("(?i)utf-?8(mb4)?") ? Map.of()
                    : UrlForm.refuse("charset can be utf8mb4 only, as the client has it"))
            .client(MariaDbUrl::complete);

    private MariaDbUrl() {}

    /** The words of MySQL's clients, and those of the JDBC driver. */
    private static Map<String, String> sslMode(String mode) {
        return switch (mode.toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "disabled", "disable" -> Map.of(ConnectionParams.TLS.name(), "false");
            case "required", "require", "trust" -> Map.of(ConnectionParams.TLS.name(), "true",
                    ConnectionParams.INSECURE.name(), "true");
            case "verify-identity", "verify-full" -> Map.of(ConnectionParams.TLS.name(), "true");
            case "preferred" -> UrlForm.refuse("ssl-mode=PREFERRED would leave it to the server whether what is "
                    + "measured is encrypted: it is DISABLED, REQUIRED or VERIFY_IDENTITY");
            case "verify-ca" -> UrlForm.refuse("ssl-mode=VERIFY_CA is not offered: VERIFY_IDENTITY looks at the "
                    + "server's name, too, and REQUIRED at nothing");
            default -> UrlForm.refuse("ssl-mode is DISABLED, REQUIRED or VERIFY_IDENTITY");
        };
    }

    private static void complete(Map<String, String> settings, ClientEnvironment environment) {
        boolean local = List.of("", "localhost", "127.0.0.1").contains(settings.getOrDefault(UrlForm.HOST, ""));
        if (SOCKETS.stream().anyMatch(settings::containsKey) && !local) {
            UrlForm.refuse("a socket is on this machine, and its host is another one");
        }
        Set<String> explicit = Set.copyOf(settings.keySet());
        boolean named = explicit.contains(UrlForm.HOST) || explicit.contains(UrlForm.PORT);
        environment.file(OPTIONS).ifPresent(file -> ofFile(file).forEach(settings::putIfAbsent));
        VARIABLES.forEach((variable, word) -> environment.variable(variable)
                .ifPresent(value -> settings.putIfAbsent(word, value)));
        environment.variable("MYSQL_PWD").ifPresent(_ -> settings.putIfAbsent(UrlForm.PASSWORD, "env:MYSQL_PWD"));
        settings.putIfAbsent(UrlForm.USER, environment.user());
        boolean elsewhere = !List.of("", "localhost").contains(settings.getOrDefault(UrlForm.HOST, ""));
        if ((named || elsewhere) && SOCKETS.stream().noneMatch(explicit::contains)) { // as to the clients
            settings.remove(SOCKET);
        }
        if (!settings.containsKey(UrlForm.HOST) && !settings.containsKey(UrlForm.PORT)
                && SOCKETS.stream().noneMatch(settings::containsKey)) {
            USUAL_SOCKETS.stream().filter(file -> Files.exists(Path.of(file))).findFirst()
                    .ifPresent(file -> settings.put(SOCKET, file));
        }
    }

    /** The options of its user's file, the password as where it is; what is in several sections counts in the last. */
    private static Map<String, String> ofFile(Path file) {
        OptionFile options = ClientEnvironment.options(file);
        Map<String, String> all = new LinkedHashMap<>();
        options.sections().keySet().stream().filter(SECTIONS::contains).forEach(section -> {
            OF_FILE.forEach(word -> options.get(section, word).ifPresent(value -> all.put(word, value)));
            options.get(section, UrlForm.PASSWORD).ifPresent(_ -> all.put(UrlForm.PASSWORD,
                    "option-file:" + file + "#" + section + "." + UrlForm.PASSWORD));
        });
        return all;
    }
}
