package dev.tidemark.web.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.settings.DeclaredSetting.Group;
import org.junit.jupiter.api.Test;

class DeclaredSettingTest {

    private enum Sync {
        FULL, OFF
    }

    private static final Driver SMALL = new Kind("small", Capability.KEYSPACES, ParamSet.of(
            Param.size("memtable").byDefault(4L << 20).help("size of the part in memory"),
            Param.flag("sync").byDefault(false).help("whether the log is forced to the disk"),
            Param.count("open-files").byDefault(1000L).help("files that are kept open"),
            Param.lines("prelude").orElse("none").help("statements that are made first")));
    private static final Driver LARGE = new Kind("large", Capability.KEYSPACES, ParamSet.of(
            Param.size("memtable").byDefault(64_000_000L).help("size of the part in memory"),
            Param.oneOf("sync", Sync.class).byDefault(Sync.OFF).help("how far the log is forced to the disk"),
            Param.count("shards").byDefault(1L).help("instances")));
    private static final Driver UNABLE = new Kind("unable", Capability.INDEX, ParamSet.of(
            Param.count("trees").byDefault(1L).help("trees")));

    private record Kind(String name, Capability capability, ParamSet params) implements Driver {

        @Override
        public String summary() {
            return name;
        }

        @Override
        public MeasureSet measures() {
            return MeasureSet.of();
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of(capability);
        }

        @Override
        public List<String> jvmFlags() {
            return List.of();
        }

        @Override
        public OpenTarget open(Values values, Context context) {
            throw new UnsupportedOperationException();
        }
    }

    private static final List<Group> GROUPS = DeclaredSetting.of(Workloads.named("random-io"),
            List.of(SMALL, LARGE, UNABLE));

    private static DeclaredSetting setting(String name) {
        return GROUPS.stream().flatMap(g -> g.settings().stream()).filter(s -> s.name().equals(name)).findFirst()
                .orElseThrow();
    }

    @Test
    void whatSeveralDriversHaveStandsOnceAndEachOfThemSaysWhere() {
        assertThat(GROUPS).extracting(Group::title).containsExactly("Workload random-io", "Every run",
                "Several drivers", "Driver small", "Driver large");
        assertThat(GROUPS.get(2).settings()).extracting(DeclaredSetting::name).containsExactly("memtable", "sync");
        assertThat(GROUPS.get(3).settings()).extracting(DeclaredSetting::name).containsExactly("open-files", "prelude");
        assertThat(GROUPS.get(4).settings()).extracting(DeclaredSetting::name).containsExactly("shards");
        assertThat(GROUPS.get(4).also()).isEqualTo("Under “Several drivers”: memtable, sync.");
    }

    @Test
    void aSharedFieldSaysWhoseItIsAndWhereTheyDiffer() {
        Field memtable = setting("memtable").shown(Optional.empty(), Map.of());
        assertThat(memtable.help()).isEqualTo("Of small, large. Size of the part in memory.");
        assertThat(memtable.placeholder()).isEqualTo("small: 4MiB; large: 64MB");
        Field sync = setting("sync").shown(Optional.empty(), Map.of());
        assertThat(sync.help()).isEqualTo("Of small, large. small: Whether the log is forced to the disk. "
                + "large: How far the log is forced to the disk.");
        assertThat(sync.words()).containsExactly("true", "false", "full", "off");
    }

    @Test
    void aTextOfSeveralLinesHasRoomForThem() {
        assertThat(setting("prelude").shown(Optional.empty(), Map.of()).lines()).isGreaterThan(1);
        assertThat(setting("open-files").shown(Optional.empty(), Map.of()).lines()).isEqualTo(1);
    }

    @Test
    void aValueThatOneOfThemCannotUseIsTakenAndSaidToBeSo() {
        assertThat(setting("sync").written("Full")).isEqualTo("full");
        assertThat(setting("sync").taken("full")).startsWith("Not for small: 'full' is not a boolean");
        assertThat(setting("memtable").taken("8mb")).isEqualTo("Taken as 8MB.");
        assertThatThrownBy(() -> setting("sync").written("banana")).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("'banana'");
    }
}
