package dev.tidemark.core.workload.measures;

import static dev.tidemark.core.workload.VirtualLoad.MS;
import static dev.tidemark.core.workload.VirtualLoad.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TaskRun.State;
import dev.tidemark.core.workload.VirtualLoad;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A target of four servers that is dead from 10.35 s for 3.217 s, in virtual time, under loads of 30 s whose operations
 * take 10 ms.
 */
class RecoveryTest {

    private static final long FAULT = 10_350 * MS;
    private static final long BACK = FAULT + 3_217 * MS;
    private static final Limit WHILE = new Limit(Limit.UNLIMITED, Duration.ofSeconds(30));
    private static final Load CLOSED = new Load.Closed(4, Duration.ZERO);
    /** A part of an interval of a second, in seconds: a time without answers that is longer is exact. */
    private static final double PART = 1 / 32.0;

    private final VirtualLoad load = new VirtualLoad(List.of("get", "put"), n -> n % 10 == 0 ? 1 : 0);

    private static final class LostException extends DriverException {
        LostException() {
            super("the connection broke");
        }

        @Override
        public boolean refusesConnection() {
            return true;
        }

        @Override
        public boolean losesConnection() {
            return true;
        }
    }

    private IterationDetail run(Load of, VirtualLoad.Operation operation, long... faults) {
        IterationDetail run = load.run(of, WHILE, operation,
                List.of(new Setting("background", "kill", null, "", SettingOrigin.SET)));
        return with(run, faults);
    }

    private static IterationDetail with(IterationDetail run, long... faults) {
        long begin = run.headline().orElseThrow().start();
        return new IterationDetail(run.workload(), run.settings(), run.phases(), run.intervals(), run.outcomes(),
                run.readings(), run.workers(), Arrays.stream(faults).mapToObj(at -> new TaskRun("kill",
                        1 + (int) (at / SECOND), "", begin + at, begin + at + MS, 0, State.DONE, "").event()).toList());
    }

    private static Recovery only(IterationDetail detail) {
        assertThat(Recovery.of(detail)).hasSize(1);
        return Recovery.of(detail).getFirst();
    }

    private static Map<String, MeasuredValue> values(IterationDetail detail) {
        return RecoveryMeasures.of(detail).stream().collect(Collectors.toMap(MeasuredValue::measure, v -> v));
    }

    /** What was begun before its end came, and all that comes after, waits until the target is back. */
    private Outcome hanging(long n, long since) {
        long dead = since < BACK && since + 10 * MS > FAULT ? BACK - since : 0;
        load.pass(dead + 10 * MS);
        return Outcome.OK;
    }

    private Outcome refusing(long n, long since) throws DriverException {
        if (since >= FAULT && since < BACK) {
            load.pass(MS);
            throw new LostException();
        }
        load.pass(10 * MS);
        return Outcome.OK;
    }

    /** From 10.350 s, an answer's moment, to 13.577 s. */
    @Test
    void aPauseUnderAClosedLoadIsMeasuredToTheLastAnswerAndTheFirst() {
        IterationDetail detail = run(CLOSED, this::hanging, FAULT);
        Recovery recovery = only(detail);
        assertThat(recovery.outage().seconds()).isCloseTo(3.227, within(0.0101));
        assertThat(recovery.outage().atLeast()).isFalse();
        assertThat(recovery.usual()).isLessThanOrEqualTo(PART);
        assertThat(recovery.errors()).isZero();
        assertThat(recovery.firstError()).isEmpty();
        assertThat(recovery.rate().orElseThrow().seconds()).as("the rate is back with the first whole interval")
                .isBetween(3.217, 3.227 + 1);
        assertThat(recovery.backlog()).isEmpty();
        assertThat(recovery.during().value("max").orElseThrow().number()).isCloseTo(3227, within(15.0));
        assertThat(recovery.before().value("max").orElseThrow().number()).isCloseTo(10, within(0.1));
        assertThat(recovery.after().value("max").orElseThrow().number()).isCloseTo(10, within(0.1));
        assertThat(values(detail).get("outage").number()).isEqualTo(recovery.outage().seconds());
        assertThat(values(detail).get("longest-gap").number()).isEqualTo(recovery.outage().seconds());
    }

