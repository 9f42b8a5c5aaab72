package dev.tidemark.rig.mariadb;

import module java.base;
import dev.tidemark.core.rig.RigException;

/** The jar with the server, of which a part is needed, and folders that are wholly ours. */
final class MariaDbJar {

    /** The server, its statements for the beginning, and its messages and character sets. */
    private static final Pattern NEEDED = Pattern.compile(
            ".*/linux[^/]*/(bin/mariadbd|share/[^/]+\\.sql|share/english/[^/]+|share/charsets/[^/]+)");

    private MariaDbJar() {}

    /** @param folder where {@code bin} and {@code share} are put */
    static void unpack(Path jar, Path folder) throws IOException, RigException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                Matcher needed = NEEDED.matcher(entry.getName());
                if (needed.matches()) {
                    copy(zip, entry, folder.resolve(needed.group(1)).normalize(), folder);
                }
            }
        }
        Path server = folder.resolve("bin").resolve("mariadbd");
        if (!Files.exists(server)) {
            throw new RigException(jar + " holds no program of MariaDB");
        }
        Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwx------"));
    }

    private static void copy(ZipFile zip, ZipEntry entry, Path file, Path within) throws IOException, RigException {
        if (!file.startsWith(within)) {
            throw new RigException(zip.getName() + " holds a file outside its folder: " + entry.getName());
        }
        Files.createDirectories(file.getParent());
        try (InputStream in = zip.getInputStream(entry)) {
            Files.copy(in, file);
        }
    }
}
