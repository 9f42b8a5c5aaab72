package dev.tidemark.core.driver.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
class UnixSocketTest {

    private static final int LARGE = 4 << 20;
    /** A thread for each: of the common pool there may be one alone. */
    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    @TempDir
    private Path folder;
    private Path file;
    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws IOException {
        file = folder.resolve("s");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(file));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private Socket connected() throws IOException {
        return new UnixSocketFactory(file.toString()).createSocket("anywhere", 1);
    }

    /** More than the system holds between the two, both ways, so that both ends wait for room. */
    @Test
    void whatIsSentComesBack() throws Exception {
        try (Socket socket = connected(); SocketChannel other = server.accept()) {
            CompletableFuture<Void> echo = CompletableFuture.runAsync(() -> {
                ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
                try {
                    while (other.read(bytes) >= 0) {
                        bytes.flip();
                        while (bytes.hasRemaining()) {
                            other.write(bytes);
                        }
                        bytes.clear();
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }, THREADS);
            byte[] sent = new byte[LARGE];
            new Random(1).nextBytes(sent);
            CompletableFuture<byte[]> got = CompletableFuture.supplyAsync(() -> {
                try {
                    return socket.getInputStream().readNBytes(LARGE);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }, THREADS);
            socket.getOutputStream().write(sent);
            assertThat(got.get()).isEqualTo(sent);
            assertThat(socket.isConnected()).isTrue();
            socket.close();
            echo.get();
            assertThat(socket.isClosed()).isTrue();
        }
    }

    @Test
    void theEndIsTheEnd() throws Exception {
        try (Socket socket = connected()) {
            try (SocketChannel other = server.accept()) {
                Channels.newOutputStream(other).write(200);
            }
            assertThat(socket.getInputStream().read()).isEqualTo(200);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** And goes on afterwards. */
    @Test
    void whoDoesNotAnswerInTimeIsGivenUp() throws Exception {
        try (Socket socket = connected(); SocketChannel other = server.accept()) {
            socket.setSoTimeout(1);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            Channels.newOutputStream(other).write(9);
            socket.setSoTimeout(0);
            assertThat(socket.getInputStream().read()).isEqualTo(9);
        }
    }

    @Test
    void closingItWakesUpWhoeverReads() throws Exception {
        try (Socket socket = connected(); SocketChannel _ = server.accept()) {
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Throwable> met = CompletableFuture.supplyAsync(() -> {
                begun.countDown();
                try {
                    return new AssertionError("read " + socket.getInputStream().read());
                } catch (IOException e) {
                    return e;
                }
            }, THREADS);
            begun.await();
            socket.close();
            assertThat(met.get()).isInstanceOf(SocketException.class).hasMessage("Socket closed");
            assertThatThrownBy(() -> socket.getOutputStream().write(1)).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void aSocketThatIsNotThereIsToldAtOnce() {
        assertThatThrownBy(() -> new UnixSocketFactory(folder + "/none").createSocket("anywhere", 1))
                .isInstanceOf(IOException.class);
    }
}
