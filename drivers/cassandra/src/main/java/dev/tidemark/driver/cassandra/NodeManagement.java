package dev.tidemark.driver.cassandra;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.time.Clock;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectionNotification;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * What nodes do on request, which is asked for over JMX, as nodetool does. It is waited for until it is done, its
 * progress is no more wanted or this is closed; what is in progress on a node then goes on there.
 */
final class NodeManagement {

    static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
    private static final long LOOK = 200_000_000L;
    /** Where there is a load, some are always being removed. */
    private static final int MOST_LOOKS = 25;

    private final ConnectionSettings settings;
    private final Optional<Long> port;
    private final String keyspace;
    private final Clock clock;
    private volatile boolean closed;

    NodeManagement(ConnectionSettings settings, Optional<Long> port, String keyspace, Clock clock) {
        this.settings = settings;
        this.port = port;
        this.keyspace = keyspace;
        this.clock = clock;
    }

    /** Something done on one node. */
    private interface ManagementCall {
        void on(JMXConnector connector, MBeanServerConnection node) throws Exception;
    }

    /** A thread of its own waits for the node, as neither connecting nor asking has a limit of time. */
    private void at(String host, Progress progress, ManagementCall work) throws DriverException {
        long jmx = port.orElseThrow(() -> new DriverException("nodes do that when they are told over JMX; set "
                + CassandraParams.JMX_PORT.name()));
        String address = new ConnectionSettings.Address(host, Math.toIntExact(jmx)).toString();
        FutureTask<Void> call = new FutureTask<>(() -> {
            ask(address, work);
            return null;
        });
        clock.startVirtual("cassandra-jmx", call);
        try {
            while (!closed && !isDone(call)) {
                progress.report(0, 0);
            }
        } catch (ExecutionException e) {
            String message = e.getCause().getMessage();
            throw new DriverException(settings.oneLine("JMX at " + address + ": "
                    + (message == null ? e.getCause().getClass().getSimpleName() : message)), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            call.cancel(true);
        }
    }

    private static boolean isDone(FutureTask<Void> call) throws ExecutionException, InterruptedException {
        try {
            call.get(LOOK, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private void ask(String address, ManagementCall work) throws Exception {
        Map<String, Object> login = settings.user().isEmpty() ? Map.of() : Map.of(JMXConnector.CREDENTIALS,
                new String[] {settings.user().get(), settings.password().orElse("")});
        try (JMXConnector connector = JMXConnectorFactory.connect(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi"), login)) {
            work.on(connector, connector.getMBeanServerConnection());
        }
    }

    private static Object ask(MBeanServerConnection node, String operation, Object[] arguments, Class<?>... types)
            throws JMException, IOException {
        String[] signature = new String[types.length];
        for (int i = 0; i < types.length; i++) {
            signature[i] = types[i].getName();
        }
        return node.invoke(new ObjectName(STORAGE), operation, arguments, signature);
    }

    /** Brings what is in memory to data files. */
    void flush(String host, Progress progress) throws DriverException {
        at(host, progress, (_, node) -> flush(node));
    }

    private void flush(MBeanServerConnection node) throws JMException, IOException {
        ask(node, "forceKeyspaceFlush", new Object[] {keyspace, new String[0]}, String.class, String[].class);
    }

    /** Flushes, and compacts each table as a whole; files of before are still removed for a moment then. */
    void compact(String host, Progress progress) throws DriverException {
        at(host, progress, (_, node) -> {
            flush(node);
            ask(node, "forceKeyspaceCompaction", new Object[] {false, keyspace, new String[0]}, boolean.class,
                    String.class, String[].class);
            for (int i = 0; i < MOST_LOOKS && size(node, "Live") < size(node, "Total"); i++) {
                clock.sleepUntil(clock.nanoTime() + LOOK);
            }
        });
    }

    /** Bytes of the keyspace's SSTables. @param which those that are live, or all that are still there */
    private long size(MBeanServerConnection node, String which) throws JMException, IOException {
        return ((Number) node.getAttribute(new ObjectName("org.apache.cassandra.metrics:type=Keyspace,keyspace="
                + keyspace + ",name=" + which + "DiskSpaceUsed"), "Value")).longValue();
    }

    /** Repairs in full what the node is the first replica of: done by all, everything is repaired once. */
    void repair(String host, Progress progress) throws DriverException {
        Map<String, String> options = new HashMap<>(); // of a class that a node on Java 8 has, too
        options.put("primaryRange", "true");
        options.put("incremental", "false");
        options.put("parallelism", "parallel");
        at(host, progress, (connector, node) -> {
            Repairs repairs = new Repairs();
            connector.addConnectionNotificationListener(repairs, null, null);
            node.addNotificationListener(new ObjectName(STORAGE), repairs, null, null);
            int command = (Integer) ask(node, "repairAsync", new Object[] {keyspace, options}, String.class, Map.class);
            if (command > 0) { // 0 is no command: nothing was to be repaired
                repairs.await(command);
            }
        });
    }

    /**
     * What a node says of its repairs: numbers of ProgressEventType, as nodetool reads them. The state that a node has
     * of a repair cannot be asked for instead: it is told in a class of Guava's, which is not here.
     */
    private static final class Repairs implements NotificationListener {

        private static final int ERROR = 2;
        private static final int ABORT = 3;
        private static final int COMPLETE = 5;

        private final Map<String, CompletableFuture<Void>> ends = new ConcurrentHashMap<>();
        /** Fails when something that a node said may not have come here. */
        private final CompletableFuture<Void> deaf = new CompletableFuture<>();

        private CompletableFuture<Void> end(String repair) {
            return ends.computeIfAbsent(repair, _ -> new CompletableFuture<>());
        }

        @Override
        public void handleNotification(Notification notification, Object handback) {
            if (notification instanceof JMXConnectionNotification) {
                deaf.completeExceptionally(new IOException("how the repair ended is not known: "
                        + notification.getMessage()));
            } else if (notification.getUserData() instanceof Map<?, ?> state
                    && state.get("type") instanceof Integer type) {
                CompletableFuture<Void> end = end(String.valueOf(notification.getSource()));
                switch (type) {
                    case ERROR, ABORT -> end.completeExceptionally(new IOException("the repair failed: "
                            + notification.getMessage()));
                    case COMPLETE -> end.complete(null);
                    default -> { }
                }
            }
        }

        void await(int command) throws IOException, InterruptedException {
            try {
                CompletableFuture.anyOf(deaf, end("repair:" + command)).get();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause().getMessage(), e.getCause());
            }
        }
    }

    void close() {
        closed = true;
    }
}
