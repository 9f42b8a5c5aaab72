package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.query.QueryMeasures;
import dev.tidemark.core.workload.randomio.RandomIo;
import dev.tidemark.core.workload.verdict.Bottleneck;
import dev.tidemark.core.workload.volume.VolumeMeasures;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;

/** What held the runs whose load was set by a rate, where the target did not keep up with it. */
final class Limits {

    /** Only open loops have it. */
    private static final String WAIT = "wait.p99";
    private static final String RESPONSE = "response.p50";
    /** What workers wait for is told more closely where it is known. */
    private static final String BY_WORKERS = Bottleneck.BY_WORKERS.substring(Bottleneck.BEGINS.length());
    /** Share of a response from which on that is what it consists of; one that is shorter by as much waited for nothing. */
    private static final double MOSTLY = 0.5;
    /** What workers do in all, by workload; random-io calls it as volume does. */
    private static final List<Measure> DONE = List.of(VolumeMeasures.OPERATIONS_PER_SECOND,
            QueryMeasures.QUERIES_PER_SECOND);
    /** What of it changes nothing, and waits for no fsync. */
    private static final List<Measure> READS = Stream.concat(VolumeMeasures.READS.stream(),
            Stream.of(RandomIo.READS_PER_SECOND, QueryMeasures.QUERIES_PER_SECOND)).toList();
    private static final String KEPT_UP = "which the target kept up with";
    /** Raw data are read for each. */
    private static final int MOST = 10;

    private Limits() {}

    /**
     * The sentences that were found then, of the first run of each of the first rows.
     *
     * @param describe a row's settings in words; empty where nothing varies
     */
    static List<String> notes(Table table, LongFunction<IterationDetail> details, Function<Row, String> describe) {
        List<Row> open = table.rows().stream()
                .filter(r -> r.iterations().getFirst().value(WAIT).isPresent()).toList();
        List<String> notes = new ArrayList<>();
        open.stream().limit(MOST)
                .forEach(r -> bottleneck(r, details).ifPresent(why -> notes.add(describe.apply(r).isEmpty()
                ? why : "With " + describe.apply(r) + ": " + why)));
        if (open.size() > MOST) {
            notes.add("What held the " + (open.size() - MOST) + " further rows at a rate is not shown here.");
        }
        return notes;
    }

    /** What held a row's first run, in a few words: {@code the disk}; empty where nothing was found to. */
    static Optional<String> of(Row row, LongFunction<IterationDetail> details) {
        Optional<String> by = found(row, details).filter(why -> why.startsWith(Bottleneck.BEGINS))
                .map(why -> why.substring(Bottleneck.BEGINS.length()).split("[:;,.]( |$)")[0]);
        return by.filter(held -> held.startsWith(BY_WORKERS)).isPresent() && waitsForFsync(row) ? Optional.of("fsync")
                : by;
    }

    /**
     * Whether writes are synced, and a small synced one alone, on the idle disk, takes about as long as half of the
     * responses took. Responses that are much shorter wait for none: they are mostly reads. Where half of what was done
     * reads, the median tells of reads as well, and nothing is said.
     */
    private static boolean waitsForFsync(Row row) {
        if (row.durability().filter(d -> d == Durability.DURABLE).isEmpty() || mostlyReads(row)) {
            return false;
        }
        Optional<Double> floor = row.cell(HostMeasures.FSYNC_P50.name()).map(Cell::mean);
        Optional<Double> response = row.cell(RESPONSE).map(Cell::mean);
        return floor.isPresent()
                && response.filter(r -> floor.get() >= r * MOSTLY && floor.get() <= r / MOSTLY).isPresent();
    }

    private static boolean mostlyReads(Row row) {
        double reads = perSecond(row, READS);
        return reads > 0 && reads >= MOSTLY * perSecond(row, DONE);
    }

    private static double perSecond(Row row, List<Measure> measures) {
        return measures.stream().flatMap(m -> row.cell(m.name()).stream()).mapToDouble(Cell::mean).sum();
    }

    /** The sentence of what held a row's first run, or that nothing was found to. */
    static Optional<String> found(Row row, LongFunction<IterationDetail> details) {
        return row.iterations().stream().map(Iteration::id).findFirst()
                .flatMap(id -> Bottleneck.recorded(details.apply(id).events()));
    }

    private static Optional<String> bottleneck(Row row, LongFunction<IterationDetail> details) {
        return found(row, details).filter(why -> why.startsWith(Bottleneck.BEGINS) && !why.contains(KEPT_UP));
    }
}
