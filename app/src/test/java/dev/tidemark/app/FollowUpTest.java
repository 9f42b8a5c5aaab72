package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FollowUpTest {

    private static final String MATRIX = """
            label: made
            target: "null"
            workload: ingest
            set: {documents: 100, workers: 2}
            vary: {batch-size: [1, 10], workers: [1, 2, 4]}
            plan: matrix
            """;

    private static LabelResults label(String space, String yaml) {
        return new LabelResults("made", "ingest", "elapsed", MeasureSet.of(), Map.of(), space, yaml, 42,
                List.of());
    }

    private static Experiment again(String space, String yaml, FollowUp followUp) {
        return ExperimentReader.read(followUp.document(label(space, yaml)));
    }

    private static FollowUp values(Map<String, List<String>> vary) {
        return new FollowUp(Optional.empty(), OptionalInt.empty(), List.of(), vary, Map.of());
    }

    @Test
    void moreRoundsAreThoseOfTheSameExperimentWithAnotherSeed() {
        Experiment experiment = again("matrix", MATRIX, new FollowUp(Optional.empty(), OptionalInt.of(3), List.of(),
                Map.of(), Map.of()));
        assertThat(experiment.plan().repeat()).isEqualTo(3);
        assertThat(experiment.seed()).isEqualTo(43);
        assertThat(experiment.label()).isEqualTo("made");
        assertThat(Planner.plan(experiment, Map.of()).points()).hasSize(6);
    }

    /** Under one seed the same data come again: the rounds would be no new ones. */
    @Test
    void theSeedIsNoneThatTheLabelHasHad() {
        List<Batch> batches = LongStream.of(42, 43, 42).mapToObj(seed -> new Batch(0, MATRIX, seed, Map.of(), Map.of()))
                .toList();
        LabelResults results = new LabelResults("made", "ingest", "elapsed", MeasureSet.of(), "matrix", batches,
                List.of());
        assertThat(ExperimentReader.read(values(Map.of()).document(results)).seed()).isEqualTo(44);
    }

    @Test
    void contendersAreRunAlone() {
        Experiment experiment = again("matrix", MATRIX, new FollowUp(Optional.empty(), OptionalInt.of(2),
                List.of(Map.of("batch-size", "1", "workers", "1"), Map.of("batch-size", "10", "workers", "4")), Map.of(),
                Map.of()));
        assertThat(Planner.plan(experiment, Map.of()).points()).hasSize(2);
        assertThat(experiment.vary()).isEmpty();
    }

    @Test
    void contendersAreNotConfirmedAgain() {
        Experiment experiment = again("matrix", MATRIX.replace("plan: matrix", "plan: {space: matrix, confirm: 5}"),
                new FollowUp(Optional.of("made-confirmed"), OptionalInt.of(9),
                        List.of(Map.of("batch-size", "1", "workers", "1"), Map.of("batch-size", "10", "workers", "4")),
                        Map.of(), Map.of()));
        assertThat(experiment.plan().confirm()).isZero();
        assertThat(experiment.plan().repeat()).isEqualTo(9);
    }

    @Test
    void otherValuesLeaveTheDefaultsAsTheyWere() {
        Experiment experiment = again("matrix", MATRIX, values(Map.of("workers", List.of("4", "8"), "batch-size",
                List.of("10"))));
        assertThat(Planner.plan(experiment, Map.of()).points()).hasSize(2);
        assertThat(experiment.set()).containsEntry("workers", "2");
    }

    @Test
    void aStudyStaysOne() {
        Experiment experiment = again("study", MATRIX.replace("plan: matrix", "plan: study"),
                values(Map.of("workers", List.of("4", "8"))));
        assertThat(experiment.plan().space()).isEqualTo(Experiment.Space.STUDY);
        assertThat(Planner.plan(experiment, Map.of()).points()).hasSize(3);
    }

    @Test
    void aComparisonStaysOne() {
        Experiment experiment = again("compare", MATRIX.replace("plan: matrix", "plan: compare"),
                values(Map.of("workers", List.of("4", "8"))));
        assertThat(experiment.plan()).isEqualTo(Experiment.PlanSpec.of(Experiment.Space.COMPARE));
        assertThat(Planner.plan(experiment, Map.of()).points()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan: compare", "plan: {space: compare, repeat: 7}", "plan: {space: matrix, order: given}"})
    void inAnotherSpaceItIsRunAsOftenAndInTheSameWay(String plan) {
        String yaml = MATRIX.replace("plan: matrix", plan);
        Experiment.PlanSpec before = ExperimentReader.read(yaml, "before").plan();
        Experiment experiment = again("compare", yaml, new FollowUp(Optional.empty(), OptionalInt.empty(),
                List.of(Map.of("batch-size", "1"), Map.of("batch-size", "10")), Map.of(), Map.of()));
        assertThat(experiment.plan()).isEqualTo(new Experiment.PlanSpec(Experiment.Space.LIST, before.order(),
                before.repeat(), before.fork(), 0));
    }

    /** Which of them was meant is not told by the name that it was given before. */
    @Test
    void aSettingOfAllPointsIsKnownByAnyOfItsNames() {
        FollowUp eight = new FollowUp(Optional.empty(), OptionalInt.empty(), List.of(), Map.of(), Map.of("workers", "8"));
        String volume = """
                label: made
                target: "null"
                workload: volume
                """;
        for (String before : List.of("vary: {concurrent: [1, 2, 4]}", "set: {concurrent: 2}",
                "points: [{concurrent: 2, mix: get=1}, {threadcount: 4, mix: put=1}]\nplan: list")) {
            assertThat(Planner.plan(again("matrix", volume + before, eight), Map.of()).points()).as(before)
                    .allMatch(p -> p.values().texts().get("workers").equals("8"))
                    .hasSize(before.startsWith("points") ? 2 : 1);
        }
    }

    @Test
    void aSettingIsNotGivenTwice() {
        FollowUp twice = new FollowUp(Optional.empty(), OptionalInt.empty(), List.of(), Map.of("workers",
                List.of("1", "2")), Map.of("workers", "8"));
        assertThatThrownBy(() -> again("matrix", MATRIX, twice)).isInstanceOf(InvalidInputException.class)
                .hasMessage("--set workers and --vary workers are one setting: give one of them");
        FollowUp byBothNames = new FollowUp(Optional.empty(), OptionalInt.empty(), List.of(), Map.of(),
                Map.of("workers", "8", "concurrent", "4"));
        assertThatThrownBy(() -> again("matrix", "target: 'null'\nworkload: volume\n", byBothNames))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("is set twice, once under another name");
    }

    @Test
    void aSettingOfAllPointsIsVariedNoMore() {
        Experiment experiment = again("matrix", MATRIX, new FollowUp(Optional.of("made-longer"), OptionalInt.empty(),
                List.of(), Map.of(), Map.of("documents", "400", "batch-size", "10")));
        assertThat(experiment.label()).isEqualTo("made-longer");
        assertThat(experiment.set()).containsEntry("documents", "400").containsEntry("batch-size", "10");
        assertThat(experiment.vary()).containsOnlyKeys("workers");
    }

    @Test
    void aSettingOfAllPointsIsThatOfListedOnes() {
        Experiment experiment = again("list", """
                label: made
                target: "null"
                workload: ingest
                points: [{documents: 100, workers: 2}, {documents: 100, workers: 4}]
                plan: list
                """, new FollowUp(Optional.empty(), OptionalInt.empty(), List.of(), Map.of(), Map.of("documents", "400")));
        assertThat(Planner.plan(experiment, Map.of()).points()).hasSize(2)
                .allMatch(p -> p.values().texts().get("documents").equals("400"));
    }

    @Test
    void whatAReportAdvisesWithoutARateCanBePlanned() {
        Experiment experiment = again("single", """
                label: made
                target: "null"
                workload: volume
                set: {rate: 100/s, arrivals: poisson}
                """, new FollowUp(Optional.empty(), OptionalInt.empty(), List.of(), Map.of(),
                        Map.of("rate", "unpaced", "arrivals", "constant")));
        assertThat(Planner.plan(experiment, Map.of()).points()).singleElement()
                .satisfies(p -> assertThat(p.values().texts()).containsEntry("rate", "unpaced"));
    }

    @Test
    void whatWasImportedCannotBeRunAgain() {
        assertThatThrownBy(() -> again("import", "", values(Map.of()))).isInstanceOf(InvalidInputException.class)
                .hasMessage("label made was imported: there is no experiment of it to run again");
    }
}
