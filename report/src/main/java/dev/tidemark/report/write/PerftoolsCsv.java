package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.report.analysis.table.StateWords;

/**
 * The results of {@code random-io} under the column headings that PerfTools' RanIO exported, as RFC 4180 has it: a
 * heading, a line per iteration in order of execution, CR LF, and quotes where a cell needs them.
 *
 * <p>Two columns follow where not all of them are done: how each ended, and why.
 *
 * <p>The spread of reads is over the workers of the groups that read, that of writes over those that write; without
 * groups these are all workers. What is not known is empty: what a run did not do, the spread over one worker, and the
 * workers' parts of mixed runs of older versions, which did not count them apart. Dates and times of day are UTC.
 */
public final class PerftoolsCsv {

    private static final String WORKLOAD = "random-io";
    private static final List<String> COLUMNS = List.of("RunDate", "RunTime", "Database", "Namespace", "Reads",
            "Writes", "ReadsPS", "WritesPS", "StdDevR", "StdDevW", "StdDevRPS", "StdDevWPS", "CVReads", "CVWrites",
            "CVReadsPerS", "CVWritesPerS", "Processes", "ReadPct");
    /** What was done in an iteration that was interrupted or is invalid is worth a row, if it says so. */
    private static final List<String> ENDING = List.of("State", "Reason");

    private PerftoolsCsv() {}

    /**
     * The table, and how many iterations are in it.
     *
     * @param text the whole file
     * @param rows lines below the heading
     */
    public record Table(String text, int rows) {}

    /** Whether a label has results that these columns are for. */
    public static boolean fits(LabelResults label) {
        return rows(label).findAny().isPresent();
    }

    /**
     * @param details the raw data of an iteration, by its number
     * @throws InvalidInputException when a label has no results of random-io
     */
    public static Table of(List<LabelResults> labels, LongFunction<IterationDetail> details) {
        if (labels.isEmpty()) {
            throw new InvalidInputException("there is no finished run of " + WORKLOAD);
        }
        labels.stream().filter(l -> !fits(l)).findFirst().ifPresent(l -> {
            throw new InvalidInputException("label " + l.label() + " has no finished run of " + WORKLOAD
                    + ", and the format perftools has no columns for others");
        });
        boolean endings = labels.stream().flatMap(PerftoolsCsv::rows).anyMatch(i -> i.state() != IterationState.DONE);
        List<String> rows = labels.stream().flatMap(PerftoolsCsv::rows)
                .flatMap(i -> row(i, details.apply(i.id()), endings).stream()).toList();
        return new Table(line(Stream.concat(COLUMNS.stream(), endings ? ENDING.stream() : Stream.empty()).toList())
                + String.join("", rows), rows.size());
    }

    private static Stream<Iteration> rows(LabelResults label) {
        return label.iterations().stream().filter(i -> i.workload().equals(WORKLOAD)
                && (i.state() == IterationState.DONE || i.state() != IterationState.RUNNING && !i.values().isEmpty()));
    }

