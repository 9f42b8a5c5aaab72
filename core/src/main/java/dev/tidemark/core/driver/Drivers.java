package dev.tidemark.core.driver;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import java.util.Comparator;
import java.util.List;
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

    /** @throws InvalidInputException naming the nearest driver */
    public static Driver named(String name) {
        List<Driver> all = all();
        return all.stream().filter(d -> d.name().equals(name)).findFirst().orElseThrow(() -> new InvalidInputException(
                "unknown driver '" + name + "'" + Suggestions.hint(name, all.stream().map(Driver::name).toList())));
    }
}
