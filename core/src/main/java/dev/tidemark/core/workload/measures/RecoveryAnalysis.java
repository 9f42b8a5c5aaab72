package dev.tidemark.core.workload.measures;

import module java.base;
import dev.tidemark.core.measure.EndTimes;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.workload.measures.Recovery.Figure;

/**
 * Looks at a load for what faults did to it. Its rate in an interval is, in a closed loop, how many operations were
 * answered per second, and in an open one, whose schedule may change by itself, how many were for each that was due.
 */
final class RecoveryAnalysis {

    /** The share of the rate before below which it counts as fallen, unless it varied by more. */
    private static final double FALL = 0.05;
    /** So many standard deviations of the intervals before are no fall either. */
    private static final double SPREAD = 3;
    /** A rate that varies so much that only one below this share of it would be a fall tells of none. */
    private static final double WIDEST = 0.5;
    /** Intervals in a row that must have the rate on average for it to be back. */
    private static final int STEADY = 3;
    /** How much longer than before a time without answers of one kind is to be for it to be an effect. */
    private static final int LONGER = 2;

    /** So few answers of a kind before the first fault do not tell how far apart they are by themselves. */
    private static final int FEW = 10;

    /** How many times as many slots must wait as at most before for a backlog to have grown. */
    private static final int GROWN = 2;

    private final PhaseSpan phase;
    /** All, and those of them that are no stubs. */
    private final List<Slice> all = new ArrayList<>();
    private final List<Slice> slices;
    private final Map<String, EndTimes> answers = new LinkedHashMap<>();
    /** Of all kinds; by itself, since of a kind that is seldom asked for the gaps are many and are told coarser. */
    private final EndTimes anyAnswer = new EndTimes();
    private final EndTimes failures = new EndTimes();
    private final List<Faults> faults;
    /** By kind, before the first fault. */
    private final Map<String, Long> answeredBefore = new HashMap<>();

    /**
     * An interval. Times are nanoseconds since the iteration's start.
     *
     * @param ended    operations that ended in it; in an open loop those that have a schedule, as with the others
     * @param answered those of them that were answered
     * @param due      how many were due in it
     * @param failed   operations of all kinds that ended otherwise
     * @param longest  that an operation that was due in it was in progress
     */
    private record Slice(long start, long end, Timeline.Window window, long ended, long answered, long due,
            long failed, long longest) {

        /** Whether nothing that was due in it can have met a fault that began then. */
        boolean endedBefore(long fault) {
            return end + longest <= fault;
        }

        boolean overlaps(long from, long to) {
            return start < to && end > from;
        }
    }

    private RecoveryAnalysis(IterationDetail detail, PhaseSpan phase) {
        this.phase = phase;
        Set<String> scheduled = new HashSet<>();
        Timeline timeline = Timeline.of(detail, phase);
        faults = Faults.of(TaskRun.of(detail.events()),
                timeline.windows().stream().findFirst().map(w -> w.end() - w.start()).orElse(1L));
        for (Timeline.Window window : timeline.windows()) {
            SeriesSet series = window.series();
            if (window.end() <= faults.getFirst().start()) {
                series.totals().forEach((kind, totals) -> answeredBefore.merge(kind, totals.answered(), Long::sum));
            }
            series.ends(true).forEach((kind, ends) -> answers.computeIfAbsent(kind, _ -> new EndTimes()).add(ends));
            anyAnswer.add(together(series.ends(true).values()));
            series.ends(false).values().forEach(failures::add);
            series.histograms().keySet().stream().filter(k -> k.timing() == LatencyKind.RESPONSE)
                    .forEach(k -> scheduled.add(k.kind()));
        }
        for (Timeline.Window window : timeline.windows()) {
            all.add(slice(window, window.series(), phase.open() ? scheduled : null));
        }
        slices = all.subList(0, timeline.withoutStubs().windows().size()); // there is one phase, which ends with them
    }

    private static EndTimes together(Collection<EndTimes> all) {
        EndTimes together = new EndTimes();
        all.forEach(together::add);
        return together;
    }

    /** @param scheduled kinds that have a schedule; null for a closed loop */
    private static Slice slice(Timeline.Window window, SeriesSet series, Set<String> scheduled) {
        long ended = 0;
        long answered = 0;
        long due = 0;
        long failed = 0;
        for (Map.Entry<String, Totals> of : series.totals().entrySet()) {
            Totals totals = of.getValue();
            failed += totals.operations() - totals.answered();
            if (scheduled == null || scheduled.contains(of.getKey())) {
                ended += totals.operations();
                answered += totals.answered();
                due += totals.refused();
            }
        }
        if (scheduled != null) {
            for (String kind : scheduled) {
                due += series.responses(kind).count() + series.unanswered(kind).count();
            }
        }
        return new Slice(window.start(), window.end(), window, ended, answered, due, failed, series.longest());
    }

