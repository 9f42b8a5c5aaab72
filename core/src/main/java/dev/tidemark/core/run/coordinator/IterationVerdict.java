package dev.tidemark.core.run.coordinator;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerReply.Judged;
import dev.tidemark.core.run.RunnerReply.StageEnded;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.core.workload.verdict.GeneratorCheck;

/**
 * What is to be said about an iteration that ran to its end.
 *
 * @param findings  about the generator, and about what held the run; whole sentences
 * @param objection why the numbers must not be used; empty when they may
 */
record IterationVerdict(List<String> findings, Optional<String> objection) {

    /**
     * The numbers hold unless the generator was the bottleneck, too much failed, or the workload objects.
     *
     * @param stages   in order, those of several runners merged
     * @param headline everything recorded in the headline stage, by all runners
     * @param judged   what each runner has against the numbers
     * @param held     what held it, as a sentence; empty where that is unknown
     * @param slow     which of several runners was the bottleneck, as a sentence; empty for none
     */
    static IterationVerdict of(RunRequest request, List<StageEnded> stages, SeriesSet headline, List<Judged> judged,
            Optional<String> held, Optional<String> slow) {
        StageEnded measured = stages.stream().filter(s -> s.result().span().headline()).findFirst().orElseThrow();
        GeneratorCheck check = GeneratorCheck.of(measured.result().span(), measured.result().demand(), headline);
        Optional<String> hung = stages.stream().flatMap(s -> s.result().hung().stream()).findFirst();
        List<String> findings = new ArrayList<>();
        if (!check.message().isEmpty() && !(check.limited() && hung.isPresent())) {
            findings.add(check.message());
        }
        held.filter(_ -> !check.limited() && slow.isEmpty() && hung.isEmpty()).ifPresent(findings::add);
        Optional<String> objection = hung
                .or(() -> first(judged.stream().map(Judged::standstill)))
                .or(() -> slow)
                .or(() -> Optional.of(check.message()).filter(m -> check.limited()))
                .or(() -> failures(measured.result(), values(request)))
                .or(() -> first(judged.stream().map(Judged::objection)));
        return new IterationVerdict(List.copyOf(findings), objection);
    }

    private static Optional<String> first(Stream<Optional<String>> sentences) {
        return sentences.flatMap(Optional::stream).findFirst();
    }

    private static Values values(RunRequest request) {
        return Planner.values(Workloads.named(request.workload()), Drivers.named(request.driver()), request.settings());
    }

    /** What failed in the headline stage, where it has ended and too much did. */
    static Optional<String> failures(RunRequest request, List<StageEnded> stages) {
        return stages.stream().map(StageEnded::result).filter(r -> r.span().headline()).findFirst()
                .flatMap(measured -> failures(measured, values(request)));
    }

    private static Optional<String> failures(StageResult measured, Values values) {
        List<OutcomeCount> failed = measured.outcomes().stream().filter(o -> !o.outcome().answered()).toList();
        long lost = failed.stream().mapToLong(OutcomeCount::units).sum();
        long all = measured.workers().stream().mapToLong(w -> w.units()).sum() + lost;
        double limit = LoadParams.failureLimit(values);
        if (failed.isEmpty() || (double) lost / all <= limit) {
            return Optional.empty();
        }
        OutcomeCount worst = failed.stream().max(Comparator.comparingLong(OutcomeCount::units)).orElseThrow();
        return Optional.of(lost + " of " + all + LoadParams.TOO_MANY_FAILED + LoadParams.FAILURE_LIMIT.format(limit)
                + ": " + worst.why());
    }
}
