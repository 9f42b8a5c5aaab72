package dev.tidemark.rig.opensearch.server;

import module java.base;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.plugins.SecureAuxTransportSettingsProvider;
import org.opensearch.plugins.SecureHttpTransportSettingsProvider;
import org.opensearch.plugins.SecureSettingsFactory;
import org.opensearch.plugins.SecureTransportSettingsProvider;
import org.opensearch.plugins.TransportExceptionHandler;

/** TLS for HTTP, by the JDK. */
final class Encryption implements SecureSettingsFactory, SecureHttpTransportSettingsProvider {

    private final SSLContext context;

    /** @param keys a store in the format PKCS #12 */
    Encryption(Path keys, char[] password) {
        try (InputStream in = Files.newInputStream(keys)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, null);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("the certificate in " + keys + " cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public Optional<SSLEngine> buildSecureHttpServerEngine(Settings settings, HttpServerTransport transport) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        return Optional.of(engine);
    }

    @Override
    public Optional<TransportExceptionHandler> buildHttpServerExceptionHandler(Settings settings,
            HttpServerTransport transport) {
        return Optional.empty();
    }

    @Override
    public Optional<SecureHttpTransportSettingsProvider> getSecureHttpTransportSettingsProvider(Settings settings) {
        return Optional.of(this);
    }

    @Override
    public Optional<SecureTransportSettingsProvider> getSecureTransportSettingsProvider(Settings settings) {
        return Optional.empty();
    }

    @Override
    public Optional<SecureAuxTransportSettingsProvider> getSecureAuxTransportSettingsProvider(Settings settings) {
        return Optional.empty();
    }
}
