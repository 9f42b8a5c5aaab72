package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.PairedPower;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.RowComparisons;
import dev.tidemark.report.comparison.Delta.Bounds;
import dev.tidemark.report.comparison.WindowComparison.ComparedWindow;

/**
 * Comparisons in words that can be quoted: with their error and the number of runs. The present tense is for what is
 * significant; what was measured without being tested is told in the past tense.
 */
final class ComparisonText {

    private static final String RESPONSE = "response.";
    private static final String SAME = "the same";

    /** The difference for which a number of rounds is offered, and the chance of finding it. */
    private static final double WORTHWHILE = 1.03;
    private static final double POWER = 0.9;
    /** Two rounds tell nearly nothing of how much rounds scatter. */
    private static final int ROUNDS_FOR_SPREAD = 3;

    private final LabelComparison whole;
    private final String base;
    private final String other;

    ComparisonText(LabelComparison whole) {
        this.whole = whole;
        this.base = whole.pairing().base().name();
        this.other = whole.pairing().other().name();
    }

    List<String> all() {
        if (whole.points().isEmpty()) {
            return List.of(base + " and " + other + " have no point in common, so there is nothing to compare.");
        }
        return whole.points().stream().flatMap(p -> Stream.concat(Stream.of(of(p)), p.agreement().stream()
                .filter(AnswerAgreement::differs).map(a -> p.at() + String.join(" ", a.sentences())))).toList();
    }

    private String of(PointComparison point) {
        String at = point.at();
        if (point.refusal().isPresent()) {
            return at + "Speeds are not compared: " + point.refusal().get() + ".";
        }
        Delta lead = point.lead().orElseThrow();
        if (lead.ratio().isEmpty()) {
            return at + lead.base().flatMap(a -> lead.other().map(b -> title(lead) + " has no ratio: that of " + base
                    + " was " + figure(lead, a) + ", and that of " + other + " " + figure(lead, b) + "."))
                    .orElseGet(() -> title(lead) + " was not measured on both sides.");
        }
        return at + String.join(" ", switch (lead.evidence()) {
            case Evidence.Rounds rounds -> tested(point, lead, rounds);
            case Evidence.Sessions _ -> described(point, lead, error(lead) + "; "
                    + RowComparisons.whyUnknown(imported()));
            case Evidence.OneRun _, Evidence.Shown _ -> described(point, lead, thirds(lead));
        });
    }

    private boolean imported() {
        return whole.pairing().base().imported() || whole.pairing().other().imported();
    }

    // ---- Runs in the same rounds ----

    private List<String> tested(PointComparison point, Delta lead, Evidence.Rounds rounds) {
        List<String> sentences = new ArrayList<>();
        if (lead.significant()) {
            sentences.add(title(lead) + " of " + other + " is " + change(lead) + " " + than(lead) + " that of " + base
                    + error(lead) + ".");
        } else {
            sentences.add("No significant difference in " + inSentence(lead) + " between " + base + " and " + other
                    + ": " + (saysNothing(lead) ? "rounds differ too much by themselves"
                            : other + "'s is " + range(lead))
                    + " (" + rounds.ratio().pairs() + " rounds).");
            needed(rounds).ifPresent(sentences::add);
        }
        point.last().flatMap(l -> last(lead, l, point.lastLead())).ifPresent(sentences::add);
        sentences.addAll(otherFigures(point));
        if (point.appended()) {
            sentences.add("Rounds were added to this label (" + point.matching().looks() + " executions together, "
                    + "which all count): so that looking again and again hardly finds more that is not there, each "
                    + "time a larger difference is asked for; the interval is of "
                    + Numbers.confidence(1 - rounds.level()) + ".");
        }
        return sentences;
    }

    /** What to plan, where a difference that matters could have gone unseen. */
    private Optional<String> needed(Evidence.Rounds rounds) {
        int had = rounds.ratio().pairs();
        if (had < ROUNDS_FOR_SPREAD) {
            return Optional.of("Two rounds show next to nothing; plan five or more.");
        }
        double planned = rounds.level() * Comparison.LEVEL / whole.level();
        OptionalInt needed = PairedPower.rounds(Math.log(WORTHWHILE), rounds.ratio().spread(), POWER, planned);
        if (needed.isEmpty()) {
            return Optional.of("Rounds scatter so much that even 1,000 would not show 3 %; longer runs may.");
        }
        return needed.getAsInt() <= had ? Optional.empty() : Optional.of("To see 3 % you need " + needed.getAsInt()
                + " rounds, planned beforehand.");
    }

    /** The last part, where it says something that the whole does not. */
    private Optional<String> last(Delta lead, ComparedWindow last, Optional<Delta> figure) {
        String in = "In the " + last.name() + " ";
        return figure.filter(d -> d.tested() && (d.significant() || lead.significant())).map(d -> d.significant()
                ? in + "it is " + change(d) + error(d) + "."
                : in + "there is no significant difference" + (saysNothing(d) ? "." : ": it is " + range(d) + "."));
    }

    /** Other figures, where they differ. */
    private static List<String> otherFigures(PointComparison point) {
        List<String> sentences = new ArrayList<>();
        point.otherFigures().stream().filter(d -> d.significant() && !isResponse(d)).forEach(d -> sentences.add(title(d)
                + " is " + change(d) + error(d) + "."));
        List<Delta> responses = point.otherFigures().stream().filter(d -> d.significant() && isResponse(d)).toList();
        if (!responses.isEmpty()) {
            sentences.add(responses.stream().map(d -> name(d.measure()) + " " + change(d) + error(d))
                    .collect(Collectors.joining(", ", "Response times differ: ", ".")));
        }
        return sentences;
    }

    // ---- Others ----

