package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.Values;

/**
 * The jars of a database's JDBC driver that the user has named. Its classes see nothing of ours, as we see nothing of it
 * but the interfaces of Java, and what is found by name.
 */
public final class ClientJars implements AutoCloseable {

    private final Path place;
    private final URLClassLoader loader;

    private ClientJars(Path place, URLClassLoader loader) {
        this.place = place;
        this.loader = loader;
    }

    /**
     * Those of {@link SqlParams#DRIVER_JAR}.
     *
     * @param driver whose JDBC driver it is and what it is called, for whoever has not named one
     * @throws DriverException when there is none where the settings say
     */
    public static ClientJars open(Values values, String driver) throws DriverException {
        Path place = values.find(SqlParams.DRIVER_JAR).orElseThrow(() -> new DriverException(
                "driver-jar: say where " + driver + " is, a jar or a folder of jars"));
        return new ClientJars(place, new URLClassLoader(jars(place), ClassLoader.getPlatformClassLoader()));
    }

    private static URL[] jars(Path place) throws DriverException {
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.isDirectory(place) ? Files.list(place) : Stream.of(place)) {
            for (Path file : files.filter(ClientJars::isJar).sorted().toList()) {
                jars.add(file.toUri().toURL());
            }
        } catch (IOException e) {
            throw new DriverException("driver-jar: " + place + " cannot be read", e);
        }
        if (jars.isEmpty()) {
            throw new DriverException("driver-jar: there is no jar at " + place);
        }
        return jars.toArray(URL[]::new);
    }

    private static boolean isJar(Path file) {
        return file.toString().endsWith(".jar") && Files.isReadable(file);
    }

    /** As the user has named it. */
    public Path place() {
        return place;
    }

    public ClassLoader loader() {
        return loader;
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            // there is nothing to be lost
        }
    }
}
