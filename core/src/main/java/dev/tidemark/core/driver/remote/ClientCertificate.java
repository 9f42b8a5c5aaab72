package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Values;
import java.security.cert.Certificate;

/**
 * By what a client shows a server who it is.
 *
 * @param file its certificate and those that vouch for it, in PEM form
 * @param key  its key, in PEM form, which only its owner can read
 */
public record ClientCertificate(Path file, Path key) {

    private static final Pattern PEM = Pattern.compile("-----BEGIN (.*?)PRIVATE KEY-----([^-]+)-----END",
            Pattern.DOTALL);
    private static final char[] NOTHING = new char[0];

    /** @return empty for none; @throws InvalidInputException when one file is named without the other */
    static Optional<ClientCertificate> of(Values values) {
        Optional<Path> file = values.find(ConnectionParams.TLS_CERTIFICATE);
        Optional<Path> key = values.find(ConnectionParams.TLS_KEY);
        if (file.isPresent() != key.isPresent()) {
            throw new InvalidInputException("tls-certificate and tls-key: one needs the other");
        }
        return file.map(there -> new ClientCertificate(there, key.orElseThrow()));
    }

    /** @throws InvalidInputException when a file cannot be used */
    public KeyManager[] keyManagers() {
        try {
            KeyStore own = KeyStore.getInstance(KeyStore.getDefaultType());
            own.load(null, null);
            own.setKeyEntry("client", privateKey(), NOTHING, certificates().toArray(Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(own, NOTHING);
            return factory.getKeyManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new InvalidInputException("tls-key: " + key + " is not the key of " + file);
        }
    }

    /**
     * Of which kind the key is: {@code RSA}, {@code EC} or {@code EdDSA}.
     *
     * @throws InvalidInputException when it cannot be used
     */
    public String algorithm() {
        try {
            return privateKey().getAlgorithm();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Certificate> certificates() {
        try {
            return TlsSettings.inFile(file);
        } catch (IOException | GeneralSecurityException e) {
            throw new InvalidInputException("tls-certificate: " + file + " cannot be read as certificates in PEM form");
        }
    }

    private PrivateKey privateKey() throws GeneralSecurityException {
        Matcher pem = PEM.matcher(new SecretRef(SecretRef.Kind.FILE, key.toString()).reveal());
        if (!pem.find() || !pem.group(1).isEmpty()) {
            throw new InvalidInputException("tls-key: " + key + " holds no PRIVATE KEY without a password; "
                    + "openssl pkcs8 -topk8 -nocrypt makes one of others");
        }
        PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(decoded(pem.group(2)));
        for (String kind : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                // of another kind
            }
        }
        throw new InvalidInputException("tls-key: " + key + " is a key of another kind than RSA, EC and Ed25519");
    }

    private byte[] decoded(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("tls-key: " + key + " is damaged or cut off");
        }
    }
}
