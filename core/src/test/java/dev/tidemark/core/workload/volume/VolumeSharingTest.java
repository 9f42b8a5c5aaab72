package dev.tidemark.core.workload.volume;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.WorkerGroups;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which loads several agents can offer together. */
class VolumeSharingTest {

    private static Optional<String> whyNot(String settings) {
        Values values = VolumeParams.ALL.plus(WorkerGroups.params(VolumeParams.OF_GROUP, List.of("newest", "others")))
                .defaults();
        for (String setting : settings.split("; ")) {
            String[] sides = setting.split("=", 2);
            values = values.with(sides[0], sides[1], SettingOrigin.SET);
        }
        return new Volume().whyNotShared(values);
    }

    /** Each goes at its own pace, and what one has yet to insert would be missed by the one that is ahead. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"keys=latest; mix=get=95,insert=5 | true",
        "keys=latest; mix=get=95,insert=5; rate=100/s | false", "keys=uniform; mix=get=95,insert=5 | false",
        "groups=newest others; newest.keys=latest; newest.mix=get=1,insert=1; others.rate=9/s; others.mix=get=1 | true",
        "groups=newest others; newest.keys=latest; newest.mix=get=1,insert=1; newest.rate=9/s; others.mix=get=1 | false"})
    void theLatestKeysAreReadBySeveralAgentsOnlyOnASchedule(String settings, boolean refused) {
        assertThat(whyNot(settings)).isEqualTo(refused ? Optional.of("with keys: latest, one that is ahead asks for keys that "
                + "others have yet to insert; set a rate, or use one agent") : Optional.empty());
    }
}
