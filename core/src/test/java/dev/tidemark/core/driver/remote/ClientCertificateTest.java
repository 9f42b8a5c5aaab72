package dev.tidemark.core.driver.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.testing.TestKeys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Against a server that lets nobody in without a certificate. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
class ClientCertificateTest {

    private static final ParamSet PARAMS = ConnectionParams.tls();

    @TempDir
    private Path folder;
    private TestKeys keys;
    private Path certificate;
    private Path key;

    @BeforeEach
    void make() throws Exception {
        keys = TestKeys.make(folder, "one", "san=ip:127.0.0.1");
        certificate = keys.pem();
        key = keys.key();
    }

    private static Values values(Object... settings) {
        Values values = PARAMS.defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with((String) settings[i], settings[i + 1].toString(), SettingOrigin.SET);
        }
        return values;
    }

    /** What the server has read of this client; a failure where it was not let in. */
    private int sent(Values values) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.managers(), new TrustManager[] {new TlsSettings(Optional.of(certificate), false)
                .trustManager()}, null);
        try (SSLServerSocket server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0)) {
            server.setNeedClientAuth(true);
            CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
                try (SSLSocket client = (SSLSocket) server.accept()) {
                    return client.getInputStream().read();
                } catch (IOException e) {
                    return -1;
                }
            });
            try (Socket plain = new Socket("127.0.0.1", server.getLocalPort());
                    Socket socket = TlsSettings.of(values).orElseThrow().over(plain, "127.0.0.1",
                            server.getLocalPort())) {
                socket.getOutputStream().write(7);
                return read.get();
            } catch (IOException e) {
                return read.get();
            }
        }
    }

    @Test
    void whoHasACertificateIsLetIn() throws Exception {
        assertThat(sent(values("tls", true, "tls-authority", certificate, "tls-certificate", certificate, "tls-key",
                key))).isEqualTo(7);
        assertThat(sent(values("tls", true, "tls-authority", certificate))).isEqualTo(-1);
    }

    @Test
    void filesThatCannotBeUsedAreToldByTheirSetting() throws Exception {
        refused("tls-certificate and tls-key: one needs the other", "tls", true, "tls-certificate", certificate);
        refused("tls-certificate: there is nobody to show it to without tls: true", "tls-certificate", certificate,
                "tls-key", key);
        refused("tls-certificate: " + key + " cannot be read as certificates", "tls", true, "tls-certificate", key,
                "tls-key", key);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        refused(key + ": others can read this secret", "tls", true, "tls-certificate", certificate, "tls-key", key);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        String whole = Files.readString(key);
        Files.writeString(key, whole.replaceFirst("(?s)KEY-----.*-----END", "KEY-----\nMIGHA\n-----END"));
        refused("tls-key: " + key + " is damaged or cut off", "tls", true, "tls-certificate", certificate, "tls-key",
                key);
        Files.writeString(key, whole.replace("PRIVATE", "ENCRYPTED PRIVATE"));
        refused("tls-key: " + key + " holds no PRIVATE KEY without a password; openssl pkcs8", "tls", true,
                "tls-certificate", certificate, "tls-key", key);
    }

    private static void refused(String message, Object... settings) {
        assertThatThrownBy(() -> TlsSettings.of(values(settings))).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
    }
}
