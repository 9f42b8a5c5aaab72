package dev.tidemark.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.time.Clock;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import javax.management.StandardEmitterMBean;
import javax.management.StandardMBean;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** By the management of a node that is none. */
@Timeout(60)
class NodeManagementTest {

    private static final int ERROR = 2;
    private static final int COMPLETE = 5;
    private static final String HOST = "127.0.0.1";

    static {
        System.setProperty("java.rmi.server.hostname", HOST);
    }

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final NotificationBroadcasterSupport notifications = new NotificationBroadcasterSupport();
    private final CountDownLatch compacted = new CountDownLatch(1);
    private volatile IntSupplier repair = () -> 0;
    private final AtomicInteger looks = new AtomicInteger();
    private Registry registry;
    private JMXConnectorServer server;
    private String address;
    private NodeManagement management;

    /** As Cassandra calls them. */
    public interface Storage {
        int repairAsync(String keyspace, Map<String, String> options);

        void forceKeyspaceFlush(String keyspace, String... tables);

        void forceKeyspaceCompaction(boolean split, String keyspace, String... tables) throws InterruptedException;
    }

    /** A gauge. */
    public interface Size {
        long getValue();
    }

    private final class Node implements Storage {
        @Override
        public int repairAsync(String keyspace, Map<String, String> options) {
            int command = repair.getAsInt();
            asked.add("repair " + keyspace);
            return command;
        }

        @Override
        public void forceKeyspaceFlush(String keyspace, String... tables) {
            asked.add("flush " + keyspace);
        }

        @Override
        public void forceKeyspaceCompaction(boolean split, String keyspace, String... tables)
                throws InterruptedException {
            asked.add("compact " + keyspace);
            compacted.await();
        }
    }

    @BeforeEach
    void start() throws Exception {
        MBeanServer beans = MBeanServerFactory.newMBeanServer();
        beans.registerMBean(new StandardEmitterMBean(new Node(), Storage.class, notifications),
                new ObjectName(NodeManagement.STORAGE));
        size(beans, "Live", () -> 1);
        size(beans, "Total", () -> looks.incrementAndGet() < 3 ? 2 : 1);
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        address = HOST + ":" + port;
        RMIServerSocketFactory local = p -> new ServerSocket(p, 0, InetAddress.getLoopbackAddress());
        registry = LocateRegistry.createRegistry(port, null, local);
        server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi"),
                Map.of(RMIConnectorServer.RMI_SERVER_SOCKET_FACTORY_ATTRIBUTE, local), beans);
        server.start();
        Context context = new Context(Clock.system(), Path.of("."), Secrets.ofThisProcess(), _ -> { }, () -> false);
        management = new NodeManagement(ConnectionSettings.of(CassandraParams.ALL.defaults(), CassandraParams.ADDRESS,
                context), Optional.of((long) port), "bench", Clock.system());
    }

    @AfterEach
    void stop() throws IOException {
        compacted.countDown();
        server.stop();
        UnicastRemoteObject.unexportObject(registry, true);
    }

    private static void size(MBeanServer beans, String which, IntSupplier bytes) throws Exception {
        Size size = bytes::getAsInt;
        beans.registerMBean(new StandardMBean(size, Size.class), new ObjectName(
                "org.apache.cassandra.metrics:type=Keyspace,keyspace=bench,name=" + which + "DiskSpaceUsed"));
    }

    /** As Cassandra's JMXProgressSupport does. */
    private void notify(String source, int type, String message) {
        Notification notification = new Notification("progress", source, 1, message);
        notification.setUserData(Map.of("type", type, "progressCount", 1, "total", 1));
        notifications.sendNotification(notification);
    }

    /** Does something once when the node was asked. */
    private Progress onceAsked(String what, Runnable then) {
        AtomicBoolean done = new AtomicBoolean();
        return (_, _) -> {
            if (asked.contains(what) && done.compareAndSet(false, true)) {
                then.run();
            }
        };
    }

    @Test
    void aRepairIsWaitedForUntilTheNodeSaysThatItHasEnded() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        repair = () -> {
            notify("repair:6", ERROR, "another one");
            notify("repair:6", COMPLETE, "another one");
            return 7;
        };
        management.repair(HOST, onceAsked("repair bench", () -> {
            ended.set(true);
            notify("repair:7", COMPLETE, "done");
        }));
        assertThat(ended).isTrue();
    }

    @Test
    void aRepairMayHaveEndedBeforeItsNumberIsKnownAndMayHaveNothingToDo() throws Exception {
        repair = () -> {
            notify("repair:7", COMPLETE, "done");
            return 7;
        };
        management.repair(HOST, Progress.none());
        repair = () -> 0;
        management.repair(HOST, Progress.none());
        assertThat(asked).containsExactly("repair bench", "repair bench");
    }

    @Test
    void aRepairThatFailsSaysWhy() {
        repair = () -> {
            notify("repair:7", ERROR, "a replica\nis down");
            notify("repair:7", COMPLETE, "done");
            return 7;
        };
        assertThatThrownBy(() -> management.repair(HOST, Progress.none()))
                .hasMessage("JMX at " + address + ": the repair failed: a replica; is down");
    }

    /** Else its end would be waited for that nobody can tell. */
    @Test
    void aNodeThatIsLostWhileItRepairsIsAFailure() {
        repair = () -> 7;
        assertThatThrownBy(() -> management.repair(HOST, onceAsked("repair bench", () -> {
            try {
                server.stop();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }))).hasMessageStartingWith("JMX at " + address + ": how the repair ended is not known: ");
    }

    @Test
    void compactingFlushesFirstAndEndsWhenTheFilesOfBeforeAreGone() throws Exception {
        compacted.countDown();
        management.compact(HOST, Progress.none());
        assertThat(asked).containsExactly("flush bench", "compact bench");
        assertThat(looks).hasValue(3);
    }

    /** It goes on there. */
    @Test
    void whatANodeDoesIsNotWaitedForOnceNobodyWantsIt() {
        IllegalStateException over = new IllegalStateException("the load is over");
        assertThatThrownBy(() -> management.compact(HOST, onceAsked("compact bench", () -> {
            throw over;
        }))).isSameAs(over);
        assertThat(compacted.getCount()).isEqualTo(1);
    }

    @Test
    void closingEndsTheWaiting() throws Exception {
        management.compact(HOST, onceAsked("compact bench", management::close));
        assertThat(compacted.getCount()).isEqualTo(1);
    }
}
