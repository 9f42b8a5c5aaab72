package dev.tidemark.driver.postgres;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;

/** How a server is reached and used. */
final class PostgresParams {

    /** What a commit waits for. */
    enum SynchronousCommit {
        ON, OFF, LOCAL, REMOTE_WRITE, REMOTE_APPLY;

        /** As the server writes it. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How the documents of a transaction go to the server. */
    enum DocumentInsert {
        MULTI_ROW, STATEMENTS, COPY
    }

    /** How statements go to the server. */
    enum Protocol {
        PREPARED, EXTENDED, SIMPLE
    }

    /** How the numbers of a vector are stored: of 4 bytes or of 2. */
    enum VectorType {
        VECTOR, HALFVEC
    }

    /** By what the neighbours of a vector are found. */
    enum VectorIndex {
        HNSW, IVFFLAT, NONE
    }

    /** Whether a search goes on where a filter has left too few of what it found. */
    enum IterativeScan {
        OFF, RELAXED, STRICT
    }

    /** Which of several servers reads are sent to; writes go to the primary then. */
    enum ReadFrom {
        PRIMARY, ANY, REPLICA
    }

    /** What compacting does. */
    enum Vacuum {
        PLAIN, FULL
    }

    static final Param<String> ADDRESS = ConnectionParams.addresses("127.0.0.1:5432").asMain()
            .help("Where the server is: host:port; of several with commas between, each connection goes to the first "
                    + "that takes it, or that is of the kind that targetServerType in properties names.");

    /** Those of https://jdbc.postgresql.org/documentation/use/ that say how a session is, and what is sent how. */
    static final Param<String> PROPERTIES = SqlParams.properties("pgJDBC", new TreeSet<>(Set.of("ApplicationName",
            "adaptiveFetch", "adaptiveFetchMaximum", "adaptiveFetchMinimum", "assumeMinServerVersion", "autosave",
            "binaryTransfer", "binaryTransferDisable", "binaryTransferEnable", "cancelSignalTimeout", "channelBinding",
            "cleanupSavepoints", "currentSchema", "defaultRowFetchSize", "hostRecheckSeconds", "kerberosServerName",
            "loadBalanceHosts", "maxResultBuffer", "options", "preparedStatementCacheQueries",
            "preparedStatementCacheSizeMiB", "readOnly", "readOnlyMode", "receiveBufferSize", "sendBufferSize",
            "targetServerType", "tcpKeepAlive", "tcpNoDelay", "useSpnego")));

    static final Param<ReadFrom> READ_FROM = Param.oneOf("read-from", ReadFrom.class)
            .orElse("wherever writes go").changing(REOPEN)
            .help("Which of the servers in address workers read from by keys, indexes and searches, while all else "
                    + "goes to the primary. primary: that one, over the same connections; any: any of them, drawn anew "
                    + "for each connection; replica: a standby, likewise drawn. What a standby answers may be older "
                    + "than what was acknowledged.").asMain();

    static final Param<String> DATABASE = Param.text("database").reaching(Reach.DATA)
            .byDefault("postgres").changing(REOPEN)
            .help("Name of the database in which the namespace, a schema, is made; it must be there already.");

    /**
     * Off loses at the most what was committed within three times wal_writer_delay; all others wait for the local disk
     * (https://www.postgresql.org/docs/current/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT).
     */
    static final Param<SynchronousCommit> SYNCHRONOUS_COMMIT = Param.oneOf("synchronous-commit",
            SynchronousCommit.class).orElse(ConnectionParams.AS_THE_SERVER_HAS_IT).changing(REOPEN)
            .help("What the commits of this target wait for. off: for nothing, so that a crash may lose the last ones; "
                    + "local: for the write-ahead log on the server's disk; on: for that and synchronous standbys' "
                    + "disks; remote-write, remote-apply: for less or more of the standbys.")
            .states(SynchronousCommit.ON, Durability.DURABLE).states(SynchronousCommit.LOCAL, Durability.DURABLE)
            .states(SynchronousCommit.REMOTE_WRITE, Durability.DURABLE)
            .states(SynchronousCommit.REMOTE_APPLY, Durability.DURABLE)
            .states(SynchronousCommit.OFF, Durability.LAST_INTERVAL).asMain();

    static final Param<String> SESSION_TIME_ZONE = ConnectionParams.sessionTimeZone();