    /**
     * The last slot is due at 20.33 s, a third into its interval, in which as much is answered as in any other: the rate
     * is not back for that.
     */
    @Test
    void anIntervalInWhichSlotsCeaseTellsNoRate() {
        long fault = 10 * SECOND;
        IterationDetail run = load.run(new Load.Open(4, Schedules.constant(300)), Limit.operations(6100), (_, since) -> {
            load.pass(since < fault ? 10 * MS : 26 * MS);
            return Outcome.OK;
        }, List.of(new Setting("background", "kill", null, "", SettingOrigin.SET)));
        Recovery recovery = only(with(run, fault));
        assertThat(recovery.rate().orElseThrow().atLeast()).isTrue();
        assertThat(recovery.rate().orElseThrow().seconds()).isGreaterThan(20);
    }

    /** One of four workers never comes back from an operation that it began after the fault. */
    @Test
    void operationsThatNeverEndedRaiseWhatIsToldOfTheTimeAfterTheFault() {
        Map<String, MeasuredValue> values = values(run(CLOSED, (n, since) -> {
            load.pass(n == 4500 ? 100 * SECOND : 10 * MS);
            return Outcome.OK;
        }, FAULT));
        assertThat(values.get("response-during.max").atLeast()).isTrue();
        assertThat(values.get("response-before.max").atLeast()).isFalse();
    }

    /** The last operations before it were begun when an interval ended, and waited as long as it lasted. */
    @Test
    void whatWasInProgressWhenAFaultBeganIsNotOfBefore() {
        long fault = 10_005 * MS;
        Recovery recovery = only(run(CLOSED, (n, since) -> {
            load.pass(since < fault + 3 * SECOND && since + 10 * MS > fault ? fault + 3 * SECOND - since : 10 * MS);
            return Outcome.OK;
        }, fault));
        assertThat(recovery.before().value("max").orElseThrow().number()).isCloseTo(10, within(0.1));
        assertThat(recovery.outage().seconds()).isCloseTo(3.0, within(0.0101));
    }

    /** 100 a second of 400 that could be: 322 slots wait when it is back, and 300 a second are caught up with. */
    @Test
    void aPauseUnderARateLeavesABacklogWhoseEndIsTold() {
        Recovery recovery = only(run(new Load.Open(4, Schedules.constant(100)), this::hanging, FAULT));
        assertThat(recovery.outage().seconds()).isCloseTo(3.227, within(0.011));
        assertThat(recovery.rate().orElseThrow().seconds()).isBetween(3.2, 4.3);
        assertThat(recovery.backlog().orElseThrow().seconds()).isBetween(3.217 + 322 / 300.0 - 0.05,
                3.217 + 322 / 300.0 + 1);
        assertThat(recovery.during().value("max").orElseThrow().number()).isCloseTo(3227, within(20.0));
        assertThat(recovery.after().value("p99").orElseThrow().number()).isLessThan(1000);
    }

    /** What failed after 100 ms in the first fault might have taken longer than what was waited for in the second. */
    @Test
    void theSlowestOfSeveralFaultsIsAtLeastSoSlowWhereAnyOfThemIs() {
        IterationDetail detail = run(CLOSED, (n, since) -> {
            if (since >= 5 * SECOND + 20 * MS && since < 6 * SECOND) {
                load.pass(100 * MS);
                throw new DriverException("it gave up");
            }
            return hanging(n, since);
        }, 5 * SECOND, FAULT);
        assertThat(Recovery.of(detail)).extracting(r -> r.during().value("max").orElseThrow().atLeast())
                .containsExactly(true, false);
        assertThat(values(detail).get("response-during.max").number()).isCloseTo(3227, within(15.0));
        assertThat(values(detail).get("response-during.max").atLeast()).isTrue();
        assertThat(values(detail).get("response-before.max").atLeast()).isFalse();
    }

    @Test
    void refusalsUnderARateAreErrorsOfTheirOwnAndLeaveNothingWaiting() {
        IterationDetail detail = run(new Load.Open(4, Schedules.constant(400)), this::refusing, FAULT);
        Recovery recovery = only(detail);
        assertThat(recovery.outage().seconds()).isCloseTo(3.217, within(0.02));
        assertThat(recovery.firstError().orElseThrow()).isBetween(0.0, 0.005);
        assertThat(recovery.errors()).isBetween(1280L, 1295L);
        assertThat(recovery.backlog().orElseThrow().seconds()).isZero();
        assertThat(detail.outcomes().stream().filter(o -> o.outcome() == Outcome.NO_CONNECTION)
                .mapToLong(OutcomeCount::operations).sum()).isEqualTo(recovery.errors());
        assertThat(values(detail).get("fault-errors").number()).isEqualTo(recovery.errors());
    }

