package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.load.schedule.ArrivalTrace;
import dev.tidemark.core.load.schedule.EndingSchedule;
import dev.tidemark.core.load.schedule.RateSteps;
import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;

/**
 * When units are offered, whatever the target does: settings that all workloads have beside their {@code rate}, and the
 * schedules that follow from them. A rate lasts as long as it is let; steps and a trace end by themselves.
 */
public final class Arrivals {

    enum Law {
        CONSTANT, POISSON, STEPS, TRACE
    }

    public static final Param<Law> ARRIVALS = Param.oneOf("arrivals", Law.class).pace().byDefault(Law.CONSTANT)
            .help("how what is offered is spread over time: a rate evenly, or at random as independent users would "
                    + "(poisson); or without a rate, by rate-steps or by arrivals-trace");
    public static final Param<RateSteps> STEPS = Param.typed("rate-steps", RateSteps.TYPE).pace()
            .reaching(Reach.NOTHING).orElse("none")
            .help("with arrivals: steps, rates one after the other and how long each is offered, semicolons between; "
                    + "0/s is a pause");
    public static final Param<Path> TRACE = Param.path("arrivals-trace").pace().reaching(Reach.FILE).orElse("none")
            .help("with arrivals: trace, a file of what arrived on a recorded day: a line 'time' and the seconds of "
                    + "each arrival, or a line 'count per second' (minute, hour) and the counts");
    public static final Param<Double> SCALE = Param.number("arrivals-scale").pace().byDefault(1.0).atLeast(1e-6)
            .atMost(1e6).help("with steps or a trace: how many times as much is offered in the same time");
    public static final Param<Double> SPEED = Param.number("arrivals-speed").pace().byDefault(1.0).atLeast(1e-6)
            .atMost(1e6)
            .help("with steps or a trace: how many times as fast it is played, with the rate as many times as high; 24 "
                    + "makes an hour of a day");

    /** In the order in which they are told. */
    public static final ParamSet ALL = ParamSet.of(ARRIVALS, STEPS, TRACE, SCALE, SPEED);

    /** The most that is offered; nobody waits for more. */
    private static final long MOST = 1_000_000_000_000L;
    private static final String RATE = "rate";
    private static final String DURATION = "duration";

    private Arrivals() {}

    /** Whether steps or a trace say what is offered, so that it ends by itself. */
    public static boolean scheduled(Values v) {
        return v.get(ARRIVALS) == Law.STEPS || v.get(ARRIVALS) == Law.TRACE;
    }

    /** Whether units are due by a schedule of any kind. */
    public static boolean paced(Values v, Param<Double> rate) {
        return scheduled(v) || v.find(rate).isPresent();
    }

    /** How many arrivals the file of a trace has; empty where none says what is offered. */
    public static Optional<Long> traced(Values v) {
        return v.get(ARRIVALS) == Law.TRACE ? Optional.of(ArrivalTrace.read(v.get(TRACE)).slots()) : Optional.empty();
    }

    /** The rate; none beside steps or a trace, which a group may have although the others have a rate. */
    public static Optional<Double> rate(Values v, Param<Double> rate) {
        return scheduled(v) ? Optional.empty() : v.find(rate);
    }

    /**
     * The schedule of values that are {@link #paced}.
     *
     * @param unitsPerSlot how many units a slot offers
     * @param seed         of random distances
     */
    public static Schedule schedule(Values v, Param<Double> rate, double unitsPerSlot, long seed) {
        return switch (v.get(ARRIVALS)) {
            case CONSTANT -> Schedules.constant(v.get(rate) / unitsPerSlot);
            case POISSON -> Schedules.poisson(v.get(rate) / unitsPerSlot, seed);
            case STEPS, TRACE -> ending(v, unitsPerSlot);
        };
    }

    /**
     * The schedule of values that are {@link #scheduled}.
     *
     * @throws InvalidInputException when the file of a trace does not hold one, or too much is offered
     */
    static EndingSchedule ending(Values v, double unitsPerSlot) {
        Param<?> param = v.get(ARRIVALS) == Law.STEPS ? STEPS : TRACE;
        try {
            EndingSchedule recorded = param == STEPS ? Schedules.steps(v.get(STEPS).steps())
                    : ArrivalTrace.read(v.get(TRACE));
            EndingSchedule schedule = recorded.stretched(v.get(SCALE) / unitsPerSlot, v.get(SPEED));
            if (schedule.slots() > MOST) {
                throw new InvalidInputException("more than 10^12 are offered");
            }
            return schedule;
        } catch (InvalidInputException e) {
            throw new InvalidInputException(param.name() + ": " + e.getMessage());
        }
    }

    /** What is offered in all, and how long that takes. */
    public record Amount(long units, Duration time) {}

    /**
     * Of values that are {@link #scheduled}: what is due before a limit on the time.
     *
     * @param most units after which it ends, too
     */
    public static Amount amount(Values v, Optional<Duration> limit, long most) {
        EndingSchedule schedule = ending(v, 1);
        long end = Math.min(schedule.end(), limit.map(Duration::toNanos).orElse(Long.MAX_VALUE));
        long due = end == schedule.end() ? schedule.slots() : schedule.slotsBefore(end);
        return due <= most ? new Amount(due, Duration.ofNanos(end))
                : new Amount(most, Duration.ofNanos(schedule.dueOf(most)));
    }