    /** What was measured, without a claim. @param error what stands behind the change */
    private List<String> described(PointComparison point, Delta lead, String error) {
        List<String> sentences = new ArrayList<>();
        boolean one = point.base().size() == 1 || point.other().size() == 1;
        String measured = inSentence(lead) + " of " + other + " was " + change(lead) + " " + than(lead) + " that of "
                + base + error + ".";
        String by = imported() ? "by" : "in";
        String in = point.description().isEmpty() ? capital(by) : by; // behind the colon of what both sides have
        String value = imported() ? "figure" : "run"; // what was measured elsewhere may be the mean of several runs
        sentences.add(!one ? capital(measured) : in + " one " + value + (point.oneRunEach() ? " each, "
                : " against several, ") + measured + " One " + value + (point.oneRunEach() ? " each" : " on a side")
                + ": no confidence interval.");
        point.last().filter(l -> lead.thirds().isEmpty() || l.name().endsWith("hour")).flatMap(l -> point.lastLead()
                .filter(d -> d.ratio().isPresent()).map(d -> "In the " + l.name() + " it was " + change(d) + "."))
                .ifPresent(sentences::add);
        List<Delta> responses = point.otherFigures().stream().filter(d -> isResponse(d) && d.ratio().isPresent())
                .toList();
        if (!responses.isEmpty()) {
            sentences.add(responses.stream().map(d -> name(d.measure()) + " " + change(d))
                    .collect(Collectors.joining(", ", "Response times were: ", ".")));
        }
        return sentences;
    }

    /** How the ratio went through two single runs. */
    private static String thirds(Delta d) {
        return d.thirds().isEmpty() ? "" : ": " + change(d.thirds().get(0)) + " in the first third of the run, "
                + change(d.thirds().get(1)) + " in the middle one, " + change(d.thirds().get(2)) + " in the last";
    }

    // ---- Words ----

    private static String figure(Delta d, Cell cell) {
        return Numbers.mean(d.measure(), cell) + Numbers.unit(d.measure());
    }

    private static boolean isResponse(Delta d) {
        return d.measure().name().startsWith(RESPONSE);
    }

    private static String title(Delta d) {
        return d.measure().title();
    }

    private static String inSentence(Delta d) {
        return title(d).substring(0, 1).toLowerCase(Locale.ROOT) + title(d).substring(1);
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String name(Measure m) {
        return m.name().substring(RESPONSE.length());
    }

    /** {@code 12 % higher}, {@code 40 % lower}, {@code 3.4 times as high}, {@code the same}. */
    static String change(Delta d) {
        return change(d.ratio().orElseThrow(), written(d).getFirst());
    }

    private static String change(double ratio) {
        return change(ratio, (Numbers.isMultiple(ratio) ? Numbers.times(ratio) : Numbers.percents(ratio)).getFirst());
    }

    private static String change(double ratio, String written) {
        return Numbers.isMultiple(ratio) ? written + " times as high"
                : Numbers.isNothing(Numbers.percent(ratio)) ? SAME
                : ratio > 1 ? written + " % higher" : written.replaceFirst("−", "") + " % lower";
    }

    /** The ratio, and the ends of its interval where that says anything, with digits that tell them apart. */
    private static List<String> written(Delta d) {
        double ratio = d.ratio().orElseThrow();
        double[] ratios = d.interval().filter(_ -> !saysNothing(d)).map(i -> new double[] {ratio, i.low(), i.high()})
                .orElseGet(() -> new double[] {ratio});
        return Numbers.isMultiple(ratio) ? Numbers.times(ratios) : Numbers.percents(ratios);
    }

    private static String than(Delta d) {
        double ratio = d.ratio().orElseThrow();
        return Numbers.isMultiple(ratio) || change(ratio).equals(SAME) ? "as" : "than";
    }

    private static boolean saysNothing(Delta d) {
        return d.interval().filter(i -> Numbers.saysNothing(i.low(), i.high())).isPresent();
    }

    /** {@code  (10–14 %, 5 rounds)}. */
    static String error(Delta d) {
        return switch (d.evidence()) {
            case Evidence.Rounds r -> " (" + interval(d) + ", " + r.ratio().pairs() + " rounds)";
            case Evidence.Sessions s -> " (" + (saysNothing(d) ? "" : interval(d) + ", ")
                    + runs(s.ratio().baseRuns(), s.ratio().otherRuns()) + ")";
            case Evidence.OneRun _, Evidence.Shown _ -> "";
        };
    }

    private static String interval(Delta d) {
        Bounds i = d.interval().orElseThrow();
        double ratio = d.ratio().orElseThrow();
        List<String> ends = Numbers.isMultiple(ratio) ? Numbers.times(ratio, i.low(), i.high())
                : Numbers.percents(ratio, i.low(), i.high());
        return Numbers.isMultiple(ratio) ? ends.get(1) + "–" + ends.get(2) + " times"
                : between(i, ends.get(1), ends.get(2));
    }

    /** {@code 10–14 %}, of what is higher or lower alike. */
    private static String between(Bounds i, String low, String high) {
        return i.high() < 1 ? high.replaceFirst("−", "") + "–" + low.replaceFirst("−", "") + " %"
                : low + (i.low() < 1 ? " to " : "–") + high + " %";
    }

    /** {@code between 1.2 % lower and 1.5 % higher}. */
    private static String range(Delta d) {
        Bounds i = d.interval().orElseThrow();
        String low = change(i.low());
        String high = change(i.high());
        return low.equals(high) ? low : low.equals(SAME) ? "at most " + high : high.equals(SAME) ? "at most " + low
                : "between " + low + " and " + high;
    }

    private static String runs(int base, int other) {
        return base == other ? base + " runs each" : base + " and " + other + " runs";
    }
}
