package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.StatedDurability.Fact;
import dev.tidemark.core.driver.language.SqlLexer;
import dev.tidemark.core.driver.language.SqlTrait;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Values;

/** The server MariaDB. */
public final class MariaDbDriver extends DeclaredDriver {

    public MariaDbDriver() {
        super("mariadb", "MariaDB, an SQL server, and MySQL by the same protocol, through MariaDB Connector/J.",
                MariaDbParams.ALL, MariaDbMeasures.ALL, EnumSet.of(Capability.DOCUMENT_WRITER,
                Capability.DOCUMENT_READER, Capability.KEYSPACES, Capability.KEY_VALUES, Capability.TRANSACTIONS,
                Capability.DELETE, Capability.HEAD, Capability.INDEX, Capability.SCAN, Capability.WALK,
                Capability.COMPACT, Capability.MAINTENANCE, Capability.STATEMENTS, Capability.STATEMENT_COPY,
                Capability.API_STYLES));
    }

    /** {@inheritDoc} Copying takes a file that the server asks for. */
    @Override
    public Set<Capability> capabilities(Values values) {
        Set<Capability> all = capabilities();
        if (!values.get(MariaDbParams.LOCAL_INFILE)) {
            all.remove(Capability.STATEMENT_COPY);
        }
        return all;
    }

    @Override
    public Set<Maintenance> maintenance() {
        return EnumSet.of(Maintenance.CHECKPOINT);
    }

    @Override
    public List<ApiStyle> styles() {
        return SqlStyle.declared(MariaDbStyles.ALL);
    }

    @Override
    public String compaction() {
        return "Writes the tables anew while workers go on (ALTER TABLE … FORCE, which OPTIMIZE TABLE is for InnoDB), "
                + "gives the space of deleted rows back to the disk, and learns what is planned with (ANALYZE TABLE).";
    }

    /**
     * {@inheritDoc} 0 and 2 force the log once a second; 3 forces it as often as 1, or more
     * (https://mariadb.com/docs/server/server-usage/storage-engines/innodb/innodb-system-variables#innodb_flush_log_at_trx_commit).
     * Without the doublewrite buffer, a page that a power failure tears cannot be repaired. With a binary log, 1 forces
     * only that a transaction is prepared: after a power failure one that is not in the binary log either is rolled
     * back, unless its commit was forced with what came later, a second later at the latest
     * (https://mariadb.com/docs/server/server-usage/storage-engines/innodb/binary-log-group-commit-and-innodb-flushing-performance).
     */
    @Override
    public StatedDurability durability() {
        String flush = "server-innodb-flush-log-at-trx-commit";
        return StatedDurability.NOTHING.fact(flush, "0", Durability.LAST_INTERVAL).fact(flush, "1", Durability.DURABLE)
                .fact(flush, "2", Durability.LAST_INTERVAL).fact(flush, "3", Durability.DURABLE)
                .where(Durability.LAST_INTERVAL, Fact.is("server-log-bin", "ON"),
                        Fact.isNot("server-sync-binlog", "1"), Fact.is(flush, "1"))
                .fact("server-innodb-doublewrite", "OFF", Durability.OS_BUFFERED)
                .fact("server-innodb-flush-method", "nosync", Durability.OS_BUFFERED);
    }

    @Override
    public StatementLanguage statements(Values values) {
        return text -> new SqlLexer(text, SqlTrait.OF_MYSQL);
    }

    /** {@inheritDoc} As in {@code mariadb://user@host:3306/database} or {@code mysql://…}. */
    @Override
    public Optional<UrlForm> url() {
        return Optional.of(MariaDbUrl.FORM);
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            MariaDbClient.load();
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the MariaDB client library (mariadb-java-client) is not on the class path", e);
        }
        return MariaDbTarget.open(values, context);
    }
}
