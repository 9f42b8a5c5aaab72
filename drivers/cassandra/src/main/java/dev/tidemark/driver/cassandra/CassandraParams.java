package dev.tidemark.driver.cassandra;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;

/** How a cluster is reached, what its keyspace and tables are made like, and how many replicas must answer. */
final class CassandraParams {

    /** How many replicas must have answered, by Cassandra's own names. */
    enum Consistency { ONE, TWO, THREE, QUORUM, ALL, LOCAL_ONE, LOCAL_QUORUM, EACH_QUORUM }

    /** By what strategy tables are compacted. */
    enum Compaction {
        SIZE_TIERED("SizeTieredCompactionStrategy"), LEVELED("LeveledCompactionStrategy"),
        TIME_WINDOW("TimeWindowCompactionStrategy"), UNIFIED("UnifiedCompactionStrategy");

        private final String type;

        Compaction(String type) {
            this.type = type;
        }

        String type() {
            return type;
        }
    }

    /** By what tables are compressed. */
    enum Compression {
        LZ4("LZ4Compressor"), ZSTD("ZstdCompressor"), SNAPPY("SnappyCompressor"), DEFLATE("DeflateCompressor"),
        NONE("");

        private final String type;

        Compression(String type) {
            this.type = type;
        }

        String type() {
            return type;
        }
    }

    static final Param<String> ADDRESS = ConnectionParams.addresses("127.0.0.1:9042");

    static final Param<String> LOCAL_DATACENTER = Param.text("local-datacenter").reaching(Reach.NOTHING)
            .orElse("that of the nodes in address").changing(REOPEN)
            .help("Datacenter whose nodes are asked, by the name that the cluster has for it.");

    static final Param<Long> REPLICATION_FACTOR = Param.count("replication-factor").byDefault(1L).atLeast(1).atMost(64)
            .changing(REBUILD)
            .help("Replicas of each key in each datacenter (NetworkTopologyStrategy).").asMain();

    static final Param<Consistency> CONSISTENCY = Param.oneOf("consistency", Consistency.class)
            .byDefault(Consistency.LOCAL_QUORUM).changing(REOPEN)
            .help("How many replicas must have answered before a read is, and a write where write-consistency does not "
                    + "say otherwise.").asMain();

    static final Param<Consistency> WRITE_CONSISTENCY = Param.oneOf("write-consistency", Consistency.class)
            .orElse("that of reads").changing(REOPEN)
            .help("How many replicas must have acknowledged a write before it is.");

    static final Param<Compaction> COMPACTION = Param.oneOf("compaction", Compaction.class)
            .byDefault(Compaction.SIZE_TIERED).changing(REBUILD)
            .help("By what strategy the tables are compacted, with its own defaults; unified takes Cassandra 5.");

    static final Param<Compression> COMPRESSION = Param.oneOf("compression", Compression.class)
            .byDefault(Compression.LZ4).changing(REBUILD).help("By what the tables are compressed.");

    static final Param<Boolean> DURABLE_WRITES = Param.flag("durable-writes").byDefault(true).changing(REBUILD)
            .states(false, Durability.VOLATILE)
            .help("Whether writes go to the commit log (durable_writes), which the server's commitlog_sync forces to "
                    + "the disk.");

    static final Param<Boolean> LOGGED_BATCHES = Param.flag("logged-batches").byDefault(false).changing(REOPEN)
            .help("Whether several updates of one commit are a logged batch: all of them or none. Without, each goes "
                    + "to its own replicas for itself, several at a time.");

    static final Param<Long> JMX_PORT = Param.count("jmx-port").orElse("none").atLeast(1).atMost(65_535)
            .changing(REOPEN)
            .help("Port of JMX on each node, usually 7199, by which nodes are told to flush, compact and repair, with "
                    + "the same user and password; not encrypted.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(LOCAL_DATACENTER, REPLICATION_FACTOR, CONSISTENCY, WRITE_CONSISTENCY, COMPACTION,
                    COMPRESSION, DURABLE_WRITES, LOGGED_BATCHES, JMX_PORT));

    private CassandraParams() {}

    static Consistency writing(Values values) {
        return values.find(WRITE_CONSISTENCY).orElse(values.get(CONSISTENCY));
    }

    /** The name of the keyspace. @throws InvalidInputException when the namespace is none */
    static String keyspace(Values values) {
        String name = values.get(ConnectionParams.NAMESPACE);
        if (!name.matches("\\w{1,48}")) {
            throw new InvalidInputException(ConnectionParams.NAMESPACE.name() + ": '" + name + "' is no name of a "
                    + "keyspace; write at most 48 letters, digits and underscores");
        }
        return name;
    }

    /** What a table is made with, behind its columns. */
    static String options(Values values) {
        Compression compression = values.get(COMPRESSION);
        return " WITH compaction = {'class': '" + values.get(COMPACTION).type() + "'} AND compression = {"
                + (compression == Compression.NONE ? "'enabled': 'false'" : "'class': '" + compression.type() + "'")
                + "}";
    }
}
