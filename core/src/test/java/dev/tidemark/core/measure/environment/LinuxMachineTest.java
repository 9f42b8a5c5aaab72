package dev.tidemark.core.measure.environment;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxMachineTest {

    @TempDir
    Path root;

    private Fixture fixture;

    @BeforeEach
    void makeMachine() {
        fixture = new Fixture(root)
                .file("etc/os-release", "NAME=\"X\"\nPRETTY_NAME=\"Penguin OS 12 (calm)\"")
                .file("proc/sys/kernel/osrelease", "6.1.0-1-amd64")
                .file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast(R)  CPU @ 3GHz\nflags\t\t: fpu sse\n\n"
                        + "processor\t: 1\nmodel name\t: Fast(R)  CPU @ 3GHz\nflags\t\t: fpu sse")
                .file("proc/meminfo", "MemTotal:       16384000 kB\nSwapTotal:  2000000 kB\nSwapFree:  1999000 kB")
                .file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
                .file("sys/class/dmi/id/sys_vendor", "Maker")
                .file("sys/class/dmi/id/product_name", "Server 5")
                .file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance")
                .file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance");
    }

    @Test
    void aQuietServerHasItsFactsAndNoWarning() {
        EnvironmentFacts environmentFacts = facts();
        assertThat(Fixture.texts(environmentFacts))
                .isEqualTo(Map.of("os", "Penguin OS 12 (calm)", "kernel", "6.1.0-1-amd64",
                "machine", "Maker Server 5", "cpu", "Fast(R) CPU @ 3GHz", "cores", "2", "memory", "15.6GiB",
                "huge-pages", "madvise", "governor", "performance"));
        assertThat(environmentFacts.warnings()).isEmpty();
        assertThat(environmentFacts.settings()).allMatch(setting -> setting.origin() == SettingOrigin.DETECTED)
                .filteredOn(setting -> setting.name().equals("memory"))
                .allMatch(setting -> setting.number() == 16_384_000 * 1024.0 && setting.unit().equals("B"));
    }

    @Test
    void eachThingThatSpoilsMeasurementsIsToldInASentence() {
        fixture.file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave")
                .file("proc/meminfo", "MemTotal: 1000000 kB\nSwapTotal: 2000000 kB\nSwapFree: 1900000 kB")
                .file("sys/class/power_supply/BAT0/type", "Battery")
                .file("sys/class/power_supply/BAT0/status", "Discharging");
        assertThat(facts().warnings()).containsExactlyInAnyOrder(
                "The CPU frequency governor is performance, powersave, not performance: short work may run at a lower"
                        + " clock.",
                "97.7MiB of memory are swapped out: what comes back during a run takes disk time from it.",
                "The machine runs on battery: its processors may be slowed down to save power.");
    }

    @Test
    void theBatteriesOfMiceAndChargingOnesAreNoWarning() {
        fixture.file("sys/class/power_supply/BAT0/type", "Battery")
                .file("sys/class/power_supply/BAT0/status", "Full")
                .file("sys/class/power_supply/mouse/type", "Battery")
                .file("sys/class/power_supply/mouse/status", "Discharging")
                .file("sys/class/power_supply/mouse/scope", "Device");
        assertThat(facts().warnings()).isEmpty();
    }

    @Test
    void limitsOfControlGroupsAreFactsWhenLower() {
        fixture.file("proc/self/cgroup", "0::/a/b")
                .file("sys/fs/cgroup/a/memory.max", "1073741824").file("sys/fs/cgroup/a/b/memory.max", "max")
                .file("sys/fs/cgroup/a/cpu.max", "max 100000").file("sys/fs/cgroup/a/b/cpu.max", "150000 100000");
        assertThat(Fixture.texts(facts())).containsEntry("memory-allowed", "1GiB").containsEntry("core-limit", "1.5");
    }

    @Test
    void soAreThoseOfOlderControlGroups() {
        fixture.file("proc/self/cgroup", "4:memory:/m\n3:cpu,cpuacct:/c")
                .file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712")
                .file("sys/fs/cgroup/memory/m/memory.limit_in_bytes", "536870912")
                .file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1")
                .file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000")
                .file("sys/fs/cgroup/cpu/c/cpu.cfs_quota_us", "50000")
                .file("sys/fs/cgroup/cpu/c/cpu.cfs_period_us", "100000");
        assertThat(Fixture.texts(facts())).containsEntry("memory-allowed", "512MiB").containsEntry("core-limit", "0.5");
    }

    @Test
    void howOftenALimitHeldAProcessBackIsCounted() {
        fixture.file("proc/self/cgroup", "0::/a/b").file("sys/fs/cgroup/a/cpu.max", "400000 100000")
                .file("sys/fs/cgroup/a/b/cpu.max", "150000 100000").file("sys/fs/cgroup/a/b/cpu.stat",
                        "usage_usec 9\nnr_periods 200\nnr_throttled 50\nthrottled_usec 2500000");
        assertThat(new ControlGroup(fixture.pseudo()).cpuQuota()).contains(new CpuQuota(1.5, 200, 50));
    }

    @Test
    void soItIsInOlderControlGroups() {
        fixture.file("proc/self/cgroup", "3:cpu,cpuacct:/c").file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1")
                .file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000")
                .file("sys/fs/cgroup/cpu/c/cpu.cfs_quota_us", "50000")
                .file("sys/fs/cgroup/cpu/c/cpu.cfs_period_us", "100000")
                .file("sys/fs/cgroup/cpu/c/cpu.stat", "nr_periods 10\nnr_throttled 4\nthrottled_time 3000000000");
        assertThat(new ControlGroup(fixture.pseudo()).cpuQuota()).contains(new CpuQuota(0.5, 10, 4));
    }

    @Test
    void withoutALimitNothingIsHeldBack() {
        fixture.file("proc/self/cgroup", "0::/a").file("sys/fs/cgroup/a/cpu.max", "max 100000")
                .file("sys/fs/cgroup/a/cpu.stat", "usage_usec 9\nnr_periods 0\nnr_throttled 0\nthrottled_usec 0");
        assertThat(new ControlGroup(fixture.pseudo()).cpuQuota()).isEmpty();
    }

    @Test
    void noLimitIsNoFact() {
        fixture.file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712")
                .file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1");
        assertThat(Fixture.texts(facts())).doesNotContainKeys("memory-allowed", "core-limit");
    }

    @Test
    void virtualMachinesAndContainersAreFactsNotWarnings() {
        fixture.file("sys/class/dmi/id/sys_vendor", "Amazon EC2").file("sys/class/dmi/id/product_name", "m5.large")
                .file("proc/cpuinfo", "processor : 0\nflags : fpu hypervisor\nprocessor : 1").file(".dockerenv", "");
        EnvironmentFacts environmentFacts = facts();
        assertThat(Fixture.texts(environmentFacts)).containsEntry("virtual-machine", "amazon-ec2")
                .containsEntry("machine", "Amazon EC2 m5.large").containsEntry("container", "docker");
        assertThat(environmentFacts.warnings()).isEmpty();
        fixture.file("sys/class/dmi/id/sys_vendor", "QEMU");
        assertThat(Fixture.texts(facts())).containsEntry("virtual-machine", "qemu");
    }

    @Test
    void armProcessorsAreNamedByTheirNumbers() {
        fixture.file("proc/cpuinfo", "processor : 0\nCPU implementer : 0x41\nCPU part : 0xd0c\nprocessor : 1");
        assertThat(Fixture.texts(facts())).containsEntry("cpu", "implementer 0x41 part 0xd0c");
    }

    @Test
    void onABareTreeFactsAreAbsent(@TempDir Path empty) {
        FactsBuilder facts = new FactsBuilder();
        new LinuxMachine(new ProcFs(empty)).describe(3, facts);
        assertThat(Fixture.texts(facts.facts())).isEqualTo(Map.of("os", "Linux", "cores", "3"));
        assertThat(facts.facts().warnings()).isEmpty();
    }

    private EnvironmentFacts facts() {
        FactsBuilder facts = new FactsBuilder();
        new LinuxMachine(fixture.pseudo()).describe(2, facts);
        return facts.facts();
    }
}
