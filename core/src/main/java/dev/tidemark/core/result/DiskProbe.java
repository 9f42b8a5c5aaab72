package dev.tidemark.core.result;

import module java.base;
import dev.tidemark.core.param.Setting;

/**
 * What a disk sustained when nothing but a measurement of the disk itself asked it to.
 *
 * @param at     when it was measured
 * @param origin what measured it
 * @param facts  of its machine and file system, named as those of iterations
 * @param rates  what was measured, in the limit's unit
 */
public record DiskProbe(Instant at, Origin origin, List<Setting> facts, Map<DiskLimit, Double> rates) {

    /** What can measure a disk. */
    public enum Origin {
        /** It looks for the most. */
        PROBE,
        /** A run of the driver file, which does what it is told: with few workers less than the most. */
        RUN
    }

    /** Facts that tell machines and file systems apart, and stay as they are while these do. */
    private static final List<String> PLACE = List.of("machine", "cpu", "cores", "memory", "device", "disk-model",
            "file-system", "file-system-size");
    /** Without it nobody knows which disk it was. */
    private static final String DEVICE = "device";
    /** The data lay on a second one, too: no limit of one disk is known by that. */
    private static final String SECOND = "device-2";
    /** Stands between the disks of a device that is made of several, as a mirror: each counts what it does for all. */
    private static final String SEVERAL = ", ";

    public DiskProbe {
        facts = List.copyOf(facts);
        rates = Map.copyOf(rates);
    }

    /** What was measured, with the disks beneath it; empty where the system did not tell. */
    public Optional<String> device() {
        return fact(DEVICE);
    }

    /** Whether it is known, and a single disk, so that runs can be compared with it. */
    public boolean isOfOneDisk() {
        return device().filter(device -> !device.contains(SEVERAL)).isPresent() && fact(SECOND).isEmpty();
    }

    /**
     * Whether an iteration's data lay on the same file system of the same machine, and nowhere else, as far as facts
     * tell.
     */
    public boolean isOfSameStorage(Iteration iteration) {
        return isOfOneDisk() && iteration.setting(SECOND).isEmpty()
                && PLACE.stream().allMatch(name -> fact(name).equals(iteration.setting(name).map(Setting::text)));
    }

    private Optional<String> fact(String name) {
        return facts.stream().filter(f -> f.name().equals(name)).map(Setting::text).findFirst();
    }
}
