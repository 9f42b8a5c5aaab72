package dev.tidemark.driver.cassandra;

import module java.base;
import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.internal.core.connection.ConstantReconnectionPolicy;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.param.Values;

/** Opens the client's session, which all connections are of, anew when it has lost its only node; knows its errors. */
final class CassandraConnector implements Connector<CassandraConnection> {

    private static final Duration RECONNECT = Duration.ofSeconds(1);

    private final List<ConnectionSettings> nodes;
    private final Values values;
    private final Object opening = new Object();
    /** Null until it is needed. */
    private volatile CassandraConnection.Shared current;
    private volatile boolean closed;

    CassandraConnector(List<ConnectionSettings> nodes, Values values) {
        this.nodes = nodes;
        this.values = values;
    }

    /** @throws NoClassDefFoundError when it is missing */
    static void loadClient() {
        CqlSession.class.getName();
    }

    /** The session, where there is one that works. */
    Optional<CqlSession> session() {
        return Optional.ofNullable(current).filter(shared -> !shared.isLost())
                .map(CassandraConnection.Shared::session);
    }

    @Override
    public CassandraConnection connect() throws Exception {
        synchronized (opening) {
            if (current == null || current.isLost()) {
                closeCurrent();
                current = new CassandraConnection.Shared(open());
            }
            if (closed) {
                closeCurrent();
                throw new IOException("the target was closed");
            }
            return new CassandraConnection(current);
        }
    }

    private CqlSession open() throws Exception {
        ConnectionSettings settings = nodes.getFirst();
        CqlSessionBuilder builder = CqlSession.builder().withConfigLoader(options(settings))
                .withClassLoader(CassandraConnector.class.getClassLoader());
        nodes.forEach(node -> builder.addContactPoint(new InetSocketAddress(node.host(), node.port())));
        values.find(CassandraParams.LOCAL_DATACENTER).ifPresent(builder::withLocalDatacenter);
        if (settings.user().isPresent() || settings.password().isPresent()) {
            builder.withAuthCredentials(settings.user().orElse(""), settings.password().orElse(""));
        }
        settings.tls().ifPresent(tls -> builder.withSslEngineFactory(
                new ProgrammaticSslEngineFactory(tls.context(), null, !tls.insecure())));
        try {
            return builder.build();
        } catch (RuntimeException e) {
            throw CassandraConnection.cause(e);
        }
    }

    /** The client's own defaults, but for times, and that a node that was lost is tried every second. */
    private DriverConfigLoader options(ConnectionSettings settings) {
        Duration connect = settings.connectTimeout();
        return DriverConfigLoader.programmaticBuilder(CassandraConnector.class.getClassLoader())
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, settings.operationTimeout())
                .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, connect)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, connect)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, connect)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, connect)
                .withClass(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, DcInferringLoadBalancingPolicy.class)
                .withClass(DefaultDriverOption.RECONNECTION_POLICY_CLASS, ConstantReconnectionPolicy.class)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECT)
                .withBytes(DefaultDriverOption.PROTOCOL_MAX_FRAME_LENGTH, Failure.MOST_BYTES)
                .withBoolean(DefaultDriverOption.NETTY_DAEMON, true).build();
    }

    @Override
    public boolean isAlive(CassandraConnection connection) {
        return !connection.shared().isLost();
    }

    /** {@inheritDoc} Others have the session, too. */
    @Override
    public void close(CassandraConnection connection) {}

    /** {@inheritDoc} What waits for an answer fails. */
    @Override
    public void close() {
        closed = true;
        closeCurrent();
    }

    private void closeCurrent() {
        CassandraConnection.Shared open = current;
        if (open != null) {
            open.session().forceCloseAsync();
        }
    }

    @Override
    public String place(ConnectionSettings any) {
        return nodes.stream().map(ConnectionSettings::address).collect(Collectors.joining(", "));
    }

    @Override
    public Failure failure(Exception e) {
        return failureOf(e);
    }

    /** Too few replicas are a refusal: to come back later helps nobody while they are down. */
    static Failure failureOf(Exception e) {
        return switch (e) {
            case OverloadedException _, BootstrappingException _, BusyConnectionException _ -> Failure.OVERLOADED;
            case ReadTimeoutException _, WriteTimeoutException _, CASWriteUnknownException _ -> Failure.GIVEN_UP;
            case DriverTimeoutException _ -> Failure.TIMED_OUT;
            case AllNodesFailedException _, NodeUnavailableException _, ClosedConnectionException _,
                    HeartbeatException _ -> Failure.BROKEN;
            default -> Failure.of(e);
        };
    }
}
