package dev.tidemark.report.comparison;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.analysis.table.DerivedRate;
import dev.tidemark.report.analysis.table.Throughput;
import java.util.List;

/**
 * One side of a comparison.
 *
 * @param name       what it is called in sentences: a label, or a value
 * @param results    the label that it is of
 * @param iterations its iterations, whatever their state
 */
public record Side(String name, LabelResults results, List<Iteration> iterations) {

    public Side {
        iterations = List.copyOf(iterations);
    }

    /**
     * The same side with those iterations as if they were done that were interrupted after they had measured something:
     * each takes its place in its round, unless it was run again. Which they are, {@link #taken} tells.
     */
    Side withBrokenOff() {
        return new Side(name, results, iterations.stream().map(i -> isTaken(i) ? done(i) : i).toList());
    }

    private boolean isTaken(Iteration i) {
        boolean unfinished = i.state() == IterationState.STOPPED || i.state() == IterationState.FAILED || i.state()
                == IterationState.INTERRUPTED;
        return unfinished && !i.values().isEmpty() && iterations.stream().noneMatch(o -> o.batch() == i.batch()
                && o.position() == i.position() && o.round() == i.round()
                && (o.state() == IterationState.DONE || o.attempt() > i.attempt() && !o.values().isEmpty()));
    }

    private static Iteration done(Iteration i) {
        return new Iteration(i.id(), i.batch(), i.workload(), i.position(), i.round(), i.attempt(), IterationState.DONE,
                i.verdict(), i.started(), i.settings(), i.values());
    }

    /** Those that {@link #withBrokenOff} made part of the side, as they are stored. */
    List<Iteration> taken() {
        List<Long> done = usable().stream().map(Iteration::id).toList();
        return results.iterations().stream().filter(i -> i.state() != IterationState.DONE && done.contains(i.id()))
                .toList();
    }

    /**
     * The same side with how many documents per second those of its iterations did that were measured elsewhere, where
     * the other side has measured that, and they know how many they did in which time.
     */
    Side ratedAs(Side side) {
        return Throughput.of(results).filter(rate -> side.iterations.stream().anyMatch(i ->
                i.value(rate.name()).isPresent())).map(rate -> new Side(name, results, iterations.stream()
                        .map(i -> isImported(i) ? DerivedRate.addedTo(i, rate) : i).toList())).orElse(this);
    }

    /** Of results measured elsewhere nobody knows which of them were run side by side. */
    boolean imported() {
        return iterations.stream().anyMatch(this::isImported);
    }

    private boolean isImported(Iteration i) {
        return results.pass(i).isEmpty();
    }

    /** Whether one of its iterations that did not end well was run again, and did. */
    boolean ranAgain(Iteration i) {
        return i.state() != IterationState.DONE && iterations.stream().anyMatch(o -> o.state() == IterationState.DONE
                && o.batch() == i.batch() && o.position() == i.position() && o.round() == i.round());
    }

    /** The iterations whose numbers may be used. */
    List<Iteration> usable() {
        return iterations.stream().filter(i -> i.state() == IterationState.DONE).toList();
    }
}
