package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.comparison.WindowComparison.ComparedWindow;

/**
 * Both sides at one point of the other settings.
 *
 * @param description the other settings in words: {@code shards 2 · batch-size 10}; empty when nothing else varies
 * @param matching    which runs are compared
 * @param refusal     why speeds are not compared, in one sentence without its full stop; then there are no deltas
 * @param unchecked   why the sides' answers were not held against each other, in words; empty where they were, or could
 *                    not matter
 * @param agreement   how far the sides agree in what they answered; empty where nothing was asked again
 * @param seconds     how long both sides' runs lasted at least: what is compared part by part; empty without intervals
 * @param longest     how long the longest of them lasted; empty as before
 * @param overall     throughput first, then the other figures of the whole runs; empty when refused
 * @param last        the last hour, or the last quarter of what lasted less than two; its first delta is throughput
 * @param parts       by time, by operations done, by volume of data, as far as there are intervals
 * @param apart       queries that take longer on one side, where both ran in the same rounds
 */
public record PointComparison(String description, Matching matching, Optional<String> refusal,
        Optional<String> unchecked, Optional<AnswerAgreement> agreement, Optional<Double> seconds,
        Optional<Double> longest, List<Delta> overall, Optional<ComparedWindow> last, List<WindowComparison> parts,
        List<QueryTime> apart) {

    /** So many times the shortest run's length is worth a word. */
    private static final double UNEQUAL = 1.05;

    private static final String TAIL = "response.p99";
    /** The mean alone hides the tail, and a percentile alone the rest; the others are in the table. */
    private static final Set<String> QUOTED = Set.of("response.mean", TAIL);
    /** Only open loops have it. */
    private static final String WAIT = "wait.p99";

    public PointComparison {
        overall = List.copyOf(overall);
        parts = List.copyOf(parts);
        apart = List.copyOf(apart);
    }

    static PointComparison refused(String description, Matching matching, String why,
            Optional<AnswerAgreement> agreement) {
        return new PointComparison(description, matching, Optional.of(why), Optional.empty(), agreement,
                Optional.empty(), Optional.empty(), List.of(), Optional.empty(), List.of(), List.of());
    }

    /** The first side's runs that are compared. */
    public List<Iteration> base() {
        return matching.base();
    }

    /** The second side's. */
    public List<Iteration> other() {
        return matching.other();
    }

    /** Empty when speeds are not compared. */
    public Optional<Delta> throughput() {
        return overall.stream().findFirst();
    }

    /**
     * What to know when runs were of clearly different length: the parts end where the shortest run did, so the last
     * one is not the last of the longer runs.
     */
    Optional<String> cut() {
        return last.isPresent() && longest.orElseThrow() > UNEQUAL * seconds.orElseThrow()
                ? Optional.of("Runs lasted from " + Numbers.time(seconds.get()) + " to "
                        + Numbers.time(longest.get()) + (description.isEmpty() ? "" : " with " + description)
                        + ": parts by time are of the first " + Numbers.time(seconds.get()) + " of each.")
                : Optional.empty();
    }

    /** That answers were not compared, or were all alike, in a sentence. */
    Optional<String> answers() {
        return unchecked.map(why -> "Answers are not compared" + (description.isEmpty() ? "" : " with " + description)
                + ": " + why + ".").or(() -> agreement.filter(a -> !a.differs()).map(a -> at()
                + String.join(" ", a.sentences())));
    }

    /** The other settings, before a sentence. */
    String at() {
        return description.isEmpty() ? "" : "With " + description + ": ";
    }

    /** Whether each side was run once, so that nothing is known of how much runs differ by themselves. */
    public boolean oneRunEach() {
        return base().size() == 1 && other().size() == 1;
    }

    /** Whether rounds of several executions are together: who looks after each may stop at one that pleases. */
    boolean appended() {
        return matching.looks() > 1;
    }

    // ---- What is decided ----

    /**
     * The figure that was asked for: throughput; in an open loop, whose throughput was set, the tail of the response
     * times. Which it is follows from how the runs were made, never from how they came out. Empty when refused.
     */
    public Optional<Delta> lead() {
        return overall.stream().filter(d -> d.measure().name().equals(TAIL) && openLoop()
                && !(d.evidence() instanceof Evidence.Shown)).findFirst().or(this::throughput);
    }

    private boolean openLoop() {
        return base().stream().anyMatch(i -> i.value(WAIT).isPresent())
                && other().stream().anyMatch(i -> i.value(WAIT).isPresent());
    }

    /** The other figures of whole runs of which a sentence may say that they differ. */
    List<Delta> otherFigures() {
        return overall.stream().filter(this::isOtherFigure).toList();
    }

    private boolean isOtherFigure(Delta d) {
        return !isLead(d) && (d == overall.getFirst() || QUOTED.contains(d.measure().name()));
    }

    /** The same figure in the last part. */
    Optional<Delta> lastLead() {
        return last.flatMap(l -> l.deltas().stream().filter(this::isLead).findFirst());
    }

    private boolean isLead(Delta d) {
        return lead().filter(lead -> lead.measure().equals(d.measure())).isPresent();
    }

    /**
     * Decided at these levels.
     *
     * @param lead  level of the figure that was asked for
     * @param other level of every other that a sentence may claim to differ
     */
    PointComparison decided(double lead, double other) {
        List<Delta> figures = new ArrayList<>();
        for (Delta d : overall) {
            figures.add(isLead(d) ? d.decidedAt(lead) : isOtherFigure(d) ? d.decidedAt(other) : d);
        }
        Optional<ComparedWindow> end = last.map(l -> new ComparedWindow(l.name(), l.from(), l.to(), l.deltas().stream()
                .map(d -> isLead(d) ? d.decidedAt(other) : d).toList()));
        return new PointComparison(description, matching, refusal, unchecked, agreement, seconds, longest, figures,
                end, parts, apart);
    }

    /** The queries that show that a side is slower; none where it is not known to be. */
    public List<QueryTime> slower() {
        return overall.stream().anyMatch(Delta::significant) ? apart : List.of();
    }
}
