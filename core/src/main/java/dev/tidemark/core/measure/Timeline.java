package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.PhaseSpan;

/**
 * Stored intervals as windows in order of phase and time: the parts of an interval, which may have come later, lie in
 * its window and are added up. Series are decoded when they are asked for and not kept: a night has thousands.
 *
 * @param windows by phase, and within a phase by the position of the interval
 */
public record Timeline(List<Window> windows) {

    private static final Comparator<Interval> ORDER = Comparator.comparingInt(Interval::phase)
            .thenComparingInt(Interval::seq);

    /**
     * An interval with its parts, still encoded.
     *
     * @param parts at least one; all of one window
     */
    public record Window(List<Interval> parts) {

        public int phase() {
            return parts.getFirst().phase();
        }

        /** Nanoseconds since the iteration's start, as is the end. */
        public long start() {
            return parts.getFirst().start();
        }

        /** It lasts as long as the longest of its parts: one of several generators may end early in it. */
        public long end() {
            return start() + parts.stream().mapToLong(i -> i.end() - i.start()).max().orElseThrow();
        }

        /** The end, but no later than the phase's: the last interval is seldom over when the phase ends. */
        public long end(PhaseSpan phase) {
            return Math.min(end(), phase.end());
        }

        /**
         * Whether it is the stub of an interval with which a phase ends: what the last workers did in those
         * milliseconds is no rate, and drawn it would look like a collapse.
         */
        public boolean isStubAfter(Window before) {
            return phase() == before.phase() && end() - start() < (before.end() - before.start()) / 2;
        }

        /** @throws IllegalArgumentException when a part is damaged */
        public SeriesSet series() {
            return sum(parts);
        }
    }

    public static Timeline of(Collection<Interval> intervals) {
        TreeMap<Interval, List<Interval>> windows = new TreeMap<>(ORDER);
        intervals.forEach(i -> windows.computeIfAbsent(i, first -> new ArrayList<>()).add(i));
        return new Timeline(windows.values().stream().map(Window::new).toList());
    }

    /** The windows of one phase. */
    public static Timeline of(IterationDetail detail, PhaseSpan phase) {
        return of(detail.intervals().stream().filter(i -> i.phase() == phase.index()).toList());
    }

    /**
     * The same without the stubs with which phases end; a phase's only window stays, since nothing tells how long a
     * whole one is.
     */
    public Timeline withoutStubs() {
        List<Window> whole = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            whole.add(windows.get(i));
            boolean last = i == windows.size() - 1 || windows.get(i + 1).phase() != windows.get(i).phase();
            // Behind a stub there may be an empty window, for what came later.
            while (last && whole.size() > 1 && whole.getLast().isStubAfter(whole.get(whole.size() - 2))) {
                whole.removeLast();
            }
        }
        return new Timeline(whole);
    }

    /** All series of a phase added up. */
    public static SeriesSet whole(IterationDetail detail, PhaseSpan phase) {
        return sum(detail.intervals().stream().filter(i -> i.phase() == phase.index()).toList());
    }

    /** What background groups did during a phase, added up, under the kinds' own names. */
    public static SeriesSet background(IterationDetail detail, PhaseSpan phase) {
        return everything(detail.intervals().stream().filter(i -> i.phase() == phase.index()).toList()).background();
    }

    /** The series of intervals added up, whichever they are, without background groups. */
    public static SeriesSet sum(Collection<Interval> intervals) {
        SeriesSet sum = everything(intervals);
        sum.removeBackground();
        return sum;
    }

    /** The same with background groups. */
    public static SeriesSet everything(Collection<Interval> intervals) {
        SeriesSet sum = new SeriesSet();
        intervals.forEach(i -> SeriesCodec.addTo(sum, i.series()));
        return sum;
    }
}
