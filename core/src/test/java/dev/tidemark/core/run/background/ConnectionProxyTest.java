package dev.tidemark.core.run.background;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Before a server that sends back what it is sent, and ends when its client has. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionProxyTest {

    private static final long MILLI = 1_000_000L;

    private ServerSocket server;
    private ConnectionProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket client = server.accept();
                    Thread.ofVirtual().start(() -> echo(client));
                }
            } catch (IOException e) {
                // it was closed
            }
        });
        proxy = new ConnectionProxy("127.0.0.1", server.getLocalPort(), Clock.system(), 1000);
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // it was cut
        }
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private Socket connect() throws IOException {
        return new Socket("127.0.0.1", proxy.port());
    }

    private static byte[] bytes(long seed, int most) {
        Random random = new Random(seed);
        byte[] bytes = new byte[1 + random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void send(Socket to, byte[] bytes) {
        Thread.ofVirtual().start(() -> {
            try {
                to.getOutputStream().write(bytes);
                to.shutdownOutput();
            } catch (IOException e) {
                // its reader will tell
            }
        });
    }

    /** Nanoseconds until all came back, and the end with it. */
    private long echoed(byte[] bytes) throws IOException {
        long begun = System.nanoTime();
        try (Socket socket = connect()) {
            send(socket, bytes);
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(bytes);
        }
        return System.nanoTime() - begun;
    }

    @Test
    void allThatIsSentArrivesInItsOrderWhateverIsDoneToItMeanwhile() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Thread disturbing = Thread.ofVirtual().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                proxy.delay(random.nextInt(3) * MILLI);
                proxy.throttle(random.nextBoolean() ? 0 : 50_000_000);
                Clock.system().sleepUntil(System.nanoTime() + MILLI);
            }
        });
        for (int i = 0; i < 50; i++) {
            byte[] bytes = bytes(seed + i, 1 << 20);
            try (Socket socket = connect()) {
                send(socket, bytes);
                assertThat(socket.getInputStream().readAllBytes()).as("seed %d", seed).isEqualTo(bytes);
            }
        }
        disturbing.interrupt();
        disturbing.join();
        assertThat(proxy.carried()).isEqualTo(50);
        while (proxy.cut() > 0) { // each end is told by a thread of its own
            Thread.onSpinWait();
        }
    }

    @Test
    void whatIsDelayedComesSoMuchLaterEachWayHoweverMuchItIs() throws Exception {
        proxy.delay(30 * MILLI);
        assertThat(echoed(bytes(1, 10))).isGreaterThanOrEqualTo(60 * MILLI);
        byte[] many = new byte[64 << 20]; // a thousand chunks, which one after the other would take a minute
        assertThat(echoed(many)).isGreaterThanOrEqualTo(60 * MILLI);
    }

    @Test
    void whatIsThrottledTakesAsLongAsItsBytesAllow() throws Exception {
        proxy.throttle(1_000_000);
        assertThat(echoed(new byte[100_000])).as("both ways").isGreaterThanOrEqualTo(190 * MILLI);
    }

    @Test
    void whatIsCutEndsAtOnceAndNothingIsLetThroughUntilItIsOver() throws Exception {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(7);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
            proxy.refuse(true);
            assertThat(proxy.cut()).isEqualTo(1);
            assertThat(end(socket)).isTrue();
        }
        try (Socket socket = connect()) {
            assertThat(end(socket)).isTrue();
        }
        proxy.refuse(false);
        assertThat(echoed(bytes(2, 100))).isPositive();
    }

    private static boolean end(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void aServerThatIsGoneIsTheEndOfWhoConnects() throws Exception {
        try (Socket gone = new Socket()) {
            gone.bind(new InetSocketAddress("127.0.0.1", 0)); // a port that nobody listens on, nor can take meanwhile
            proxy.close();
            proxy = new ConnectionProxy("127.0.0.1", gone.getLocalPort(), Clock.system(), 1000);
            try (Socket socket = connect()) {
                assertThat(end(socket)).isTrue();
            }
            assertThat(proxy.carried()).isZero();
        }
    }
}
