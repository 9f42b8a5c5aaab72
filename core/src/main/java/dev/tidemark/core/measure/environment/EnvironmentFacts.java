package dev.tidemark.core.measure.environment;

import dev.tidemark.core.param.Setting;
import java.util.List;

/**
 * What was found on the machine.
 *
 * @param settings facts with {@link dev.tidemark.core.param.SettingOrigin#DETECTED}; names are unique
 * @param warnings whole sentences about what spoils measurements; empty when all is well
 */
public record EnvironmentFacts(List<Setting> settings, List<String> warnings) {

    public EnvironmentFacts {
        settings = List.copyOf(settings);
        warnings = List.copyOf(warnings);
    }
}
