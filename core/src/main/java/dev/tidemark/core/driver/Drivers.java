package dev.tidemark.core.driver;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The drivers on the class path. */
public final class Drivers {

    /** Found once: a plan asks for its driver at every point, and finding them reads every jar. */
    private static final class Found {
        private static final List<Driver> ALL = ServiceLoader.load(Driver.class, Driver.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get).sorted(Comparator.comparing(Driver::name)).toList();
    }

    private Drivers() {}

    /** All of them, by name. */
    public static List<Driver> all() {
        return Found.ALL;
    }

    /** A driver and the settings by which it reaches something. */
    public record Reaching(Driver driver, Map<String, String> settings) {}

    /**
     * What is reached by a URL.
     *
     * @param text perhaps a name that is none
     * @return empty where it is no URL, or one of no driver's
     * @throws InvalidInputException when it is one, and more stands in it than can be meant
     */
    public static Optional<Reaching> reaching(String text) {
        if (!text.matches("[a-z][a-z0-9+.-]*://\\S+")) {
            return Optional.empty();
        }
        try {
            URI url = URI.create(text);
            return all().stream().flatMap(d -> d.reaching(url).map(settings -> new Reaching(d, settings)).stream())
                    .findFirst();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** @throws InvalidInputException naming the nearest driver */
    public static Driver named(String name) {
        List<Driver> all = all();
        return all.stream().filter(d -> d.name().equals(name)).findFirst().orElseThrow(() -> new InvalidInputException(
                "unknown driver '" + name + "'" + Suggestions.hint(name, all.stream().map(Driver::name).toList())));
    }
}
