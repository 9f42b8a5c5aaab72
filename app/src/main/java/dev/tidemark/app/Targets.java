package dev.tidemark.app;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.StoredTarget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Targets that the user has given names: a driver and its settings. An experiment says {@code target: NAME}. */
public final class Targets {

    private final ResultStore store;

    Targets(ResultStore store) {
        this.store = store;
    }

    /** All of them, by name. */
    public List<StoredTarget> all() {
        return store.targets();
    }

    /** @throws BadInput naming the nearest one */
    public StoredTarget named(String name) {
        List<StoredTarget> all = all();
        return all.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow(() -> new BadInput(
                "no target '" + name + "'" + Nearest.hint(name, all.stream().map(StoredTarget::name).toList())));
    }

    /**
     * Gives a target a name, or changes what stands behind it.
     *
     * @param settings settings of the driver, by any of their names, as typed
     * @throws BadInput when the name, the driver or a setting cannot be used
     */
    public StoredTarget put(String name, String driver, Map<String, String> settings) {
        StoredTarget target = checked(name, driver, settings);
        store.putTarget(target);
        return target;
    }

    /** What {@link #put} would store. */
    public StoredTarget checked(String name, String driverName, Map<String, String> settings) {
        Driver driver = Drivers.named(driverName);
        if (Drivers.all().stream().anyMatch(d -> d.name().equals(name))) {
            throw new BadInput("target '" + name + "': this is the name of a driver; choose another");
        }
        Values values = driver.params().defaults();
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            ParamSet.Found found = driver.params().find(setting.getKey());
            String text = parsed(found.param(), found.translate(setting.getValue()));
            if (texts.put(found.param().name(), text) != null) {
                throw new BadInput("'" + setting.getKey() + "' is set twice, once under another name");
            }
            values = values.with(found.param().name(), text, Origin.SET);
        }
        driver.params().check(values);
        return new StoredTarget(name, driver.name(), texts);
    }

    private static <T> String parsed(Param<T> param, String text) {
        return param.format(param.parse(text));
    }

    /** Forgets a name; what it was used for keeps its settings. @throws BadInput naming the nearest one */
    public void remove(String name) {
        store.removeTarget(named(name).name());
    }

    /** As experiments want them. */
    Map<String, TargetSpec> specs() {
        Map<String, TargetSpec> specs = new LinkedHashMap<>();
        all().forEach(t -> specs.put(t.name(), new TargetSpec(t.name(), t.driver(), t.settings())));
        return specs;
    }
}
