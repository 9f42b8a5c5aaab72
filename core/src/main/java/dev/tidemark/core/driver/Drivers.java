package dev.tidemark.core.driver;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The drivers on the class path. */
public final class Drivers {

    private Drivers() {}

    /** All of them, by name. */
    public static List<Driver> all() {
        return ServiceLoader.load(Driver.class).stream().map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Driver::name)).toList();
    }

    /** @throws BadInput naming the nearest driver */
    public static Driver named(String name) {
        List<Driver> all = all();
        return all.stream().filter(d -> d.name().equals(name)).findFirst().orElseThrow(() -> new BadInput(
                "unknown driver '" + name + "'" + Nearest.hint(name, all.stream().map(Driver::name).toList())));
    }
}
