package dev.tidemark.core.rig;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class FreePortsTest {

    /** Else a connection of somebody else's may have it before the server listens. */
    @Test
    void noConnectionThatGoesOutTakesOne() throws IOException {
        List<Integer> ports = FreePorts.find(50);
        assertThat(ports).doesNotHaveDuplicates().allMatch(port -> port > 1024 && port < 32_768)
                .allMatch(FreePorts::isFree);
    }

    @Test
    void whatListensIsNotFree() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(FreePorts.isFree(taken.getLocalPort())).isFalse();
        }
    }
}
