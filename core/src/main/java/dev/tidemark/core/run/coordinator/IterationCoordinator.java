package dev.tidemark.core.run.coordinator;

import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.RunnerReply.Failed;
import dev.tidemark.core.run.RunnerReply.Judged;
import dev.tidemark.core.run.RunnerReply.Opened;
import dev.tidemark.core.run.RunnerReply.Ready;
import dev.tidemark.core.run.RunnerReply.StageEnded;
import dev.tidemark.core.time.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * One iteration from start to end on one or more runners: they do each step, this decides which. The first runner
 * leads: it makes the target's data, preloads, settles and drops; all of them load the target together.
 */
public final class IterationCoordinator {

    private static final int LEAD = 0;

    private final RunnerGroup runners;
    private final RunRequest request;
    private final Consumer<RunEvent> events;
    private final SeriesSet headline = new SeriesSet();
    /** Of all stages that have ended, those of several runners merged. */
    private final List<StageEnded> stages = new ArrayList<>();
    /** Index of the headline stage's phase; below 0 while it has not been made ready. */
    private volatile int headlinePhase = -1;
    private volatile boolean stopped;
    private int phase;

    /** @param events receives what happens, on one thread at a time; the last is {@link RunEvent.Ended} */
    public IterationCoordinator(Clock clock, List<? extends RunnerPort> runners, RunRequest request,
            Consumer<RunEvent> events) {
        this.runners = new RunnerGroup(clock, runners, this::pass);
        this.request = request;
        this.events = events;
    }

    /** A runner could not do what it was told. */
    private static final class StepFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        StepFailedException(String reason) {
            super(reason);
        }
    }

    /** Ends the iteration early; its rows are kept. From any thread. @throws IOException when a runner is lost */
    public void stop() throws IOException {
        stopped();
        runners.stop();
    }

    /** The same where whoever stops it tells the runners. */
    public void stopped() {
        stopped = true;
    }

    /** @throws IOException when a runner is lost: nothing more is told then */
    public void run() throws IOException, InterruptedException {
        RunEvent.Ended ended;
        boolean whole = true;
        try {
            ended = iteration();
        } catch (StepFailedException e) {
            ended = ended(IterationState.FAILED, IterationVerdict.failures(request, stages)
                    .map(failures -> failures + "; then: " + e.getMessage()).orElse(e.getMessage()));
            whole = false;
        }
        Optional<String> left = release(new RunnerOrder.Release(whole, ended.state() == IterationState.DONE));
        if (whole && left.isPresent()) {
            ended = ended(IterationState.FAILED, left.get());
        }
        // What a stop makes fail is no failure.
        pass(LEAD, stopped && ended.state() == IterationState.FAILED ? stoppedEarly() : ended);
    }

    private RunEvent.Ended iteration() throws IOException, InterruptedException, StepFailedException {
        Opened plan = open();
        if (plan.preload()) {
            done(runners.lead(new RunnerOrder.Preload(phase++)));
        }
        for (int stage = 0; stage < plan.stages() && !stopped; stage++) {
            StageEnded ended = run(stage, plan);
            if (ended.broken().isPresent()) {
                return stopped ? stoppedEarly() : ended(IterationState.FAILED, ended.broken().get());
            }
        }
        return stopped ? stoppedEarly() : judge();
    }

    /** The leading runner first, which makes what the others open. */
    private Opened open() throws IOException, InterruptedException, StepFailedException {
        Opened plan = (Opened) done(runners.lead(new RunnerOrder.Open(request, true)));
        for (RunnerReply reply : runners.others(new RunnerOrder.Open(request, false))) {
            done(reply);
        }
        return plan;
    }

    private StageEnded run(int stage, Opened plan) throws IOException, InterruptedException, StepFailedException {
        int own = phase++;
        List<Ready> ready = new ArrayList<>();
        for (RunnerReply reply : runners.all(i -> new RunnerOrder.MakeReady(stage, own))) {
            ready.add((Ready) done(reply));
        }
        boolean measured = ready.get(LEAD).headline();
        if (measured) {
            headlinePhase = own;
        }
        StageEnded ended = begin(stage, ready);
        stages.add(ended);
        if (measured && plan.settles() && !stopped && ended.broken().isEmpty()) {
            done(runners.lead(new RunnerOrder.Settle(phase++)));
        }
        return ended;
    }

    private StageEnded begin(int stage, List<Ready> ready) throws IOException, InterruptedException,
            StepFailedException {
        IntFunction<OptionalLong> beginning = runners.beginning(ready);
        List<StageEnded> ended = new ArrayList<>();
        for (RunnerReply reply : runners.all(i -> new RunnerOrder.Begin(stage, beginning.apply(i)))) {
            ended.add((StageEnded) done(reply));
        }
        return StageMerge.of(ended);
    }

    private RunEvent.Ended judge() throws IOException, InterruptedException, StepFailedException {
        List<Judged> judged = new ArrayList<>();
        for (RunnerReply reply : runners.all(i -> new RunnerOrder.Judge())) {
            judged.add((Judged) done(reply));
        }
        IterationVerdict verdict = IterationVerdict.of(request, stages, headline, judged);
        verdict.findings().forEach(sentence -> pass(LEAD, new RunEvent.EventLogged(request.iteration(),
                new Event(judged.get(LEAD).at(), "finding", sentence))));
        return verdict.objection().map(why -> ended(IterationState.INVALID, why))
                .orElseGet(() -> ended(IterationState.DONE, ""));
    }

    /** The leading runner last, which drops what the others have open. @return why it was not done properly */
    private Optional<String> release(RunnerOrder.Release order) throws IOException, InterruptedException {
        List<RunnerReply> replies = new ArrayList<>(runners.others(order));
        replies.add(runners.lead(order));
        return replies.stream().filter(Failed.class::isInstance).map(r -> ((Failed) r).reason()).findFirst();
    }

    private static RunnerReply done(RunnerReply reply) throws StepFailedException {
        if (reply instanceof Failed failed) {
            throw new StepFailedException(failed.reason());
        }
        return reply;
    }

    private RunEvent.Ended stoppedEarly() {
        return ended(IterationState.STOPPED, "stopped at the user's wish");
    }

    private RunEvent.Ended ended(IterationState state, String verdict) {
        return new RunEvent.Ended(request.iteration(), state, verdict);
    }

    /** Events of all runners, one at a time. */
    private synchronized void pass(int generator, RunEvent event) {
        if (event instanceof RunEvent.Measured measured && measured.interval().phase() == headlinePhase) {
            headline.add(Timeline.sum(List.of(measured.interval())));
        }
        events.accept(generator == LEAD ? event : event.by(generator));
    }
}
