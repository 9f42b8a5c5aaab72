package dev.tidemark.rig.opensearch.server;

import module java.base;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.NetworkPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SecureSettingsFactory;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestChannel;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Lets in over HTTP who knows the password (RFC 7617), over the nodes' own protocol nobody, and encrypts HTTP where
 * there is a certificate.
 */
public final class Guard extends Plugin implements ActionPlugin, NetworkPlugin {

    private static final Setting<String> USER = Setting.simpleString("tidemark.user", Property.NodeScope);
    private static final Setting<String> PASSWORD =
            Setting.simpleString("tidemark.password_file", Property.NodeScope, Property.Filtered);
    private static final Setting<String> KEYS =
            Setting.simpleString("tidemark.keys", Property.NodeScope, Property.Filtered);

    /** What a request's header must be. */
    private final byte[] expected;

    public Guard(Settings settings) {
        try {
            String login = USER.get(settings) + ":" + password(settings);
            expected = ("Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                    .getBytes(StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String password(Settings settings) throws IOException {
        return Files.readString(Path.of(PASSWORD.get(settings))).strip();
    }

    @Override
    public List<Setting<?>> getSettings() {
        return List.of(USER, PASSWORD, KEYS);
    }

    @Override
    public UnaryOperator<RestHandler> getRestHandlerWrapper(ThreadContext context) {
        return Guarded::new;
    }

    @Override
    public List<TransportInterceptor> getTransportInterceptors(NamedWriteableRegistry registry, ThreadContext context) {
        return List.of(new OwnRequestsOnly());
    }

    @Override
    public Optional<SecureSettingsFactory> getSecureSettingFactory(Settings settings) {
        if (!KEYS.exists(settings)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Encryption(Path.of(KEYS.get(settings)), password(settings).toCharArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes as long for a wrong password however much of it is right. */
    private boolean isKnown(RestRequest request) {
        String header = request.header("Authorization");
        return header != null && MessageDigest.isEqual(expected, header.getBytes(StandardCharsets.US_ASCII));
    }

    /** A handler behind the guard. */
    private final class Guarded extends RestHandler.Wrapper {

        Guarded(RestHandler behind) {
            super(behind);
        }

        @Override
        public void handleRequest(RestRequest request, RestChannel channel, NodeClient client) throws Exception {
            if (isKnown(request)) {
                super.handleRequest(request, channel, client);
                return;
            }
            BytesRestResponse refusal = new BytesRestResponse(RestStatus.UNAUTHORIZED,
                    "{\"error\":\"user or password is wrong\",\"status\":401}");
            refusal.addHeader("WWW-Authenticate", "Basic realm=\"Tidemark\"");
            channel.sendResponse(refusal);
        }
    }
}