    @Test
    void aFaultWithoutAnEffectIsToldToHaveNone() {
        long seed = 7; // of ten thousand some would fall below three standard deviations
        Random random = new Random(seed);
        for (Load of : List.of(CLOSED, new Load.Open(4, Schedules.constant(150)))) {
            Recovery recovery = only(run(of, (n, since) -> {
                load.pass(5 * MS + random.nextLong(20 * MS));
                return Outcome.OK;
            }, FAULT));
            assertThat(recovery.outage().seconds()).as("seed %d", seed).isLessThan(0.1);
            assertThat(recovery.outage().atLeast()).isFalse();
            assertThat(recovery.rate().orElseThrow()).as("seed %d", seed).isEqualTo(new Recovery.Figure(0, false));
            assertThat(recovery.errors()).isZero();
            assertThat(recovery.firstError()).isEmpty();
            recovery.backlog().ifPresent(b -> assertThat(b.seconds()).as("seed %d", seed).isZero());
        }
    }

    @Test
    void whatNeverComesBackIsToldToLastAtLeastAsLongAsTheLoad() {
        IterationDetail detail = run(CLOSED, (n, since) -> {
            if (since >= FAULT) {
                throw new LostException();
            }
            load.pass(10 * MS);
            return Outcome.OK;
        }, FAULT);
        Recovery recovery = only(detail);
        assertThat(recovery.outage().atLeast()).isTrue();
        assertThat(recovery.outage().seconds()).isCloseTo(30 - 10.35, within(0.2));
        assertThat(recovery.rate().orElseThrow().atLeast()).isTrue();
        assertThat(values(detail).get("outage").atLeast()).isTrue();
    }

    /** As of a server that ends as soon as it is started again: the worst of all runs is not left out. */
    @Test
    void aFaultThatCouldNotBeUndoneIsOne() {
        IterationDetail done = run(CLOSED, (n, since) -> {
            if (since >= FAULT) {
                throw new LostException();
            }
            load.pass(10 * MS);
            return Outcome.OK;
        });
        long at = done.headline().orElseThrow().start() + FAULT;
        IterationDetail detail = new IterationDetail(done.workload(), done.settings(), done.phases(), done.intervals(),
                done.outcomes(), done.readings(), done.workers(), List.of(new TaskRun("kill", 1, "", at, at + SECOND, 0,
                        State.NOT_UNDONE, "process 7 was killed").event()));
        assertThat(only(detail).outage().atLeast()).isTrue();
        assertThat(values(detail).get("outage").number()).isCloseTo(30 - 10.35, within(0.2));
    }

    /** Every tenth operation is a put, and only these fail. */
    @Test
    void anOutageOfOneKindIsOne() {
        Recovery recovery = only(run(new Load.Open(4, Schedules.constant(200)), (n, since) -> {
            if (n % 10 == 0 && since >= FAULT && since < BACK) {
                throw new LostException();
            }
            load.pass(10 * MS);
            return Outcome.OK;
        }, FAULT));
        assertThat(recovery.kind()).isEqualTo("put");
        assertThat(recovery.outage().seconds()).isCloseTo(3.217, within(0.11));
        assertThat(recovery.usual()).isCloseTo(0.05, within(0.011));
    }

    /** Puts are out for 5 s, updates for 8 s, and reads go on. */
    @ParameterizedTest
    @ValueSource(ints = {5, 8})
    void ofSeveralKindsThatAreOutTheLongestIsToldWhicheverComesFirst(int first) {
        int[] out = {0, first, 13 - first};
        VirtualLoad several = new VirtualLoad(List.of("get", "out-" + out[1], "out-" + out[2]),
                n -> n % 10 == 0 ? 1 : n % 10 == 5 ? 2 : 0);
        Recovery recovery = only(with(several.run(new Load.Open(4, Schedules.constant(200)), WHILE, (n, since) -> {
            if (n % 5 == 0 && since >= FAULT && since < FAULT + out[n % 10 == 0 ? 1 : 2] * SECOND) {
                throw new LostException();
            }
            several.pass(10 * MS);
            return Outcome.OK;
        }, List.of()), FAULT));
        assertThat(recovery.kind()).isEqualTo("out-8");
        assertThat(recovery.outage().seconds()).isCloseTo(8, within(0.11));
    }

