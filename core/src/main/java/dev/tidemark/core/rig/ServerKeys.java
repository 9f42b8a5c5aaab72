package dev.tidemark.core.rig;

import module java.base;
import java.security.cert.Certificate;

/** A server's key and certificate as servers in Java read them: a key store that is a trust store, too. */
public final class ServerKeys {

    /** The owner alone may read the file, as with {@link PrivateFile}. */
    private static final String UNFINISHED = ".new";

    private ServerKeys() {}

    /**
     * Writes a store in the format PKCS #12.
     *
     * @param password of the store and of the key
     */
    public static void write(Path file, TlsFiles tls, String password) throws IOException, RigException {
        char[] secret = password.toCharArray();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key(tls.key()), secret, certificates(tls.certificate()));
            store.setCertificateEntry("authority", certificates(tls.authority())[0]);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            store.store(bytes, secret);
            Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
            PrivateFile.write(unfinished, "");
            Files.write(unfinished, bytes.toByteArray());
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (GeneralSecurityException e) {
            throw new RigException("the server's certificate cannot be read back: " + e.getMessage(), e);
        }
    }

    private static Certificate[] certificates(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).toArray(Certificate[]::new);
        }
    }

    /** On an elliptic curve, as those of rigs are. */
    private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file).replaceAll("-----[A-Z ]+-----", "");
        return KeyFactory.getInstance("EC").generatePrivate(
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text)));
    }
}
