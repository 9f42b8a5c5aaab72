package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.os.TidemarkFolders;
import picocli.CommandLine.IVersionProvider;

/** Which Tidemark this is, and which Java runs it. */
public final class Version implements IVersionProvider {

    /** Tidemark's own version, as in the build. */
    public static String number() {
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Which build of Tidemark this is, as {@code 0.1.0 2026-11-01T12:00:00Z}; empty where it is not laid out as a
     * program.
     */
    public static Optional<String> build() {
        return TidemarkFolders.program().map(home -> home.resolve("built"))
                .filter(Files::exists).map(built -> number() + " " + lastModified(built));
    }

    private static FileTime lastModified(Path built) {
        try {
            return Files.getLastModifiedTime(built);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {String.format(Locale.ROOT, "tidemark %s (Java %s, %s)",
                number(), System.getProperty("java.runtime.version"), System.getProperty("java.vendor"))};
    }
}
