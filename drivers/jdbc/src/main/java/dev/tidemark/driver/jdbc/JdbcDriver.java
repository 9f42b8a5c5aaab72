package dev.tidemark.driver.jdbc;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.language.SqlLexer;
import dev.tidemark.core.driver.language.SqlTrait;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.LocalServers;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.remote.jdbc.JdbcTarget;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;

/** Any database with a JDBC driver. */
public final class JdbcDriver extends DeclaredDriver {

    /** In whose place {address} can stand. */
    private static final Pattern WITH_ADDRESS = Pattern.compile(
            "(jdbc:[a-z0-9:+-]+//)([A-Za-z0-9_.-]+:[0-9]{1,5}|\\[[0-9a-fA-F:]+]:[0-9]{1,5})((?:[/;?].*)?)",
            Pattern.DOTALL);

    /** What a URL names behind {@code //} or {@code @}; one without names no host, as of a database in a file. */
    private static final Pattern HOST = Pattern.compile("(?:@//|//|@)(?:\\[([0-9a-fA-F:]+)]|([^/@:;?,()]*))(,?)");

    public JdbcDriver() {
        super("jdbc", "Any SQL database through its own JDBC driver, which you name; the statements are settings.",
                JdbcParams.ALL, MeasureSet.of(RemoteTarget.RECONNECTS, JdbcTarget.WRITE_RETRIES),
                EnumSet.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER, Capability.KEYSPACES,
                Capability.KEY_VALUES, Capability.TRANSACTIONS, Capability.DELETE, Capability.HEAD, Capability.INDEX,
                Capability.SCAN, Capability.WALK, Capability.STATEMENTS, Capability.API_STYLES));
    }

    @Override
    public List<ApiStyle> styles() {
        return GivenStyles.ALL;
    }

    @Override
    public List<ApiStyle> styles(Values values) {
        return SqlStyle.declared(GivenStyles.of(values));
    }

    @Override
    public String compaction() {
        return "No statement for it is common to SQL databases, so that it is left to the server.";
    }

    /** {@inheritDoc} Nothing is asked of the server before a run; what its URL names is known. */
    @Override
    public StatementLanguage statements(Values values) {
        boolean mysql = values.find(JdbcParams.URL).filter(url -> url.startsWith("jdbc:mysql:")
                || url.startsWith("jdbc:mariadb:")).isPresent();
        return mysql ? text -> new SqlLexer(text, SqlTrait.OF_MYSQL) : StatementLanguage.STANDARD;
    }

    /**
     * {@inheritDoc} Every URL of JDBC that no other driver takes; whoever names it says where its JDBC driver is, too.
     */
    @Override
    public Optional<Map<String, String>> reaching(String url) {
        Matcher parts = WITH_ADDRESS.matcher(url);
        return !url.startsWith("jdbc:") ? Optional.empty()
                : Optional.of(parts.matches() ? Map.of(ConnectionParams.ADDRESS, parts.group(2), JdbcParams.URL.name(),
                        parts.group(1) + JdbcParams.ADDRESS_PLACE + parts.group(3)) : Map.of(JdbcParams.URL.name(), url));
    }

    /** {@inheritDoc} The URL alone is what is connected to, which may not take the address in. */
    @Override
    public boolean isReachedByAddressOnly(Values values) {
        return values.find(JdbcParams.URL).filter(url -> url.contains(JdbcParams.ADDRESS_PLACE)).isPresent();
    }

    @Override
    public Optional<Boolean> mayBeElsewhere(Values values) {
        return values.find(JdbcParams.URL).filter(_ -> !isReachedByAddressOnly(values)).map(url -> {
            Matcher host = HOST.matcher(url);
            return host.find() && !(host.group(3).isEmpty()
                    && LocalServers.isHere(host.group(1) == null ? host.group(2) : host.group(1)));
        });
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        return JdbcServerTarget.open(values, context);
    }
}
