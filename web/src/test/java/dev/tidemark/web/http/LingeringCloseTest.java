package dev.tidemark.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;

class LingeringCloseTest {

    /** Sends for ever, a second for each piece. */
    private static final class Endless extends InputStream {
        private final VirtualClock clock;
        private final Duration pause;
        private long sent;

        Endless(VirtualClock clock, Duration pause) {
            this.clock = clock;
            this.pause = pause;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] to, int at, int length) {
            clock.sleepUntil(clock.nanoTime() + pause.toNanos());
            sent += length;
            return length;
        }
    }

    @Test
    void whatIsLeftIsRead() throws IOException {
        ByteArrayInputStream body = new ByteArrayInputStream(new byte[300_000]);
        LingeringClose.read(body, new VirtualClock());
        assertThat(body.available()).isZero();
    }

    @Test
    void whoeverSendsForEverIsNotListenedToForEver() throws InterruptedException {
        assertThat(read(Duration.ZERO)).isBetween(4L << 20, (4L << 20) + (1 << 16));
        assertThat(read(Duration.ofSeconds(1))).isEqualTo(5L << 16);
    }

    private static long read(Duration pause) throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        Endless body = new Endless(clock, pause);
        clock.join(clock.start("server", () -> {
            try {
                LingeringClose.read(body, clock);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
        return body.sent;
    }
}
