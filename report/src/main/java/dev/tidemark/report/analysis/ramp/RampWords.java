package dev.tidemark.report.analysis.ramp;

import module java.base;
import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.core.plan.RampCurve.Knee;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.workload.verdict.Bottleneck;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Tables;

/** What a ramp shows, as sentences: where the knee is, how far the limit reaches, and what broke it off. */
final class RampWords {

    /** Response times that differ by less are called the same. */
    private static final double SAME = 0.05;

    private final RampCurve curve;
    private final List<RampFinding.Step> steps;
    private final Measure rate;
    private final RampSpec spec;
    private final IntFunction<Optional<String>> limits;
    private final List<String> sentences = new ArrayList<>();
    private final List<String> details = new ArrayList<>();

    /** @param limits what was found to hold a step, as a sentence */
    RampWords(RampCurve curve, List<RampFinding.Step> steps, Measure rate, IntFunction<Optional<String>> limits) {
        this.limits = limits;
        this.curve = curve;
        this.steps = steps;
        this.rate = rate;
        this.spec = curve.spec();
    }

    /** @param broken iterations of the ramp that gave no step, in order */
    RampFinding finding(Map<String, String> point, List<Iteration> broken) {
        if (!steps.isEmpty()) {
            knee(broken.isEmpty());
            spec.limit().ifPresent(limit -> sentences.add(within(limit, broken.isEmpty())));
        }
        if (!broken.isEmpty()) {
            sentences.add(broken(broken.getLast()));
        }
        if (steps.size() > 1 && steps.stream().allMatch(s -> s.rate().runs() == 1)) {
            detail("One run each: no confidence interval.");
        }
        return new RampFinding(point, curve, steps, rate, spec.limit().map(Threshold::measure), sentences, details);
    }

    private void detail(String sentence) {
        sentences.add(sentence);
        details.add(sentence);
    }

    /** @param all whether no step was tried but these */
    private void knee(boolean all) {
        Optional<Knee> found = curve.knee();
        if (found.isEmpty()) {
            noKnee();
            return;
        }
        Knee knee = found.get();
        int at = knee.step();
        sentences.add("The knee " + (knee.certain() ? "is at " : "may be at ") + load(at) + (at == 0 ? " or below" : "")
                + around(knee) + ": " + load(knee.beyond()) + " bring " + more(knee) + response(knee) + "."
                + (at == 0 ? " A ramp that begins lower would show it." : ""));
        if (!knee.certain()) {
            detail(doubt(knee, all));
        }
        curve.crossing().ifPresent(crossing -> detail(crossing(crossing)));
        bottleneck(knee).ifPresent(this::detail);
    }

    /** The knee's own interval. */
    private String around(Knee knee) {
        if (!knee.gain().errorKnown() || knee.step() == 0) {
            return "";
        }
        Optional<String> from = words(knee.from());
        Optional<String> to = words(knee.to());
        return from.isPresent() && to.isPresent() ? ", between " + from.get() + " and " + to.get()
                : from.map(f -> ", at least " + f).or(() -> to.map(t -> ", at most " + t)).orElse("");
    }

    private static Optional<String> words(OptionalDouble load) {
        return load.isPresent() ? Optional.of(Numbers.exact(load.getAsDouble())) : Optional.empty();
    }

    private String doubt(Knee knee, boolean all) {
        if (knee.beyond() == knee.step() + 1) {
            return "One short step may be an accident" + (all ? "; a further one was not tried." : ".");
        }
        return knee.gain().errorKnown() ? "More rounds would tell whether it is." : "Repeats would tell whether it is.";
    }

    private String crossing(Comparison crossing) {
        double first = curve.steps().getFirst().load();
        return "A straight line from zero through the first step reaches the throughput beyond it at "
                + spec.words(tenths(first * crossing.ratio())) + (crossing.errorKnown() ? " ("
                + tenths(first * crossing.low()) + " to " + tenths(first * crossing.high()) + ")" : "") + ".";
    }

    private static String tenths(double load) {
        return Numbers.exact(Math.round(load * 10) / 10.0);
    }

    /**
     * What was found to hold the run at the knee. That its workers were all busy is no answer there, as more of them
     * bring nothing; then the step beyond may know more.
     */
    private Optional<String> bottleneck(Knee knee) {
        List<Integer> steps = List.of(knee.step(), knee.beyond());
        for (int step : steps) {
            Optional<String> sentence = limits.apply(step).filter(text -> !text.startsWith(Bottleneck.BY_WORKERS));
            if (sentence.isPresent()) {
                return Optional.of("At " + load(step) + ": " + sentence.get());
            }
        }
        return steps.stream().anyMatch(step -> limits.apply(step).isPresent())
                ? Optional.of("Neither the generator nor a "
                + "disk nor the processors were seen to hold it: what did is within the target, or was not watched.")
                : Optional.empty();
    }

