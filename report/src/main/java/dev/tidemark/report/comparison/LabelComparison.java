package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.DetailCache;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Digits;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.FixedSetting;
import dev.tidemark.report.analysis.table.IterationNumbers;
import dev.tidemark.report.analysis.table.Objective;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Throughput;
import dev.tidemark.report.comparison.Matching.Basis;
import dev.tidemark.report.comparison.WindowComparison.ComparedWindow;
import java.util.List;
import java.util.Optional;

/**
 * All that can be said about how two sides compare, as a pure function of what is stored of them. Every ratio is the
 * second side's figure over the first's.
 *
 * <p>All that the sentences of a document can claim is one family, whatever the number of its sides and points: the
 * chance that one of them claims a difference that is not there, or quotes an interval that misses the true ratio, is
 * at most {@link Comparison#LEVEL}. The level is shared out beforehand (Bonferroni, with weights: S. Holm 1979, "A
 * simple sequentially rejective multiple test procedure", section 4; intervals: O. J. Dunn 1961, "Multiple comparisons
 * among means"), and each figure's decision and interval are of the level that it got. The figure that was asked for
 * gets most of it, since it decides what five rounds can show. Everything else is shown with an interval that speaks
 * for itself and decides nothing.
 *
 * @param pairing     the sides
 * @param throughput  the measure that leads
 * @param inParts     what is done per second in parts of the runs, of which only their units are known; most often the
 *                    same
 * @param differences all settings and facts in which the sides differ, each as {@code driver: rocksdb, lmdb}
 * @param hardware    what both ran on, in a few words; empty when that is not known or not the same
 * @param points      at each point that both sides have, in the order of the plan
 * @param notes       what the reader must know about the whole
 * @param level       chance at which anything is false that this and all that was compared with it claim
 */
