package dev.tidemark.core.measure.host;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * How long a packet takes to a server and back: the median of some TCP connections that are made and closed at once. The
 * server's kernel answers these, and not the server.
 */
public final class RoundTrip {

    private static final int CONNECTIONS = 9;
    private static final int PATIENCE_MILLIS = 2000;

    private RoundTrip() {}

    /**
     * Measures it; the name is looked up once, before.
     *
     * @return seconds; empty where no connection can be made
     */
    public static OptionalDouble to(String host, int port, Clock clock) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        double[] seconds = new double[CONNECTIONS];
        for (int i = 0; i < CONNECTIONS; i++) {
            try (Socket socket = new Socket()) {
                long start = clock.nanoTime();
                socket.connect(address, PATIENCE_MILLIS);
                seconds[i] = (clock.nanoTime() - start) / 1e9;
            } catch (IOException e) {
                return OptionalDouble.empty();
            }
        }
        Arrays.sort(seconds);
        return OptionalDouble.of(seconds[CONNECTIONS / 2]);
    }
}
