package dev.tidemark.app;

import dev.tidemark.core.workload.Offered;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.store.ResultStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Tells how long a plan will take from what is set, and from what was measured before. */
final class Forecast {

    /** Iterations looked at, newest first. */
    private static final int ITERATIONS = 200;
    private static final String MEGABYTES = "MB/s";
    /** What an iteration takes beside its load: making the database, settling, dropping it. A rough figure. */
    /** Three centuries; durations beyond cannot be told in nanoseconds, and nobody waits for them. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    private static final Duration OVERHEAD = Duration.ofMillis(500);

    /**
     * How long an iteration takes.
     *
     * @param time   empty where nothing is known
     * @param set    whether a time limit or a schedule says so, which nothing ends sooner
     * @param sooner whether it may end sooner, and nobody knows when
     */
    record Each(Optional<Duration> time, boolean set, boolean sooner) {}

    private final ResultStore store;

    Forecast(ResultStore store) {
        this.store = store;
    }

    /** An iteration of each point, in the plan's order; what is stored before its load is left out. */
    List<Each> each(Submission submission) {
        OptionalDouble pace = pace(submission.workload());
        boolean byBytes = submission.workload().measures().find(submission.workload().pace())
                .map(m -> m.unit().equals(MEGABYTES)).orElse(false);
        return submission.offered().stream().map(o -> each(o, pace, byBytes)).toList();
    }

    private static Each each(Offered offered, OptionalDouble pace, boolean byBytes) {
        if (offered.time().isPresent() && !offered.sooner()) {
            return new Each(offered.time().map(OVERHEAD::plus), true, false);
        }
        double amount = byBytes ? offered.bytes() / 1e6 : offered.units();
        if (pace.isEmpty() || amount <= 0) {
            return new Each(offered.time().map(OVERHEAD::plus), false, offered.time().isPresent());
        }
        Duration byPace = Duration.ofNanos((long) (amount / pace.getAsDouble() * 1e9));
        return new Each(Optional.of(OVERHEAD.plus(offered.time().filter(t -> t.compareTo(byPace) < 0).orElse(byPace))),
                false, false);
    }

    /** Every iteration of a plan, round by round; with searches, one for each of their points. */
    List<ToRun> toRun(Submission submission) {
        List<Each> each = each(submission);
        List<ToRun> points = IntStream.range(0, each.size()).mapToObj(i -> new ToRun(i,
                submission.offered().get(i).preload() > 0 || each.get(i).sooner() ? Optional.empty()
                        : each.get(i).time(), each.get(i).set())).toList();
        if (submission.plan().searching()) {
            return points;
        }
        List<ToRun> all = new ArrayList<>();
        for (int round = 0; round < submission.plan().rounds(); round++) {
            all.addAll(points);
        }
        return all;
    }

    /** Of the whole plan; with searches, of one iteration: nobody knows how many it will take. */
    Optional<Duration> time(Submission submission) {
        Duration total = Duration.ZERO;
        for (Each each : each(submission)) {
            if (each.time().isEmpty()) {
                return Optional.empty();
            }
            total = total.plus(each.time().get());
        }
        Duration time = submission.plan().searching() ? total.dividedBy(submission.offered().size())
                : total.multipliedBy(submission.plan().rounds());
        return Optional.of(time.compareTo(LONGEST) < 0 ? time : LONGEST);
    }

    /** Whether the plan may take less than {@link #time}, and nobody knows how much less. */
    boolean atMost(Submission submission) {
        return each(submission).stream().anyMatch(Each::sooner);
    }

    /** The median over the newest finished iterations. */
    private OptionalDouble pace(Workload workload) {
        double[] rates = store.newestValues(workload.name(), workload.pace(), ITERATIONS).stream().filter(r -> r > 0)
                .mapToDouble(r -> r).sorted().toArray();
        return rates.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(rates[rates.length / 2]);
    }
}
