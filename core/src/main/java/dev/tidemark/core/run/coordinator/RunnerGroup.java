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
    /** How the clocks stood when they were last read; empty before. */
    private List<RunnerClocks.Reading> read = List.of();
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

    /** Has all run a stage; the leading one is told when the others have ended it. @param begin as of {@link #all} */
    List<RunnerReply> together(IntFunction<RunnerOrder> begin) throws IOException, InterruptedException {
        AtomicInteger others = new AtomicInteger(runners.size() - 1);
        return each(0, number -> {
            try {
                return orStopOthers(number, begin.apply(number));
            } finally { // also where what one tells cannot be kept: the leading one would wait for it without end
                if (number > 0 && others.decrementAndGet() == 0) {
                    conclude();
                }
            }
        });
    }

    private void conclude() {
        try {
            runners.getFirst().conclude();
        } catch (IOException e) {
            // whoever waits for it finds out
        }
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
        return each(first, number -> orStopOthers(number, order.apply(number)));
    }

    /** @throws LostRunnerException when one is lost, be it while it answers @param first number of the first of them */
    private <T> List<T> each(int first, RunnerAction<T> part) throws IOException, InterruptedException {
        List<Answer<T>> answers = new ArrayList<>();
        for (int i = first; i < runners.size(); i++) {
            answers.add(new Answer<>(i, part));
        }
        List<Thread> threads = answers.stream().map(a -> clock.start("tidemark-runner-" + a.number, a::await)).toList();
        for (Thread thread : threads) {
            clock.join(thread);
        }
        for (Answer<T> answer : answers) {
            if (answer.number == this.first.get()) {
                answer.get();
            }
        }
        List<T> all = new ArrayList<>();
        for (Answer<T> answer : answers) {
            all.add(answer.get());
        }
        return all;
    }

    private RunnerReply orStopOthers(int number, RunnerOrder order) throws IOException, InterruptedException {
        try {
            RunnerReply reply = one(number, order);
            if (reply.trouble().isPresent()) {
                stopOthers(number, order);
            }
            return reply;
        } catch (LostRunnerException e) {
            stopOthers(number, order);
            throw e;
        }
    }

    /** Unless they are letting go already, which they shall end. */
    private void stopOthers(int number, RunnerOrder order) {
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

    /** When each of several runners begins, by its own clock, so that all do at the same moment. */
    long[] beginning(List<RunnerReply.Ready> ready) throws IOException, InterruptedException {
        read = readClocks();
        long notice = ready.stream().mapToLong(RunnerReply.Ready::notice).max().orElse(0);
        long trip = read.stream().mapToLong(RunnerClocks.Reading::longest).max().orElse(0);
        long at = clock.nanoTime() + notice + trip + MARGIN;
        return read.stream().mapToLong(reading -> at + reading.offset()).toArray();
    }

    /**
     * Reads the clocks again.
     *
     * @return by how much each runner's clock may have been misjudged since the last beginning, in nanoseconds: by the
     *         readings before it and now, and by as much as the clocks have gone apart between these
     */
    long[] clockErrors() throws IOException, InterruptedException {
        List<RunnerClocks.Reading> now = readClocks();
        return IntStream.range(0, now.size()).mapToLong(i -> Math.max(read.get(i).error(),
                Math.abs(now.get(i).offset() - read.get(i).offset()) + now.get(i).error())).toArray();
    }

    /** By each runner's clock, what the leading one's reads. */
    long[] readings(long ofLead) throws IOException, InterruptedException {
        List<RunnerClocks.Reading> now = readClocks();
        return now.stream().mapToLong(reading -> ofLead - now.getFirst().offset() + reading.offset()).toArray();
    }

    /** All at the same time: of many that are far away, one after the other would take longer than the stage. */
    private List<RunnerClocks.Reading> readClocks() throws IOException, InterruptedException {
        return each(0, number -> clocks.read(order -> one(number, order)));
    }

    /** What is done with one runner while the same is done with others. */
    @FunctionalInterface
    private interface RunnerAction<T> {
        T of(int number) throws IOException, InterruptedException;
    }

    /** What becomes of it; written by its own thread, read after that has ended. */
    private static final class Answer<T> {
        private final int number;
        private final RunnerAction<T> part;
        private T answer;
        private Exception failure;

        Answer(int number, RunnerAction<T> part) {
            this.number = number;
            this.part = part;
        }

        void await() {
            try {
                answer = part.of(number);
            } catch (IOException | InterruptedException | RuntimeException e) {
                failure = e;
            }
        }

        T get() throws IOException, InterruptedException {
            switch (failure) {
                case null -> {
                    return answer;
                }
                case IOException e -> throw e;
                case InterruptedException e -> throw e;
                default -> throw new IllegalStateException(failure);
            }
        }
    }
}
