package dev.tidemark.core.run.coordinator;

import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/** The runners of an iteration, by number; what is told to all of them, they do at the same time. */
final class RunnerGroup {

    /** What several runners are given beyond the notice that they need, in nanoseconds. */
    private static final long MARGIN = 10_000_000;

    private final Clock clock;
    private final List<RunnerPort> runners;
    private final Sink sink;
    private final RunnerClocks clocks;

    /** Receives what a runner tells. */
    @FunctionalInterface
    interface Sink {
        void accept(int generator, RunEvent event);
    }

    RunnerGroup(Clock clock, List<? extends RunnerPort> runners, Sink sink) {
        this.clock = clock;
        this.runners = List.copyOf(runners);
        this.sink = sink;
        this.clocks = new RunnerClocks(clock);
    }

    /** Reaches every runner that can be reached. @throws IOException when one cannot */
    void stop() throws IOException {
        IOException failure = null;
        for (RunnerPort runner : runners) {
            try {
                runner.stop();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    RunnerReply lead(RunnerOrder order) throws IOException, InterruptedException {
        return one(0, order);
    }

    /** All but the leading one. */
    List<RunnerReply> others(RunnerOrder order) throws IOException, InterruptedException {
        return from(1, i -> order);
    }

    /** @param order of a runner, by its number */
    List<RunnerReply> all(IntFunction<RunnerOrder> order) throws IOException, InterruptedException {
        return from(0, order);
    }

    private RunnerReply one(int number, RunnerOrder order) throws IOException, InterruptedException {
        return runners.get(number).carryOut(order, event -> sink.accept(number, event));
    }

    /** A single one needs no thread of its own. */
    private List<RunnerReply> from(int first, IntFunction<RunnerOrder> order) throws IOException,
            InterruptedException {
        if (first == runners.size()) {
            return List.of();
        }
        if (first == runners.size() - 1) {
            return List.of(one(first, order.apply(first)));
        }
        List<Answer> answers = new ArrayList<>();
        for (int i = first; i < runners.size(); i++) {
            answers.add(new Answer(i, order.apply(i)));
        }
        List<Thread> threads = answers.stream().map(a -> clock.start("tidemark-runner-" + a.number, a::await)).toList();
        for (Thread thread : threads) {
            clock.join(thread);
        }
        List<RunnerReply> replies = new ArrayList<>();
        for (Answer answer : answers) {
            replies.add(answer.get());
        }
        return replies;
    }

    /** When each runner begins, by its own clock, so that all do at the same moment; a single one as soon as it can. */
    IntFunction<OptionalLong> beginning(List<RunnerReply.Ready> ready) throws IOException, InterruptedException {
        if (runners.size() == 1) {
            return i -> OptionalLong.empty();
        }
        long[] offsets = new long[runners.size()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = clocks.offset(runners.get(i));
        }
        long notice = ready.stream().mapToLong(RunnerReply.Ready::notice).max().orElse(0);
        long at = clock.nanoTime() + notice + clocks.longestTrip() + MARGIN;
        return i -> OptionalLong.of(at + offsets[i]);
    }

    /** What becomes of one order; written by its own thread, read after that has ended. */
    private final class Answer {
        private final int number;
        private final RunnerOrder order;
        private RunnerReply reply;
        private Exception failure;

        Answer(int number, RunnerOrder order) {
            this.number = number;
            this.order = order;
        }

        void await() {
            try {
                reply = one(number, order);
            } catch (IOException | InterruptedException | RuntimeException e) {
                failure = e;
            }
        }

        RunnerReply get() throws IOException, InterruptedException {
            switch (failure) {
                case null -> {
                    return reply;
                }
                case IOException e -> throw e;
                case InterruptedException e -> throw e;
                default -> throw new IllegalStateException(failure);
            }
        }
    }
}
