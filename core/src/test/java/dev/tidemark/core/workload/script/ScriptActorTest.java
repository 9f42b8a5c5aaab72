package dev.tidemark.core.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import dev.tidemark.core.workload.script.language.ScriptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScriptActorTest {

    /** Answers as it is told. */
    private static class Session implements StatementSession {

        final List<String> log = new ArrayList<>();
        String state;
        int failures;
        String answer = "1";

        @Override
        public void begin(boolean ownNamespace) {
            log.add("begin");
        }

        @Override
        public int execute(String text, Binding binding, Columns columns) throws Exception {
            StringBuilder line = new StringBuilder(text);
            binding.bind(new Parameters() {
                @Override
                public void add(long number) {
                    line.append(' ').append(number);
                }

                @Override
                public void add(double number) {
                    line.append(' ').append(number);
                }

                @Override
                public void add(String value) {
                    line.append(' ').append(value);
                }
            });
            log.add(line.toString());
            if (failures-- > 0) {
                throw new StatementException(state, "planted", null);
            }
            if (columns != null) {
                columns.column(0, "answer", answer);
            }
            return 1;
        }

        @Override
        public void end() {
            log.add("end");
        }

        @Override
        public void close() {}
    }

    private final Session session = new Session();
    private final Tally tally = new Tally();

    private ScriptActor actor(String text, int tries, Answers answers) {
        ScriptExecution[] operations = {new ScriptExecution(session, false, Clock.system(),
                PgbenchParser.parse("test", text, Set.of()), answers)};
        return new ScriptActor(session, operations, new int[] {1}, 5, new Retries(Set.of("40001"), tries),
                new Positions());
    }

    private Outcome perform(ScriptActor actor, long n) throws Exception {
        actor.prepare(0, n);
        return actor.step(0, tally);
    }

    @Test
    void whatIsRolledBackIsTriedAgainWithTheSameValues() throws Exception {
        session.state = "40001";
        session.failures = 2;
        assertThat(perform(actor("\\set x random(1, 1000000000)\nSELECT :x;", 3, null), 1)).isEqualTo(Outcome.OK);
        assertThat(tally.retries).isEqualTo(2);
        assertThat(session.log).hasSize(9).filteredOn(l -> l.startsWith("SELECT")).hasSize(3).containsOnly(
                session.log.get(1));
    }

    @Test
    void afterTheLastTryItIsAnOutcomeOfItsOwn() throws Exception {
        session.state = "40001";
        session.failures = 9;
        assertThat(perform(actor("SELECT 1;", 2, null), 1)).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(tally.reason).isEqualTo("planted");
        assertThat(tally.retries).isEqualTo(1);
        assertThat(session.log).hasSize(6);
    }

    @Test
    void otherFailuresAreNotTriedAgain() {
        session.state = "23505";
        session.failures = 1;
        assertThatThrownBy(() -> perform(actor("SELECT 1;", 5, null), 1)).hasMessage("planted");
        assertThat(session.log).containsExactly("begin", "SELECT 1", "end");
    }

    @Test
    void anAnswerThatDiffersFromTheFirstIsAFailure() throws Exception {
        ScriptActor actor = actor("SELECT 1;", 1, new Answers());
        assertThat(perform(actor, 1)).isEqualTo(Outcome.OK);
        assertThat(perform(actor, 2)).isEqualTo(Outcome.OK);
        session.answer = "2";
        assertThatThrownBy(() -> perform(actor, 3)).isInstanceOf(ScriptException.class)
                .hasMessageContaining("statement 1 of test was answered otherwise");
    }

    @Test
    void whatAStatementAnsweredIsAValueOfTheNext() throws Exception {
        session.answer = "77";
        perform(actor("SELECT 1 \\gset p_\nSELECT :p_answer;\n\\if :p_answer > 70\nSELECT 3;\n\\endif", 1, null), 1);
        assertThat(session.log).contains("SELECT ? 77", "SELECT 3");
        assertThat(tally.hits).isEqualTo(3);
    }

    @Test
    void variablesInBracesAreWrittenIntoTheStatement() throws Exception {
        perform(actor("\\set t 3\nSELECT * FROM t:{t}_x;\n\\set t 'a b'\nSELECT * FROM t:{t};", 1, null), 1);
        assertThat(session.log).contains("SELECT * FROM t3_x", "SELECT * FROM ta b");
    }

    /** A measurement after a warm-up must not insert the same keys again. */
    @Test
    void aSequenceGoesOnWhereAnEarlierStageEnded() throws Exception {
        Positions positions = new Positions();
        for (int stage = 0; stage < 2; stage++) {
            try (ScriptActor actor = new ScriptActor(session, new ScriptExecution[] {new ScriptExecution(session, false,
                    Clock.system(), PgbenchParser.parse("test", "\\set id sequence(7)\nSELECT :id;", Set.of()), null)},
                    new int[] {1}, 5, new Retries(Set.of(), 1), positions)) {
                for (int n = 0; n < 3; n++) {
                    actor.prepare(0, n);
                    actor.step(0, tally);
                }
            }
        }
        assertThat(session.log).filteredOn(said -> said.startsWith("SELECT")).containsExactly("SELECT ? 7",
                "SELECT ? 8", "SELECT ? 9", "SELECT ? 10", "SELECT ? 11", "SELECT ? 12");
    }

    @Test
    void operationsComeByTheirWeights() {
        int[] bounds = {9, 10, 16};
        double[] shares = new double[3];
        ScriptActor actor = new ScriptActor(session, new ScriptExecution[3], bounds, 11, new Retries(Set.of(), 1),
                new Positions());
        for (int n = 0; n < 100_000; n++) {
            shares[actor.prepare(0, n)] += 1e-5;
        }
        assertThat(shares[0]).isCloseTo(9 / 16.0, within(0.006));
        assertThat(shares[1]).isCloseTo(1 / 16.0, within(0.003));
        assertThat(shares[2]).isCloseTo(6 / 16.0, within(0.006));
    }
}
