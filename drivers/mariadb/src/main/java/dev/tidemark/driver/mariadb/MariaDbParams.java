package dev.tidemark.driver.mariadb;

import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;

/** How a server is reached and used. */
final class MariaDbParams {

    /** How statements go to the server. */
    enum Protocol {
        PREPARED, SIMPLE
    }

    /** What a transaction sees of others. */
    enum Isolation {
        READ_UNCOMMITTED, READ_COMMITTED, REPEATABLE_READ, SERIALIZABLE;

        /** As the server takes it. */
        String words() {
            return name().replace('_', ' ');
        }

        /** As the server tells it. */
        static Isolation of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:3306");

    /** Those of https://mariadb.com/docs/connectors/mariadb-connector-j that say how a session is and what is sent. */
    static final Param<String> PROPERTIES = SqlParams.properties("MariaDB Connector/J", new TreeSet<>(Set.of(
            "allowMultiQueries", "autocommit", "connectionCollation", "defaultFetchSize", "disablePipeline",
            "enabledSslCipherSuites", "enabledSslProtocolSuites", "maxAllowedPacket", "nullDatabaseMeansCurrent",
            "preserveInstants", "prepStmtCacheSize", "retriesAllDown", "returnMultiValuesGeneratedIds",
            "sessionVariables", "tcpKeepCount", "tcpKeepIdle", "tcpKeepInterval", "tinyInt1isBit", "useAffectedRows",
            "useBulkStmts", "useBulkStmtsForInserts", "useCompression", "useMysqlMetadata", "usePipelineAuth",
            "useReadAheadInput", "yearIsDateType")));

    static final Param<Isolation> ISOLATION = Param.oneOf("isolation", Isolation.class)
            .orElse(ConnectionParams.AS_THE_SERVER_HAS_IT).changing(REOPEN)
            .help("What the transactions of this target see of others, and so how much they lock each other out.");

    static final Param<String> DATABASE = Param.text("database").reaching(Reach.DATA).orElse("none").changing(REOPEN)
            .help("Name of the database in which statements of your own find tables that they name without one; it "
                    + "must be there already. The target's own tables are in a database of their own.");

    static final Param<String> SESSION_TIME_ZONE = ConnectionParams.sessionTimeZone();

    static final Param<Protocol> PROTOCOL = Param.oneOf("protocol", Protocol.class).byDefault(Protocol.PREPARED)
            .changing(REOPEN)
            .help("How statements go to the server. prepared: each is parsed when it is first met; simple: each time, "
                    + "with its values in the text.").asMain();

    static final Param<Boolean> LOCAL_INFILE = Param.flag("local-infile").byDefault(false).changing(REOPEN)
            .reaching(Reach.FILE, on -> on ? List.of("any that a statement names (LOAD DATA LOCAL)") : List.of())
            .help("Whether LOAD DATA LOCAL may send rows to the server, as way: copy of the workload script does; a "
                    + "statement of a script can then name any file, too.");

    static final Param<Long> FETCH_SIZE = Param.count("fetch-size").byDefault(256L).atLeast(1).atMost(1_000_000)
            .changing(REOPEN)
            .help("Rows that a walk over a whole table takes from the server's stream at a time.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(ConnectionParams.SOCKET, DATABASE, SqlParams.BEGIN, PROPERTIES, PROTOCOL, ISOLATION,
                    SESSION_TIME_ZONE, LOCAL_INFILE, SqlParams.SHARDS, FETCH_SIZE))
            .with(ConnectionParams::zoneIsAName);

    private MariaDbParams() {}
}