    static List<Recovery> of(IterationDetail detail, PhaseSpan phase) {
        if (!Recovery.isAny(detail.events())) {
            return List.of();
        }
        RecoveryAnalysis analysis = new RecoveryAnalysis(detail, phase);
        List<Recovery> all = new ArrayList<>();
        for (int i = 0; i < analysis.faults.size(); i++) {
            all.add(analysis.recovery(i));
        }
        return all;
    }

    /** The longest time without any answer in a phase, its beginning and its end among the times; empty where unknown. */
    static Optional<Figure> longestGap(Timeline timeline, PhaseSpan phase) {
        EndTimes all = new EndTimes();
        timeline.windows().forEach(w -> all.add(together(w.series().ends(true).values())));
        if (all.isEmpty()) {
            return Optional.empty();
        }
        long within = all.gaps().stream().mapToLong(EndTimes.Gap::nanos).max().orElse(all.resolution());
        long last = phase.nanos() - all.last();
        return Optional.of(new Figure(Math.max(Math.max(within, last), all.first()) / 1e9,
                last > Math.max(within, all.first())));
    }

    private Recovery recovery(int at) {
        Faults fault = faults.get(at);
        boolean last = at + 1 == faults.size();
        long until = last ? phase.end() : faults.get(at + 1).start();
        Silence silence = silence(at, until);
        long answering = silence.isEffect() && !silence.outage.atLeast()
                ? fault.start() + nanos(silence.outageEnd()) : fault.start();
        Optional<Figure> rate = rate(fault, until, answering, silence);
        long recovered = rate.isPresent() ? fault.start() + nanos(rate.get().seconds()) : fault.end();
        long over = Math.min(until, Math.max(Math.max(fault.end(), answering), recovered));
        long first = faults.getFirst().start();
        long never = last ? phase.censored() : 0; // what never ended was the last that was begun, or due
        long error = failures.firstAfter(fault.start() - phase.start());
        return new Recovery(fault.name(), fault.start(), fault.end(),
                error == Long.MAX_VALUE || phase.start() + error >= until && !last ? OptionalDouble.empty()
                        : OptionalDouble.of(Math.max(0, phase.start() + error - fault.start()) / 1e9),
                all.stream().filter(s -> s.end > fault.start() && (last || s.end <= until)).mapToLong(s -> s.failed)
                        .sum(), silence.outage, silence.kind, silence.usual, rate, backlog(fault, until, last),
                responses(s -> s.endedBefore(first), 0),
                responses(s -> s.overlaps(fault.start(), Math.max(over, fault.start() + 1)) && s.start < until,
                        phase.open() && over < phase.end() ? 0 : never),
                responses(s -> s.start >= over && (last ? s.end <= until : s.endedBefore(until)), never));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }

    private Recovery.Stretch responses(Predicate<Slice> which, long censored) {
        return Recovery.Stretch.of(Latencies.of(Timeline.sum(slices.stream().filter(which)
                .flatMap(s -> s.window.parts().stream()).toList()), LatencyKind.RESPONSE, censored));
    }

    // ---- Time without an answer ----

    /**
     * The longest time without an answer.
     *
     * @param began seconds from the fault to its beginning, below 0 where it began before
     * @param usual the longest before the first fault, or what at most it was
     */
    private record Silence(String kind, Figure outage, double began, double usual) {

        double outageEnd() {
            return began + outage.seconds();
        }

        boolean isEffect() {
            return outage.seconds() > LONGER * usual;
        }
    }

    /**
     * Of all operations, or longer of a kind of which it is an effect: of a kind that is seldom asked for, answers are
     * far apart by themselves.
     */
    private Silence silence(int at, long until) {
        Silence together = silence("", anyAnswer, at, until);
        Silence longest = together;
        for (Map.Entry<String, EndTimes> of : answers.entrySet()) {
            Silence own = silence(of.getKey(), of.getValue(), at, until);
            if (answeredBefore.getOrDefault(of.getKey(), 0L) > FEW && own.isEffect()
                    && own.outage.seconds() > LONGER * together.outage.seconds()
                    && own.outage.seconds() > longest.outage.seconds()) {
                longest = own;
            }
        }
        return longest;
    }

