package dev.tidemark.driver.contract;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A certificate of a client, for which nobody else vouches.
 *
 * @param certificate in PEM form
 * @param key         in PEM form, of its owner only
 */
public record ClientKeys(Path certificate, Path key) {

    private static final char[] PASSWORD = "test password".toCharArray();

    /** @param folder that is there; @param name whose it is */
    public static ClientKeys make(Path folder, String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool")
                .toString(), "-genkeypair", "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass",
                new String(PASSWORD), "-alias", name, "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "30",
                "-dname", "CN=" + name, "-ext", "bc=ca:true")).inheritIO().start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool failed");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        Path certificate = Files.writeString(folder.resolve(name + ".pem"), pem("CERTIFICATE", keys.getCertificate(name)
                .getEncoded()));
        Path key = Files.createFile(folder.resolve(name + ".key"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rw-------")));
        return new ClientKeys(certificate, Files.writeString(key, pem("PRIVATE KEY", keys.getKey(name, PASSWORD)
                .getEncoded())));
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + what
                + "-----\n";
    }
}
