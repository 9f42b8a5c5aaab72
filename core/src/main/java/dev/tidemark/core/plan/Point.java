package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.os.Sha256;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;

/**
 * One assignment of settings: what an iteration executes.
 *
 * @param target name of the target
 * @param driver name of its driver
 * @param values every param of workload, load and driver
 * @param tags   free names and values that go with it
 */
public record Point(String target, String driver, Values values, Map<String, String> tags) {

    private static final int HASH = 16;

    public Point {
        tags = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(tags));
    }

    /** Tells points apart: equal for equal settings, whatever their origin. */
    public String hash() {
        return Sha256.hex(target + '\n' + driver + '\n' + values.texts()).substring(0, HASH);
    }

    /** What is recorded with an iteration: target, params and tags. */
    public List<Setting> settings(dev.tidemark.core.param.SettingOrigin targetOrigin) {
        List<Setting> settings = new ArrayList<>();
        settings.add(new Setting("target", target, null, "", targetOrigin));
        if (!driver.equals(target)) {
            settings.add(new Setting("driver", driver, null, "", targetOrigin));
        }
        settings.addAll(values.settings());
        tags.forEach((name, text) -> settings.add(Setting.tag(name, text)));
        return settings;
    }
}
