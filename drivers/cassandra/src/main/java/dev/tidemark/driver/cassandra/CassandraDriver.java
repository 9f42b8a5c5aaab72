package dev.tidemark.driver.cassandra;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Values;

/** Apache Cassandra. */
public final class CassandraDriver extends DeclaredDriver {

    /** No scan, as keys lie in the order of their hashes, and no walk, as nothing is as at one moment. */
    public CassandraDriver() {
        super("cassandra", "Apache Cassandra, rows on many nodes, through its own client for Java.",
                CassandraParams.ALL, CassandraMeasures.ALL, EnumSet.of(Capability.DOCUMENT_WRITER,
                Capability.DOCUMENT_READER, Capability.KEYSPACES, Capability.KEY_VALUES, Capability.TRANSACTIONS,
                Capability.DELETE, Capability.HEAD, Capability.INDEX, Capability.COMPACT, Capability.MAINTENANCE,
                Capability.STATEMENTS));
    }

    @Override
    public Set<Capability> capabilities(Values values) {
        Set<Capability> all = capabilities();
        if (!values.get(CassandraParams.LOGGED_BATCHES)) {
            all.remove(Capability.TRANSACTIONS);
        }
        if (values.find(CassandraParams.JMX_PORT).isEmpty()) {
            all.removeAll(EnumSet.of(Capability.COMPACT, Capability.MAINTENANCE));
        }
        return all;
    }

    @Override
    public Set<Maintenance> maintenance() {
        return EnumSet.of(Maintenance.CHECKPOINT, Maintenance.REPAIR);
    }

    @Override
    public String compaction() {
        return "Flushes the tables of the keyspace and compacts each as a whole, one node after the other, as nodetool "
                + "compact does; it takes jmx-port.";
    }

    /** {@inheritDoc} See commitlog_sync in Cassandra's documentation of cassandra.yaml. */
    @Override
    public StatedDurability durability() {
        String sync = "server-commitlog-sync";
        return StatedDurability.NOTHING.fact(sync, "periodic", Durability.LAST_INTERVAL)
                .fact(sync, "group", Durability.DURABLE).fact(sync, "batch", Durability.DURABLE);
    }

    @Override
    public StatementLanguage statements(Values values) {
        return CqlLanguage.INSTANCE;
    }

    /** {@inheritDoc} For Guava within the client. */
    @Override
    public List<String> jvmFlags() {
        return List.of("--sun-misc-unsafe-memory-access=allow");
    }

    /** {@inheritDoc} Nodes tell each other's addresses. */
    @Override
    public boolean isReachedByAddressOnly(Values values) {
        return false;
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            CassandraConnector.loadClient();
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the Cassandra client library (java-driver-core) is not on the class path", e);
        }
        return CassandraTarget.open(values, context);
    }
}
