package dev.tidemark.rig.postgres;

import module java.base;
import dev.tidemark.core.rig.RigException;
import org.tukaani.xz.XZInputStream;

/** A jar with one {@code .txz} file. Java decompresses it, since {@code xz} is not everywhere; {@code tar} is. */
final class PostgresJar {

    private PostgresJar() {}

    /** @param folder where {@code bin}, {@code lib} and {@code share} are put */
    static void unpack(Path jar, Path folder) throws IOException, RigException, InterruptedException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry inner = zip.stream().filter(e -> e.getName().endsWith(".txz")).findFirst()
                    .orElseThrow(() -> new RigException(jar + " holds no program of PostgreSQL"));
            try (InputStream tar = new XZInputStream(zip.getInputStream(inner))) {
                extract(tar, folder);
            }
        }
    }

    private static void extract(InputStream tar, Path folder) throws IOException, RigException, InterruptedException {
        Process process = new ProcessBuilder("tar", "-x", "-C", folder.toString(), "--no-same-owner")
                .redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            tar.transferTo(in);
        } catch (IOException e) {
            process.destroy(); // what tar says tells more than that it did not listen
            if (process.waitFor() == 0) {
                throw e;
            }
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new RigException("the program of PostgreSQL cannot be unpacked to " + folder + ": "
                    + output.lines().findFirst().orElse("tar failed"));
        }
    }
}