    @Test
    void anOutageBelongsToTheFaultBeforeWhichAnswersCame() {
        List<Recovery> both = Recovery.of(run(CLOSED, this::hanging, FAULT, FAULT + 2 * SECOND + 1, 20 * SECOND));
        assertThat(both).hasSize(3);
        assertThat(both.getFirst().outage().seconds()).isCloseTo(3.227, within(0.0101));
        assertThat(both.subList(1, 3)).allMatch(r -> r.outage().seconds() <= PART);
        assertThat(both.getLast().rate().orElseThrow().seconds()).isZero();
    }

    /** Nothing was answered before, so that the time counts from the load's beginning. */
    @Test
    void aPauseWithWhichTheLoadBeginsIsMeasured() {
        Recovery recovery = only(run(CLOSED, (n, since) -> {
            load.pass(Math.max(0, SECOND - since) + 10 * MS);
            return Outcome.OK;
        }, 0));
        assertThat(recovery.outage().seconds()).isCloseTo(1.01, within(0.011));
        assertThat(recovery.outage().atLeast()).isFalse();
        assertThat(recovery.rate()).as("nothing before tells what it was").isEmpty();
    }

    @Test
    void errorsBesideSeveralFaultsAreCountedOnce() {
        IterationDetail detail = run(new Load.Open(4, Schedules.constant(400)), this::refusing, FAULT,
                FAULT + 2 * SECOND);
        assertThat(Recovery.of(detail)).hasSize(2).allMatch(r -> r.errors() > 0);
        assertThat(values(detail).get("fault-errors").number()).isEqualTo(detail.outcomes().stream()
                .filter(o -> o.outcome() == Outcome.NO_CONNECTION).mapToLong(OutcomeCount::operations).sum());
    }

    /** As intervals that are wider than a fault's effect tell nothing of it; what nobody understands tells nothing either. */
    @Test
    void whatWasToldStaysWhateverIntervalsTell() {
        IterationDetail detail = run(new Load.Open(4, Schedules.constant(300)), this::refusing, FAULT);
        Recovery told = only(detail);
        assertThat(only(with(detail.intervals().subList(0, 2), detail, told.event()))).isEqualTo(told);
        assertThat(only(with(detail.intervals(), detail, new Event(0, Event.RECOVERY, "{}"), new Event(0, Event.RECOVERY, "null"),
                new Event(0, Event.RECOVERY, "kill")))).isEqualTo(told);
        assertThat(Recovery.isUntold(detail.events())).isTrue();
        assertThat(Recovery.isUntold(List.of(detail.events().getFirst(), told.event()))).isFalse();
        assertThat(Recovery.isUntold(List.of())).isFalse();
    }

    private static IterationDetail with(List<Interval> intervals, IterationDetail run, Event... more) {
        return new IterationDetail(run.workload(), run.settings(), run.phases(), intervals, run.outcomes(), run.readings(),
                run.workers(), Stream.concat(run.events().stream(), Stream.of(more)).toList());
    }

    /** The target refuses 0.2 s after the first fault, and at once from the second on. */
    @Test
    void theFirstErrorOfSeveralFaultsIsTheSoonestAndNothingIsRankedByIt() {
        IterationDetail detail = run(CLOSED, (n, since) -> refusing(n, since < FAULT + 200 * MS
                || since > FAULT + SECOND && since < 20 * SECOND ? 0 : FAULT), FAULT, 20 * SECOND);
        assertThat(Recovery.of(detail)).extracting(r -> r.firstError().orElseThrow())
                .satisfiesExactly(first -> assertThat(first).isCloseTo(0.2, within(0.012)),
                        second -> assertThat(second).isLessThan(0.012));
        assertThat(values(detail).get("first-error").number()).isLessThan(0.012);
        assertThat(RecoveryMeasures.FIRST_ERROR.better()).isEqualTo(Direction.NEITHER);
    }