public record LabelComparison(Pairing pairing, Measure throughput, Measure inParts, List<String> differences,
        String hardware, List<PointComparison> points, List<String> notes, double level) {

    /** Share of the level for the figures that were asked for; the rest is for all others. */
    private static final double LEADING = 0.9;

    private static final List<String> HARDWARE_TAGS = List.of("hardware", "host-type", "instance-type", "disk-type");
    private static final List<String> HARDWARE_FACTS = List.of("cpu", "cores", "memory", "disk-model", "disk-kind");

    public LabelComparison {
        differences = List.copyOf(differences);
        points = List.copyOf(points);
        notes = List.copyOf(notes);
    }

    /**
     * Compares the sides of each pairing, and decides over all of them together: what one document says must be made
     * at once.
     *
     * @param details raw data of an iteration by its id, as {@code Results::detail} gives it
     * @throws InvalidInputException when the sides did different kinds of work
     */
    public static List<LabelComparison> of(List<Pairing> pairings, LongFunction<IterationDetail> details) {
        LongFunction<IterationDetail> recent = new DetailCache(details);
        return decided(pairings.stream().map(p -> new Builder(p, recent).made()).toList());
    }

    private static List<LabelComparison> decided(List<LabelComparison> all) {
        List<PointComparison> points = all.stream().flatMap(s -> s.points().stream()).toList();
        long leads = testable(points.stream().flatMap(p -> p.lead().stream()));
        long others = testable(points.stream().flatMap(p -> Stream.concat(p.otherFigures().stream(),
                p.lastLead().stream())));
        double leading = others == 0 ? 1 : LEADING;
        double level = level(points.stream().mapToInt(p -> p.matching().looks()).max().orElse(0));
        double lead = level * leading / Math.max(1, leads);
        double other = level * (1 - leading) / Math.max(1, others);
        return all.stream().map(s -> new LabelComparison(s.pairing(), s.throughput(), s.inParts(), s.differences(),
                s.hardware(), s.points().stream().map(p -> p.decided(lead, other)).toList(), s.notes(), level))
                .toList();
    }

    /**
     * A comparison is planned, and has the whole level. What is left of it for looks at rounds that were added is next
     * to nothing, and they take that besides: so all looks together claim what is not there in one label of a hundred
     * more.
     *
     * @param looks at the sides and points that were looked at most often
     */
    private static double level(int looks) {
        return looks < 2 ? Comparison.LEVEL : Comparison.level(looks);
    }

    /** Chance at which all intervals that decide hold together. */
    public double confidence() {
        return 1 - level;
    }

    private static long testable(Stream<Delta> deltas) {
        return deltas.filter(d -> d.evidence() instanceof Evidence.Rounds).count();
    }

    /** What can be quoted: one to three sentences per point; silent about what is within the noise. */
    public List<String> sentences() {
        return new ComparisonText(this).all();
    }

    /** That the sides promise different things at a power failure, in a sentence; empty where they do not. */
    public Optional<String> durability() {
        return DurabilityNote.of(pairing.base(), pairing.other());
    }

    /**
     * The last part of a point's runs in words: {@code last hour}, or {@code last quarter}; where parts are compared by
     * another measure than the whole, {@code last quarter, scripts/s}.
     */
    public String lastName() {
        return points.stream().flatMap(p -> p.last().stream()).map(ComparedWindow::name).findFirst()
                .map(name -> name + (inParts.equals(throughput) ? "" : ", " + inParts.unit())).orElse("last part");
    }

    private static final class Builder {

        private final Side base;
        private final Side other;
        private final Pairing pairing;
        private final LongFunction<IterationDetail> details;
        private final List<Iteration> usable;
        private final Dimensions dimensions;
        private final LeftOut leftOut;
        private final List<String> notes = new ArrayList<>();

        Builder(Pairing pairing, LongFunction<IterationDetail> details) {
            this.pairing = pairing;
            this.base = pairing.base().ratedAs(pairing.other());
            this.other = pairing.other().ratedAs(pairing.base());
            this.details = details;
            this.usable = Stream.concat(base.iterations().stream(), other.iterations().stream()).toList();
            this.dimensions = Dimensions.of(usable);
            this.leftOut = new LeftOut(base, other);
        }

        LabelComparison made() {
            if (!base.results().workload().equals(other.results().workload())) {
                throw new InvalidInputException(base.name() + " is of workload " + base.results().workload() + " and "
                        + other.name() + " of " + other.results().workload() + ": they did different work");
            }
            // As the reports of the labels have them, which are of all of their iterations.
            MeasureSet measures = Digits.fitted(base.results().measures().plus(other.results().measures()),
                    Stream.of(usable, base.results().usable(), other.results().usable()).flatMap(List::stream)
                            .toList());
            Measure found = throughput(measures);
            Measure throughput = measures.find(found.name()).orElse(found);
            Measure inParts = Throughput.of(base.results()).flatMap(m -> measures.find(m.name())).orElse(throughput);
            List<String> within = within();
            List<String> shared = within.stream().filter(n -> recorded(base, n) && recorded(other, n)).toList();
            Map<List<SettingValue>, List<Iteration>> bases = byPoint(base, within);
            Map<List<SettingValue>, List<Iteration>> others = byPoint(other, within);
            List<PointComparison> points = new ArrayList<>();
            bases.forEach((point, iterations) -> others.forEach((match, matching) -> {
                if (at(shared, within, point).equals(at(shared, within, match))) {
                    points.add(new PointComparer(base, other, throughput, inParts, measures.all(), describe(within,
                            together(point, match)), iterations, matching).compare(details));
                }
            }));
            noteDamaged();
            if (!inParts.equals(throughput) && points.stream().anyMatch(p -> p.seconds().isPresent())) {
                notes.add("Parts of the runs are compared by " + inParts.unit() + ": " + throughput.unit()
                        + " are known of whole runs alone.");
            }
            DurabilityNote.of(base, other).ifPresent(notes::add);
            noteUnmatched(base, bases, others, within, shared);
            noteUnmatched(other, others, bases, within, shared);
            Stream.of(base, other).forEach(this::noteTaken);
            points.forEach(p -> p.answers().ifPresent(notes::add));
            points.forEach(p -> p.cut().ifPresent(notes::add));
            if (points.stream().anyMatch(p -> p.matching().confirmed())) {
                notes.add("Of a setting that was confirmed, the rounds that confirm are compared alone: it came first of "
                        + "the rounds before in part by luck.");
            }
            points.forEach(p -> notes.addAll(leftOut.alone(p.matching().alone())));
            notes.addAll(leftOut.unfinished());
            if (points.stream().anyMatch(p -> p.matching().basis() == Basis.SESSIONS)) {
                notes.add("For a significant difference both sides must run in the same rounds: in one experiment with "
                        + "plan: compare.");
            }
            return new LabelComparison(pairing, throughput, inParts, SettingDifferences.of(base, other, within),
                    hardware(), points, notes, Comparison.LEVEL);
        }

        /**
         * What is done per second over a whole run; where no side knows that, what ranks the label's rows; of results
         * that were measured elsewhere and lack both, the first that both have.
         */
        private Measure throughput(MeasureSet measures) {
            Objective ranking = Objective.of(base.results().workload(), base.results().objective(), measures, usable);
            Measure objective = ranking.measure();
            return Stream.of(ranking.note().isEmpty() ? Stream.<Measure>of() : Stream.of(objective),
                    Throughput.of(base.results()).stream(), Stream.of(objective), measures.all().stream())
                    .flatMap(s -> s)
                    .filter(m -> m.unit().endsWith("/s") && !m.unit().equals("MB/s") && m.better() == Direction.HIGHER
                            && usable.stream().anyMatch(i -> i.value(m.name()).isPresent()))
                    .findFirst().or(() -> measures.all().stream().filter(m -> !measured(base, objective)
                            && measured(base, m) && measured(other, m)).findFirst()).orElse(objective);
        }

        private static boolean measured(Side side, Measure measure) {
            return side.usable().stream().anyMatch(i -> i.value(measure.name()).isPresent());
        }

        /** Settings that vary on a side: their values make the points. */
        private List<String> within() {
            return dimensions.columns().stream().filter(n -> (levels(base, n).size() > 1 || levels(other, n).size() > 1)
                    && dimensions.find(n).filter(d -> d.kind() == Dimension.Kind.FACT).isEmpty()).toList();
        }

        private static Set<SettingValue> levels(Side side, String name) {
            return side.iterations().stream().map(i -> level(i, name)).collect(Collectors.toCollection(
                    LinkedHashSet::new));
        }

        /** Whether a side tells anything of a setting: results measured elsewhere know only some. */
        private static boolean recorded(Side side, String name) {
            return side.iterations().stream().anyMatch(i -> i.setting(name).isPresent());
        }

        private static List<SettingValue> at(List<String> some, List<String> names, List<SettingValue> point) {
            return some.stream().map(n -> point.get(names.indexOf(n))).toList();
        }

        /** The values that either has. */
        private static List<SettingValue> together(List<SettingValue> point, List<SettingValue> other) {
            return IntStream.range(0, point.size()).mapToObj(i -> point.get(i) == SettingValue.ABSENT ? other.get(i)
                    : point.get(i)).toList();
        }

        private static SettingValue level(Iteration iteration, String name) {
            return iteration.setting(name).map(SettingValue::of).orElse(SettingValue.ABSENT);
        }

        private static Map<List<SettingValue>, List<Iteration>> byPoint(Side side, List<String> names) {
            return side.iterations().stream().collect(Collectors.groupingBy(
                    i -> names.stream().map(n -> level(i, n)).toList(), LinkedHashMap::new, Collectors.toList()));
        }

        private static String describe(List<String> names, List<SettingValue> levels) {
            return IntStream.range(0, names.size()).filter(i -> levels.get(i) != SettingValue.ABSENT)
                    .mapToObj(i -> names.get(i) + " " + levels.get(i)).collect(Collectors.joining(" · "));
        }

        private void noteDamaged() {
            Stream.of(base, other).map(Side::results).collect(Collectors.toMap(LabelResults::label, r -> r, (a, b) -> a,
                    LinkedHashMap::new)).values().forEach(r -> r.damageNote().ifPresent(
                            note -> notes.add(r.label() + ": " + note)));
        }

        private void noteUnmatched(Side side, Map<List<SettingValue>, List<Iteration>> points,
                Map<List<SettingValue>, List<Iteration>> others, List<String> names, List<String> shared) {
            points.keySet().stream().filter(p -> others.keySet().stream().noneMatch(o ->
                    at(shared, names, o).equals(at(shared, names, p)))).forEach(p -> notes.add(
                            "Only " + side.name() + " was run with " + describe(names, p) + "."));
        }

        private void noteTaken(Side side) {
            side.taken().forEach(i -> notes.add("Iteration " + IterationNumbers.of(side.results()).of(i) + " of "
                    + side.name() + " " + StateWords.verb(i.state()) + (i.verdict().isEmpty() ? "" : " ("
                            + i.verdict().replaceFirst("\\.$", "") + ")")
                            + " and is compared, as was asked, as far as it "
                    + "came" + i.value("elapsed").map(v -> ": " + Numbers.time(v.number()) + " of load").orElse("")
                    + "."));
        }

        private String hardware() {
            List<FixedSetting> environment = dimensions.environment();
            List<String> tags = texts(environment, HARDWARE_TAGS);
            return String.join(", ", tags.isEmpty() ? texts(environment, HARDWARE_FACTS) : tags);
        }

        private static List<String> texts(List<FixedSetting> environment, List<String> names) {
            return names.stream().flatMap(n -> environment.stream().filter(f -> f.name().equals(n)))
                    .map(f -> f.name().equals("cores") ? f.text() + " cores" : f.text()).toList();
        }
    }

    /**
     * That two sides promise different things of what they acknowledge, so that a difference in speed may be the price
     * of
     * it.
     */
    private static final class DurabilityNote {

        private static final String NOT_STATED = "not stated";

        private DurabilityNote() {}

        /** Empty where both promise the same, or nothing is stated of either. */
        static Optional<String> of(Side base, Side other) {
            List<String> one = classes(base);
            List<String> two = classes(other);
            return one.equals(two) ? Optional.empty()
                    : Optional.of("The sides differ in durability, which a difference in "
                    + "speed may be the price of: " + base.name() + " is " + String.join(" and ", one) + ", "
                    + other.name() + " is " + String.join(" and ", two) + ".");
        }

        private static List<String> classes(Side side) {
            return side.iterations().stream().map(DurabilityNote::word).distinct().sorted().toList();
        }

        private static String word(Iteration iteration) {
            return iteration.setting(Durability.FACT).map(Setting::text).orElse(NOT_STATED);
        }
    }
}
