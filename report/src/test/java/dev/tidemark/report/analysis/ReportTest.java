package dev.tidemark.report.analysis;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Results;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.workload.randomio.RandomIo;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.Facts;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.FixedSetting;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.write.JsonReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {

    private static List<String> rows(Table table, String... measures) {
        return table.rows().stream().map(r -> table.dimensions().columns().stream().map(c -> r.level(c).text())
                .collect(Collectors.joining(" ")) + " |" + java.util.Arrays.stream(measures)
                        .map(m -> " " + r.cell(m).map(c -> dev.tidemark.report.Numbers.exact(c.mean())).orElse("-"))
                        .collect(Collectors.joining())).toList();
    }

    private static Table sub(Report report, String title) {
        return report.subTables().stream().filter(t -> t.title().equals(title)).findFirst().orElseThrow();
    }

    @Test
    void theManualsMatrixGivesItsFullTableInItsOrder() {
        Report report = Report.of(Samples.manualMatrix());
        assertThat(report.table().dimensions().columns()).containsExactly("shards", "batch-size", "blind-insert");
        assertThat(report.table().measures()).extracting(Measure::name).containsExactly("elapsed",
                "compaction-write", "flush-write", "journal-write", "total-write", "on-disk-size", "in-memory-size",
                "documents", "segments-written");
        assertThat(rows(report.table(), "elapsed", "compaction-write", "flush-write", "journal-write", "total-write",
                "on-disk-size", "in-memory-size", "documents", "segments-written")).containsExactly(
                "2 10 true | 60.69 9 159 289 457 148 176 10000 6",
                "1 10 true | 60.78 13 177 288 478 148 176 10000 7",
                "2 100 true | 60.85 6 159 288 453 148 176 10000 6",
                "2 10 false | 61.62 7 159 289 455 148 176 10000 6",
                "4 10 true | 61.7 0 159 289 448 152 340 10000 8",
                "2 100 false | 61.71 6 159 288 453 148 176 10000 6",
                "1 100 false | 61.84 12 178 288 478 148 176 10000 7",
                "4 100 true | 61.88 0 159 288 447 152 340 10000 8",
                "4 100 false | 62.89 0 159 288 447 152 340 10000 8",
                "1 100 true | 63.02 15 177 288 480 148 176 10000 7",
                "4 10 false | 63.15 0 159 289 448 152 340 10000 8",
                "1 10 false | 64.01 15 176 288 479 148 176 10000 7",
                "2 1 false | 67.05 9 159 289 457 148 176 10000 6",
                "4 1 false | 67.69 0 159 289 448 152 340 10000 8",
                "1 1 false | 69.67 13 178 289 480 148 176 10000 7",
                "4 1 true | 70.14 0 159 289 448 152 340 10000 8",
                "2 1 true | 72.12 8 159 289 456 148 176 10000 6",
                "1 1 true | 80.6 21 174 289 484 148 176 10000 7");
        assertThat(report.table().rows()).extracting(Row::best).hasSize(18).containsOnly(true);
        assertThat(report.table().ranks()).isFalse();
        assertThat(report.table().note()).isEqualTo("One run each: no confidence interval, so every row may be best.");
        assertThat(report.table().dimensions().environment()).extracting(FixedSetting::toString)
                .containsExactly("host-type ml.medium", "file-system-format ext3", "disk-type EBS");
    }

    @Test
    void theManualsMatrixGivesItsSixSubTables() {
        Report report = Report.of(Samples.manualMatrix());
        assertThat(report.subTables()).extracting(Table::title).containsExactly(
                "Varying shards, others at their best values",
                "Varying batch-size, others at their best values",
                "Varying blind-insert, others at their best values",
                "Varying shards, others at their defaults",
                "Varying batch-size, others at their defaults",
                "Varying blind-insert, others at their defaults");
        assertThat(rows(report.subTables().get(0), "elapsed", "compaction-write", "total-write", "segments-written"))
                .containsExactly("2 | 60.69 9 457 6", "1 | 60.78 13 478 7", "4 | 61.7 0 448 8");
        assertThat(rows(report.subTables().get(1), "elapsed", "compaction-write", "total-write", "segments-written"))
                .containsExactly("10 | 60.69 9 457 6", "100 | 60.85 6 453 6", "1 | 72.12 8 456 6");
        assertThat(rows(report.subTables().get(2), "elapsed", "compaction-write", "total-write", "segments-written"))
                .containsExactly("true | 60.69 9 457 6", "false | 61.62 7 455 6");
        assertThat(rows(report.subTables().get(3), "elapsed"))
                .containsExactly("4 | 70.14", "2 | 72.12", "1 | 80.6");
        assertThat(rows(report.subTables().get(4), "elapsed"))
                .containsExactly("10 | 60.78", "100 | 63.02", "1 | 80.6");
        assertThat(rows(report.subTables().get(5), "elapsed")).containsExactly("false | 69.67", "true | 80.6");
        assertThat(report.subTables().getFirst().dimensions().settings()).extracting(FixedSetting::toString)
                .contains("batch-size 10", "blind-insert true").doesNotContain("shards 2");
    }

    @Test
    void theManualsMatrixIsAnsweredInWordsThatClaimNoError() {
        Report report = Report.of(Samples.manualMatrix());
        assertThat(report.answer()).isEqualTo("Shards 2, batch-size 10, blind-insert true came first of 18 single "
                + "runs: Duration 60.69 s, "
                + "33 % faster than the defaults (one run each, no confidence interval), of which luck of the choice is part.");
        assertThat(report.sentences(Effect.Base.OPTIMUM)).containsExactly(
                "batch-size 10 is 19 % faster than 1 (one run each, no confidence interval).",
                "shards 2 is 1.7 % faster than 4 (one run each, no confidence interval).",
                "blind-insert true is 1.5 % faster than false (one run each, no confidence interval).",
                "batch-size 10 is 0.3 % faster than 100 (one run each, no confidence interval).",
                "shards 2 is 0.1 % faster than 1 (one run each, no confidence interval).");
        assertThat(report.sentences(Effect.Base.DEFAULTS)).first()
                .isEqualTo("batch-size 10 is 33 % faster than 1 (one run each, no confidence interval).");
    }

    @Test
    void tagsMakeSubTablesAsSettingsDoAndFactsThatRepeatThemDoNot() {
        Report report = Report.of(Samples.fileSystems());
        assertThat(report.table().dimensions().columns()).containsExactly("file-system-format", "disk-type");
        assertThat(rows(report.table(), "elapsed", "compaction-write")).containsExactly("ext4 EBS | 194.85 46",
                "ext3 EBS | 196.72 44", "ext3 PIOPS-4000 | 217.9 54", "ext4 PIOPS-4000 | 218.96 53");
        assertThat(rows(sub(report, "Varying file-system-format, others at their best values"), "elapsed"))
                .containsExactly("ext4 | 194.85", "ext3 | 196.72");
        assertThat(rows(sub(report, "Varying disk-type, others at their best values"), "elapsed"))
                .containsExactly("EBS | 194.85", "PIOPS-4000 | 218.96");
        assertThat(rows(sub(report, "Varying file-system-format, others at their defaults"), "elapsed"))
                .containsExactly("ext4 | 194.85", "ext3 | 196.72");
        assertThat(rows(sub(report, "Varying disk-type, others at their defaults"), "elapsed"))
                .containsExactly("EBS | 196.72", "PIOPS-4000 | 217.9");
        assertThat(report.table().dimensions().environment()).extracting(FixedSetting::toString)
                .contains("free-memory 3000 … 3003");
    }

    @Test
    void withOneSettingVariedThereAreNoSubTables() {
        LabelResults all = Samples.fileSystems();
        Report report = Report.of(label("two", all.batches().getLast().defaults(), "single",
                all.iterations().subList(0, 2)));
        assertThat(report.table().rows()).hasSize(2);
        assertThat(report.subTables()).isEmpty();
        assertThat(report.answer()).contains("File-system-format ext4 came first")
                .contains("1.0 % faster than the defaults");
    }

    private static Iteration run(int position, int round, double elapsed, Setting... settings) {
        return iteration(position, round, List.of(settings), Map.of("elapsed", elapsed));
    }

    private static LabelResults study() {
        List<Iteration> runs = new ArrayList<>();
        int position = 0;
        for (String[] row : new String[][] {{"1", "1", "2", "68.52"}, {"1", "10", "2", "61.87"},
            {"1", "100", "2", "61.38"}, {"2", "1", "2", "66"}, {"8", "1", "2", "67"}, {"10", "1", "2", "69"},
            {"1", "1", "4", "68"}}) {
            runs.add(run(position++, 0, Double.parseDouble(row[3]), param("shards", row[0]),
                    param("batch-size", row[1]), param("compaction-ratio", row[2]), param("workers", 16)));
        }
        return label("ml.medium", Map.of("shards", "1", "batch-size", "1", "compaction-ratio", "2"), "study", runs);
    }

    @Test
    void aStudyHasASectionPerSettingThatSharesTheDefaultPoint() {
        Report report = Report.of(study());
        assertThat(report.subTables()).extracting(Table::title).containsExactly(
                "Varying shards, others at their defaults",
                "Varying batch-size, others at their defaults",
                "Varying compaction-ratio, others at their defaults");
        assertThat(rows(report.subTables().get(0), "elapsed")).containsExactly("2 | 66", "8 | 67", "1 | 68.52",
                "10 | 69");
        assertThat(rows(report.subTables().get(1), "elapsed")).containsExactly("100 | 61.38", "10 | 61.87",
                "1 | 68.52");
        assertThat(report.table().dimensions().find("shards").orElseThrow().levels()).extracting(SettingValue::text)
                .containsExactly("1", "2", "8", "10");
    }

    @Test
    void aSectionOpensByLabelAndSettingAndALabelOfThatNameComesFirst() {
        Results store = store(study(), label("ml.medium-shards", Map.of(), "single", List.of(run(0, 0, 5))));
        Report section = Report.open(store, "ml.medium-batch-size").orElseThrow();
        assertThat(section.label()).isEqualTo("ml.medium-batch-size");
        assertThat(rows(section.table(), "elapsed")).containsExactly("100 | 61.38", "10 | 61.87", "1 | 68.52");
        assertThat(Report.open(store, "ml.medium-shards").orElseThrow().table().rows()).hasSize(1);
        assertThat(Report.open(store, "ml.medium").orElseThrow().table().rows()).hasSize(7);
        assertThat(Report.open(store, "ml.medium-payload")).isEmpty();
        assertThat(Report.open(store, "other")).isEmpty();
    }

    private static Results store(LabelResults... labels) {
        return new Results() {
            @Override
            public List<LabelSummary> labels() {
                return List.of();
            }

            @Override
            public Optional<LabelResults> label(String label) {
                return java.util.Arrays.stream(labels).filter(l -> l.label().equals(label)).findFirst();
            }

            @Override
            public IterationDetail detail(long iteration) {
                throw new java.util.NoSuchElementException();
            }
        };
    }

    @Test
    void theManualsThreadCountsRankAsItShows() {
        Report report = Report.of(label("threads", Map.of("workers", "16"), "study", List.of(
                run(0, 0, 192.69, param("workers", 16)), run(1, 0, 197.25, param("workers", 32)),
                run(2, 0, 189.75, param("workers", 8)))));
        assertThat(rows(report.table(), "elapsed")).containsExactly("8 | 189.75", "16 | 192.69", "32 | 197.25");
        assertThat(report.answer())
                .startsWith("Workers 8 came first of 3 single runs: Duration 189.75 s, 1.5 % faster than the defaults");
    }

    @Test
    void onlyFinishedIterationsRankAndTheOthersAreListed() {
        Report report = Report.of(label("mixed", Map.of(), "matrix", List.of(
                run(0, 0, 9, param("shards", 1)), run(1, 0, 8, param("shards", 2)),
                iteration(1, 2, 0, IterationState.INVALID, "5 documents failed.", List.of(param("shards", 4)),
                        Map.of("elapsed", 1.0)),
                iteration(1, 3, 0, IterationState.STOPPED, "", List.of(param("shards", 8)), Map.of("elapsed", 2.0)))));
        assertThat(rows(report.table(), "elapsed")).containsExactly("2 | 8", "1 | 9");
        assertThat(report.excluded()).extracting(Iteration::state).containsExactly(IterationState.INVALID,
                IterationState.STOPPED);
        assertThat(report.notes()).containsExactly(
                "2 iterations are not ranked: invalid and stopped.");
    }

    /** As imported tables have it, whose digits are few. */
    @Test
    void noneOfSeveralThatCameOutAlikeCameFirst() {
        Report two = Report.of(label("alike", Map.of(), "matrix", List.of(run(0, 0, 9, param("shards", 1)),
                run(1, 0, 9, param("shards", 2)))));
        assertThat(two.answer()).startsWith("Shards 1 shares the first place of 2 single runs with one other: Duration 9.00 s");
        assertThat(two.verdict().headline()).startsWith("Shards 1 shares the first place of 2 single runs with one other; ");
        Report four = Report.of(label("alike", Map.of("shards", "8"), "matrix", List.of(run(0, 0, 9, param("shards", 1)),
                run(1, 0, 9, param("shards", 2)), run(2, 0, 9, param("shards", 4)), run(3, 0, 18, param("shards", 8)))));
        assertThat(four.verdict().headline()).startsWith("Shards 1 shares the first place of 4 single runs with 2 others, "
                + "2.0 times as fast as the defaults");
    }

    @Test
    void runsOfWhichTheObjectiveIsNotKnownHaveBeenRun() {
        Report report = Report.of(label("busy", Map.of(), "matrix", List.of(
                iteration(1, 0, 0, IterationState.DONE, "", List.of(param("shards", 1)), Map.of("cpu-busy", 45.0)),
                iteration(1, 1, 0, IterationState.DONE, "", List.of(param("shards", 2)), Map.of("cpu-busy", 50.0)))));
        assertThat(report.answer()).isEqualTo("Duration is not among what was recorded, so there is nothing to rank.");
        assertThat(report.verdict().headline()).isEqualTo(report.answer());
    }

    @Test
    void aLabelWithNothingFinishedSaysSo() {
        Report report = Report.of(label("none", Map.of(), "matrix",
                List.of(iteration(1, 0, 0, IterationState.FAILED, "broke",
                List.of(param("shards", 1)), Map.of()))));
        assertThat(report.answer()).isEqualTo("The only iteration failed before anything was measured: broke. There is "
                + "nothing to rank.");
        assertThat(report.effects()).isEmpty();
        assertThat(Report.of(label("empty", Map.of(), "matrix", List.of())).answer())
                .isEqualTo("Nothing has been run under this label yet.");
    }

    private static String answerOf(String... verdicts) {
        List<Iteration> invalid = new ArrayList<>();
        for (String verdict : verdicts) {
            invalid.add(iteration(1, invalid.size(), 0, verdict.isEmpty() ? IterationState.FAILED
                    : IterationState.INVALID, verdict,
                    List.of(param("shards", 1)), Map.of()));
        }
        return Report.of(label("none", Map.of(), "matrix", invalid)).answer();
    }

    @Test
    void aLabelOfInvalidIterationsSaysThatWithTheCommonestReason() {
        assertThat(answerOf("Too fast.")).isEqualTo(
                "The only iteration is invalid, so there is nothing to rank. Too fast.");
        assertThat(answerOf("Too fast.", "Too fast.")).isEqualTo(
                "All 2 iterations are invalid, so there is nothing to rank. Each: Too fast.");
        assertThat(answerOf("Lost 3.", "Too fast", "Too fast", ""))
                .isEqualTo("3 of 4 iterations are invalid and none is "
                + "done, so there is nothing to rank. The commonest reason, 2 of 3: Too fast.");
    }

    @Test
    void iterationsAreCalledByTheirPlaceInTheWholeLabel() {
        List<Iteration> iterations = new ArrayList<>();
        for (int[] point : new int[][] {{1, 1}, {2, 1}, {1, 2}, {2, 2}}) {
            iterations.add(iteration(7, iterations.size(), 0, IterationState.DONE, "",
                    List.of(param("shards", point[0]),
                    param("workers", point[1])), Map.of("elapsed", 1.0 * point[0] + point[1])));
        }
        Report report = Report.of(label("L", Map.of("shards", "1", "workers", "1"), "study", iterations));
        assertThat(iterations).extracting(report.numbering()::of).containsExactly(1, 2, 3, 4);
        Report section = report.section("workers").orElseThrow();
        assertThat(section.results().iterations()).extracting(section.numbering()::of).containsExactly(1, 3);
    }

    @Test
    void freeSpaceIsToldAsTheBoundThatItIs() {
        Setting free = new Setting("free-space", "10 %", 10.0, "%", SettingOrigin.DETECTED);
        Report report = Report.of(label("L", Map.of(), "single", List.of(iteration(0, 0, List.of(free),
                Map.of("elapsed", 1.0)))));
        assertThat(report.table().dimensions().environment()).extracting(FixedSetting::toString).containsExactly(
                "free-space at least 10 %");
        assertThat(Facts.shown("free-space-2", "0 %")).isEqualTo("less than 10 %");
        assertThat(Facts.shown("memory", "23.5GiB")).isEqualTo("23.5GiB");
    }

    /** Three runs of each side, a thousand times apart by themselves. */
    @Test
    void anIntervalThatSaysNothingIsNotSpelledOut() {
        List<Iteration> iterations = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int shards : new int[] {1, 2}) {
                iterations.add(iteration(shards, round, List.of(param("shards", shards)),
                        Map.of("elapsed", (round == 0 ? 1 : 1000.0) * shards)));
            }
        }
        Report report = Report.of(label("L", Map.of(), "matrix", iterations));
        assertThat(report.sentences(Effect.Base.OPTIMUM)).containsExactly("No significant difference between shards 1 "
                + "and 2 (runs of one setting differ too much by themselves, 3 rounds).");
    }

    private static LabelResults rounds(int rounds, double noise) {
        List<Iteration> runs = new ArrayList<>();
        java.util.SplittableRandom random = new java.util.SplittableRandom(5);
        for (int round = 0; round < rounds; round++) {
            int position = 0;
            for (double[] p : new double[][] {{1, 1, 20}, {1, 10, 17}, {2, 1, 20}, {2, 10, 17}}) {
                runs.add(run(position++, round, p[2] * Math.exp(noise * random.nextGaussian()),
                        param("shards", (int) p[0]), param("batch-size", (int) p[1])));
            }
        }
        return label("rounds", Map.of("shards", "1", "batch-size", "1"), "matrix", runs);
    }

    @Test
    void repeatsFoldToTheirMeanWithAnIntervalAndEqualIsSaidToBeEqual() {
        Report report = Report.of(rounds(4, 0.005));
        assertThat(report.table().rows()).hasSize(4);
        assertThat(report.table().rows().getFirst().cell("elapsed").orElseThrow().estimate().runs()).isEqualTo(4);
        assertThat(report.table().rows()).extracting(r -> r.level("batch-size").text() + r.best())
                .containsExactly("10true", "10true", "1false", "1false");
        assertThat(report.table().note()).isEmpty();
        assertThat(report.sentences(Effect.Base.OPTIMUM)).hasSize(2)
                .anySatisfy(s -> assertThat(s)
                .matches("batch-size 10 is 1[78] % faster than 1 \\(1[5-8]–(18|19|20) %, 4 rounds\\)\\."))
                .anySatisfy(s -> assertThat(s).matches("No significant difference between shards [12] and [12] "
                        + "\\(−?[0-9.]+ to [0-9.]+ %, 4 rounds\\)\\."));
        assertThat(report.answer()).contains(", batch-size 10 is best of those measured: Duration ")
                .endsWith(". One other setting is tied with it.");
    }

    @Test
    void aRowWithASingleRunIsNeitherShutOutNorShutsOut() {
        List<Iteration> runs = new ArrayList<>(rounds(4, 0.005).iterations());
        runs.add(run(4, 0, 5, param("shards", 4), param("batch-size", 1)));
        runs.add(run(5, 0, 500, param("shards", 8), param("batch-size", 1)));
        Report report = Report.of(label("mixed", Map.of("shards", "1", "batch-size", "1"), "matrix", runs));
        assertThat(report.table().rows()).extracting(r -> r.level("shards") + " " + r.level("batch-size") + r.best())
                .containsExactlyInAnyOrder("4 1true", "1 10true", "2 10true", "1 1false", "2 1false", "8 1true");
        assertThat(report.answer())
                .startsWith("Shards 4, batch-size 1 is best of those measured, in a single run: Duration "
                + "5.00 s")
                .contains("no confidence interval");
        assertThat(report.effects()).filteredOn(e -> e.comparison().errorKnown())
                .allMatch(e -> e.before().iterations().size() == 4 && e.after().iterations().size() == 4);
    }

    /** The second value ranks between two that differ, and is itself equal to neither and both. */
    @Test
    void noDifferenceIsSaidOfSeveralOnlyWhereEachTwoWereCompared() {
        assertThat(threeShards(0.01, 0.005)).containsExactly("No significant difference between shards 2, 1 and 4 "
                + "(any two differ by 2.8 % at most, 5 rounds).");
        assertThat(threeShards(0.025, 0.0125)).hasSize(2)
                .allMatch(s -> s.matches("No significant difference between shards 2 and [14] \\(.*, 5 rounds\\)\\."));
    }

    /** At the default, 2, of which 1 differs a little and 4 a little more the other way. */
    private static List<String> threeShards(double total, double first) {
        double[] noise = {0.010, -0.006, 0.002, -0.009, 0.003};
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            runs.add(run(0, round, 20 * Math.exp(noise[round]), param("shards", 1)));
            runs.add(run(1, round, 20 * Math.exp(first + noise[(round + 1) % 5]), param("shards", 2)));
            runs.add(run(2, round, 20 * Math.exp(total + noise[(round + 2) % 5]), param("shards", 4)));
        }
        return Report.of(label("three", Map.of("shards", "2"), "matrix", runs)).sentences(Effect.Base.DEFAULTS);
    }

    @Test
    void runsOfDifferentSessionsAreNotInterleavedAndNothingIsSignificant() {
        List<Iteration> runs = new ArrayList<>();
        for (int batch = 1; batch <= 2; batch++) {
            for (int round = 0; round < 3; round++) {
                runs.add(iteration(batch, 0, round, IterationState.DONE, "", List.of(param("shards", batch)),
                        Map.of("elapsed", 10.0 * batch + 0.0123 * round)));
            }
        }
        Report report = Report.of(label("sessions", Map.of("shards", "1"), "matrix", runs));
        assertThat(report.effects()).isNotEmpty().noneMatch(Effect::significant);
        assertThat(report.table().rows()).allMatch(Row::best);
        assertThat(report.sentences(Effect.Base.OPTIMUM).getFirst()).endsWith(
                "(not interleaved: differences between sessions are not in the error).");
    }

    /** Three runs of each of two settings, one batch after the other or all in one. */
    private static List<Iteration> sessions(boolean apart) {
        double[][] seconds = {{10.013, 10.121, 9.914}, {9.512, 9.634, 9.631}};
        List<Iteration> runs = new ArrayList<>();
        for (int shards = 1; shards <= 2; shards++) {
            for (int round = 0; round < 3; round++) {
                runs.add(iteration(apart ? shards : 1, shards, round, IterationState.DONE, "", List.of(param("shards", shards)),
                        Map.of("elapsed", seconds[shards - 1][round], "failures", shards == 1 ? 50.0 + round : 0.0)));
            }
        }
        return runs;
    }

    /** Were they taken for rounds, there would be a clear winner. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whereRoundsAreNotKnownNothingIsClaimedInAnyForm(boolean imported) {
        Report several = Report.of(label("rounds", Map.of("shards", "1"), "matrix", sessions(false)));
        assertThat(several.verdict().kind()).isEqualTo(Verdict.Kind.CLEAR_WINNER);
        assertThat(several.rankedBy("failures").table().rows()).extracting(Row::best).containsExactly(true, false);

        Report report = Report.of(label("sessions", Map.of("shards", "1"), imported ? "import" : "matrix",
                sessions(!imported)));
        String why = (imported ? "imported, so not known to be interleaved" : "not interleaved")
                + ": differences between sessions are not in the error";
        assertThat(report.verdict().kind()).isEqualTo(Verdict.Kind.EXPLORATORY);
        assertThat(report.verdict().headline()).startsWith("Shards 2 came first of 2 settings"
                + (imported ? "" : " in 2 sessions") + ", 4.4 % faster than the "
                + "defaults, without a confidence interval; rounds by turns would tell. ")
                .endsWith(FindingText.capital(why) + ", so every row may be best.");
        assertThat(report.answer()).isEqualTo("Shards 2 came first: Duration 9.59 ± 0.17 s (3 "
                + (imported ? "runs" : "rounds") + "), 4.4 % faster than the defaults (" + why + ").");
        assertThat(report.sentences(Effect.Base.OPTIMUM)).containsExactly("shards 2 was 4.4 % faster than 1 (" + why + ").");
        assertThat(report.table().ranks()).isFalse();
        assertThat(report.table().note()).contains(why.substring(1));
        assertThat(report.effects()).isNotEmpty().noneMatch(Effect::significant)
                .noneMatch(e -> e.comparison().errorKnown());
        assertThat(JsonReport.of(report)).doesNotContain("\"low\" : 1", "\"told\" : true", "clear winner");
        assertThat(report.rankedBy("failures").table().rows()).allMatch(Row::best);
        assertThat(report.rankedBy("failures").verdict().kind()).isEqualTo(Verdict.Kind.EXPLORATORY);
    }

    /** As {@code again --vary} adds values to a label: a session of its own, in which one of the others runs again. */
    @Test
    void thatRowsAreOfSeveralSessionsIsSaidAndNothingBetweenTheseIsClaimed() {
        List<Iteration> runs = new ArrayList<>(List.of(session(1, 1, 10.0), session(1, 2, 9.0)));
        runs.add(session(2, 4, 8.0));
        Report singles = Report.of(label("sessions", Map.of("shards", "1"), "matrix", runs));
        assertThat(singles.verdict().headline()).isEqualTo("Shards 4 came first of 3 single runs in 2 sessions, 25 % faster than "
                + "the defaults, of which luck of the choice and the difference between sessions are part; rounds by turns would tell.");
        assertThat(singles.sentences(Effect.Base.OPTIMUM)).contains("shards 4 was 25 % faster than 1 (one run each, not "
                + "interleaved, no confidence interval).");
        assertThat(singles.sentences(Effect.Base.DEFAULTS)).contains("shards 2 is 11 % faster than 1 (one run each, no confidence "
                + "interval).");
        assertThat(singles.table().note()).endsWith(" The rows were measured in 2 sessions, one after the other: between two that "
                + "have none in common, the difference between sessions is part of what is seen, and nothing is significant.");
        assertThat(KeyFigure.of(singles, _ -> VerdictTest.NOTHING)).extracting(KeyFigure::caption)
                .contains("faster than the defaults, luck of the choice and the difference between sessions included");

        runs.add(session(2, 2, 8.8));
        Report shared = Report.of(label("sessions", Map.of("shards", "1"), "matrix", runs));
        assertThat(shared.verdict().headline()).startsWith("Shards 4 came first of 3 settings in 2 sessions, 25 % faster than the "
                + "defaults, without a confidence interval; rounds by turns would tell. 2 of 3 rows have one run: ")
                .contains(" The rows were measured in 2 sessions");
        runs.add(session(2, 1, 9.9));
        assertThat(Report.of(label("sessions", Map.of("shards", "1"), "matrix", runs)).table().note())
                .as("all that is compared with the new one ran beside it").doesNotContain("sessions");
    }

    /** Each failed in the other's round. */
    @Test
    void thatRowsHaveNoRoundOfOneSessionInCommonIsSaid() {
        Report singles = Report.of(label("rounds", Map.of("shards", "1"), "matrix", List.of(
                iteration(1, 0, List.of(param("shards", 1)), Map.of("elapsed", 10.0)),
                iteration(2, 1, List.of(param("shards", 2)), Map.of("elapsed", 8.0)))));
        assertThat(singles.verdict().headline()).isEqualTo("Shards 2 came first of 2 single runs in 2 rounds, 25 % faster than the "
                + "defaults, of which luck of the choice and the difference between rounds are part; rounds by turns would tell.");
        assertThat(singles.table().note()).endsWith(" The rows were measured in 2 rounds, one after the other: between two that "
                + "have none in common, the difference between rounds is part of what is seen, and nothing is significant.");
        assertThat(KeyFigure.of(singles, _ -> VerdictTest.NOTHING)).extracting(KeyFigure::caption)
                .contains("faster than the defaults, luck of the choice and the difference between rounds included");
    }

    private static Iteration session(int batch, int shards, double seconds) {
        return iteration(batch, shards, 0, IterationState.DONE, "", List.of(param("shards", shards)), Map.of("elapsed", seconds));
    }

    /** Settings that are tied were compared; of one that ran once, or in another session, nobody knows. */
    @Test
    void whatIsTiedIsToldApartFromWhatNobodyKnows() {
        List<Iteration> runs = new ArrayList<>(sessions(false));
        runs.add(session(2, 4, 9.7));
        Report report = Report.of(label("sessions", Map.of("shards", "1"), "matrix", runs));
        assertThat(report.answer()).contains("Shards 2 is best of those measured: ").contains(
                " 1 other setting may be as good, as its error is not known. 1 of 3 rows have one run");
        assertThat(report.verdict().kind()).isEqualTo(Verdict.Kind.NO_CLEAR_WINNER);
        assertThat(report.verdict().headline()).startsWith("Use shards 2: 4.4 % faster than the defaults (").contains(
                " rounds); 1 other setting may be as good, as its error is not known.");
    }

    /** Three rounds, and three more after they were looked at. */
    @Test
    void thatRoundsWereAddedIsSaidInEveryFormAndAsksForMore() {
        double[] noise = {0.010, -0.006, 0.002, -0.009, 0.003, 0.001};
        List<Iteration> once = new ArrayList<>();
        List<Iteration> twice = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            for (int shards = 1; shards <= 2; shards++) {
                double seconds = 20 * Math.exp(noise[(round + shards) % 6] - (shards == 1 ? 0.01 : 0));
                once.add(iteration(1, shards, round, IterationState.DONE, "", List.of(param("shards", shards)),
                        Map.of("elapsed", seconds)));
                twice.add(iteration(1 + round / 3, shards, round % 3, IterationState.DONE, "", List.of(param("shards", shards)),
                        Map.of("elapsed", seconds)));
            }
        }
        Report planned = Report.of(label("planned", Map.of("shards", "1"), "matrix", once));
        Report added = Report.of(label("added", Map.of("shards", "1"), "matrix", twice));
        assertThat(planned.notes()).noneMatch(n -> n.contains("added"));
        String note = "Rounds were added to this label (2 executions together, which all count)";
        assertThat(added.notes()).anyMatch(n -> n.startsWith(note) && n.endsWith("intervals are of 99.5 %."));
        assertThat(JsonReport.of(added)).contains(note, "\"confidence\" : 0.995");
        assertThat(JsonReport.of(planned)).contains("\"confidence\" : 0.96");
        Comparison narrow = planned.effects().getFirst().comparison();
        Comparison wide = added.effects().getFirst().comparison();
        assertThat(wide.ratio()).isCloseTo(narrow.ratio(), within(1e-12));
        assertThat(wide.low()).isLessThan(narrow.low());
        assertThat(wide.high()).isGreaterThan(narrow.high());
    }

    @Test
    void settingsEqualInEffectAreOne() {
        Report report = Report.of(label("equal", Map.of(), "matrix", List.of(
                run(0, 0, 9, new Setting("documents", "10k", 10_000.0, "", SettingOrigin.SET),
                param("blind-insert", "true")),
                run(0, 1, 8, new Setting("documents", "10000", 10_000.0, "", SettingOrigin.SET),
                        param("blind-insert", "TRUE")))));
        assertThat(report.table().rows()).hasSize(1);
        assertThat(report.table().dimensions().columns()).isEmpty();
        assertThat(report.answer()).isEqualTo("Duration 8.50 s (4.03–17.9 s, 2 rounds).");
    }

    @Test
    void aSettingThatFollowsAnotherIsAColumnButNotADimension() {
        Report report = Report.of(label("compare-modes", Map.of("source", "generate"), "single", List.of(
                run(0, 0, 72.82, param("source", "directory"), param("source-directory", "/data")),
                run(1, 0, 221.19, param("source", "generate"), param("source-directory", "/tmp")))));
        assertThat(report.table().dimensions().columns()).containsExactly("source", "source-directory");
        assertThat(report.table().dimensions().varied()).extracting(Dimension::name).containsExactly("source");
        assertThat(report.subTables()).isEmpty();
        assertThat(report.notes()).containsExactly(
                "Source-directory changes together with source, so their effects are confounded.");
        assertThat(report.answer()).contains("3.0 times as fast as the defaults");
    }

    @Test
    void twiceIsTimesAsFastAsAndLessIsPercentFasterThan() {
        Report report = Report.of(label("words", Map.of("shards", "1"), "matrix", List.of(
                run(0, 0, 31, param("shards", "1")), run(1, 0, 10, param("shards", "2")),
                run(2, 0, 20, param("shards", "4")))));
        assertThat(report.sentences(Effect.Base.OPTIMUM)).containsExactly(
                "shards 2 is 3.1 times as fast as 1 (one run each, no confidence interval).",
                "shards 2 is 2.0 times as fast as 4 (one run each, no confidence interval).");
    }

    @Test
    void factsThatDifferBetweenBatchesAreDimensionsAndThoseThatDriftAreNot() {
        Report report = Report.of(label("hosts", Map.of("shards", "1"), "matrix", List.of(
                hosted(1, 0, 1, "ext4", "3 GB free"), hosted(1, 1, 2, "ext4", "2 GB free"),
                hosted(2, 0, 1, "xfs", "3 GB free"), hosted(2, 1, 2, "xfs", "4 GB free"))));
        assertThat(report.table().dimensions().varied()).extracting(Dimension::name)
                .containsExactly("shards", "file-system");
        assertThat(sub(report, "Varying shards, others at their defaults").rows()).hasSize(2);
    }

    private static Iteration hosted(long batch, int position, int shards, String fileSystem, String free) {
        return iteration(batch, position, 0, IterationState.DONE, "", List.of(param("shards", shards),
                Setting.detected("file-system", fileSystem), Setting.detected("memory", free)),
                Map.of("elapsed", 10.0 + batch + shards));
    }

    @Test
    void differentAmountsOfWorkRankByRateNotByDuration() {
        Report report = Report.of(label("amounts", Map.of(), "matrix", List.of(
                iteration(0, 0, List.of(param("documents", 1000)), Map.of("elapsed", 2.0, "throughput", 500.0)),
                iteration(1, 0, List.of(param("documents", 10_000)), Map.of("elapsed", 10.0, "throughput", 1000.0)))));
        assertThat(report.objective().measure().name()).isEqualTo("throughput");
        assertThat(rows(report.table(), "elapsed")).containsExactly("10000 | 10", "1000 | 2");
        assertThat(report.notes().getFirst()).contains("different amounts of work");
        assertThat(report.table().measures()).extracting(Measure::name).startsWith("throughput", "elapsed");
    }

    /** As the files of a folder do, or a trace. */
    @Test
    void whatEndedBeforeItsTimeLimitIsRankedByItsDuration() {
        Report files = Report.of(label("files", Map.of(), "matrix", List.of(
                iteration(0, 0, List.of(param("shards", 1), param("duration", 60)),
                        Map.of("elapsed", 10.0, "throughput", 100.0)),
                iteration(1, 0, List.of(param("shards", 2), param("duration", 60)),
                        Map.of("elapsed", 8.0, "throughput", 125.0)))));
        assertThat(files.objective().measure().name()).isEqualTo("elapsed");
        assertThat(files.notes()).noneMatch(n -> n.contains("time limit"));
        Report timed = Report.of(label("timed", Map.of(), "matrix", List.of(
                iteration(0, 0, List.of(param("shards", 1), param("duration", 60)),
                        Map.of("elapsed", 60.1, "throughput", 100.0)),
                iteration(1, 0, List.of(param("shards", 2), param("duration", 60)),
                        Map.of("elapsed", 59.8, "throughput", 125.0)))));
        assertThat(timed.objective().measure().name()).isEqualTo("throughput");
        assertThat(timed.notes().getFirst()).startsWith("A time limit ended the iterations");
    }

    /** The rates of background tasks, and of the time beside them, are of other time than the duration. */
    @Test
    void theSameWorkBesideBackgroundTasksIsRankedByItsDuration() {
        List<Iteration> runs = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            runs.add(iteration(p, 0, List.of(param("shards", 1 + p)), Map.of("elapsed", 10.0 + 2 * p, "throughput", 1000 / (10.0
                    + 2 * p), "background-rows-per-second", 500.0, "throughput-beside", 60.0, "throughput-alone", 150.0)));
        }
        LabelResults results = label("beside", Map.of(), "matrix", runs);
        Report report = Report.of(results.with(results.measures().plus(BackgroundMeasures.ALL), runs));
        assertThat(report.objective().measure().name()).isEqualTo("elapsed");
        assertThat(report.notes()).noneMatch(n -> n.contains("different amounts"));
    }

    /** A response time is no duration of the work: at a rate all are asked the same, however long answers take. */
    @Test
    void responseTimesAreRankedByThemselves() {
        Measure mean = new Measure("response.mean", "Response mean", "ms", Direction.LOWER, 3, "Of all.");
        Measure rate = new Measure("queries-per-second", "Throughput", "queries/s", Direction.HIGHER, 1, "Of all.");
        Report report = Report.of(new LabelResults("paced", "query", "response.mean", MeasureSet.of(mean, rate), Map.of(),
                "matrix", "label: paced\n", 1, List.of(
                iteration(0, 0, List.of(param("candidates", 10)), Map.of("response.mean", 50.0, "queries-per-second", 10.0)),
                iteration(1, 0, List.of(param("candidates", 20)), Map.of("response.mean", 90.0, "queries-per-second", 10.01)))));
        assertThat(report.objective().measure().name()).isEqualTo("response.mean");
        assertThat(report.notes()).noneMatch(n -> n.contains("ranked by"));
    }

    @Test
    void payloadsOfDifferentSizeAreDifferentAmountsToo() {
        Report report = Report.of(label("amounts", Map.of(), "matrix", List.of(
                iteration(0, 0, List.of(param("payload", 100)), Map.of("elapsed", 2.0, "throughput", 500.0,
                        "volume-rate", 0.05)),
                iteration(1, 0, List.of(param("payload", 200)), Map.of("elapsed", 2.5, "throughput", 400.0,
                        "volume-rate", 0.08)))));
        assertThat(report.objective().measure().name()).isEqualTo("throughput");
    }

    @Test
    void resultsMeasuredElsewhereGetARateWhenTheirAmountsDiffer() {
        Report report = Report.of(label("imported", Map.of(), "import", List.of(
                iteration(0, 0, List.of(param("rate", 1)), Map.of("elapsed", 2.0, "documents", 1000.0)),
                iteration(1, 0, List.of(param("rate", 2)), Map.of("elapsed", 10.0, "documents", 20_000.0)))));
        assertThat(report.objective().measure().unit()).isEqualTo("documents/s");
        assertThat(rows(report.table(), "documents-per-second")).containsExactly("2 | 2000", "1 | 500");
    }

    @Test
    void withoutAMatchingRowItSaysWhichValuesAreMissing() {
        List<Iteration> runs = List.of(run(0, 0, 9, param("shards", 2), param("batch-size", 1)),
                run(1, 0, 8, param("shards", 4), param("batch-size", 10)),
                run(2, 0, 7, param("shards", 4), param("batch-size", 1)));
        Report report = Report.of(label("gaps", Map.of("shards", "1", "batch-size", "1"), "matrix", runs));
        assertThat(sub(report, "Varying batch-size, others at their defaults").note())
                .isEqualTo("Nothing was run with shards 1.");
        assertThat(sub(report, "Varying shards, others at their defaults").rows()).hasSize(2);
        Report gaps = Report.of(label("gaps", Map.of("shards", "1"), "matrix", runs));
        assertThat(sub(gaps, "Varying shards, others at their defaults").note())
                .isEqualTo("No default was recorded for batch-size.");
    }

    @Test
    void conditionsAreJudgedRowByRowWithTheFigures() {
        Report report = Report.of(Samples.manualMatrix());
        List<Report.Judgement> judged = report.judge(Map.of("elapsed", "< 70s"));
        assertThat(judged).hasSize(18);
        assertThat(judged.stream().filter(j -> !j.met())).hasSize(3);
        assertThat(judged.getLast().sentence()).isEqualTo(
                "Missed: elapsed is 80.60 s, expected < 70s, at shards 1 · batch-size 1 · blind-insert true.");
        assertThat(report.judge(Map.of("failures", "0"))).noneMatch(Report.Judgement::met);
        assertThatThrownBy(() -> report.judge(Map.of("elapse", "< 1"))).isInstanceOf(InvalidInputException.class);
    }

    /** Blocks that were never written are read fast, but not from a disk. */
    @Test
    void whatWasNotReadFromTheDiskMeetsNoExpectedSpeed() {
        Report report = Report.of(new LabelResults("made", "random-io", "operations-per-second", new RandomIo().measures(),
                Map.of(), "single", "label: made\n", 1, List.of(iteration(0, 0, List.of(), Map.of("read.mean", 0.001,
                "failures", 0.0, "read-elsewhere", 1.0)))));
        assertThat(report.judge(Map.of("read.mean", "<= 2ms"))).singleElement().satisfies(j -> {
            assertThat(j.met()).isFalse();
            assertThat(j.sentence()).isEqualTo("Missed: read.mean is 0.001 ms, which was not read from the disk, expected "
                    + "<= 2ms.");
        });
        assertThat(report.judge(Map.of("failures", "0"))).allMatch(Report.Judgement::met);
    }

    @Test
    void aValueThatMayBeLargerIsMarkedAndMeetsNoUpperBound() {
        Iteration censored = new Iteration(1, 1, "ingest", 0, 0, 1, IterationState.DONE, "", java.time.Instant.EPOCH,
                List.of(), List.of(MeasuredValue.of("elapsed", 3), new MeasuredValue("response.p99", 40, true)));
        Report report = Report.of(label("censored", Map.of(), "single", List.of(censored)));
        Cell cell = report.table().rows().getFirst().cell("response.p99").orElseThrow();
        assertThat(dev.tidemark.report.Numbers.mean(Samples.P99, cell)).isEqualTo("≥40.000");
        assertThat(report.judge(Map.of("response.p99", "< 50ms")).getFirst().met()).isFalse();
    }
}
