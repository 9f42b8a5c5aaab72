package dev.tidemark.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.measure.AnswerTable;
import dev.tidemark.core.measure.AnswerTable.Row;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.comparison.AnswerAgreement.ComparedQuery;
import dev.tidemark.report.comparison.AnswerAgreement.Kind;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerAgreementTest {

    private static final int QUERIES = 50;
    private static final int EXPERIMENTS = 1000;
    private static final int SIDES = 2;
    private static final int ASKINGS = 2;

    /** What a query was answered with. */
    private interface Answers {
        /** Null for no answer in full. */
        Row of(int side, int round, int query, int asking);
    }

    private final Map<Long, List<Row>> rows = new HashMap<>();

    private List<String> indexes = List.of();
    private List<String> drawn = List.of();

    private AnswerAgreement agreement(int rounds, Answers answers) {
        return found(rounds, answers).orElseThrow();
    }

    private Optional<AnswerAgreement> found(int rounds, Answers answers) {
        List<List<Iteration>> sides = IntStream.range(0, SIDES).mapToObj(side -> IntStream.range(0, rounds)
                .mapToObj(round -> iteration(side, round, answers)).toList()).toList();
        return AnswerAgreement.of(side("old", sides.getFirst()), sides.getFirst(), side("new", sides.getLast()),
                sides.getLast(), rounds > 1, id -> detail(rows.get(id)));
    }

    private Iteration iteration(int side, int round, Answers answers) {
        long id = 10L * round + side;
        List<Row> given = new ArrayList<>();
        for (int query = 0; query < QUERIES; query++) {
            for (int asking = 0; asking < ASKINGS; asking++) {
                Optional.ofNullable(answers.of(side, round, query, asking)).ifPresent(given::add);
            }
        }
        rows.put(id, given);
        return new Iteration(id, 1, "query", side, round, 1, IterationState.DONE, "", Instant.EPOCH,
                indexes.isEmpty() ? List.of() : drawn.isEmpty() ? List.of(index(side)) : List.of(index(side),
                        Setting.detected("requests-digest", drawn.get(side))), List.of());
    }

    private Setting index(int side) {
        return Setting.detected("index", indexes.get(side));
    }

    @Test
    void onlyTheSameDrawnRequestsAreCompared() {
        indexes = List.of("books", "books-2");
        drawn = List.of("#1a2b3c4d", "#1a2b3c4d");
        assertThat(found(1, (_, _, query, asking) -> row(query, asking, 5, 1, 2))).isPresent();
        drawn = List.of("#1a2b3c4d", "#5e6f7a8b");
        assertThat(found(1, (_, _, query, asking) -> row(query, asking, 5, 1, 2))).isEmpty();
    }

    private static Side side(String name, List<Iteration> iterations) {
        return new Side(name, new LabelResults(name, "query", "elapsed", MeasureSet.of(), "single",
                List.of(new Batch(1, "", 7, Map.of(), Map.of())), iterations, List.of()), iterations);
    }

    private static IterationDetail detail(List<Row> rows) {
        return new IterationDetail("query", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), new AnswerTable(rows).blocks(3));
    }

    private static Row row(int query, int asking, long hits, int... found) {
        return new Row(query, asking, "q" + query, hits, false, IntStream.of(found).mapToLong(i -> i).boxed().toList());
    }

    private static Answers steady() {
        return (side, round, query, asking) -> row(query, asking, query, query, query + 1, query + 2);
    }

    // ---- What is there ----

    @Test
    void theSameAnswersAreToldToBeAlike() {
        AnswerAgreement same = agreement(5, steady());
        assertThat(same.sentences()).containsExactly("old and new answered 50 queries alike, whenever they were asked.");
        assertThat(same.differs()).isFalse();
        assertThat(same.claimed()).isFalse();
        assertThat(same.mean(ComparedQuery::sides).ranked()).isCloseTo(1, within(1e-12));
        assertThat(same.equalHits()).isEqualTo(1);
        assertThat(same.leastAlike(10)).isEmpty();
        assertThat(same.refusal(100)).isEmpty();
    }

    /** A result window of two of three hits for a fifth of the queries, and one of which the first hit is lost. */
    @Test
    void whatIsAnsweredOtherwiseIsFoundWithTheQueriesThatShowIt() {
        Answers planted = (side, round, query, asking) -> side == 0 || query % 5 != 0
                ? steady().of(side, round, query, asking) : query == 0 ? row(query, asking, 77, 99, 1, 2)
                : row(query, asking, query, query, query + 1);
        AnswerAgreement five = agreement(5, planted);
        assertThat(five.sentences()).containsExactly(
                "new answers 10 of 50 queries otherwise than old; asked again, each side answered as before.");
        assertThat(five.leastAlike(2)).extracting(ComparedQuery::text).startsWith("q0");
        assertThat(five.leastAlike(99)).hasSize(10);
        assertThat(five.equalHits()).isCloseTo(0.98, within(1e-12));
        assertThat(five.mean(ComparedQuery::sides).overlap()).isCloseTo((40 + 10 * 2 / 3.0) / 50, within(1e-12));
        assertThat(five.mean(ComparedQuery::bases).overlap()).isEqualTo(1);
        assertThat(five.refusal(80)).isEmpty();
        assertThat(five.refusal(80.5)).contains(
                "the answers differ: 80.0 % of the queries were answered alike, and answers-must-agree is 80.5 %");

        AnswerAgreement one = agreement(1, planted);
        assertThat(one.claimed()).isFalse();
        assertThat(one.sentences()).containsExactly(
                "new answered 10 of 50 queries otherwise than old; asked again, each side answered as before.");
        assertThat(one.leastAlike(99)).hasSize(10);
    }

    @Test
    void whatChangesOnASideIsNoDifferenceOfTheSides() {
        AnswerAgreement changing = agreement(5, (side, round, query, asking) -> side == 1 && query < 3 && asking == 1
                ? row(query, asking, 0) : steady().of(side, round, query, asking));
        assertThat(changing.of(Kind.UNSTEADY)).isEqualTo(3);
        assertThat(changing.sentences()).containsExactly("old and new answered no query otherwise of 50 queries: the "
                + "answers to 3 changed on a side from one asking to the next, the others were answered alike.");
        assertThat(changing.mean(ComparedQuery::others).overlap()).isLessThan(1);
        assertThat(changing.mean(ComparedQuery::bases).overlap()).isEqualTo(1);
        assertThat(changing.refusal(100)).isEmpty();
    }

    @Test
    void whatOnlyOneSideAnswersIsTold() {
        AnswerAgreement alone = agreement(2, (side, round, query, asking) -> side == 1 && query < 2 ? null
                : steady().of(side, round, query, asking));
        assertThat(alone.sentences()).containsExactly(
                "old and new answered 48 queries alike, whenever they were asked.",
                "2 more queries were answered in full by old alone.");
        assertThat(alone.differs()).isTrue();
        assertThat(alone.refusal(99)).contains(
                "the answers differ: 96.0 % of the queries were answered alike, and answers-must-agree is 99 %");
    }

    /** As of two folders of Lucene, whose numbers of documents follow from how each was written. */
    @Test
    void ofNumbersThatMeanNothingElsewhereOnlyThoseOfHitsAreCompared() {
        Answers internal = (side, round, query, asking) -> new Row(query, asking, "q" + query,
                side == 1 && query == 4 ? 9 : 10, true, List.of((long) side, (long) query));
        AnswerAgreement same = agreement(5, internal);
        assertThat(same.of(Kind.OTHERWISE)).isEqualTo(50); // of one index they do mean something
        indexes = List.of("a", "b");
        AnswerAgreement counts = agreement(5, internal);
        assertThat(counts.sentences()).containsExactly(
                "new answers 1 of 50 queries otherwise than old; asked again, each side answered as before.",
                "Only numbers of hits were compared: each index numbers its documents itself.");
        assertThat(counts.mean(ComparedQuery::sides).ranked()).isNaN();
        assertThat(counts.mean(ComparedQuery::bases).ranked()).isCloseTo(1, within(1e-12));
        assertThat(counts.leastAlike(9)).extracting(ComparedQuery::text).containsExactly("q4");
    }

    /** As of requests that count nothing and want no documents, or of answers in another format than JSON. */
    @Test
    void anAnswerThatTellsNothingIsNotSaidToBeAlike() {
        AnswerAgreement some = agreement(5, (side, round, query, asking) -> query < 3 && side == 1
                ? row(query, asking, AnswerTable.UNKNOWN) : steady().of(side, round, query, asking));
        assertThat(some.of(Kind.ALIKE)).isEqualTo(47);
        assertThat(some.differs()).isTrue();
        assertThat(some.sentences()).containsExactly("old and new answered 47 queries alike, whenever they were asked.",
                "3 queries are not compared: their answers do not tell on both sides which hits, or how many, there are.");
        AnswerAgreement none = agreement(1, (side, round, query, asking) -> row(query, asking, AnswerTable.UNKNOWN));
        assertThat(none.of(Kind.ALIKE)).isZero();
        assertThat(none.sentences()).first().isEqualTo("old and new answered no query in full that was asked of both, "
                + "so that answers can be compared.");
        assertThat(none.refusal(50)).contains(
                "no query was answered so that answers can be compared, and answers-must-agree is 50 %");
    }

    @Test
    void whereNothingIsSteadyNothingAgreesEnough() {
        AnswerAgreement noise = agreement(1, (side, round, query, asking) -> row(query, asking, 1, asking));
        assertThat(noise.refusal(50)).contains(
                "no query was answered alike even by the same side, and answers-must-agree is 50 %");
    }

    // ---- What chance does: two sides that are the same ----

    private BooleanSupplier claims(int rounds, boolean listing, Null same) {
        SplittableRandom random = new SplittableRandom(Effort.seed());
        return () -> {
            AnswerAgreement found = agreement(rounds, same.drawn(random));
            return found.claimed() || listing && !found.leastAlike(1).isEmpty() && found.of(Kind.UNSTEADY) > 0;
        };
    }

    private interface Null {
        Answers drawn(RandomGenerator random);
    }

    /** Equal scores come in either order, anew each time that a query is asked. */
    private static Answers ties(RandomGenerator random, int share) {
        return (side, round, query, asking) -> query % share != 0 || random.nextBoolean() ? row(query, asking, 9, 1, 2)
                : row(query, asking, 9, 2, 1);
    }

    /** Each iteration is answered by one of two replicas, which answer some queries differently. */
    private static Answers replicas(RandomGenerator random, int share) {
        Map<Integer, Boolean> replica = new HashMap<>();
        return (side, round, query, asking) -> query % share != 0 || replica.computeIfAbsent(10 * round + side,
                _ -> random.nextBoolean()) ? row(query, asking, 9, 1, 2) : row(query, asking, 8, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void equalScoresInAnyOrderAreNeitherClaimedNorListed(int rounds) {
        Often.atMost(0.01, EXPERIMENTS, claims(rounds, true, random -> ties(random, 1)));
        Often.atMost(0.01, EXPERIMENTS, claims(rounds, true, random -> ties(random, 7)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 10})
    void replicasThatDifferAreNotClaimedToBeSides(int rounds) {
        Often.atMost(0.01, EXPERIMENTS, claims(rounds, false, random -> replicas(random, 2)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void targetsThatAnswerOneWayAreNeverToldToDiffer(int rounds) {
        Often.never(100, () -> agreement(rounds, steady()).differs());
    }

    /** A twentieth of the queries, beside a seventh whose equal scores come in any order. */
    @Test
    void aDifferenceIsFoundAmongTies() {
        Often.atLeast(0.99, EXPERIMENTS, claims(5, true, random -> {
            Answers ties = ties(random, 7);
            return (side, round, query, asking) -> side == 1 && query % 20 == 1 ? row(query, asking, 9, 3, 4)
                    : ties.of(side, round, query, asking);
        }));
    }

    /** Each of two sides in the same rounds, of which one answers a few queries otherwise. */
    @Test
    void whatIsSaidOfAnswersIsNoComparisonOfItsOwn() {
        List<Iteration> runs = IntStream.range(0, 5).boxed().flatMap(round -> IntStream.range(0, SIDES).mapToObj(side -> {
            Iteration i = iteration(side, round, (s, r, query, asking) -> s == 1 && query < 10 ? row(query, asking, query,
                    query) : steady().of(s, r, query, asking));
            return new Iteration(i.id(), 1, "query", side, round, 1, IterationState.DONE, "", Instant.EPOCH,
                    List.of(Samples.param("target", side == 0 ? "old" : "new", SettingOrigin.VARY)),
                    List.of(MeasuredValue.of("queries-per-second", 100 + 50.0 * side + round)));
        })).toList();
        LabelResults label = new LabelResults("L", "query", "queries-per-second", Workloads.named("query").measures(),
                Map.of(), "compare", "", 1, runs);
        Report report = Report.open(Samples.only(label, id -> detail(rows.get(id))), "L").orElseThrow();
        assertThat(report.comparisons().getFirst().sentences()).hasSize(2);
        assertThat(report.verdict().headline()).doesNotContain("one of 2 comparisons");
    }
}
