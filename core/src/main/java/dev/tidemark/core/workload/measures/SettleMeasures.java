package dev.tidemark.core.workload.measures;

import static dev.tidemark.core.result.Direction.LOWER;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.TimedSnapshot;

/**
 * What an engine had put off, and what it moved for what the load moved. Where it does not count something, there is no
 * value.
 */
public final class SettleMeasures {

    public static final Measure TIME = new Measure("settle-time", "Drain time", "s", LOWER, 2,
            "How long the target's deferred work took after the last acknowledgement.");
    public static final Measure WRITE = new Measure("settle-write", "Drain write", "MB", LOWER, 0,
            "Bytes that the engine says it wrote while its background work was drained: flushes, compactions and WAL.");
    public static final Measure READ = new Measure("settle-read", "Drain read", "MB", LOWER, 0,
            "Bytes that compactions read while background work was drained, as it says.");
    public static final Measure DEVICE_WRITE = new Measure("settle-device-write", "Drain device write", "MB", LOWER, 0,
            "Bytes written to the devices beneath the data while background work was drained, by whatever on the "
                    + "machine.");
    public static final Measure DEVICE_READ = new Measure("settle-device-read", "Drain device read", "MB", LOWER, 0,
            "Bytes read from the devices beneath the data while background work was drained, by whatever on the "
                    + "machine.");
    public static final Measure SPACE_BEFORE = new Measure("space-before-settle", "Space before draining", "MB", LOWER,
            0, "On disk size at the last acknowledgement, before the engine settled; on-disk-size is that afterwards.");
    public static final Measure WRITE_AMPLIFICATION = new Measure("write-amplification", "Write amplification", "",
            LOWER,
            2, "Bytes that the engine says it wrote (compaction, flush and WAL, as far as it counts them, with what "
                    + "settling wrote) ÷ bytes of the keys and values that the load wrote.");
    public static final Measure READ_AMPLIFICATION = new Measure("read-amplification", "Read amplification", "", LOWER,
            2,
            "Bytes read from the devices beneath the data during the headline phase, by whatever, ÷ bytes of the "
                    + "keys and values that the load read; below 1 where caches answered.");

    /** For workloads that know what is stored by arithmetic. */
    public static final Measure SPACE_AMPLIFICATION = new Measure("space-amplification", "Space amplification", "",
            LOWER, 2,
            "On disk size at the end, after settling, ÷ live data (live-size); engines that leave their write-ahead "
                    + "log out of the one do so here. None where the load wrote and settle is false.");

    /** To stand after a workload's own, but for the amplifications, which have a place of their own. */
    public static final MeasureSet ALL = MeasureSet.of(TIME, SPACE_BEFORE, WRITE, READ, DEVICE_WRITE, DEVICE_READ);

    /** What a numbered key counts as: drivers write the number in eight bytes, or as little as they may. */
    public static final int KEY_BYTES = Long.BYTES;

    private static final List<String> WRITTEN = List.of(EngineMeasures.COMPACTION_WRITE.name(),
            EngineMeasures.FLUSH_WRITE.name(), EngineMeasures.JOURNAL_WRITE.name());
    private static final List<String> COMPACTION_READ = List.of("compaction-read");

    private SettleMeasures() {}

    /** Those of {@link #ALL} that the iteration yields: none where it did not settle. */
    public static List<MeasuredValue> of(IterationDetail detail) {
        List<MeasuredValue> values = new ArrayList<>();
        detail.phases().stream().filter(p -> p.phase() == Phase.SETTLE).findFirst().ifPresent(settle -> {
            List<TimedSnapshot> end = detail.readings(TimedSnapshot.END);
            List<TimedSnapshot> settled = detail.readings(TimedSnapshot.SETTLED);
            put(values, TIME, OptionalDouble.of(settle.nanos() / 1e9));
            put(values, SPACE_BEFORE, onDisk(detail, TimedSnapshot.END));
            put(values, WRITE, NodeSums.growth(detail, TimedSnapshot.END, TimedSnapshot.SETTLED, WRITTEN));
            put(values, READ, NodeSums.growth(detail, TimedSnapshot.END, TimedSnapshot.SETTLED, COMPACTION_READ));
            HostUtilization use = HostUtilization.between(end, settled);
            put(values, DEVICE_WRITE, use.total(HostUtilization.Device::writeBytes));
            put(values, DEVICE_READ, use.total(HostUtilization.Device::readBytes));
        });
        return values;
    }

    /**
     * Write and read amplification.
     *
     * @param written bytes of the keys and values that the load wrote
     * @param read    bytes of the keys and values that it read
     */
    public static List<MeasuredValue> amplification(IterationDetail detail, long written, long read) {
        List<MeasuredValue> values = new ArrayList<>();
        List<TimedSnapshot> start = detail.readings(TimedSnapshot.START);
        List<TimedSnapshot> end = detail.readings(TimedSnapshot.END);
        if (written > 0 && countsAllItWrites(end)) {
            NodeSums.growth(detail, TimedSnapshot.START, last(detail), WRITTEN).ifPresent(bytes ->
                    put(values, WRITE_AMPLIFICATION, OptionalDouble.of(bytes / written)));
        }
        if (read > 0) {
            HostUtilization.between(start, end).total(HostUtilization.Device::readBytes).ifPresent(bytes ->
                    put(values, READ_AMPLIFICATION, OptionalDouble.of(bytes / read)));
        }
        return values;
    }

    /** An engine that tells of its compactions alone says nothing of what it writes first. */
    private static boolean countsAllItWrites(List<TimedSnapshot> readings) {
        return NodeSums.isCounted(readings, EngineMeasures.FLUSH_WRITE.name(),
                EngineMeasures.JOURNAL_WRITE.name());
    }

    /**
     * None where the load wrote and did not settle: what it wrote last need not be on the disk yet.
     *
     * @param live  bytes of the keys and values that are stored at the end; above 0
     * @param wrote whether the load did; what was stored before it had settled
     */
    public static List<MeasuredValue> spaceAmplification(IterationDetail detail, double live, boolean wrote) {
        List<MeasuredValue> values = new ArrayList<>();
        if (!wrote || isSettled(detail)) {
            onDisk(detail, last(detail)).ifPresent(bytes ->
                    put(values, SPACE_AMPLIFICATION, OptionalDouble.of(bytes / live)));
        }
        return values;
    }

    /** The moment of the last readings: after settling, where it did. */
    static String last(IterationDetail detail) {
        return isSettled(detail) ? TimedSnapshot.SETTLED : TimedSnapshot.END;
    }

    private static boolean isSettled(IterationDetail detail) {
        return !detail.readings(TimedSnapshot.SETTLED).isEmpty();
    }

    private static OptionalDouble onDisk(IterationDetail detail, String moment) {
        return NodeSums.level(detail, moment, EngineMeasures.ON_DISK_SIZE);
    }

    private static void put(List<MeasuredValue> values, Measure measure, OptionalDouble base) {
        base.ifPresent(number -> values.add(MeasuredValue.of(measure.name(), measure.fromBase(number))));
    }
}
