package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.os.TidemarkFolders;

/**
 * A driver that did not come with Tidemark: a folder of its name with its jars, in the folder {@value #DRIVERS} of the
 * program or of the user's data. Its classes see Tidemark's, and none of another driver's.
 *
 * @param driver  empty where there is none that could be used
 * @param trouble why, in a few words; empty where there is one
 */
public record DriverFolder(Path path, Optional<Driver> driver, String trouble) {

    /** Where the program has the engines of its own drivers, too. */
    public static final String DRIVERS = "drivers";

    /** All of them. @param taken names of drivers that came with Tidemark */
    static List<DriverFolder> all(Set<String> taken) {
        return in(TidemarkFolders.program(), TidemarkFolders.userData(), taken);
    }

    static List<DriverFolder> in(Optional<Path> program, Optional<Path> userData, Set<String> taken) {
        Set<String> names = new HashSet<>(taken);
        List<DriverFolder> found = new ArrayList<>();
        // What lies in the program's under the name of a driver of its own is that one's engine.
        Stream.concat(folders(program).filter(folder -> !taken.contains(name(folder))), folders(userData))
                .forEach(folder -> found.add(names.add(name(folder)) ? load(folder) : unusable(folder,
                        "there is another driver of this name")));
        return List.copyOf(found);
    }

    private static Stream<Path> folders(Optional<Path> above) {
        return above.map(path -> path.resolve(DRIVERS)).filter(Files::isDirectory)
                .map(path -> listing(path).filter(Files::isDirectory)).orElseGet(Stream::of);
    }

    /** In order of the names; nothing where it cannot be read. */
    private static Stream<Path> listing(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList().stream();
        } catch (IOException | UncheckedIOException e) {
            return Stream.of();
        }
    }

    private static String name(Path folder) {
        return folder.getFileName().toString();
    }

    /** The jars of a folder, in order of their names. */
    public static List<Path> jars(Path folder) {
        return listing(folder).filter(file -> name(file).endsWith(".jar")).toList();
    }

    private static DriverFolder unusable(Path folder, String trouble) {
        return new DriverFolder(folder, Optional.empty(), trouble);
    }

    private static DriverFolder load(Path folder) {
        URLClassLoader loader = new URLClassLoader("driver " + name(folder),
                jars(folder).stream().map(DriverFolder::url).toArray(URL[]::new), Driver.class.getClassLoader());
        try {
            List<Driver> drivers = ServiceLoader.load(Driver.class, loader).stream()
                    .filter(provider -> provider.type().getClassLoader() == loader).map(ServiceLoader.Provider::get)
                    .toList();
            return drivers.stream().filter(driver -> driver.name().equals(name(folder))).findFirst()
                    .map(driver -> usable(folder, driver)).orElseGet(() -> unusable(folder, drivers.isEmpty()
                            ? "no jar in it has a driver"
                            : "its driver is called '" + drivers.getFirst().name() + "', and so must the folder be"));
        } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
            return unusable(folder, cause(e));
        }
    }

    /** One that declares itself: what it lacks for that would else end every command. */
    private static DriverFolder usable(Path folder, Driver driver) {
        driver.summary();
        driver.params();
        driver.measures();
        driver.capabilities();
        driver.styles();
        driver.jvmFlags();
        return new DriverFolder(folder, Optional.of(driver), "");
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String cause(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = String.valueOf(cause.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
        return cause instanceof ServiceConfigurationError ? message
                : cause.getClass().getSimpleName() + ": " + message;
    }

    /** In one sentence without a full stop, where it cannot be used. */
    @Override
    public String toString() {
        return "driver '" + name(path) + "' in " + path + " cannot be used: " + trouble;
    }
}
