package dev.tidemark.driver.cassandra;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.time.Clock;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What nodes do on request, which is asked for over JMX, as nodetool does. */
final class NodeManagement {

    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
    private static final long LOOK = 200_000_000L;
    /** Where there is a load, some are always being removed. */
    private static final int MOST_LOOKS = 25;

    private final ConnectionSettings settings;
    private final Optional<Long> port;
    private final String keyspace;
    private final Clock clock;
    private volatile JMXConnector open;
    private volatile boolean closed;

    NodeManagement(ConnectionSettings settings, Optional<Long> port, String keyspace, Clock clock) {
        this.settings = settings;
        this.port = port;
        this.keyspace = keyspace;
        this.clock = clock;
    }

    /** Something done on one node. */
    private interface Work {
        void over(MBeanServerConnection node) throws JMException, IOException;
    }

    private void at(String host, Work work) throws DriverException {
        long at = port.orElseThrow(() -> new DriverException("nodes do that when they are told over JMX; set "
                + CassandraParams.JMX_PORT.name()));
        String url = "service:jmx:rmi:///jndi/rmi://" + host + ":" + at + "/jmxrmi";
        Map<String, Object> login = settings.user().isEmpty() ? Map.of() : Map.of(JMXConnector.CREDENTIALS,
                new String[] {settings.user().get(), settings.password().orElse("")});
        try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(url), login)) {
            open = connector;
            work.over(connector.getMBeanServerConnection());
        } catch (IOException | JMException | RuntimeException e) {
            if (!closed) {
                throw new DriverException("JMX at " + host + ":" + at + ": " + String.valueOf(e.getMessage())
                        .replaceAll("\\s*\\R\\s*", "; "), e);
            }
        } finally {
            open = null;
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
        at(host, this::flush);
    }

    private void flush(MBeanServerConnection node) throws JMException, IOException {
        ask(node, "forceKeyspaceFlush", new Object[] {keyspace, new String[0]}, String.class, String[].class);
    }

    /** Flushes, and compacts each table as a whole; files of before are still removed for a moment then. */
    void compact(String host, Progress progress) throws DriverException {
        at(host, node -> {
            flush(node);
            ask(node, "forceKeyspaceCompaction", new Object[] {false, keyspace, new String[0]}, boolean.class,
                    String.class, String[].class);
            for (int i = 0; i < MOST_LOOKS && !closed && size(node, "Live") < size(node, "Total"); i++) {
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
        at(host, node -> {
            Repairs repairs = new Repairs();
            node.addNotificationListener(new ObjectName(STORAGE), repairs, null, null);
            int command = (Integer) ask(node, "repairAsync", new Object[] {keyspace, Map.of("primaryRange", "true",
                    "incremental", "false", "parallelism", "parallel")}, String.class, Map.class);
            while (command > 0 && !closed && !Thread.currentThread().isInterrupted()
                    && !repairs.haveEnded(command)) { // 0 is no command: nothing was to be repaired
                progress.report(0, 0);
                clock.sleepUntil(clock.nanoTime() + LOOK);
            }
        });
    }

    /** What a node says of its repairs: numbers of ProgressEventType, as nodetool reads them. */
    private static final class Repairs implements NotificationListener {

        private static final int ERROR = 2;
        private static final int ABORT = 3;
        private static final int COMPLETE = 5;

        private final Map<String, String> failed = new ConcurrentHashMap<>();
        private final Set<String> ended = ConcurrentHashMap.newKeySet();

        @Override
        public void handleNotification(Notification told, Object handback) {
            if (told.getUserData() instanceof Map<?, ?> state && state.get("type") instanceof Integer type) {
                String source = String.valueOf(told.getSource());
                if (type == ERROR || type == ABORT) {
                    failed.put(source, String.valueOf(told.getMessage()));
                } else if (type == COMPLETE) {
                    ended.add(source);
                }
            }
        }

        boolean haveEnded(int command) throws IOException {
            String source = "repair:" + command;
            if (failed.containsKey(source)) {
                throw new IOException("the repair failed: " + failed.get(source));
            }
            return ended.contains(source);
        }
    }

    /** What is in progress on a node goes on there, and nobody waits for it. */
    void close() {
        closed = true;
        JMXConnector now = open;
        if (now != null) {
            try {
                now.close();
            } catch (IOException e) {
                // it is given up in any case
            }
        }
    }
}
