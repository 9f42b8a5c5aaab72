package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.JdbcPools;
import dev.tidemark.core.driver.remote.jdbc.JdbcStyles;
import dev.tidemark.core.driver.remote.jdbc.SqlCall;
import dev.tidemark.core.driver.remote.jdbc.SqlCalls;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.mariadb.MariaDbParams.Protocol;
import java.util.List;

/** What {@link MariaDbStyles} make and call. */
final class MariaDbStyleCalls extends JdbcStyles {

    private static final String NOTHING = "DO 0";

    private final Values values;
    private final MariaDbDialect dialect;
    private final ConnectionSettings settings;

    MariaDbStyleCalls(Values values, MariaDbDialect dialect, ConnectionSettings settings) {
        this.values = values;
        this.dialect = dialect;
        this.settings = settings;
    }

    /** {@inheritDoc} How statements go to the server is a style's to say, whatever the settings of others are. */
    @Override
    protected Connections<JdbcConnection> connections(String protocol) {
        boolean prepares = protocol.equals(MariaDbStyles.BINARY);
        Protocol wanted = prepares ? Protocol.PREPARED : Protocol.SIMPLE;
        Values set = values.with(MariaDbParams.PROTOCOL.name(), Types.word(wanted), SettingOrigin.SET);
        return JdbcPools.unshared(MariaDbClient.opener(set),
                new MariaDbDialect(dialect.shards(), prepares, dialect.begin()), settings);
    }

    @Override
    protected List<String> make(ApiStyle style, String table) {
        return dialect.makeStyled(table, style.name().equals(MariaDbStyles.TEXT_COLUMN) ? "LONGTEXT" : "JSON");
    }

    /** {@inheritDoc} What has its values in its text is made anew by the client alone, whether it is kept or not. */
    @Override
    protected SqlCall call(ApiStyle style, JdbcConnection connection, String table) {
        return style.name().equals(MariaDbStyles.IN_TEXT)
                ? SqlCalls.insert(connection::prepare, SqlStyles.insert(table))
                : SqlStyles.call(style, connection::prepare, table, NOTHING);
    }
}
