package dev.tidemark.web.status;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.live.LiveStore.Declared;
import dev.tidemark.store.results.BatchState;
import dev.tidemark.web.status.Leaderboard.LeaderboardEntry;
import org.junit.jupiter.api.Test;

class LeaderboardTest {

    private static final Workload INGEST = Workloads.named("ingest");
    private static final Declared DECLARED = new Declared(INGEST.objective(), INGEST.measures());
    private static final Instant START = Instant.parse("2026-11-22T01:00:00Z");

    private final List<RunView.Cell> plan = new ArrayList<>();
    private final List<Iteration> ended = new ArrayList<>();

    private static List<Setting> at(int shards) {
        return List.of(new Setting("shards", String.valueOf(shards), (double) shards, "", SettingOrigin.VARY));
    }

    /** A place of the plan as it ended. @param seconds the objective's value; absent where there is none */
    private void ended(int position, int round, IterationState state, Double seconds) {
        long id = ended.size() + 1;
        plan.add(new RunView.Cell(position, round, at(position + 1), Optional.of(state), id,
                state == IterationState.DONE ? "" : "the disk is full"));
        ended.add(new Iteration(id, 1, "ingest", position, round, 1, state,
                state == IterationState.DONE ? "" : "the disk is full", START.plusSeconds(id), at(position + 1),
                seconds == null ? List.of() : List.of(MeasuredValue.of(INGEST.objective(), seconds))));
    }

    private void open(int position, int round, IterationState state) {
        plan.add(new RunView.Cell(position, round, at(position + 1), Optional.ofNullable(state), 0, ""));
    }

    private Leaderboard board(boolean searching) {
        return board(searching, START, 0);
    }

    /** @param untold how many places the plan has besides */
    private Leaderboard board(boolean searching, Instant taken, int untold) {
        return board(DECLARED, searching, taken, untold);
    }

    private Leaderboard board(Declared declared, boolean searching, Instant taken, int untold) {
        BatchState batch = new BatchState(1, "matrix", "ingest", "matrix", "", "", plan.size(), START,
                Optional.of(taken));
        return Leaderboard.of(new RunView(batch, "documents", Map.of(), 0, plan, untold, searching, 0, Optional.empty(),
                Optional.empty(), Optional.empty()), declared, ended, Map.of());
    }

    @Test
    void ofManyPointsTheBestHundredAreShown() {
        for (int position = 0; position < 130; position++) {
            ended(position, 0, IterationState.DONE, 130.0 - position);
        }
        Leaderboard board = board(false);
        assertThat(board.places()).hasSize(100);
        assertThat(board.places().getFirst().title()).contains("130");
        assertThat(board.omitted()).isEqualTo(30);
        assertThat(board.done()).isEqualTo(130);
    }

    @Test
    void whatIsBestSoFarStandsFirstWithItsErrorAndRounds() {
        for (int round = 0; round < 3; round++) {
            ended(0, round, IterationState.DONE, 20 + 0.1 * round);
            ended(1, round, IterationState.DONE, 10 + 0.1 * round);
        }
        open(2, 0, IterationState.RUNNING);
        open(3, 0, null);
        Leaderboard board = board(false);
        assertThat(board.heading()).isEqualTo("Duration s");
        assertThat(board.places()).extracting(LeaderboardEntry::title)
                .containsExactly("shards 2", "shards 1", "shards 3", "shards 4");
        assertThat(board.places().getFirst()).isEqualTo(new LeaderboardEntry("shards 2", "done", "done", true, "10.10",
                board.places().getFirst().error(), 3, ""));
        assertThat(board.places().getFirst().error()).startsWith(" ± 0.2");
        assertThat(board.places()).extracting(LeaderboardEntry::best).containsExactly(true, false, false, false);
        assertThat(board.places().get(2).state()).isEqualTo("running");
        assertThat(board.places().get(3)).isEqualTo(new LeaderboardEntry("shards 4", "to do", "waiting", false, "–", "",
                0, ""));
        assertThat(List.of(board.done(), board.running(), board.toDo())).containsExactly(2, 1, 1);
    }

    /** The second came first by luck: its rounds that confirm have a mean of their own. */
    @Test
    void roundsThatConfirmArePointsOfTheirOwn() {
        ended(0, 0, IterationState.DONE, 20.0);
        ended(1, 0, IterationState.DONE, 10.0);
        for (int round = 1; round < 4; round++) {
            confirming(Plan.DEFAULTS, round, 0, 20.0 + 0.1 * round);
            confirming(Plan.FIRST, round, 1, 22.0 + 0.1 * round);
        }
        assertThat(board(false).places()).extracting(p -> p.title() + ": " + p.value() + " of " + p.runs()).containsExactly(
                "shards 2: 10.00 of 1", "shards 1: 20.00 of 1", "shards 1, to confirm: 20.20 of 3",
                "shards 2, to confirm: 22.20 of 3");
    }

