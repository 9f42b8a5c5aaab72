package dev.tidemark.core.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import dev.tidemark.core.workload.script.language.Script;
import org.junit.jupiter.api.Test;

/** Serialization failures that are planted, from the session to the figures, in virtual time. */
class ScriptRetriesTest {

    private static final int TRIES = 3;
    private static final int OPERATIONS = 30;

    private final Lab lab = new Lab();

    /** Of thirty operations the last of each ten fails at each try, and of the others each third at the first. */
    private final class Server implements StatementSession {

        private int operation = -1;
        private int tries = TRIES;
        private boolean over = true;
        private long written;

        private boolean fails() {
            return operation % 10 == 9 || operation % 3 == 0 && tries == 1;
        }

        @Override
        public void begin(boolean ownNamespace) {
            operation += over ? 1 : 0;
            tries = over ? 1 : tries + 1;
            over = false;
        }

        @Override
        public int execute(String text, Binding binding, Columns columns) throws StatementException {
            boolean update = text.startsWith("UPDATE");
            lab.pass((update ? 4 : 1) * Lab.MS);
            written = 0;
            if (!update) {
                return 1;
            }
            over = !fails() || tries == TRIES;
            if (fails()) {
                throw new StatementException("40001", "could not serialize", null);
            }
            written = 2;
            return 0;
        }

        @Override
        public long written() {
            return written;
        }

        @Override
        public void end() {}

        @Override
        public void close() {}
    }

    private IterationDetail run() {
        Script script = PgbenchParser.parse("bump.sql", "SELECT n FROM hot;\nUPDATE hot SET n = n + 1;", Set.of());
        StageResult result = lab.run(new Stage(Phase.MEASURE, new Load.Closed(1, Duration.ZERO), Limit.operations(OPERATIONS),
                new OperationKinds(List.of("bump"), StatementName.of(script)), worker -> {
            Server server = new Server();
            return new ScriptActor(server, new ScriptExecution[] {new ScriptExecution(server, false, lab.clock, script, null,
                    0)}, new int[] {1}, 5, new Retries(Set.of("40001"), TRIES), new Positions());
        }, 0, true));
        return new IterationDetail("script", List.of(new Setting("max-tries", "3", 3.0, "", SettingOrigin.SET)),
                List.of(result.span()), lab.intervals, result.outcomes(), List.of(), result.workers(), lab.events);
    }

    /** 9 operations took 2 tries and 3 took 3 in vain. */
    @Test
    void triesRetriedAndExhaustedAreWhatWasPlanted() {
        IterationDetail detail = run();
        ScriptFigures.Operation bump = ScriptFigures.of(detail).orElseThrow().operations().getFirst();
        assertThat(List.of(bump.done(), bump.failed(), bump.tries(), bump.retried(), bump.exhausted(), bump.rows(),
                bump.written())).containsExactly(27L, 3L, 45L, 12L, 3L, 27L, 54L);
        assertThat(new ScriptWorkload().summarise(detail, EngineMeasures.ALL).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number))).contains(
                entry("tries-per-script", 1.5), entry("retried", 40.0), entry("rolled-back", 3.0), entry("failures", 3.0),
                entry("rows-written-per-script", 2.0));
        assertThat(detail.outcomes()).filteredOn(o -> !o.outcome().answered()).singleElement()
                .satisfies(o -> assertThat(o.reason()).isEqualTo("script bump.sql line 2: could not serialize"));
    }

    @Test
    void everyTryIsACallOfItsStatements() {
        List<ScriptFigures.Statement> statements = ScriptFigures.of(run()).orElseThrow().statements();
        Map<String, List<Long>> calls = statements.stream().collect(Collectors.toMap(s -> s.name().text(),
                s -> List.of(s.calls(), s.failed(), s.rows())));
        assertThat(calls).isEqualTo(Map.of("SELECT n FROM hot", List.of(45L, 0L, 45L), "UPDATE hot SET n = n + 1",
                List.of(45L, 18L, 54L)));
        assertThat(statements).extracting(ScriptFigures.Statement::share).containsExactly(0.2, 0.8);
        assertThat(statements.getLast().times().mean().orElseThrow()).isCloseTo(4, within(0.01));
    }
}
