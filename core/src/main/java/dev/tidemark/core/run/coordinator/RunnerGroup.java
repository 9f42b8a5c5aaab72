package dev.tidemark.core.run.coordinator;

import module java.base;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;

/**
 * The runners of an iteration, by number; what is told to all of them, they do at the same time. When one cannot go on,
 * the others are stopped: what they would offer alone is not what was asked for.
 */
final class RunnerGroup {

    /** What several runners are given beyond the notice that they need, in nanoseconds. */
    private static final long MARGIN = 100_000_000;
    private static final int NONE = -1;

    private final Clock clock;
    private final List<RunnerPort> runners;
    private final Sink sink;
    private final RunnerClocks clocks;
    private final long[] errors;
    /** The first that could not go on while others did the same. */
    private final AtomicInteger first = new AtomicInteger(NONE);

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
        this.errors = new long[runners.size()];
    }

    /** By how much a runner's clock may be misjudged, in nanoseconds; 0 for a single one. */
    long clockError(int number) {
        return errors[number];
    }

    int size() {
        return runners.size();
    }

    /**
     * Which one could not go on, of those that do something at the same time: the first, since what the others fail of
     * afterwards may come of being stopped. Empty while all can.
     */
    OptionalInt first() {
        return first.get() == NONE ? OptionalInt.empty() : OptionalInt.of(first.get());
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

    /** Each but the leading one in its turn. */
    List<RunnerReply> othersInTurn(RunnerOrder order) throws IOException, InterruptedException {
        List<RunnerReply> replies = new ArrayList<>();
        for (int i = 1; i < runners.size(); i++) {
            replies.add(one(i, order));
        }
        return replies;
    }

    /** The leading one, and when it has done it, the others: what it makes they find. */
    List<RunnerReply> leadFirst(RunnerOrder order) throws IOException, InterruptedException {
        List<RunnerReply> replies = new ArrayList<>(List.of(lead(order)));
        if (replies.getFirst().trouble().isEmpty()) {
            replies.addAll(others(i -> order));
        }
        return replies;
    }

    /** Tells those that are left that the iteration is over, the leading one last. */
    void release(int lost, RunnerOrder.Release order) throws InterruptedException {
        for (int i = runners.size() - 1; i >= 0; i--) {
            if (i != lost) {
                try {
                    one(i, order);
                } catch (IOException e) {
                    // it is gone, too, and lets go by itself
                }
            }
        }
    }

    /** All but the leading one. @param order of a runner, by its number */
    List<RunnerReply> others(IntFunction<RunnerOrder> order) throws IOException, InterruptedException {
        return from(1, order);
    }

    /** @param order of a runner, by its number */
    List<RunnerReply> all(IntFunction<RunnerOrder> order) throws IOException, InterruptedException {
        return from(0, order);
    }

    private RunnerReply one(int number, RunnerOrder order) throws IOException, InterruptedException {
        try {
            return runners.get(number).carryOut(order, event -> sink.accept(number, event));
        } catch (IOException e) {
            if (runners.size() == 1) {
                throw e;
            }
            throw new LostRunnerException(number, e);
        }
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
        for (Answer answer : answers) {
            if (answer.number == this.first.get()) {
                answer.get();
            }
        }
        List<RunnerReply> replies = new ArrayList<>();
        for (Answer answer : answers) {
            replies.add(answer.get());
        }
        return replies;
    }

    /** When each of several runners begins, by its own clock, so that all do at the same moment. */
    long[] beginning(List<RunnerReply.Ready> ready) throws IOException, InterruptedException {
        long[] offsets = offsets();
        long notice = ready.stream().mapToLong(RunnerReply.Ready::notice).max().orElse(0);
        long at = clock.nanoTime() + notice + clocks.longestTrip() + MARGIN;
        return Arrays.stream(offsets).map(offset -> at + offset).toArray();
    }

    /** By each runner's clock, what the leading one's reads. */
    long[] readings(long ofLead) throws IOException, InterruptedException {
        long[] offsets = offsets();
        return Arrays.stream(offsets).map(offset -> ofLead - offsets[0] + offset).toArray();
    }

    private long[] offsets() throws IOException, InterruptedException {
        long[] offsets = new long[runners.size()];
        for (int i = 0; i < offsets.length; i++) {
            int number = i;
            RunnerClocks.Reading reading = clocks.read(order -> one(number, order));
            offsets[i] = reading.offset();
            errors[i] = reading.error();
        }
        return offsets;
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
                if (reply.trouble().isPresent()) {
                    stopOthers();
                }
            } catch (LostRunnerException e) {
                failure = e;
                stopOthers();
            } catch (IOException | InterruptedException | RuntimeException e) {
                failure = e;
            }
        }

        /** Unless they are letting go already, which they shall end. */
        private void stopOthers() {
            if (order instanceof RunnerOrder.Release || !first.compareAndSet(NONE, number)) {
                return;
            }
            for (int i = 0; i < runners.size(); i++) {
                try {
                    if (i != number) {
                        runners.get(i).stop();
                    }
                } catch (IOException e) {
                    // whoever waits for it finds out
                }
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
