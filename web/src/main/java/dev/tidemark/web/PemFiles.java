package dev.tidemark.web;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import java.security.cert.Certificate;

/** Reads a certificate and its key from the PEM files (RFC 7468) that certificate authorities hand out. */
final class PemFiles {

    private static final Pattern KEY = Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private PemFiles() {}

    /**
     * @param password protects the entry in memory, where the TLS library wants one
     * @throws InvalidInputException when a file cannot be read or is something else
     */
    static KeyStore read(WebOptions.Tls files, char[] password) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key(files.key()), password, chain(files.certificate()));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new InvalidInputException("--tls-cert, --tls-key: " + e.getMessage());
        }
    }

    private static Certificate[] chain(Path file) {
        try {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(read(file))).toArray(Certificate[]::new);
            if (chain.length > 0) {
                return chain;
            }
        } catch (GeneralSecurityException e) {
            // told below
        }
        throw new InvalidInputException("--tls-cert: " + file + " holds no certificate in PEM");
    }

    private static PrivateKey key(Path file) throws GeneralSecurityException {
        String text = new String(read(file), StandardCharsets.UTF_8);
        Matcher pem = KEY.matcher(text);
        if (!pem.find()) {
            throw new InvalidInputException("--tls-key: " + file + " holds no key in PKCS #8; this makes one of it: "
                    + "openssl pkcs8 -topk8 -nocrypt -in KEY -out FILE");
        }
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                // it may be of another kind
            }
        }
        throw new InvalidInputException("--tls-key: " + file + " holds a key of another kind than "
                + String.join(", ", ALGORITHMS));
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read");
        }
    }
}