    private void confirming(int position, int round, int point, double seconds) {
        ended(point, round, IterationState.DONE, seconds);
        RunView.Cell cell = plan.removeLast();
        plan.add(new RunView.Cell(position, round, cell.varied(), cell.state(), cell.iteration(), ""));
        Iteration run = ended.removeLast();
        ended.add(new Iteration(run.id(), 1, "ingest", position, round, 1, run.state(), "", run.started(), run.settings(),
                run.values()));
    }

    @Test
    void singleRunsAreOrderedAndNoneIsCalledBest() {
        ended(0, 0, IterationState.DONE, 20.0);
        ended(1, 0, IterationState.DONE, 10.0);
        assertThat(board(false).places()).extracting(LeaderboardEntry::title).containsExactly("shards 2", "shards 1");
        assertThat(board(false).places()).noneMatch(LeaderboardEntry::best).allMatch(p -> p.error().isEmpty()
                && p.runs() == 1);
    }

    @Test
    void aPointThatIsUnderWayKeepsTheRankOfItsRoundsSoFar() {
        ended(0, 0, IterationState.DONE, 10.0);
        ended(1, 0, IterationState.DONE, 20.0);
        open(0, 1, null);
        open(1, 1, IterationState.RUNNING);
        assertThat(board(false).places()).extracting(LeaderboardEntry::state)
                .containsExactly("1 of 2 done", "running, 1 of 2 done");
    }

    /** As in the tables of a report, of what is ranked and of what is not. */
    @Test
    void aPercentileThatIsOnlyTheLargestValueIsMarked() {
        for (IterationState state : List.of(IterationState.DONE, IterationState.STOPPED)) {
            ended(ended.size(), 0, state, 1.0);
            Iteration run = ended.removeLast();
            ended.add(new Iteration(run.id(), 1, "ingest", run.position(), 0, 1, state, "", run.started(), run.settings(),
                    List.of(MeasuredValue.of("response.p99", 20), MeasuredValue.of("response.max", 20))));
        }
        assertThat(board(new Declared("response.p99", INGEST.measures()), false, START, 0).places())
                .extracting(LeaderboardEntry::value).containsExactly("max 20.000", "max 20.000");
    }

    @Test
    void whatMustNotBeUsedStandsLastWithWhatItShowedAndWhy() {
        ended(0, 0, IterationState.INVALID, 1.0);
        ended(1, 0, IterationState.DONE, 10.0);
        ended(2, 0, IterationState.FAILED, null);
        List<LeaderboardEntry> places = board(false).places();
        assertThat(places).extracting(LeaderboardEntry::title).containsExactly("shards 2", "shards 1", "shards 3");
        assertThat(places.get(1)).isEqualTo(new LeaderboardEntry("shards 1", "invalid", "invalid", false, "1.00", "", 0,
                "invalid: the disk is full"));
        assertThat(places.get(2).value()).isEqualTo("–");
    }

    /** Of the second point one round is done; what it measured is no matter where it must be run again. */
    @Test
    void whatFailedBeforeTheRunWasGoneOnWithIsToDo() {
        ended(0, 0, IterationState.FAILED, null);
        ended(1, 0, IterationState.DONE, 10.0);
        ended(1, 1, IterationState.STOPPED, null);
        ended(2, 0, IterationState.INVALID, 1.0);
        Instant later = START.plusSeconds(60);
        assertThat(board(false, later, 0)).returns(2, Leaderboard::toDo).returns(1, Leaderboard::done);
        assertThat(board(false, later, 0).places()).extracting(p -> p.title() + ": " + p.state()).containsExactly(
                "shards 2: 1 of 2 done", "shards 1: to do", "shards 3: invalid");
        assertThat(board(false)).as("in the run itself").returns(0, Leaderboard::toDo).returns(3, Leaderboard::done);
    }

    @Test
    void ofAPlanThatIsToldInPartOnlyRoundsAreDone() {
        ended(0, 0, IterationState.DONE, 10.0);
        ended(0, 1, IterationState.DONE, 11.0);
        ended(1, 0, IterationState.DONE, 20.0);
        Leaderboard board = board(false, START, 7);
        assertThat(board.untold()).isEqualTo(7);
        assertThat(board.places()).extracting(LeaderboardEntry::state).containsExactly("2 rounds done", "1 round done");
    }

    @Test
    void nothingIsRankedBeforeAnythingHasEndedNorOfASearch() {
        open(0, 0, IterationState.RUNNING);
        open(1, 0, null);
        assertThat(board(false).places()).extracting(LeaderboardEntry::value).containsExactly("–", "–");
        assertThat(board(true).there()).isFalse();
    }
}
