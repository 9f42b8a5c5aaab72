package dev.tidemark.report.comparison;

import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.Samples;
import org.junit.jupiter.api.Test;

class SettingDifferencesTest {

    private static Side side(String name, Setting... settings) {
        return new Side(name, Samples.label(name, Map.of(), "single", List.of()),
                List.of(Samples.iteration(0, 0, List.of(settings), Map.of())));
    }

    private static List<String> differences(Side base, Side other) {
        return SettingDifferences.of(base, other, List.of());
    }

    private static Setting declared(String name, String text) {
        return param(name, text, SettingOrigin.DECLARED);
    }

    private static Side server(String target, String address, Map<String, String> set) {
        return side(target, Stream.of(Stream.of(param("target", target), declared("address", address),
                param("password", "file:/" + target), Setting.detected("engine", "PostgreSQL 18.6"),
                NonDefaultSettings.COMPLETE), NonDefaultSettings.facts(set).stream()).flatMap(s -> s)
                .toArray(Setting[]::new));
    }

    @Test
    void whatIsDeclaredOnBothSidesIsADifferenceToo() {
        assertThat(differences(side("rocksdb", declared("memtable", "64MB"), declared("sync", "false"),
                declared("blob-files", "false")), side("leveldb", declared("memtable", "4MiB"),
                        declared("sync", "false"), declared("paranoid", "true"))))
                .containsExactly("memtable: 64MB, 4MiB");
    }

    @Test
    void whatIsAskedForAndWhatIsSoByDefaultAreTheSameWhereTheyAreEqual() {
        assertThat(differences(side("a", param("synchronous-commit", "on")),
                side("b", param("synchronous-commit", "on", SettingOrigin.EFFECTIVE)))).isEmpty();
    }

    /** Its address is part of what a target's name stands for, and where a password is kept concerns nobody. */
    @Test
    void serversDifferInWhatIsSetAndNamedOnceByTheirAddress() {
        assertThat(differences(server("shop", "h1:5432", Map.of("random_page_cost", "1.1", "jit", "on", "work_mem", "4MB")),
                server("shop2", "h2:5432", Map.of("jit", "off", "work_mem", "4MB", "max_connections", "200"))))
                .containsExactly("target: shop (h1:5432), shop2 (h2:5432)", "server-jit: on, off",
                        "server-random-page-cost: 1.1, default", "server-max-connections: default, 200");
        assertThat(differences(server("shop", "h1:5432", Map.of()), server("shop", "h2:5432", Map.of())))
                .containsExactly("address: h1:5432, h2:5432");
    }

    /** An older version recorded a few alone, and another engine has others. */
    @Test
    void whatIsNotRecordedIsAtItsDefaultOnlyWhereAllOthersAre() {
        Side older = side("old", Setting.detected("engine", "PostgreSQL 18.6"), Setting.detected("server-jit", "on"));
        assertThat(differences(older, server("old", "h:1", Map.of("jit", "off", "work_mem", "8MB"))))
                .containsExactly("server-jit: on, off");
        assertThat(differences(side("r", param("target", "x"), Setting.detected("engine", "Redis 7.0"),
                NonDefaultSettings.COMPLETE, Setting.detected("server-hz", "100")), server("x", "h:1",
                        Map.of("jit", "off")))).containsExactly("engine: Redis 7.0, PostgreSQL 18.6");
    }

    @Test
    void factsOfMachinesAreComparedAndImportsHaveNone() {
        Setting[] machine = {Setting.detected("kernel", "6.1"), Setting.detected("cores", "2"),
                Setting.detected("other-processes", "0.5")};
        assertThat(differences(side("a", machine), side("b", Setting.detected("kernel", "6.6"),
                Setting.detected("other-processes", "0.1"),
                Setting.detected("cores", "64"), Setting.detected("container", "docker"))))
                .containsExactly("kernel: 6.1, 6.6", "cores: 2, 64", "container: –, docker");
        assertThat(differences(side("a", machine), side("b", Setting.tag("host-type", "m5"))))
                .containsExactly("host-type: –, m5");
    }

    @Test
    void whoRanASideIsToldWhereItIsKnownOfBoth() {
        Setting kernel = Setting.detected("kernel", "6.1");
        Side ann = side("a", kernel, Setting.detected(Iteration.RUN_BY, "ann"));
        assertThat(differences(ann, side("b", kernel, Setting.detected(Iteration.RUN_BY, "bob"))))
                .containsExactly("run-by: ann, bob");
        assertThat(differences(ann, side("b", kernel))).as("of an older version").isEmpty();
    }

    /** Free memory is another in each run; of words all values are told. */
    @Test
    void severalValuesOfASideAreTold() {
        Side base = new Side("a", Samples.label("a", Map.of(), "single", List.of()), Stream.of("6.1", "6.2").map(kernel ->
                Samples.iteration(0, 0, List.of(Setting.detected("kernel", kernel),
                        Setting.detected("free", kernel)), Map.of())).toList());
        assertThat(differences(base, side("b", Setting.detected("kernel", "6.6"), Setting.detected("free", "7"))))
                .isEmpty();
        Side words = new Side("a", Samples.label("a", Map.of(), "single", List.of()), Stream.of("ext4", "xfs").map(fs ->
                Samples.iteration(0, 0, List.of(Setting.detected("file-system", fs)), Map.of())).toList());
        assertThat(differences(words, side("b", Setting.detected("file-system", "btrfs"))))
                .containsExactly("file-system: ext4 and xfs, btrfs");
    }
}
