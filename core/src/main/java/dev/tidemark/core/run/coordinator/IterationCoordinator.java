package dev.tidemark.core.run.coordinator;

import module java.base;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.schedule.Share;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LostAgent;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply.Failed;
import dev.tidemark.core.run.RunnerReply.Judged;
import dev.tidemark.core.run.RunnerReply.Opened;
import dev.tidemark.core.run.RunnerReply.Ready;
import dev.tidemark.core.run.RunnerReply.StageEnded;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.measures.AgentShare;
import dev.tidemark.core.workload.verdict.GeneratorCheck;

/**
 * One iteration from start to end on one or more runners: they do each step, this decides which. The first runner
 * leads: it makes the target's data, preloads, settles and drops; all of them load the target together.
 */
public final class IterationCoordinator {

    private static final int LEAD = Share.LEAD;
    private static final long SECOND = 1_000_000_000L;
    /** By which runners may begin apart without that it matters, in nanoseconds. */
    private static final long LATE = 10_000_000;

    private final Clock clock;
    private final List<String> names;
    private final RunnerGroup runners;
    private final RunRequest request;
    private final EventMerge events;
    /** Of all stages that have ended, those of several runners merged. */
    private final List<StageEnded> stages = new ArrayList<>();
    /** Of the headline stage, what each of several runners did. */
    private List<StageResult> parts = List.of();
    /** The same, by how much the clock of each may have been misjudged in it, in nanoseconds. */
    private long[] clockErrors = {};
    /** The same, what each runner watched; empty where one could not. */
    private List<RunnerReply.Watched> watched = List.of();
    private volatile boolean stopped;
    private volatile boolean interrupted;
    private int phase;
    /** The clock's reading when the headline stage began; empty before. */
    private OptionalLong measuring = OptionalLong.empty();

    /**
     * With a single runner.
     *
     * @param events receives what happens, on one thread at a time; the last is {@link RunEvent.Ended}
     */
    public IterationCoordinator(Clock clock, RunnerPort runner, RunRequest request, Consumer<RunEvent> events) {
        this(clock, List.of(""), List.of(runner), request, events);
    }

    /** @param names of the runners, in words for people */
    public IterationCoordinator(Clock clock, List<String> names, List<? extends RunnerPort> runners,
            RunRequest request, Consumer<RunEvent> events) {
        this.clock = clock;
        this.names = List.copyOf(names);
        this.events = new EventMerge(clock, names, events);
        this.runners = new RunnerGroup(clock, runners, this.events::pass);
        this.request = request;
    }

    /** A runner could not do what it was told. */
    private static final class StepFailedException extends Exception {
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

    /** Its runners are about to be killed: that they are lost then says nothing of them. From any thread. */
    public void interrupt() {
        interrupted = true;
    }

    /** @throws IOException when a single runner is lost: nothing more is told then */
    public void run() throws IOException, InterruptedException {
        try {
            carryOut();
        } catch (LostRunnerException e) {
            runners.release(e.runner(), new RunnerOrder.Release(e.runner() != LEAD, false));
            events.pass(LEAD, interrupted ? ended(IterationState.FAILED, e.getMessage())
                    : stopped ? stoppedEarly() : ended(IterationState.INVALID, lost(e)));
        }
    }

    private void carryOut() throws IOException, InterruptedException {
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
        events.pass(LEAD, stopped && ended.state() == IterationState.FAILED ? stoppedEarly() : ended);
    }

    /** How an iteration is told that a runner was lost in. */
    private String lost(LostRunnerException e) {
        String name = names.get(e.runner());
        String message = measuring.isEmpty() ? LostAgent.before(name, e.getMessage())
                : !parts.isEmpty() ? LostAgent.after(name, e.getMessage())
                : LostAgent.during(name, Math.max(0, clock.nanoTime() - measuring.getAsLong()) / SECOND,
                        part(runners.size()), e.getMessage());
        return message + (e.runner() == LEAD ? "; it led, and what it made on the target stays until the next run"
                : "");
    }

    private String agent(int runner) {
        return "agent " + names.get(runner);
    }

    private static String part(int of) {
        return switch (of) {
            case 2 -> "half";
            case 3 -> "a third";
            case 4 -> "a quarter";
            default -> "1/" + of;
        };
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
        done(LEAD + 1, runners.othersInTurn(new RunnerOrder.WarmUp(request)));
        Opened plan = (Opened) done(runners.lead(new RunnerOrder.Open(request, share(LEAD), OptionalLong.empty())));
        if (runners.size() > 1) {
            long[] origins = runners.readings(events.origin());
            done(LEAD + 1, runners.others(i -> new RunnerOrder.Open(request, share(i), OptionalLong.of(origins[i]))));
        }
        return plan;
    }

    private Share share(int runner) {
        return new Share(runner, runners.size());
    }

    private StageEnded run(int stage, Opened plan) throws IOException, InterruptedException, StepFailedException {
        int own = phase++;
        List<Ready> ready = done(LEAD, runners.leadFirst(new RunnerOrder.MakeReady(stage, own))).stream()
                .map(Ready.class::cast).toList();
        boolean measured = ready.get(LEAD).headline();
        if (measured) {
            events.measures(own);
            measuring = OptionalLong.of(clock.nanoTime());
        }
        StageEnded ended = runners.size() == 1
                ? (StageEnded) done(runners.lead(new RunnerOrder.Begin(stage, OptionalLong.empty())))
                : begin(stage, ready);
        stages.add(ended);
        if (measured && runners.size() == 1) {
            watched = ended.watched().stream().toList();
        }
        if (measured && plan.settles() && !stopped && ended.broken().isEmpty()) {
            done(runners.lead(new RunnerOrder.Settle(phase++)));
        }
        return ended;
    }

