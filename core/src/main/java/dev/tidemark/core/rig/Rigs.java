package dev.tidemark.core.rig;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Suggestions;

/** The rigs on the class path. */
public final class Rigs {

    /** Found once, since finding them reads every jar. */
    private static final class Found {
        private static final List<Rig> ALL = ServiceLoader.load(Rig.class, Rig.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get).sorted(Comparator.comparing(Rig::name)).toList();
    }

    /** By driver; a param is told from others by being the same object. */
    private static final Map<String, ParamSet> SETTINGS = new ConcurrentHashMap<>();

    private Rigs() {}

    /** All of them, by name. */
    public static List<Rig> all() {
        return Found.ALL;
    }

    /**
     * Those settings of servers of rigs that a driver speaks to with which a point can have them started anew; each may
     * be left out. Of a name that the driver has, too, the driver's stands.
     */
    public static ParamSet settings(Driver driver) {
        return SETTINGS.computeIfAbsent(driver.name(), _ -> settingsOfRigs(driver));
    }

    /** What a point can set of a driver's target: the driver's own settings, and those of a rig's server. */
    public static ParamSet withDriver(Driver driver) {
        return driver.params().plus(settings(driver));
    }

    private static ParamSet settingsOfRigs(Driver driver) {
        List<Param<?>> all = new ArrayList<>();
        for (Rig rig : all()) {
            if (rig.driver().equals(driver.name())) {
                rig.params().all().stream().filter(p -> !RigParams.OF_PLACE.contains(p.name())
                        && driver.params().lookUp(p.name()).isEmpty()).map(RigParams::varied).forEach(all::add);
            }
        }
        return ParamSet.of(all.toArray(Param<?>[]::new));
    }

    /** @throws InvalidInputException naming the nearest rig */
    public static Rig named(String name) {
        return all().stream().filter(r -> r.name().equals(name)).findFirst()
                .orElseThrow(() -> Suggestions.unknown("rig", name, all().stream().map(Rig::name).toList()));
    }
}
