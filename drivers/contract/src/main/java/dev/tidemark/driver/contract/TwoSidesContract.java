package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Summary;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.comparison.AnswerAgreement.ComparedQuery;
import dev.tidemark.report.comparison.AnswerAgreement.Kind;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import dev.tidemark.report.comparison.QueryTime;
import dev.tidemark.report.comparison.SideParser;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two indexes that were made without Tidemark are asked the same on the real engine, by turns: what is wrong with one
 * of them is found with the requests that show it, and of the same index twice nothing is claimed.
 */
public abstract class TwoSidesContract {

    private static final int ROUNDS = 5;
    private static final int PASSES = 2;
    /** Where a difference is to be found: runs of a tenth of a second differ twofold on a machine that others use. */
    private static final int MANY_PASSES = 8;
    /** Of the same index; an eighth of them where not all is tried. */
    private static final int COMPARISONS = 20;

    @TempDir
    protected Path folder;

    private int runs;

    protected abstract String driver();

    /** Settings of the target but for the index, as in a flow mapping of YAML; with a comma behind each. */
    protected abstract String settings();

    /**
     * Indexes to ask.
     *
     * @param base   as it should be
     * @param same   the same by another name
     * @param copy   with the same documents
     * @param faulty is slow in some requests, and answers some of the others differently
     */
    public record Sides(String base, String same, String copy, String faulty) {}

    protected abstract Sides sides();

    /**
     * What to ask.
     *
     * @param sound     what all sides answer alike, and about as fast
     * @param slow      what the faulty side takes tens of milliseconds longer for; may be empty
     * @param otherwise what the faulty side answers differently
     */
    public record Requests(List<String> sound, List<String> slow, List<String> otherwise) {

        private List<String> all() {
            return Stream.of(sound, slow, otherwise).flatMap(List::stream).toList();
        }
    }

    protected abstract Requests requests();

    /** A request as reports write it. @param line of the log */
    protected abstract String reportText(String line);

    /** @param passes over all requests in each run */
    private PointComparison compare(String other, int rounds, int passes, String more) throws IOException {
        List<String> all = requests().all();
        Path log = Files.write(folder.resolve("requests.log"), all);
        Plan plan = Planner.plan(ExperimentReader.read("workload: query\ntarget: " + driver()
                + "\nplan: {space: compare, repeat: " + rounds + "}\nset: {" + settings() + "query-log: \"" + log
                + "\", queries: " + passes * all.size() + ", workers: 1, warm-up-queries: " + all.size()
                + ", slowest-queries: none" + more + "}\nvary: {index: [\"" + sides().base() + "\", \"" + other
                + "\"]}\n", "sides.yaml"), Map.of());
        Map<Long, IterationDetail> details = new HashMap<>();
        List<Iteration> iterations = new ArrayList<>();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            for (int round = 0; round < plan.rounds(); round++) {
                for (Plan.Planned planned : plan.round(round)) {
                    iterations.add(run(runner, plan, planned, details));
                }
            }
        }
        Workload query = Workloads.named("query");
        LabelResults results = new LabelResults("sides", query.name(), query.objective(), query.measures(), Map.of(),
                "compare", "", plan.seed(), iterations);
        return LabelComparison.of(SideParser.of(results, Optional.of("index")), details::get).getFirst().points()
                .getFirst();
    }

    private Iteration run(InProcessRunner runner, Plan plan, Plan.Planned planned, Map<Long, IterationDetail> details) {
        long id = ++runs;
        List<RunEvent> events = new ArrayList<>();
        runner.run(new RunRequest(id, "query", driver(), planned.point().values().settings(),
                plan.seedOf(planned.round()), folder.resolve("scratch-" + id).toString(), false), events::add);
        RecordedRun run = new RecordedRun(events);
        RunEvent.Ended ended = run.ended();
        assertThat(ended.state()).as(ended.verdict()).isIn(IterationState.DONE, IterationState.INVALID);
        IterationDetail detail = run.detail("query", planned.point().values().settings());
        details.put(id, detail);
        return new Iteration(id, 1, "query", planned.position(), planned.round(), 1, ended.state(), ended.verdict(),
                Instant.EPOCH.plusSeconds(id), planned.point().values().settings(),
                Summary.of(detail, Drivers.named(driver()).measures()));
    }

    /** All of them, in whatever order. */
    private List<String> reportTexts(List<String> lines) {
        return lines.stream().map(this::reportText).toList();
    }

    @Test
    void whatIsWrongWithASideIsFoundWithTheRequestsThatShowIt() throws IOException {
        PointComparison found = compare(sides().faulty(), ROUNDS, MANY_PASSES, "");
        assertThat(found.refusal()).isEmpty();
        assertThat(found.agreement().orElseThrow().claimed()).as("that it answers otherwise").isTrue();
        assertThat(found.agreement().orElseThrow().leastAlike(Integer.MAX_VALUE)).extracting(ComparedQuery::text)
                .containsExactlyInAnyOrderElementsOf(reportTexts(requests().otherwise()));
        if (!requests().slow().isEmpty()) {
            isSlower(found);
        }
        PointComparison refused = compare(sides().faulty(), 1, PASSES, ", answers-must-agree: 99%");
        assertThat(refused.refusal().orElseThrow()).startsWith("the answers differ: ").endsWith(
                " % of the queries were answered alike, and answers-must-agree is 99 %");
        assertThat(refused.slower()).isEmpty();
    }

    private void isSlower(PointComparison found) {
        Delta speed = found.throughput().orElseThrow();
        assertThat(speed.significant()).as("that it is slower: " + speed).isTrue();
        assertThat(speed.ratio().orElseThrow()).isLessThan(1);
        assertThat(found.slower().stream().limit(requests().slow().size())).as(speed + " " + found.apart())
                .extracting(QueryTime::text)
                .containsExactlyInAnyOrderElementsOf(reportTexts(requests().slow()));
    }

    /** As many differences of speed as the level of the document allows, and of answers none. */
    @Test
    void ofTheSameTwiceNothingIsClaimed() {
        List<String> others = List.of(sides().same(), sides().copy());
        List<String> claims = new ArrayList<>();
        int[] made = {0};
        Often.atMost(Comparison.LEVEL, COMPARISONS, () -> {
            String other = others.get(made[0]++ % others.size());
            PointComparison same = compared(other, Effort.of(3, ROUNDS));
            assertThat(same.agreement().orElseThrow().of(Kind.ALIKE)).isEqualTo(requests().all().size());
            assertThat(same.agreement().orElseThrow().claimed()).isFalse();
            List<String> claimed = same.overall().stream().filter(Delta::significant).map(Delta::toString).toList();
            assertThat(same.slower().isEmpty() || !claimed.isEmpty()).as("what is listed is claimed").isTrue();
            claimed.forEach(claim -> claims.add(other + ": " + claim));
            return !claimed.isEmpty();
        });
        System.out.println(driver() + ": of " + made[0] + " comparisons of the same index these claimed a difference: "
                + claims.stream().collect(Collectors.joining("; ", "[", "]")));
    }

    private PointComparison compared(String other, int rounds) {
        try {
            return compare(other, rounds, PASSES, "");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
