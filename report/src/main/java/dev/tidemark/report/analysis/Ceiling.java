package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.SettleMeasures;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Row;

/**
 * How near a row came to what its disk sustains. Only like is compared with like: requests of the device with requests
 * of about the same size, and bytes of large ones with bytes written one after the other.
 *
 * @param limit     which of the disk's limits is the nearest
 * @param reached   what the row's runs had the disk do, in the limit's unit
 * @param sustained what the disk did when it was measured alone, in the same
 * @param measured  when that was
 * @param limitedBy what held the row's first run, in a few words; empty where nobody knows
 */
public record Ceiling(DiskLimit limit, double reached, double sustained, Instant measured,
        Optional<String> limitedBy) {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    /** Requests of up to half as much again as 4 KiB and 8 KiB are like those. */
    private static final double LIKE_4K = 6 * 1024;
    private static final double LIKE_8K = 12 * 1024;
    /** Requests from this size on cost the disk what their bytes cost. */
    private static final double LARGE = 64 * 1024;
    /** Below this nothing is said: it would be 0 %. */
    private static final double LEAST = 0.005;

    /** Of the elapsed time: settling for so long adds next to nothing to what is counted. */
    private static final double MOST_SETTLING = 0.01;
    /** How the driver calls them that counts its own, of files whose disk is known. */
    private static final String FSYNCS = "fsyncs";
    /** Settings by which several operations are in progress at once. */
    private static final List<String> AT_ONCE = List.of("workers", AsyncKeyValueSession.QUEUE_DEPTH);

    /**
     * The nearest of the limits that are known; empty where none is.
     *
     * @param probes    is asked only where there is something to compare with it
     * @param limitedBy is asked only where there is a limit
     */
    static Optional<Ceiling> of(Row row, Supplier<List<DiskProbe>> probes, Supplier<Optional<String>> limitedBy) {
        List<Map.Entry<DiskLimit, Double>> reached = reached(row).toList();
        if (reached.isEmpty()) {
            return Optional.empty();
        }
        List<DiskProbe> known = probes.get().stream().filter(p -> row.iterations().stream().allMatch(p::isOfSameStorage)
                && row.iterations().stream().noneMatch(i -> isOf(p, i))).toList();
        return reached.stream().flatMap(r -> most(known, r.getKey(), r.getValue()).map(probe -> new Ceiling(r.getKey(),
                        r.getValue(), probe.rates().get(r.getKey()), probe.at(), Optional.empty())).stream())
                .filter(c -> c.share() >= LEAST).max(Comparator.comparingDouble(Ceiling::share))
                .map(c -> new Ceiling(c.limit, c.reached, c.sustained, c.measured, limitedBy.get()));
    }

    /** Nothing is measured by itself. */
    private static boolean isOf(DiskProbe probe, Iteration iteration) {
        return probe.origin() == DiskProbe.Origin.RUN && probe.at().equals(iteration.started());
    }

    /** What the newest probe found, or a run where that did more: one that did less did what it was told to. */
    private static Optional<DiskProbe> most(List<DiskProbe> known, DiskLimit limit, double reached) {
        List<DiskProbe> of = known.stream().filter(p -> p.rates().getOrDefault(limit, 0.0) > 0).toList();
        Stream<DiskProbe> runs = of.stream()
                .filter(p -> p.origin() == DiskProbe.Origin.RUN && p.rates().get(limit) >= reached);
        Optional<DiskProbe> newest = of.stream().filter(p -> p.origin() == DiskProbe.Origin.PROBE)
                .max(Comparator.comparing(DiskProbe::at));
        return Stream.concat(runs, newest.stream()).max(Comparator.comparing(p -> p.rates().get(limit)));
    }

    private static Stream<Map.Entry<DiskLimit, Double>> reached(Row row) {
        OptionalDouble elapsed = value(row, CommonMeasures.ELAPSED.name());
        if (elapsed.isEmpty() || elapsed.getAsDouble() <= 0) {
            return Stream.empty();
        }
        return Stream.of(requests(row, elapsed.getAsDouble(), HostMeasures.DEVICE_WRITE, HostMeasures.DEVICE_WRITES,
                        DiskLimit.RANDOM_WRITE_4K, DiskLimit.RANDOM_WRITE_8K, Optional.of(DiskLimit.SEQUENTIAL_WRITE)),
                requests(row, elapsed.getAsDouble(), HostMeasures.DEVICE_READ, HostMeasures.DEVICE_READS,
                        DiskLimit.RANDOM_READ_4K, DiskLimit.RANDOM_READ_8K, Optional.empty()),
                fsyncs(row, elapsed.getAsDouble())).flatMap(Optional::stream);
    }

    private static Optional<Map.Entry<DiskLimit, Double>> requests(Row row, double elapsed, Measure megabytes,
            Measure perSecond, DiskLimit small, DiskLimit medium, Optional<DiskLimit> large) {
        double bytes = value(row, megabytes.name()).orElse(0) * 1e6 / elapsed;
        double requests = value(row, perSecond.name()).orElse(0);
        if (bytes <= 0 || requests <= 0) {
            return Optional.empty();
        }
        double size = bytes / requests;
        return size <= LIKE_4K ? Optional.of(Map.entry(small, requests))
                : size <= LIKE_8K ? Optional.of(Map.entry(medium, requests))
                : large.filter(_ -> size >= LARGE).map(limit -> Map.entry(limit, bytes));
    }

    /**
     * They are counted until the target has settled, which is longer than the load. Those of one worker are like those
     * of the one thread that was measured: a disk does several at once in less time than one after the other.
     */
    private static Optional<Map.Entry<DiskLimit, Double>> fsyncs(Row row, double elapsed) {
        OptionalDouble count = value(row, FSYNCS);
        return count.isEmpty() || !row.iterations().stream().allMatch(Ceiling::oneByOne)
                || value(row, SettleMeasures.TIME.name()).orElse(0) > MOST_SETTLING * elapsed ? Optional.empty()
                : Optional.of(Map.entry(DiskLimit.FSYNC, count.getAsDouble() / elapsed));
    }

    private static boolean oneByOne(Iteration iteration) {
        return WorkerGroups.names(iteration.settings()).isEmpty() && AT_ONCE.stream()
                .flatMap(name -> iteration.setting(name).stream()).allMatch(s -> s.number() != null && s.number() <= 1);
    }

    private static OptionalDouble value(Row row, String measure) {
        return row.cell(measure).map(Cell::mean).stream().mapToDouble(Double::doubleValue).findFirst();
    }

    /** Of what the disk sustains, 1 for all of it; more where the measurement is stale or a cache took part. */
    public double share() {
        return reached / sustained;
    }

    /** Whether a run did more than the disk was found to sustain, so that one of the two is not what it seems. */
    public boolean exceeded() {
        return Math.round(share() * 100) > 100;
    }

    /** The share for a large figure: {@code 38 %}; {@code > 100 %} where it is {@link #exceeded}. */
    public String figure() {
        return exceeded() ? "> 100 %" : Math.round(share() * 100) + " %";
    }

    /** What stands below the figure: {@code of what this disk sustains}. */
    public String caption() {
        return exceeded() ? "of what the disk was found to sustain" : "of what this disk sustains";
    }

    /** {@code 23.1k writes/s: 38 % of what this disk sustains (60.4k random 8 KiB writes/s, measured 24 Nov 2026).} */
    public String sentence() {
        String of = "(" + amount(sustained) + " " + limit.title() + (limit.inBytes() ? "" : "/s")
                + ", measured " + DAY.format(measured) + ")";
        String cause = limitedBy.map(by -> "; limited by " + by).orElse("");
        return amount(reached) + " " + done() + ": " + (exceeded()
                ? "more than this disk was found to sustain " + of
                        + ", so that measurement is stale, or a cache took part" + cause
                : Math.round(share() * 100) + " % of what this disk sustains " + of + cause) + ".";
    }

    private String amount(double rate) {
        return limit.inBytes() ? Numbers.roundedBytes(rate) + "/s" : Numbers.rounded(rate);
    }

    private String done() {
        return switch (limit) {
            case SEQUENTIAL_WRITE -> "written by the device";
            case RANDOM_WRITE_4K, RANDOM_WRITE_8K -> "device writes/s";
            case RANDOM_READ_4K, RANDOM_READ_8K -> "device reads/s";
            case FSYNC -> "fsyncs/s";
        };
    }
}
