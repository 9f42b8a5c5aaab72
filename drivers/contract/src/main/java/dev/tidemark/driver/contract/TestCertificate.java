package dev.tidemark.driver.contract;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate that a server shows and nobody else vouches for. @param authority itself, in PEM form */
public record TestCertificate(SSLContext server, Path authority) {

    private static final char[] PASSWORD = "test password".toCharArray();

    /** @param name for whom it is, as keytool has it */
    public static TestCertificate make(Path folder, String name) throws Exception {
        Path store = folder.resolve("keys.p12");
        Files.deleteIfExists(store);
        String program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process keytool = new ProcessBuilder(List.of(program, "-genkeypair", "-keystore", store.toString(),
                "-storetype", "PKCS12", "-storepass", new String(PASSWORD), "-alias", "server", "-keyalg", "EC",
                "-groupname", "secp256r1", "-validity", "30", "-dname", "CN=test", "-ext", "san=" + name)).inheritIO().start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool failed");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        SSLContext server = SSLContext.getInstance("TLS");
        server.init(managers.getKeyManagers(), null, null);
        String pem = "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(
                keys.getCertificate("server").getEncoded()) + "\n-----END CERTIFICATE-----\n";
        return new TestCertificate(server, Files.writeString(folder.resolve("authority.pem"), pem));
    }
}