    @Test
    void theWorstOfSeveralIsTheLongestAndAtLeastThatWhereOneIsNotOver() {
        IterationDetail detail = run(CLOSED, (n, since) -> {
            if (since >= 29 * SECOND) {
                throw new LostException();
            }
            return hanging(n, since);
        }, FAULT, 29 * SECOND);
        assertThat(values(detail).get("outage").number()).isCloseTo(3.227, within(0.0101));
        assertThat(values(detail).get("outage").atLeast()).isTrue();
    }

    /** One put every four seconds is no outage of puts. */
    @Test
    void aKindThatIsSeldomAskedForHasNoOutage() {
        VirtualLoad seldom = new VirtualLoad(List.of("get", "put"), n -> n % 800 == 0 ? 1 : 0);
        IterationDetail run = seldom.run(new Load.Open(4, Schedules.constant(200)), WHILE, (n, since) -> {
            seldom.pass(10 * MS);
            return Outcome.OK;
        }, List.of());
        long at = run.headline().orElseThrow().start() + 2 * SECOND;
        Recovery recovery = only(new IterationDetail(run.workload(), run.settings(), run.phases(), run.intervals(),
                run.outcomes(), run.readings(), run.workers(), List.of(new TaskRun("kill", 1, "", at, at + MS, 0,
                        State.DONE, "").event())));
        assertThat(recovery.kind()).isEmpty();
        assertThat(recovery.outage().seconds()).isLessThanOrEqualTo(PART);
    }

    @Test
    void withoutFaultsThereIsNothingToRecoverFrom() {
        IterationDetail detail = run(CLOSED, this::hanging);
        assertThat(Recovery.of(detail)).isEmpty();
        assertThat(values(detail)).containsOnlyKeys("longest-gap");
        assertThat(values(detail).get("longest-gap").number()).isCloseTo(3.227, within(0.0101));
    }

    @Test
    void aPromotionIsTheRemedyOfTheFaultBeforeIt() {
        assertThat(Faults.of(Stream.of(new TaskRun("kill", 1, "node 1", 10, 20, 0, State.DONE, ""),
                new TaskRun("promote", 1, "", SECOND, 2 * SECOND, 0, State.DONE, ""),
                new TaskRun("compact", 1, "", 0, 1, 0, State.DONE, "")).toList(), 100))
                .containsExactly(new Faults("kill of node 1, promote", 10, 2 * SECOND));
        assertThat(Faults.of(List.of(new TaskRun("promote-2", 1, "", 5, 6, 0, State.DONE, ""),
                new TaskRun("kill", 1, "", 7, 8, 0, State.FAILED, "no such node")), 1))
                .containsExactly(new Faults("promote", 5, 6));
    }

    /** No document was lost of those that nobody could look for, as far as anybody knows. */
    @Test
    void whatAVerificationCouldNotReadIsUnknownAndNotKnownToBeThere() {
        IterationDetail run = run(CLOSED, (n, since) -> {
            load.pass(10 * MS);
            return Outcome.OK;
        }, FAULT);
        assertThat(writes(run, Outcome.OK, 90, Outcome.MISS, 10)).isEqualTo(Map.of("unknown-writes", 0.0,
                "checked-writes", 100.0, "lost-writes", 10.0));
        assertThat(writes(run, Outcome.OK, 90, Outcome.NO_CONNECTION, 10)).isEqualTo(Map.of("unknown-writes", 10.0,
                "checked-writes", 90.0, "lost-writes", 0.0));
        assertThat(writes(run, Outcome.TIMEOUT, 4, Outcome.NO_CONNECTION, 96)).isEqualTo(Map.of("unknown-writes", 100.0,
                "checked-writes", 0.0));
    }

    private static Map<String, Double> writes(IterationDetail run, Outcome one, int ones, Outcome other, int others) {
        PhaseSpan verified = new PhaseSpan(7, Phase.VERIFY, false, 40 * SECOND, 41 * SECOND, 0, 4, false, 0, 0);
        IterationDetail whole = new IterationDetail(run.workload(), run.settings(), Stream.concat(run.phases().stream(),
                Stream.of(verified)).toList(), run.intervals(), List.of(new OutcomeCount(7, "verify", one, "", ones, ones),
                new OutcomeCount(7, "verify", other, "", others, others)), run.readings(), run.workers(), run.events());
        return RecoveryMeasures.writes(whole).stream().collect(Collectors.toMap(MeasuredValue::measure,
                MeasuredValue::number));
    }
}