    /** All runners at the same moment. */
    private StageEnded begin(int stage, List<Ready> ready) throws IOException, InterruptedException,
            StepFailedException {
        long[] at = runners.beginning(ready);
        events.begins(at, ready.stream().mapToInt(Ready::workers).sum());
        List<StageEnded> ended = new ArrayList<>();
        for (RunnerReply reply : done(LEAD, runners.together(i -> new RunnerOrder.Begin(stage,
                OptionalLong.of(at[i]))))) {
            ended.add(StageMerge.of(agent(ended.size()), (StageEnded) reply, events.shift(ended.size())));
        }
        long first = ended.stream().mapToLong(e -> e.result().span().start()).min().orElseThrow();
        for (int i = 0; i < ended.size(); i++) {
            long late = ended.get(i).result().span().start() - first;
            if (late > LATE && ended.get(i).result().span().workers() > 0) {
                warn("Agent " + names.get(i) + " began " + Math.round(late / 1e6) + " ms later than another: what it "
                        + "did is shown that much too early.", first);
            }
        }
        StageEnded whole = StageMerge.of(ended, runners.first());
        if (ready.get(LEAD).headline()) {
            parts = ended.stream().map(StageEnded::result).toList();
            watched = ended.stream().flatMap(e -> e.watched().stream()).toList();
            clockErrors = runners.clockErrors(); // of this stage: more may follow it
        }
        StageResult result = whole.result();
        events.ended(new RunEvent.PhaseEnded(request.iteration(), result.span(), result.outcomes(), result.workers()));
        return whole;
    }

    private void warn(String sentence, long at) {
        events.pass(LEAD, new RunEvent.EventLogged(request.iteration(), new Event(at, "warning", sentence)));
    }

    private RunEvent.Ended judge() throws IOException, InterruptedException, StepFailedException {
        RunnerOrder.Judge order = new RunnerOrder.Judge(stages.stream().map(StageEnded::result).toList());
        List<Judged> judged = new ArrayList<>();
        for (RunnerReply reply : done(LEAD, runners.all(i -> order))) {
            judged.add(named(judged.size(), (Judged) reply));
        }
        for (int i = 0; i < parts.size(); i++) {
            AgentShare share = AgentShare.of(i, parts.get(i).span(), events.headline(i), clockErrors[i]);
            events.pass(LEAD, new RunEvent.Sampled(request.iteration(),
                    new TimedSnapshot(parts.get(i).span().end(), TimedSnapshot.END, share.reading(names.get(i)))));
        }
        IterationVerdict verdict =
                IterationVerdict.of(request, stages, events.headline(), judged, bottleneck(), limited());
        verdict.findings().forEach(sentence -> events.pass(LEAD, new RunEvent.EventLogged(request.iteration(),
                new Event(judged.get(LEAD).at(), "finding", sentence))));
        return verdict.objection().map(why -> ended(IterationState.INVALID, why))
                .orElseGet(() -> ended(IterationState.DONE, ""));
    }

    private Optional<String> bottleneck() {
        return watched.size() < runners.size() ? Optional.empty() : new StageBottleneck(watched,
                IntStream.range(0, runners.size()).mapToObj(events::headline).toList(), this::agent).sentence(
                stages.stream().map(StageEnded::result).filter(r -> r.span().headline()).findFirst().orElseThrow());
    }

    /** Of several runners, which one was too slow, whose part of the latencies must not be used; empty for none. */
    private Optional<String> limited() {
        for (int i = 0; i < parts.size(); i++) {
            GeneratorCheck check = GeneratorCheck.of(parts.get(i).span(), parts.get(i).demand(), events.headline(i));
            if (check.limited()) {
                return Optional.of(check.of(agent(i)));
            }
        }
        return Optional.empty();
    }

    /** The leading runner last, which drops what the others have open. @return why it was not done properly */
    private Optional<String> release(RunnerOrder.Release order) throws IOException, InterruptedException {
        List<RunnerReply> replies = new ArrayList<>(runners.others(i -> order));
        replies.add(runners.lead(order));
        return replies.stream().filter(Failed.class::isInstance).map(r -> ((Failed) r).reason()).findFirst();
    }

    private static RunnerReply done(RunnerReply reply) throws StepFailedException {
        if (reply instanceof Failed failed) {
            throw new StepFailedException(failed.reason());
        }
        return reply;
    }

    /** @param first number of the runner whose reply comes first */
    private List<RunnerReply> done(int first, List<RunnerReply> replies) throws StepFailedException {
        for (int i = 0; i < replies.size(); i++) {
            if (replies.get(i) instanceof Failed) {
                int runner = runners.first().orElse(first + i);
                throw new StepFailedException(named(runner, replies.get(runner - first).trouble().orElseThrow()));
            }
        }
        return replies;
    }

    private Judged named(int runner, Judged judged) {
        return new Judged(judged.at(), judged.standstill().map(why -> named(runner, why)),
                judged.objection().map(why -> named(runner, why)));
    }

    /** What is the leading runner's is told as a single one's would be. */
    private String named(int runner, String what) {
        return runner == LEAD ? what : agent(runner) + ": " + what;
    }

    private RunEvent.Ended stoppedEarly() {
        return stoppedEarly(request.iteration());
    }

    /** How an iteration ends that was stopped, be it before it began. */
    public static RunEvent.Ended stoppedEarly(long iteration) {
        return new RunEvent.Ended(iteration, IterationState.STOPPED, "stopped at the user's wish");
    }

    private RunEvent.Ended ended(IterationState state, String verdict) {
        return new RunEvent.Ended(request.iteration(), state, verdict);
    }
}
