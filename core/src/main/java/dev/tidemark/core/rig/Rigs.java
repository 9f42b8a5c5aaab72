package dev.tidemark.core.rig;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The rigs on the class path. */
public final class Rigs {

    /** Found once, since finding them reads every jar. */
    private static final class Found {
        private static final List<Rig> ALL = ServiceLoader.load(Rig.class, Rig.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get).sorted(Comparator.comparing(Rig::name)).toList();
    }

    private Rigs() {}

    /** All of them, by name. */
    public static List<Rig> all() {
        return Found.ALL;
    }

    /** @throws InvalidInputException naming the nearest rig */
    public static Rig named(String name) {
        List<String> names = all().stream().map(Rig::name).toList();
        return all().stream().filter(r -> r.name().equals(name)).findFirst().orElseThrow(
                () -> new InvalidInputException("unknown rig '" + name + "'" + Suggestions.hint(name, names)));
    }
}
