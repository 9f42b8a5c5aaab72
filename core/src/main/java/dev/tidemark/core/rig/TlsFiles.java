package dev.tidemark.core.rig;

import java.nio.file.Path;

/**
 * Files in PEM, of their owner only.
 *
 * @param authority   the certificate that whoever connects must trust
 * @param certificate the server's, for 127.0.0.1 and localhost
 * @param key         the server's private key, PKCS #8 without a password
 */
public record TlsFiles(Path authority, Path certificate, Path key) {}