    private void noKnee() {
        int last = steps.size() - 1;
        if (curve.generatorHeld().isPresent()) {
            sentences.add("At " + load(curve.generatorHeld().getAsInt())
                    + " the generator held the throughput, not the target, so no knee can be determined.");
        } else if (last > 0 && spec.gain().isPresent() && curve.judged() < RampCurve.SHORT_STEPS) {
            sentences.add("Whether there is a knee up to " + load(last) + " cannot be told: that takes two steps with at "
                    + "least half as much load again as a step before them, and there is "
                    + (curve.judged() == 0 ? "none." : "one."));
        } else if (last > 0 && spec.gain().isPresent()) {
            sentences.add(String.format(Locale.ROOT,
                    "No knee up to %s: no two steps in a row brought less than %s %% of "
                    + "linear growth.", load(last), Numbers.exact(Math.round(spec.gain().getAsDouble() * 1e6) / 1e4)));
        }
    }

    private String load(int step) {
        return spec.words(curve.steps().get(step).value());
    }

    /** What the steps beyond the knee bring, with the interval of it. */
    private String more(Knee knee) {
        Comparison growth = knee.gain().growth();
        String percent = Numbers.fixed(Math.abs(growth.ratio() - 1) * 100,
                Math.abs(growth.ratio() - 1) < 0.0995 ? 1 : 0);
        return (percent.matches("0(\\.0)?") ? "no more throughput" : percent + (growth.ratio() > 1 ? " % more"
                : " % less") + " throughput") + (growth.errorKnown() ? " (" + signed(growth.low()) + " to "
                + signed(growth.high()) + " %, " + growth.baseRuns() + " rounds)" : "");
    }

    private static String signed(double ratio) {
        return (ratio > 1 ? "+" : "") + Numbers.percent(ratio);
    }

    private String response(Knee knee) {
        var before = curve.steps().get(knee.step()).response();
        var after = curve.steps().get(knee.beyond()).response();
        if (before.isEmpty() || after.isEmpty() || before.getAsDouble() <= 0 || curve.steps().get(knee.step()).open()
                || curve.steps().get(knee.beyond()).open()) {
            return "";
        }
        double ratio = after.getAsDouble() / before.getAsDouble();
        return Math.abs(ratio - 1) < SAME ? " at the same response time"
                : " and " + Numbers.fixed(ratio, 1) + " times the response time";
    }

    /** @param all whether no step was tried but these */
    private String within(Threshold limit, boolean all) {
        String bound = Numbers.exact(limit.bound()) + Numbers.unit(limit.measure());
        OptionalInt largest = curve.largestWithin();
        if (largest.isEmpty()) {
            return steps.getFirst().response().map(first -> "No step was within " + bound + " of "
                    + limit.measure().title() + ": " + load(0)
                    + (curve.steps().getFirst().open() ? " took at least " : " took ")
                    + Numbers.figure(first.mean(), limit.measure().decimals()) + Numbers.unit(limit.measure()) + ".")
                    .orElse(limit.measure().title() + " was not measured, so nothing can be said about its limit.");
        }
        int at = largest.getAsInt();
        return "Within " + bound + " of " + limit.measure().title() + ": up to " + load(at) + ", "
                + Numbers.figure(curve.steps().get(at).throughput(), rate.decimals()) + Numbers.unit(rate)
                + (at == steps.size() - 1 && all ? "; more was not tried." : ".");
    }

    private String broken(Iteration iteration) {
        String load = spec.words(Tables.level(iteration, spec.param()).text());
        return iteration.state() == IterationState.RUNNING ? "The ramp has come to " + load + ", which is running."
                : "The ramp was interrupted at " + load + ", which " + switch (iteration.state()) {
            case INTERRUPTED -> "was interrupted.";
            case STOPPED -> "was stopped.";
            case INVALID -> "is invalid" + why(iteration);
            case FAILED, DONE, RUNNING -> "failed" + why(iteration);
        };
    }

    private static String why(Iteration iteration) {
        String verdict = iteration.verdict();
        return (verdict.isEmpty() ? "" : ": " + verdict) + (verdict.endsWith(".") ? "" : ".");
    }
}