    /**
     * Empty for an iteration that was stopped before it measured anything.
     * @param ending whether to say how it ended
     */
    private static Optional<String> row(Iteration iteration, IterationDetail detail, boolean ending) {
        return detail.headline().map(phase -> {
            Done reads = Done.of("read", iteration, detail, phase);
            Done writes = Done.of("write", iteration, detail, phase);
            LocalDateTime start = LocalDateTime.ofInstant(iteration.started(), ZoneOffset.UTC);
            List<String> cells = List.of(start.toLocalDate().toString(),
                    DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).format(start),
                    text(iteration, "directory").or(() -> text(iteration, "file")).orElse(""),
                    String.join(" ", ofGroups(iteration, "dataset")),
                    reads.whole(), writes.whole(), reads.perSecond(iteration), writes.perSecond(iteration),
                    reads.deviation(1), writes.deviation(1), reads.deviation(phase.nanos() / 1e9),
                    writes.deviation(phase.nanos() / 1e9), reads.variation(), writes.variation(), reads.variation(),
                    writes.variation(), String.valueOf(phase.workers()), readPercent(iteration));
            return line(ending ? Stream.concat(cells.stream(), Stream.of(StateWords.of(iteration.state()),
                    iteration.verdict())).toList() : cells);
        });
    }

    /** A setting that names something. */
    private static Optional<String> text(Iteration iteration, String setting) {
        return iteration.setting(setting).map(Setting::text).filter(t -> !t.isEmpty() && !t.equals("none")
                && !t.equals("default"));
    }

    /** The different values of a setting that groups can have, in their order. */
    private static List<String> ofGroups(Iteration iteration, String setting) {
        return groups(iteration).stream().flatMap(group -> text(iteration, QualifiedNames.name(group, setting))
                .or(() -> text(iteration, setting)).stream()).distinct().toList();
    }

    /** Names of the groups; one without a name where all workers are one. */
    private static List<String> groups(Iteration iteration) {
        List<String> names = WorkerGroups.names(iteration.settings());
        return names.isEmpty() ? List.of("") : names;
    }

    /** What was asked for; groups that were asked for different shares have none together. */
    private static String readPercent(Iteration iteration) {
        List<String> each = ofGroups(iteration, "read-percent");
        return each.size() == 1 ? each.getFirst() : "";
    }

    /**
     * What was done of one kind, and how evenly.
     *
     * @param rate      the measure that is its rate
     * @param units     reads or updates done; 0 when none was
     * @param perWorker of each worker; empty where they are not known
     */
    private record Done(String rate, long units, double[] perWorker) {

        static Done of(String kind, Iteration iteration, IterationDetail detail, PhaseSpan phase) {
            SeriesSet series = Timeline.whole(detail, phase);
            long all = 0;
            List<OptionalLong> workers = new ArrayList<>();
            for (String group : groups(iteration)) {
                Map<String, Totals> done = series.of(group).totals();
                long units = done.getOrDefault(kind, Totals.NONE).units();
                if (units > 0) {
                    boolean nothingElse = done.entrySet().stream()
                            .allMatch(e -> e.getKey().equals(kind) || e.getValue().units() == 0);
                    all += units;
                    detail.workers().stream().filter(w -> w.phase() == phase.index() && w.group().equals(group))
                            .forEach(w -> workers.add(nothingElse ? OptionalLong.of(w.units()) : w.units(kind)));
                }
            }
            boolean known = workers.stream().allMatch(OptionalLong::isPresent);
            return new Done(kind + "s-per-second", all, known
                    ? workers.stream().mapToDouble(OptionalLong::getAsLong).toArray() : new double[0]);
        }

        String whole() {
            return units == 0 ? "" : String.valueOf(units);
        }

        /** Per second, as measured; the older tool added up the workers' own rates. */
        String perSecond(Iteration iteration) {
            return units == 0 ? "" : iteration.value(rate).map(MeasuredValue::number)
                    .map(r -> String.format(Locale.ROOT, "%.0f", r)).orElse("");
        }

        /** Standard deviation of a sample, of the workers' counts divided by a number. */
        String deviation(double divisor) {
            return known() ? decimals(standardDeviation() / divisor) : "";
        }

        /** Standard deviation ÷ mean; the same of counts and, since all workers have the same time, of rates. */
        String variation() {
            return known() ? decimals(standardDeviation() / mean()) : "";
        }

        private boolean known() {
            return units > 0 && perWorker.length > 1;
        }

        private double mean() {
            return Arrays.stream(perWorker).average().orElseThrow();
        }

        private double standardDeviation() {
            double mean = mean();
            return Math.sqrt(DoubleStream.of(perWorker).map(u -> (u - mean) * (u - mean)).sum()
                    / (perWorker.length - 1));
        }

        private static String decimals(double number) {
            return String.format(Locale.ROOT, "%.3f", number);
        }
    }

    private static String line(List<String> cells) {
        return cells.stream().map(PerftoolsCsv::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String quoted(String cell) {
        return cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }
}
