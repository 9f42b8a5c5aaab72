package dev.tidemark.report.comparison;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.result.Better;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.Amounts;
import dev.tidemark.report.RecentDetails;
import dev.tidemark.report.analysis.Dimension;
import dev.tidemark.report.analysis.Dimensions;
import dev.tidemark.report.analysis.Facts;
import dev.tidemark.report.analysis.Fixed;
import dev.tidemark.report.analysis.Level;
import dev.tidemark.report.analysis.Numbering;
import dev.tidemark.report.analysis.Objective;
import dev.tidemark.report.analysis.StateWords;
import dev.tidemark.report.analysis.Throughput;
import dev.tidemark.report.comparison.Parts.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All that can be said about how two sides compare, as a pure function of what is stored of them. Every ratio is the
 * second side's figure over the first's.
 *
 * <p>Differences are told after Holm's correction, in three families of comparisons that each give a false alarm at
 * most once in twenty times: throughput overall and of the last part, over all points, which is the question asked; the
 * other figures of the whole runs, over all points; and each table of parts by itself.
 *
 * @param pairing     the sides
 * @param throughput  the measure that leads
 * @param differences in which settings and facts the sides differ, each as {@code driver: rocksdb, lmdb}
 * @param hardware    what both ran on, in a few words; empty when that is not known or not the same
 * @param points      at each point that both sides have, in the order of the plan
 * @param notes       what the reader must know about the whole
 */
