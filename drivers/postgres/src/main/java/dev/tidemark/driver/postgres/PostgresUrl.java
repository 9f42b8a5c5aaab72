package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ServerUrl;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.driver.url.ClientEnvironment;
import dev.tidemark.core.driver.url.UrlForm;

/**
 * URLs in the words of libpq
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS) and of pgJDBC, and where psql looks
 * for what it is not told: a service, the environment, its user's files. A file of passwords is read by pgJDBC itself.
 */
final class PostgresUrl {

    private static final String DATABASE = "dbname";
    private static final String SERVICE = "service";
    private static final String SSL_MODE = "sslmode";
    private static final String ROOT = "sslrootcert";
    private static final String CERTIFICATE = "sslcert";
    private static final String KEY = "sslkey";
    private static final String SSL = "ssl";
    private static final String VERIFY_FULL = "verify-full";
    private static final Set<String> OF_ENCRYPTION = Set.of(SSL_MODE, ROOT, CERTIFICATE, KEY);
    /** In the place of a file: the certificates that the machine knows. */
    private static final String SYSTEM = "system";
    /** Where packages and PostgreSQL itself put sockets. */
    private static final List<String> SOCKET_FOLDERS = List.of("/var/run/postgresql", "/tmp");
    private static final String USUAL_PORT = "5432";

    /** Words by the variables that stand for them. */
    private static final Map<String, String> VARIABLES = Map.ofEntries(Map.entry("PGHOST", UrlForm.HOST),
            Map.entry("PGPORT", UrlForm.PORT), Map.entry("PGUSER", UrlForm.USER), Map.entry("PGDATABASE", DATABASE),
            Map.entry("PGSSLMODE", SSL_MODE), Map.entry("PGSSLROOTCERT", ROOT), Map.entry("PGSSLCERT", CERTIFICATE),
            Map.entry("PGSSLKEY", KEY), Map.entry("PGCONNECT_TIMEOUT", "connect_timeout"),
            Map.entry("PGOPTIONS", "options"), Map.entry("PGAPPNAME", "application_name"),
            Map.entry("PGTARGETSESSIONATTRS", "target_session_attrs"), Map.entry("PGKRBSRVNAME", "krbsrvname"));

    /** pgJDBC's words for those of libpq. */
    private static final Map<String, String> SESSIONS = Map.of("any", "any", "primary", "primary", "read-write",
            "primary", "standby", "secondary", "read-only", "secondary", "prefer-standby", "preferSecondary");

    static final UrlForm FORM = ServerUrl.withTls("PostgreSQL",
            "postgres://USER@HOST:5432/DATABASE?sslmode=verify-full")
            .scheme("postgres", 5432).scheme("postgresql", 5432).scheme("jdbc:postgresql", 5432)
            .severalHosts().socketFolders((folder, port) -> folder + "/.s.PGSQL." + port)
            .path(DATABASE)
            .parameter(DATABASE, PostgresParams.DATABASE)
            .encryption(SSL_MODE, PostgresUrl::sslMode)
            .parameter(ROOT, PostgresUrl::root)
            .parameter(CERTIFICATE, ConnectionParams.TLS_CERTIFICATE)
            .parameter(KEY, ConnectionParams.TLS_KEY)
            .encryption(SSL, on -> Map.of(ConnectionParams.TLS.name(), on))
            .parameter("connect_timeout", seconds -> Map.of(ConnectionParams.CONNECT_TIMEOUT.name(), seconds + "s"))
            .parameter("application_name", name -> SqlParams.property("ApplicationName", name))
            .parameter("options", options -> SqlParams.property("options", options))
            .parameter("currentSchema", schemas -> SqlParams.property("currentSchema", schemas))
            .parameter("target_session_attrs", PostgresUrl::sessions)
            .parameter("targetServerType", type -> SqlParams.property("targetServerType", type))
            .parameter("load_balance_hosts", how -> SqlParams.property("loadBalanceHosts",
                    how.equals("random") ? "true" : how.equals("disable") ? "false" : how))
            .parameter("channel_binding", how -> SqlParams.property("channelBinding", how))
            .parameter("krbsrvname", name -> SqlParams.property("kerberosServerName", name))
            .parameter("client_encoding", name -> name.matches("(?i)utf-?8|auto") ? Map.of()
                    : UrlForm.refuse("client_encoding can be UTF8 only, as the client has it"))
            .parameter(SERVICE, _ -> UrlForm.refuse("a service is named in URLs of postgres alone"))
            .notOffered("hostaddr", "write the address as host")
            .notOffered("passfile", "set PGPASSFILE in the environment")
            .notOffered("sslpassword", "keep the key without one, in a file that only you can read")
            .notOffered("gssencmode", "the client does not encrypt by GSSAPI here")
            .client(PostgresUrl::complete);

    private PostgresUrl() {}

    private static Map<String, String> sslMode(String mode) {
        return switch (mode) {
            case "disable" -> Map.of(ConnectionParams.TLS.name(), "false");
            case "require" -> Map.of(ConnectionParams.TLS.name(), "true", ConnectionParams.INSECURE.name(), "true");
            case VERIFY_FULL -> Map.of(ConnectionParams.TLS.name(), "true");
            case "allow", "prefer" -> UrlForm.refuse(SSL_MODE + "=" + mode + " would leave it to the server whether "
                    + "what is measured is encrypted: it is disable, require or verify-full");
            case "verify-ca" -> UrlForm.refuse("sslmode=verify-ca is not offered: verify-full looks at the server's "
                    + "name, too, and require at nothing");
            default -> UrlForm.refuse("sslmode is disable, require or verify-full");
        };
    }

