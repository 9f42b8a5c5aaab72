package dev.tidemark.driver.contract;

import module java.base;

/** Writes secrets where settings of a target can lead to them. */
public final class SecretFile {

    private SecretFile() {}

    /** Writes a file that only its owner can read. @return where the secret is, as a setting says it */
    public static String of(Path folder, String name, String secret) {
        try {
            Path file = folder.resolve(name);
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return "file:" + Files.writeString(file, secret);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