public record SideBySide(Pairing pairing, Measure throughput, List<String> differences, String hardware,
        List<PointComparison> points, List<String> notes) {

    private static final List<String> HARDWARE_TAGS = List.of("hardware", "host-type", "instance-type", "disk-type");
    private static final List<String> HARDWARE_FACTS = List.of("cpu", "cores", "memory", "disk-model", "disk-kind");

    public SideBySide {
        differences = List.copyOf(differences);
        points = List.copyOf(points);
        notes = List.copyOf(notes);
    }

    /**
     * @param details raw data of an iteration by its id, as {@code Results::detail} gives it
     * @throws BadInput when the sides did different kinds of work
     */
    public static SideBySide of(Pairing pairing, LongFunction<IterationDetail> details) {
        return new Making(pairing, new RecentDetails(details)).made();
    }

    /** What can be quoted: one to three sentences per point; silent about what is within the noise. */
    public List<String> sentences() {
        return new Sentences(this).all();
    }

    /** The last part of a point's runs in words: {@code last hour}, or {@code last quarter}. */
    public String lastName() {
        return points.stream().flatMap(p -> p.last().stream()).map(Part::name).findFirst().orElse("last part");
    }

    private static final class Making {

        private final Side base;
        private final Side other;
        private final Pairing pairing;
        private final LongFunction<IterationDetail> details;
        private final List<Iteration> usable;
        private final Dimensions dimensions;
        private final List<String> notes = new ArrayList<>();

        Making(Pairing pairing, LongFunction<IterationDetail> details) {
            this.pairing = pairing;
            this.base = pairing.base();
            this.other = pairing.other();
            this.details = details;
            this.usable = Stream.concat(base.iterations().stream(), other.iterations().stream()).toList();
            this.dimensions = Dimensions.of(usable);
        }

        SideBySide made() {
            if (!base.results().workload().equals(other.results().workload())) {
                throw new BadInput(base.name() + " is of workload " + base.results().workload() + " and " + other.name()
                        + " of " + other.results().workload() + ": they did different work");
            }
            MeasureSet measures = base.results().measures().plus(other.results().measures());
            Measure throughput = throughput(measures);
            List<String> within = names(false);
            Map<List<Level>, List<Iteration>> bases = byPoint(base, within);
            Map<List<Level>, List<Iteration>> others = byPoint(other, within);
            List<PointComparison> points = new ArrayList<>();
            bases.forEach((point, iterations) -> {
                if (others.containsKey(point)) {
                    points.add(new PointComparer(base, other, throughput, measures.all(), describe(within, point),
                            iterations, others.get(point)).compare(details));
                }
            });
            noteUnmatched(bases, others, within);
            Stream.of(base, other).forEach(this::noteTaken);
            points.forEach(p -> p.cut().ifPresent(notes::add));
            return new SideBySide(pairing, throughput, differences(), hardware(), adjusted(points), notes);
        }

        /** What is done per second over a whole run; where no side knows that, what ranks the label's rows. */
        private Measure throughput(MeasureSet measures) {
            Measure objective = Objective.of(base.results().objective(), measures, usable).measure();
            return Stream.concat(Throughput.of(base.results()).stream(),
                    Stream.concat(Stream.of(objective), measures.all().stream()))
                    .filter(m -> m.unit().endsWith("/s") && !m.unit().equals("MB/s") && m.better() == Better.HIGHER
                            && usable.stream().anyMatch(i -> i.value(m.name()).isPresent()))
                    .findFirst().orElse(objective);
        }

        /** Settings that vary on a side, or those that do not but differ between the sides. */
        private List<String> names(boolean between) {
            return dimensions.columns().stream()
                    .filter(n -> (oneLevel(base, n) && oneLevel(other, n)) == between && (between || !isFact(n)))
                            .toList();
        }

        private boolean isFact(String name) {
            return dimensions.find(name).map(d -> d.kind() == Dimension.Kind.FACT).orElse(false);
        }

        private static boolean oneLevel(Side side, String name) {
            return side.iterations().stream().map(i -> level(i, name)).distinct().count() < 2;
        }

        private static Level level(Iteration iteration, String name) {
            return iteration.setting(name).map(Level::of).orElse(Level.ABSENT);
        }

        private static Map<List<Level>, List<Iteration>> byPoint(Side side, List<String> names) {
            return side.iterations().stream().collect(Collectors.groupingBy(
                    i -> names.stream().map(n -> level(i, n)).toList(), LinkedHashMap::new, Collectors.toList()));
        }

        private static String describe(List<String> names, List<Level> levels) {
            return IntStream.range(0, names.size()).mapToObj(i -> names.get(i) + " " + levels.get(i))
                    .collect(Collectors.joining(" · "));
        }

        private void noteUnmatched(Map<List<Level>, List<Iteration>> bases, Map<List<Level>, List<Iteration>> others,
                List<String> names) {
            bases.keySet().stream().filter(p -> !others.containsKey(p)).forEach(p -> notes.add(
                    "Only " + base.name() + " was run with " + describe(names, p) + "."));
            others.keySet().stream().filter(p -> !bases.containsKey(p)).forEach(p -> notes.add(
                    "Only " + other.name() + " was run with " + describe(names, p) + "."));
        }

        private void noteTaken(Side side) {
            side.taken().forEach(i -> notes.add("Iteration " + Numbering.of(side.results()).of(i) + " of " + side.name()
                    + " " + StateWords.verb(i.state()) + (i.verdict().isEmpty() ? "" : " ("
                            + i.verdict().replaceFirst("\\.$", "") + ")") + " and is compared, as was asked, as far as it "
                    + "came" + i.value("elapsed").map(v -> ": " + Amounts.time(v.number()) + " of load").orElse("")
                    + "."));
        }

        private List<String> differences() {
            return names(true).stream().filter(n -> Stream.of(base, other).flatMap(s -> s.iterations().stream())
                    .anyMatch(i -> asked(i, n))).map(n -> n + ": " + Facts.shown(n, only(base, n).text()) + ", "
                            + Facts.shown(n, only(other, n).text())).toList();
        }

        /** A driver's many declared defaults say nothing beside another driver that does not have them. */
        private static boolean asked(Iteration iteration, String name) {
            return iteration.setting(name).filter(s -> s.origin() != Origin.DECLARED).isPresent();
        }

        private static Level only(Side side, String name) {
            return side.iterations().stream().map(i -> level(i, name)).findFirst().orElse(Level.ABSENT);
        }

        private String hardware() {
            List<Fixed> environment = dimensions.environment();
            List<String> tags = texts(environment, HARDWARE_TAGS);
            return String.join(", ", tags.isEmpty() ? texts(environment, HARDWARE_FACTS) : tags);
        }

        private static List<String> texts(List<Fixed> environment, List<String> names) {
            return names.stream().flatMap(n -> environment.stream().filter(f -> f.name().equals(n)))
                    .map(f -> f.name().equals("cores") ? f.text() + " cores" : f.text()).toList();
        }

        // ---- Many comparisons ----

        private static List<PointComparison> adjusted(List<PointComparison> points) {
            List<Delta> headlines = holm(points.stream().flatMap(p -> Stream.concat(p.throughput().stream(),
                    p.last().map(Part::throughput).stream())).toList());
            List<Delta> rest = holm(points.stream().flatMap(p -> p.overall().stream().skip(1)).toList());
            List<PointComparison> adjusted = new ArrayList<>();
            for (PointComparison p : points) {
                List<Delta> overall = new ArrayList<>();
                p.throughput().ifPresent(t -> overall.add(next(headlines)));
                p.overall().stream().skip(1).forEach(d -> overall.add(next(rest)));
                adjusted.add(new PointComparison(p.description(), p.base(), p.other(), p.refusal(), p.seconds(),
                        p.longest(), overall, p.last().map(l -> new Part(l.name(), l.from(), l.to(),
                                with(next(headlines), l.deltas()))),
                        p.parts().stream().map(Making::adjusted).toList()));
            }
            return adjusted;
        }

        /** {@link #holm} gives a list of its own that may be emptied. */
        private static Delta next(List<Delta> deltas) {
            return deltas.removeFirst();
        }

        private static List<Delta> with(Delta first, List<Delta> deltas) {
            List<Delta> all = new ArrayList<>(List.of(first));
            all.addAll(deltas.subList(1, deltas.size()));
            return all;
        }

        private static Parts adjusted(Parts parts) {
            List<Delta> all = holm(parts.parts().stream().flatMap(p -> p.deltas().stream()).toList());
            return new Parts(parts.by(), parts.title(), parts.parts().stream().map(p -> new Part(p.name(), p.from(),
                    p.to(), p.deltas().stream().map(d -> next(all)).toList())).toList());
        }

        private static List<Delta> holm(List<Delta> deltas) {
            double[] p = Comparison.holm(deltas.stream()
                    .mapToDouble(d -> d.runs().map(Comparison::p).orElse(Double.NaN)).toArray());
            return new ArrayList<>(IntStream.range(0, p.length).mapToObj(i -> deltas.get(i).adjusted(p[i])).toList());
        }
    }
}
