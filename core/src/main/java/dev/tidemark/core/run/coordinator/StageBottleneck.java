package dev.tidemark.core.run.coordinator;

import module java.base;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.measure.host.HostUtilization.Generator;
import dev.tidemark.core.run.RunnerReply.Watched;
import dev.tidemark.core.workload.verdict.Bottleneck;

/**
 * What held a stage that one runner ran, or several together. Of several the load is judged as a whole; the target's
 * machine is the one that the leading runner watches, if it does. Where neither the rate nor the generators held it, one
 * of these may have, whose own machine or process had no more to give.
 */
final class StageBottleneck {

    private final List<Watched> watched;
    private final List<SeriesSet> series;
    private final IntFunction<String> name;

    /**
     * @param watched by each runner
     * @param series  recorded by each
     * @param name    of a runner, by its number, in words for people
     */
    StageBottleneck(List<Watched> watched, List<SeriesSet> series, IntFunction<String> name) {
        this.watched = watched;
        this.series = series;
        this.name = name;
    }

    /** The sentence; empty where that is unknown. @param whole the stage as all of them ran it */
    Optional<String> sentence(StageResult whole) {
        SeriesSet all = new SeriesSet();
        series.forEach(all::add);
        return Bottleneck.of(whole.span(), think(), whole.kept(), StageMerge.demand(watched.stream()
                .flatMap(w -> w.demand().stream()).toList()), all, host()).map(held -> switch (held.kind()) {
                    case RATE, GENERATOR -> named(held);
                    default -> limitingAgent().orElseGet(() -> named(held));
                });
    }

    /** Of several generators' machines, it is that of the first. */
    private String named(Bottleneck held) {
        return watched.size() > 1 && held.ofGeneratorsMachine() ? held.of(name.apply(0)) : held.sentence();
    }

    /** The mean over all operations. */
    private Duration think() {
        double sum = 0;
        long all = 0;
        for (int i = 0; i < watched.size(); i++) {
            long operations = series.get(i).total().operations();
            sum += (double) watched.get(i).think() * operations;
            all += operations;
        }
        return all == 0 ? Duration.ZERO : Duration.ofNanos(Math.round(sum / all));
    }

    private HostUtilization host() {
        HostUtilization lead = watched.getFirst().host();
        return new HostUtilization(lead.processors(), lead.devices(), lead.generator().map(own -> new Generator(
                Math.min(1, watched.stream().filter(this::onLeadersMachine).flatMap(w -> w.host().generator().stream())
                        .mapToDouble(Generator::cpu).sum()), own.gcPause(), own.gcCount(), own.allocated(), own.seconds(),
                own.quota())), lead.apart(), lead.ofGenerator());
    }

    private boolean onLeadersMachine(Watched other) {
        Watched first = watched.getFirst();
        return other == first || !first.machine().isEmpty() && other.machine().equals(first.machine());
    }

    private Optional<String> limitingAgent() {
        return IntStream.range(1, watched.size()).boxed().flatMap(i -> Bottleneck.ofGenerator(watched.get(i).host(),
                !onLeadersMachine(watched.get(i))).map(held -> held.of(name.apply(i))).stream()).findFirst();
    }
}
