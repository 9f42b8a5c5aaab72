package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Suggestions;

/** The drivers on the class path, and those that users have put into {@link DriverFolder folders}. */
public final class Drivers {

    /** Where nobody names one: the embedded engine on this machine. */
    public static final String USUAL = "rocksdb";

    /** Found once: a plan asks for its driver at every point, and finding them reads every jar. */
    private static final class Own {
        private static final List<Driver> ALL = ServiceLoader.load(Driver.class, Driver.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get).toList();
    }

    /** Apart from those, since a runner, which has its driver on the class path, needs no other. */
    private static final class Found {
        private static final List<DriverFolder> FOLDERS = DriverFolder.all(
                Own.ALL.stream().map(Driver::name).collect(Collectors.toSet()));
        private static final List<Driver> ALL = Stream.concat(Own.ALL.stream(),
                FOLDERS.stream().flatMap(folder -> folder.driver().stream()))
                .sorted(Comparator.comparing(Driver::name)).toList();
    }

    /** A URL, or a connection string as libpq has it. What stands in front says whose it is. */
    private static final Pattern URL = Pattern.compile("(?i)(?:((?:jdbc:)?[a-z][a-z0-9+.-]*)://|(jdbc):"
            + "|(host|hostaddr|port|dbname|user|password|service)=).*", Pattern.DOTALL);

    private Drivers() {}

    /** All of them, by name. */
    public static List<Driver> all() {
        return Found.ALL;
    }

    /** Those of others that lie ready and cannot be used. */
    public static List<DriverFolder> unusable() {
        return Found.FOLDERS.stream().filter(folder -> folder.driver().isEmpty()).toList();
    }

    /** Where the jars of a driver are that did not come with Tidemark. */
    public static Optional<Path> folder(Driver driver) {
        return Found.FOLDERS.stream().filter(folder -> folder.driver().equals(Optional.of(driver))).findFirst()
                .map(DriverFolder::path);
    }

    /** A driver and the settings by which it reaches something. */
    public record Reaching(Driver driver, Map<String, String> settings) {}

    /**
     * What is reached by a URL, or by the name of a service as libpq has it.
     *
     * @param text perhaps a name that is none
     * @return empty where it is no URL
     * @throws InvalidInputException when it is one, and is no driver's, or cannot be meant; it is not repeated, as many
     *                 a URL has a password in it
     */
    public static Optional<Reaching> reaching(String text) {
        Matcher url = URL.matcher(text);
        if (!url.matches()) {
            return Optional.empty();
        }
        return Optional.of(all().stream().sorted(Comparator.comparing(d -> d.url().isEmpty())) // those of any URL last
                .flatMap(d -> d.reaching(text).map(settings -> new Reaching(d, settings)).stream()).findFirst()
                .orElseThrow(() -> new InvalidInputException((url.group(3) != null
                        ? "a connection string of NAME=VALUE is not taken; write a URL, as "
                                + "postgres://USER@HOST/DATABASE, or service=NAME alone" : "no driver is reached by this URL of "
                        + Optional.ofNullable(url.group(1)).orElse("jdbc") + "; known are " + schemes())
                        + "; or make a target of its parts with " + ShellCommand.of("target", "add", "NAME"))));
    }

    private static String schemes() {
        return all().stream().flatMap(d -> d.url().stream()).flatMap(form -> form.schemes().stream()).sorted()
                .collect(Collectors.joining(", "));
    }

    /** @throws InvalidInputException naming the nearest driver, or what is wrong with this one */
    public static Driver named(String name) {
        return named(name, Own.ALL).or(() -> named(name, all()))
                .orElseThrow(() -> new InvalidInputException(unknown("driver", name,
                        all().stream().map(Driver::name).toList())));
    }

    /**
     * What is said of a name that none of these has.
     *
     * @param what  the name is to be of
     * @param names that would do
     */
    public static String unknown(String what, String name, Collection<String> names) {
        return unusable().stream().filter(folder -> folder.path().getFileName().toString().equals(name))
                .map(DriverFolder::toString).findFirst()
                .orElseGet(() -> "unknown " + what + " '" + name + "'" + Suggestions.hint(name, names));
    }

    private static Optional<Driver> named(String name, List<Driver> among) {
        return among.stream().filter(driver -> driver.name().equals(name)).findFirst();
    }
}