    /**
     * The values with which a point is run: where steps or a trace were asked for more particularly than a rate or a
     * duration, as the default of a workload is, the point has neither.
     */
    public static Values effective(Values point) {
        List<String> groups = new ArrayList<>(WorkerGroups.names(point));
        Values v = point;
        for (String group : Stream.concat(Stream.of(""), groups.stream()).toList()) {
            v = withoutRate(v, group);
        }
        List<Param<?>> laws = (groups.isEmpty() ? List.of("") : groups).stream()
                .<Param<?>>map(group -> param(point, group, ARRIVALS.name())).toList();
        boolean allEnd = laws.stream().allMatch(law -> ends(point, law));
        return allEnd ? outdone(v, param(v, "", DURATION), laws) : v;
    }

    private static Values withoutRate(Values v, String group) {
        Param<?> law = param(v, group, ARRIVALS.name());
        Optional<Param<?>> rate = own(v, group, RATE);
        return ends(v, law) && rate.isPresent() ? outdone(v, rate.get(), List.of(law)) : v;
    }

    private static Optional<Param<?>> own(Values v, String group, String name) {
        return v.params().lookUp(QualifiedNames.name(group, name)).map(ParamSet.Found::param);
    }

    /** A group's setting; the point's where the group has none of its own. */
    private static Param<?> param(Values v, String group, String name) {
        return own(v, group, name).orElseGet(() -> v.params().find(name).param());
    }

    private static boolean ends(Values v, Param<?> law) {
        return v.find(law).map(l -> l == Law.STEPS || l == Law.TRACE).orElse(false);
    }

    /** Without a setting that was said less particularly than each of those that make it superfluous. */
    public static <T> Values outdone(Values v, Param<T> param, List<Param<?>> laws) {
        Param<?> weakest = laws.stream().min(Comparator.comparingInt(law -> weight(v, law))).orElseThrow();
        boolean outdone = v.find(param).isPresent()
                && weight(v, param) < weight(v, weakest);
        return outdone ? v.with(param, null, v.origin(weakest)) : v;
    }

    /** What is wrong with them beside a workload's rate. */
    public static ParamSet.Rule rule(Param<Double> rate) {
        return v -> switch (v.get(ARRIVALS)) {
            case STEPS -> needs(v, STEPS).or(() -> without(v, rate)).or(() -> unused(v, TRACE, "trace"));
            case TRACE -> needs(v, TRACE).or(() -> without(v, rate)).or(() -> unused(v, STEPS, "steps"));
            case CONSTANT, POISSON -> withRate(v, rate).or(() -> unused(v, STEPS, "steps"))
                    .or(() -> unused(v, TRACE, "trace"))
                    .or(() -> stretched(v, SCALE)).or(() -> stretched(v, SPEED));
        };
    }

    /** That workers do not pause where what is offered does not wait for them. */
    public static ParamSet.Rule unpaced(Param<Double> rate, Param<Duration> thinkTime) {
        return v -> paced(v, rate) && !v.get(thinkTime).isZero()
                ? Optional.of("think-time has no meaning with a rate: leave one of them out") : Optional.empty();
    }

    private static Optional<String> withRate(Values v, Param<Double> rate) {
        return v.get(ARRIVALS) == Law.POISSON && v.find(rate).isEmpty()
                ? Optional.of("arrivals: poisson needs a rate") : Optional.empty();
    }

    private static Optional<String> needs(Values v, Param<?> param) {
        return v.find(param).isPresent() ? Optional.empty()
                : Optional.of("arrivals: " + v.text(ARRIVALS) + " needs " + param.name());
    }

    private static Optional<String> without(Values v, Param<Double> rate) {
        boolean both = v.find(rate).isPresent() && weight(v, rate) >= weight(v, ARRIVALS);
        return !both ? Optional.empty() : Optional.of("rate: with arrivals: " + v.text(ARRIVALS)
                + " nothing is left for a rate to say; leave it out, or say rate: " + rate.absent());
    }

    private static Optional<String> unused(Values v, Param<?> param, String law) {
        return v.find(param).isPresent() && v.origin(param).isExplicit()
                ? Optional.of(param.name() + " has no effect with arrivals: " + v.text(ARRIVALS)
                + "; it needs arrivals: " + law) : Optional.empty();
    }

    private static Optional<String> stretched(Values v, Param<Double> factor) {
        return v.get(factor) != 1 && v.origin(factor).isExplicit() ? Optional.of(factor.name()
                + " has no effect with arrivals: " + v.text(ARRIVALS) + "; it is for steps and traces")
                : Optional.empty();
    }

    /** How particularly a value was said; 0 for one that is not set or only declared. */
    public static int weight(Values v, Param<?> param) {
        SettingOrigin settingOrigin = v.origin(param);
        return v.find(param).isEmpty() ? 0 : settingOrigin.isExplicit() ? SettingOrigin.SET.ordinal()
                : settingOrigin.ordinal();
    }
}
