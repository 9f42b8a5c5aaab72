package dev.tidemark.rig.opensearch.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.opensearch.transport.TransportChannel;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestHandler;

class OwnRequestsOnlyTest {

    private static TransportChannel channel(String type) {
        return (TransportChannel) Proxy.newProxyInstance(TransportChannel.class.getClassLoader(),
                new Class<?>[] {TransportChannel.class}, (_, method, _) -> {
                    assertThat(method.getName()).isEqualTo("getChannelType");
                    return type;
                });
    }

    @Test
    void whatComesOverAConnectionIsRefused() throws Exception {
        AtomicInteger served = new AtomicInteger();
        TransportRequestHandler<TransportRequest> guarded = new OwnRequestsOnly().interceptHandler("some/action",
                "generic", false, (_, _, _) -> served.incrementAndGet());
        guarded.messageReceived(null, channel("direct"), null);
        assertThat(served).hasValue(1);
        assertThatThrownBy(() -> guarded.messageReceived(null, channel("transport"), null))
                .isInstanceOf(SecurityException.class);
        assertThat(served).hasValue(1);
    }
}
