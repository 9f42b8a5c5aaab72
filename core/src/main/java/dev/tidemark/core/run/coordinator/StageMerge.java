package dev.tidemark.core.run.coordinator;

import module java.base;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunnerReply.StageEnded;

/** A stage as all its runners together ran it. */
final class StageMerge {

    private StageMerge() {}

    /**
     * @param parts of the same stage, by runner; what cannot be added is the leading one's
     * @param broke which runner broke it off first; empty for none
     */
    static StageEnded of(List<StageEnded> parts, OptionalInt broke) {
        List<StageResult> results = parts.stream().map(StageEnded::result).toList();
        StageResult whole = new StageResult(span(results.stream().map(StageResult::span).toList()),
                outcomes(results),
                results.stream().flatMap(r -> r.workers().stream())
                        .sorted(Comparator.comparingInt(WorkerCount::worker)).toList(),
                first(results.stream().map(StageResult::broken).toList()),
                results.stream().mapToLong(StageResult::kept).sum(),
                demand(results.stream().flatMap(r -> r.demand().stream()).toList()),
                first(results.stream().map(StageResult::hung).toList()));
        return new StageEnded(whole, broke.isPresent() ? parts.get(broke.getAsInt()).broken() : Optional.empty(),
                Optional.empty()); // see StageBottleneck
    }

    /**
     * A runner's part of a stage that several run.
     *
     * @param runner in words for people
     * @param nanos  by which its place on the time axis is moved
     */
    static StageEnded of(String runner, StageEnded part, long nanos) {
        StageResult r = part.result();
        return new StageEnded(new StageResult(r.span().moved(nanos), r.outcomes(), r.workers(), by(runner, r.broken()),
                r.kept(), r.demand(), by(runner, r.hung())), by(runner, part.broken()), part.watched());
    }

    private static Optional<String> by(String runner, Optional<String> sentence) {
        return sentence.map(text -> runner + ": " + text);
    }

    /** Those of a kind, an outcome and a reason added up. */
    private static List<OutcomeCount> outcomes(List<StageResult> results) {
        SequencedMap<List<Object>, OutcomeCount> sums = new LinkedHashMap<>();
        results.stream().flatMap(r -> r.outcomes().stream()).forEach(o -> sums.merge(
                List.of(o.phase(), o.kind(), o.outcome(), o.reason()), o, (a, b) -> new OutcomeCount(a.phase(),
                a.kind(), a.outcome(), a.reason(), a.operations() + b.operations(), a.units() + b.units())));
        return List.copyOf(sums.values());
    }

    /** From the first beginning to the last end. Times count from each iteration's start by its runner's clock. */
    private static PhaseSpan span(List<PhaseSpan> spans) {
        PhaseSpan lead = spans.getFirst();
        return new PhaseSpan(lead.index(), lead.phase(), lead.headline(),
                spans.stream().mapToLong(PhaseSpan::start).min().orElseThrow(),
                spans.stream().mapToLong(PhaseSpan::end).max().orElseThrow(), sum(spans, PhaseSpan::censored),
                Math.toIntExact(sum(spans, PhaseSpan::workers)), lead.open(), sum(spans, PhaseSpan::lateFree),
                sum(spans, PhaseSpan::outside));
    }

    private static long sum(List<PhaseSpan> spans, ToLongFunction<PhaseSpan> number) {
        return spans.stream().mapToLong(number).sum();
    }

    /** Of all together: they kept up where all did. */
    static Optional<Demand> demand(List<Demand> parts) {
        return parts.stream().reduce((a, b) -> new Demand(a.due() + b.due(), a.backlog() + b.backlog(),
                a.grew() || b.grew(), a.emptied() && b.emptied()));
    }

    private static <T> Optional<T> first(List<Optional<T>> parts) {
        return parts.stream().flatMap(Optional::stream).findFirst();
    }
}
