package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.driver.url.ClientEnvironment;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Values;

/** The server PostgreSQL. */
public final class PostgresDriver extends DeclaredDriver {

    public PostgresDriver() {
        super("postgres", "PostgreSQL, an SQL server, through pgJDBC.", PostgresParams.ALL, PostgresMeasures.ALL,
                EnumSet.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER, Capability.KEYSPACES,
                Capability.KEY_VALUES, Capability.TRANSACTIONS, Capability.DELETE, Capability.HEAD, Capability.INDEX,
                Capability.SCAN, Capability.WALK, Capability.COMPACT, Capability.MAINTENANCE, Capability.STATEMENTS,
                Capability.STATEMENT_PIPELINES, Capability.STATEMENT_COPY, Capability.SEARCH, Capability.VECTOR_SEARCH,
                Capability.API_STYLES));
    }

    @Override
    public List<ApiStyle> styles() {
        return SqlStyle.declared(PostgresStyles.ALL);
    }

    @Override
    public Optional<Param<?>> sync() {
        return Optional.of(PostgresParams.SYNCHRONOUS_COMMIT);
    }

    @Override
    public String compaction() {
        return "Makes the space of dead rows free for new ones (VACUUM) while workers go on; with vacuum: full it "
                + "writes the tables anew and gives the space back, while workers wait.";
    }

    @Override
    public Set<Maintenance> maintenance() {
        return EnumSet.of(Maintenance.CHECKPOINT, Maintenance.REINDEX, Maintenance.PROMOTE);
    }

    /**
     * {@inheritDoc} Without fsync, or without whole pages in the log, a crash of the machine may damage the database
     * beyond repair (https://www.postgresql.org/docs/current/runtime-config-wal.html#GUC-FSYNC).
     */
    @Override
    public StatedDurability durability() {
        return StatedDurability.NOTHING.fact("server-fsync", "off", Durability.OS_BUFFERED)
                .fact("server-full-page-writes", "off", Durability.OS_BUFFERED);
    }

    @Override
    public StatementLanguage statements(Values values) {
        return new PostgresLanguage(values.get(PostgresParams.PROTOCOL) == PostgresParams.Protocol.SIMPLE);
    }

    /** {@inheritDoc} As in {@code postgres://user@host:5432/database?sslmode=verify-full}. */
    @Override
    public Optional<UrlForm> url() {
        return Optional.of(PostgresUrl.FORM);
    }

    /** {@inheritDoc} A service may be named as psql takes it, too: {@code service=shop}. */
    @Override
    public Optional<Map<String, String>> reaching(String url) {
        return super.reaching(url.matches("service=[\\w.-]+") ? "postgres:///?" + url : url);
    }

    /** {@inheritDoc} A password from the user's file of them, each for a user of a database on a server. */
    @Override
    public Optional<SecretRef> takesUnasked(Values values) {
        return values.find(ConnectionParams.PASSWORD).isPresent() ? Optional.empty()
                : PostgresUrl.passwords(ClientEnvironment.system()).map(file -> new SecretRef(SecretRef.Kind.OPTION_FILE,
                        file + "#" + values.text(PostgresParams.ADDRESS) + "/" + values.text(PostgresParams.DATABASE)
                                + "." + values.text(ConnectionParams.USER)));
    }

    /** {@inheritDoc} Java does not look by itself where the system's own library of Kerberos is told to. */
    @Override
    public List<String> jvmFlags() {
        return Optional.ofNullable(System.getenv("KRB5_CONFIG")).filter(files -> !files.isEmpty())
                .map(files -> List.of("-Djava.security.krb5.conf=" + files.split(":")[0])).orElse(List.of());
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            PostgresClient.load();
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the PostgreSQL client library (postgresql) is not on the class path", e);
        }
        return PostgresTarget.open(values, context);
    }
}
