package dev.tidemark.testing;

import module java.base;
import java.security.cert.Certificate;

/**
 * A key and its certificate, for which nobody else vouches, made by the JDK's keytool.
 *
 * @param managers have both
 * @param shown    the certificate
 * @param pem      the same in PEM form
 * @param key      the key in PEM form, in a file of its owner only
 */
public record TestKeys(KeyManager[] managers, Certificate shown, Path pem, Path key) {

    private static final char[] PASSWORD = "test password".toCharArray();

    /**
     * @param folder    that is there
     * @param name      whose they are, and of their files
     * @param extension of the certificate, as keytool has it
     */
    public static TestKeys make(Path folder, String name, String extension) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Files.deleteIfExists(store);
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-genkeypair", "-keystore", store.toString(),
                "-storetype", "PKCS12", "-storepass", new String(PASSWORD), "-alias", name, "-keyalg", "EC",
                "-groupname", "secp256r1", "-validity", "30", "-dname", "CN=" + name, "-ext", extension).inheritIO().start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool failed");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        Certificate shown = keys.getCertificate(name);
        Path key = write(folder.resolve(name + ".key"), "PRIVATE KEY", keys.getKey(name, PASSWORD).getEncoded());
        key.toFile().setReadable(false, false);
        key.toFile().setReadable(true, true);
        return new TestKeys(managers.getKeyManagers(), shown,
                write(folder.resolve(name + ".pem"), "CERTIFICATE", shown.getEncoded()), key);
    }

    private static Path write(Path file, String what, byte[] bytes) throws Exception {
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes)
                + "\n-----END " + what + "-----\n");
    }

    /** What a server shows them by. */
    public SSLContext server() throws GeneralSecurityException {
        SSLContext server = SSLContext.getInstance("TLS");
        server.init(managers, null, null);
        return server;
    }
}
