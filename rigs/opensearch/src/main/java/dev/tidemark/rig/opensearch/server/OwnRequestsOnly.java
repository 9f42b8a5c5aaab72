package dev.tidemark.rig.opensearch.server;

import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestHandler;

/**
 * Refuses what comes over a connection of the nodes' own protocol, which knows no password: the only node there is
 * sends its requests to itself without one.
 */
final class OwnRequestsOnly implements TransportInterceptor {

    /** How OpenSearch calls the way from a node to itself. */
    private static final String DIRECT = "direct";

    @Override
    public <T extends TransportRequest> TransportRequestHandler<T> interceptHandler(String action, String executor,
            boolean forceExecution, TransportRequestHandler<T> handler) {
        return (request, channel, task) -> {
            if (!channel.getChannelType().equals(DIRECT)) {
                throw new SecurityException("this node takes requests of no other");
            }
            handler.messageReceived(request, channel, task);
        };
    }
}