    static final Param<Vacuum> VACUUM = Param.oneOf("vacuum", Vacuum.class).byDefault(Vacuum.PLAIN).changing(REOPEN)
            .help("What compacting does. plain: makes the space of dead rows free for new ones, concurrently; full: "
                    + "writes the tables anew and gives the space back, while everybody waits.");

    static final Param<DocumentInsert> DOCUMENT_INSERT = Param.oneOf("document-insert", DocumentInsert.class)
            .byDefault(DocumentInsert.MULTI_ROW).changing(REOPEN)
            .help("How the documents of a transaction go to the server. multi-row: as inserts of several rows; "
                    + "statements: as one insert each, sent together; copy: by COPY, which fails where a document is "
                    + "there already. The first two also say how batches of other inserts go.");

    static final Param<Protocol> PROTOCOL = Param.oneOf("protocol", Protocol.class).byDefault(Protocol.PREPARED)
            .changing(REOPEN)
            .help("How statements go to the server. prepared: each is parsed when it is first met; extended: each "
                    + "time, with its values apart; simple: each time, with its values in the text.");

    static final Param<VectorType> VECTOR_TYPE = Param.oneOf("vector-type", VectorType.class)
            .byDefault(VectorType.VECTOR).changing(REBUILD)
            .help("How the numbers of a vector are stored. vector: in 4 bytes each; halfvec: in 2 (pgvector 0.7 and "
                    + "later).");

    static final Param<VectorIndex> VECTOR_INDEX = Param.oneOf("vector-index", VectorIndex.class)
            .byDefault(VectorIndex.HNSW).changing(REBUILD)
            .help("By what the neighbours of a vector are found. hnsw: a graph; ivfflat: lists of vectors that lie "
                    + "together, as "
                    + "many as the root of the number of documents; none: by looking at all, which is exact.");

    static final Param<IterativeScan> ITERATIVE_SCAN = Param.oneOf("iterative-scan", IterativeScan.class)
            .byDefault(IterativeScan.OFF).changing(REOPEN)
            .help("Whether a search by vector goes on where the filter lets too few of the candidates through "
                    + "(pgvector 0.8 "
                    + "and later). off: no, so that fewer hits are answered; relaxed: yes; strict: yes, in the exact "
                    + "order of distance, with hnsw alone.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(ConnectionParams.SOCKET, DATABASE, SqlParams.BEGIN, PROPERTIES, READ_FROM,
                    SYNCHRONOUS_COMMIT,
                    DOCUMENT_INSERT, PROTOCOL, SESSION_TIME_ZONE, VACUUM, SqlParams.SHARDS, SqlParams.FETCH_SIZE,
                    VECTOR_TYPE, VECTOR_INDEX, SearchParams.DISTANCE, SearchParams.HNSW_M,
                    SearchParams.HNSW_EF_CONSTRUCTION, ITERATIVE_SCAN))
            .with(VectorSettings::complaint, PostgresParams::writesGoToThePrimary,
                    ConnectionParams::zoneIsAName, PostgresParams::certificateIsShown);

    private PostgresParams() {}

    private static Optional<String> writesGoToThePrimary(Values values) {
        String type = SqlParams.properties(values, PROPERTIES).getOrDefault("targetServerType", "primary");
        return values.find(READ_FROM).isEmpty() || isPrimary(type) ? Optional.empty()
                : Optional.of("read-from: all but reads goes to the primary with it; take targetServerType=" + type
                        + " out of properties");
    }

    private static boolean isPrimary(String serverType) {
        return serverType.equals("primary") || serverType.equals("master");
    }

    /** Whether each connection goes to a host that is drawn, so that what one of them tells is not what all do. */
    static boolean drawsHosts(Values values) {
        Map<String, String> properties = SqlParams.properties(values, PROPERTIES);
        return Boolean.parseBoolean(properties.get("loadBalanceHosts")) && values.get(ADDRESS).contains(",")
                && values.find(READ_FROM).isEmpty() && ConnectionParams.socket(values).isEmpty()
                && !isPrimary(properties.getOrDefault("targetServerType", "any"));
    }

    /** By the class with which pgJDBC asks those that Java knows about the server it shows none. */
    private static Optional<String> certificateIsShown(Values values) {
        boolean shown = values.get(ConnectionParams.INSECURE) || values.find(ConnectionParams.TLS_AUTHORITY).isPresent();
        return values.find(ConnectionParams.TLS_CERTIFICATE).isEmpty() || shown ? Optional.empty()
                : Optional.of("tls-certificate: with this driver it goes with tls-authority only, the file with the "
                        + "certificates of those who may vouch for the server's");
    }
}