    private Silence silence(String kind, EndTimes ends, int at, long until) {
        long first = faults.getFirst().start();
        long start = faults.get(at).start();
        long usual = ends.resolution();
        long longest = 0;
        long began = start;
        boolean open = false;
        List<EndTimes.Gap> gaps = new ArrayList<>(ends.gaps());
        for (EndTimes.Gap gap : gaps) {
            usual = phase.start() + gap.to() <= first ? Math.max(usual, gap.nanos()) : usual;
        }
        if (!ends.isEmpty() && ends.first() >= ends.resolution()) {
            gaps.addFirst(new EndTimes.Gap(0, ends.first())); // of a fault with which the load begins
        }
        boolean lasts = !ends.isEmpty() && phase.nanos() - ends.last() >= ends.resolution();
        if (lasts) {
            gaps.add(new EndTimes.Gap(ends.last(), phase.nanos()));
        }
        for (int i = 0; i < gaps.size(); i++) {
            long from = phase.start() + gaps.get(i).from();
            long to = phase.start() + gaps.get(i).to();
            if (to > first && owner(from, to, usual) == at && to - from > longest) {
                longest = to - from;
                began = from;
                open = lasts && i == gaps.size() - 1;
            }
        }
        return new Silence(kind, new Figure(Math.max(longest, ends.resolution()) / 1e9, open), (began - start) / 1e9,
                usual / 1e9);
    }

    /**
     * The fault whose doing a time without answers is: the last before it, or the first within it where there is none
     * before, or where it began as shortly before that fault as answers are apart anyway.
     */
    private int owner(long from, long to, long usual) {
        int before = -1;
        for (int i = 0; i < faults.size(); i++) {
            long start = faults.get(i).start();
            if (start > from && start < to) {
                return before < 0 || start - from <= usual ? i : before;
            }
            before = start <= from ? i : before;
        }
        return before;
    }

    // ---- Rate and backlog ----

    /** @param answering when answers came again; the fault's start where they never stayed away */
    private Optional<Figure> rate(Faults fault, long until, long answering, Silence silence) {
        List<Slice> before = slices.stream().filter(s -> s.end <= faults.getFirst().start() && isRated(s)).toList();
        if (before.isEmpty()) {
            return Optional.empty();
        }
        double mean = rate(before);
        double least = Math.min(mean * (1 - FALL), mean - SPREAD * deviation(before, mean));
        if (mean == 0 || least < mean * WIDEST) {
            return Optional.empty();
        }
        List<Slice> since = whole().stream().filter(s -> s.end > fault.start() && s.start < until).toList();
        boolean gone = silence.isEffect() && silence.outage.atLeast();
        for (int i = 0; i < since.size() && !gone; i++) {
            Slice slice = since.get(i);
            boolean steady = rate(List.of(slice)) >= least
                    && rate(since.subList(i, Math.min(since.size(), i + STEADY))) >= least;
            if (steady && slice.end > answering) {
                boolean never = i == 0 && answering == fault.start();
                return Optional.of(new Figure(never ? 0
                        : Math.max(0, Math.max(slice.start, answering) - fault.start()) / 1e9, false));
            }
        }
        return Optional.of(new Figure((until - fault.start()) / 1e9, true));
    }

    /** Without the last one where slots cease in it, as answers do not. */
    private List<Slice> whole() {
        List<Slice> rated = slices.stream().filter(this::isRated).toList();
        List<Slice> others = rated.subList(0, rated.size() - 1);
        return phase.open() && !others.isEmpty() && offered(rated.subList(others.size(), rated.size()))
                < (1 - FALL) * offered(others) ? others : rated;
    }

    private static double offered(List<Slice> some) {
        return some.stream().mapToLong(s -> s.due).sum() / (double) some.stream().mapToLong(s -> s.end - s.start).sum();
    }

    private boolean isRated(Slice slice) {
        return !phase.open() || slice.due > 0;
    }

    private double rate(List<Slice> some) {
        double answered = some.stream().mapToLong(s -> s.answered).sum();
        return answered / (phase.open() ? some.stream().mapToLong(s -> s.due).sum()
                : some.stream().mapToLong(s -> s.end - s.start).sum() / 1e9);
    }

    private double deviation(List<Slice> some, double mean) {
        double squares = some.stream().mapToDouble(s -> rate(List.of(s)) - mean).map(d -> d * d).sum();
        return some.size() < 2 ? 0 : Math.sqrt(squares / (some.size() - 1));
    }

    /** @param last whether no other fault follows */
    private Optional<Figure> backlog(Faults fault, long until, boolean last) {
        if (!phase.open()) {
            return Optional.empty();
        }
        long now = 0;
        long normal = phase.workers();
        boolean grown = false;
        for (Slice slice : slices) {
            now = Math.max(0, now + slice.due - slice.ended);
            if (slice.end <= faults.getFirst().start()) {
                normal = Math.max(normal, now);
            } else if (slice.start >= until) {
                break;
            } else if (slice.end > fault.start() && now > GROWN * normal) {
                grown = true;
            } else if (grown && now <= normal) {
                return Optional.of(new Figure((slice.end - fault.start()) / 1e9, false));
            }
        }
        grown |= last && phase.censored() > GROWN * normal;
        return Optional.of(grown ? new Figure((until - fault.start()) / 1e9, true) : new Figure(0, false));
    }
}