    /** The system's go with connections of which all is checked, and with no others. */
    private static Map<String, String> root(String file) {
        return file.equals(SYSTEM)
                ? Map.of(ConnectionParams.TLS.name(), "true", ConnectionParams.INSECURE.name(), "false")
                : Map.of(ConnectionParams.TLS_AUTHORITY.name(), file);
    }

    private static Map<String, String> sessions(String attributes) {
        return SESSIONS.containsKey(attributes) ? SqlParams.property("targetServerType", SESSIONS.get(attributes))
                : UrlForm.refuse("target_session_attrs is any, primary, standby, prefer-standby, read-write or "
                        + "read-only");
    }

    // ---- What psql does with what it is not given ----

    private static void complete(Map<String, String> settings, ClientEnvironment environment) {
        Set<String> own = Set.copyOf(settings.keySet());
        Optional.ofNullable(settings.remove(SERVICE)).or(() -> environment.variable("PGSERVICE"))
                .ifPresent(service -> service(service, environment).forEach(settings::putIfAbsent));
        VARIABLES.forEach((variable, word) -> environment.variable(variable)
                .filter(value -> !word.equals(SSL_MODE) || isDecided(value))
                .ifPresent(value -> settings.putIfAbsent(word, value)));
        environment.variable("PGPASSWORD").ifPresent(_ -> settings.putIfAbsent(UrlForm.PASSWORD, "env:PGPASSWORD"));
        settings.putIfAbsent(UrlForm.USER, environment.user());
        settings.putIfAbsent(DATABASE, settings.get(UrlForm.USER));
        if (settings.getOrDefault(UrlForm.HOST, "").isEmpty()) {
            localSocket(settings.getOrDefault(UrlForm.PORT, ""))
                    .ifPresent(folder -> settings.put(UrlForm.HOST, folder));
        }
        encrypt(settings, own, environment);
    }

    /**
     * As libpq has it, sockets are not encrypted whatever stands elsewhere, and the system's certificates are for
     * verify-full, which is more than what stands elsewhere beside them.
     */
    private static void encrypt(Map<String, String> settings, Set<String> own, ClientEnvironment environment) {
        if (settings.getOrDefault(UrlForm.HOST, "").matches("[/@].*")) {
            settings.keySet().removeIf(word -> OF_ENCRYPTION.contains(word) && !own.contains(word));
        }
        if (settings.getOrDefault(ROOT, "").equals(SYSTEM)
                && Stream.of(SSL_MODE, SSL, ConnectionParams.TLS.name()).noneMatch(own::contains)) {
            settings.put(SSL_MODE, VERIFY_FULL);
        }
        if (settings.getOrDefault(SSL_MODE, "disable").equals(VERIFY_FULL)) {
            environment.file(".postgresql/root.crt").ifPresent(file -> settings.putIfAbsent(ROOT, file.toString()));
        }
    }

    /** Where pgJDBC looks for a password that it is not given; empty where there is no such file. */
    static Optional<String> passwords(ClientEnvironment environment) {
        return Optional.ofNullable(System.getProperty("org.postgresql.pgpassfile")).filter(file -> !file.isBlank())
                .or(() -> environment.variable("PGPASSFILE"))
                .or(() -> environment.file(".pgpass").or(() -> environment.variable("APPDATA")
                        .map(folder -> Path.of(folder, "postgresql", "pgpass.conf")).filter(Files::isReadable))
                        .map(Path::toString));
    }

    /** libpq's own default is to leave encryption to the server; what nobody asked for is not refused. */
    private static boolean isDecided(String value) {
        return !value.equals("prefer") && !value.equals("allow");
    }

    private static Optional<String> localSocket(String port) {
        return SOCKET_FOLDERS.stream().filter(folder -> Files.exists(Path.of(folder,
                ".s.PGSQL." + (port.isEmpty() ? USUAL_PORT : port)))).findFirst();
    }

    /** The words of a service, its password as where it is. */
    private static Map<String, String> service(String name, ClientEnvironment environment) {
        List<Path> files = Stream.of(environment.variable("PGSERVICEFILE").map(Path::of)
                        .or(() -> environment.file(".pg_service.conf")),
                environment.variable("PGSYSCONFDIR").map(folder -> Path.of(folder, "pg_service.conf")))
                .flatMap(Optional::stream).filter(Files::isReadable).toList();
        for (Path file : files) {
            Map<String, String> words = ClientEnvironment.options(file).sections().get(name);
            if (words != null) {
                Map<String, String> all = new LinkedHashMap<>(words);
                all.replace(UrlForm.PASSWORD, "option-file:" + file + "#" + name + "." + UrlForm.PASSWORD);
                return all;
            }
        }
        return UrlForm.refuse("there is no such service in " + (files.isEmpty()
                ? "~/.pg_service.conf, which is not there" : files.getFirst()));
    }
}
