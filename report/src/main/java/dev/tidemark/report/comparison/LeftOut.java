package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.report.analysis.table.IterationNumbers;

/** Names the runs of both sides that are not compared, and why: what is left may be the lucky ones. */
record LeftOut(Side base, Side other) {

    /** More are counted. */
    private static final int NAMED = 5;

    /** Those that did not end well; an invalid one forbids the comparison, which names it, unless it was run again. */
    List<String> unfinished() {
        return Stream.of(base, other).flatMap(s -> few(s, i -> i.state() != IterationState.DONE
                && (i.state() != IterationState.INVALID || s.ranAgain(i)), i -> sentence(s, i)).stream()).toList();
    }

    private static String sentence(Side side, Iteration i) {
        String why = i.verdict().isEmpty() ? "." : ": " + i.verdict().replaceFirst("\\.$", "") + ".";
        return name(side, i) + switch (i.state()) {
            case FAILED -> " failed";
            case STOPPED -> " was stopped";
            case INTERRUPTED -> " was interrupted";
            case RUNNING -> " is running";
            case INVALID -> " is invalid";
            case DONE -> throw new IllegalArgumentException("is compared");
        } + (side.ranAgain(i) ? " and was run again" : " and is left out") + why;
    }

    /** Runs without a partner in their pass. */
    List<String> alone(List<Iteration> alone) {
        Set<Long> ids = alone.stream().map(Iteration::id).collect(Collectors.toSet());
        return Stream.of(base, other).flatMap(s -> few(s, i -> ids.contains(i.id()), i -> name(s, i)
                + " is left out: the other side has no run in its round of the same session.").stream()).toList();
    }

    private static String name(Side side, Iteration i) {
        return "Iteration " + IterationNumbers.of(side.results()).of(i) + " of " + side.name();
    }

    /** @param sentence is asked for those alone that are named */
    private static List<String> few(Side side, Predicate<Iteration> which, Function<Iteration, String> sentence) {
        List<Iteration> all = side.iterations().stream().filter(which).toList();
        List<String> few = new ArrayList<>(all.stream().limit(NAMED).map(sentence).toList());
        if (all.size() > NAMED) {
            few.add("And " + (all.size() - NAMED) + " more of " + side.name() + " like these.");
        }
        return few;
    }
}
