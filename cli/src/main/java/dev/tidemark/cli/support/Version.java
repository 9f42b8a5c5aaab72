package dev.tidemark.cli.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
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

    @Override
    public String[] getVersion() {
        return new String[] {"tidemark %s (Java %s, %s)".formatted(
                number(), System.getProperty("java.runtime.version"), System.getProperty("java.vendor"))};
    }
}
