package dev.tidemark.core.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.measure.PartTimes;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import dev.tidemark.core.workload.script.language.ScriptException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptActorTest {

    /** Goes on when somebody waits. */
    private static final class HandClock implements Clock {

        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }

        @Override
        public void sleepUntil(long nanoTime) {
            now = Math.max(now, nanoTime);
        }

        @Override
        public void spinUntil(long nanoTime) {
            sleepUntil(nanoTime);
        }

        @Override
        public Thread start(String name, Runnable task) {
            throw new UnsupportedOperationException();
        }
    }

    /** Answers as it is told. */
    private class Session implements StatementSession {

        final List<String> log = new ArrayList<>();
        String state;
        int failures;
        String answer = "1";
        String column = "answer";
        long took;
        long returned;
        int connections = Integer.MAX_VALUE;

        @Override
        public void begin(boolean ownNamespace) throws DriverException {
            if (connections-- == 0) {
                throw new DriverException("nobody is there");
            }
            log.add("begin");
        }

        @Override
        public long written() {
            return returned;
        }

        @Override
        public long returned() {
            return returned;
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
            clock.sleepUntil(clock.nanoTime() + took);
            if (failures-- > 0) {
                throw new StatementException(state, "planted", null);
            }
            if (columns != null) {
                columns.column(0, column, answer);
            }
            return 1;
        }

        @Override
        public int executeAll(List<String> texts, Binding binding, Columns columns) {
            clock.sleepUntil(clock.nanoTime() + took);
            return texts.size();
        }

        @Override
        public void end() {
            log.add("end");
        }

        @Override
        public void close() {}
    }

    private final HandClock clock = new HandClock();
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
    void aColumnWithoutANameIsNotKept() {
        session.column = "count(*)";
        assertThatThrownBy(() -> perform(actor("SELECT 1 \\gset", 1, null), 1)).hasMessageContaining(
                "\\gset: 'count(*)' can be no variable");
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
        assertThat(tally.reason).isEqualTo("script test line 1: planted");
        assertThat(tally.retries).isEqualTo(1);
        assertThat(session.log).hasSize(6);
    }

    @Test
    void aTryThatComesToNoStatementHasNotThePlaceOfTheOneBefore() {
        session.state = "40001";
        session.failures = 1;
        session.connections = 1;
        assertThatThrownBy(() -> perform(actor("SELECT 1;", 2, null), 1)).hasMessage("nobody is there");
        assertThat(tally.place).isNull();
    }

    /** As by INSERT with RETURNING. */
    @Test
    void aRowThatAStatementWritesAndAnswersIsAWrittenOne() throws Exception {
        perform(actor("SELECT 1;", 1, null), 1);
        assertThat(List.of(tally.hits, tally.rowsWritten)).containsExactly(1L, 0L);
        session.returned = 1;
        perform(actor("INSERT 1 \\gset\nSELECT :answer;", 1, null), 1);
        assertThat(List.of(tally.hits, tally.rowsWritten)).containsExactly(0L, 2L);
    }

    /** A pause and what is computed are no part of a statement's time; each try of a statement is a call. */
    @Test
    void everyCallOfAStatementHasATime() throws Exception {
        session.took = 70;
        session.state = "40001";
        session.failures = 1;
        String script = "SELECT 1;\n\\sleep 1 us\n\\startpipeline\nSELECT 2;\nSELECT 3;\n\\endpipeline\n\\if false\nSELECT 4;\n\\endif\nSELECT 5;";
        ScriptExecution[] operations = {new ScriptExecution(session, false, clock, PgbenchParser.parse("test", script,
                Set.of()), null, 10)};
        tally.clear();
        perform(new ScriptActor(session, operations, new int[] {1}, 5, new Retries(Set.of("40001"), 2), new Positions()), 1);
        PartTimes parts = tally.parts;
        assertThat(IntStream.range(0, parts.count()).mapToObj(i -> parts.step(i) + " " + parts.nanos(i) + " "
                + (parts.isAnswered(i) ? parts.rows(i) : "failed"))).containsExactly("10 70 failed", "10 70 1", "11 70 2",
                "13 70 1");
    }

    @Test
    void aFailureSaysInWhichLineItWas() {
        session.failures = 9;
        session.state = "22012";
        for (Map.Entry<String, String> script : Map.of("SELECT 1;", "line 1", "\\set b 1\n\nSELECT\n:b;", "line 3",
                "\\set b 1\n\\set c 1 / (:b - 1)\nSELECT :b;", "line 2", "\\set b 1\n\\if :b + 'x' > 1\nSELECT :b;\n\\endif",
                "line 2").entrySet()) {
            tally.clear();
            assertThatThrownBy(() -> perform(actor(script.getKey(), 1, null), 1)).isInstanceOf(Exception.class);
            assertThat(tally.place).as(script.getKey()).isEqualTo("script test " + script.getValue());
        }
    }

    /** As pgbench names it: malformed variable "foo". */
    @Test
    void aVariableThatIsNoNumberIsNamed() {
        session.answer = "bla";
        assertThatThrownBy(() -> perform(actor("SELECT 1 \\gset\n\\set b :answer + 1\nSELECT :b;", 1, null), 1))
                .hasMessage("cannot coerce 'bla' of variable answer to int");
    }

    /** The statement is not sent with nothing in the place of the name that was misspelt. */
    @Test
    void aVariableThatNoColumnHasSetFailsTheOperation() {
        assertThatThrownBy(() -> perform(actor("SELECT 1 \\gset\nUPDATE t SET a = :anwser;", 1, null), 1))
                .isInstanceOf(ScriptException.class).hasMessageStartingWith("variable 'anwser' has no value");
        assertThat(session.log).containsExactly("begin", "SELECT 1", "end");
        assertThat(tally.place).isEqualTo("script test line 2");
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
                .hasMessage("answered otherwise than the first time");
        assertThat(tally.place).isEqualTo("script test line 1");
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

    @TempDir
    private Path folder;

    private ScriptActor ofGroup(int group, Positions positions, String script) {
        return new ScriptActor(session, new ScriptExecution[] {new ScriptExecution(session, false, Clock.system(),
                PgbenchParser.parse("test", script, Set.of()), null)}, new int[] {1}, 5, new Retries(Set.of(), 1),
                positions.of(new ScriptGroup("", null, group, 2, 0)));
    }

    /** What is sent has the row and the number at its end. */
    @Test
    void eachOfTwoGroupsGoesThroughTheRowsOfAFileInOrderAndNoNumberComesTwice() throws Exception {
        Path rows = Files.writeString(folder.resolve("ids.csv"), "id\n1\n2\n3\n4\n");
        String script = "\\values " + rows + " in order\n\\set n sequence(1)\nSELECT :id, :n;";
        Positions positions = new Positions();
        for (int stage = 0; stage < 2; stage++) {
            List<ScriptActor> groups = IntStream.range(0, 2).mapToObj(i -> ofGroup(i, positions, script)).toList();
            for (ScriptActor group : groups) {
                int before = session.log.size();
                for (int n = 0; n < 4; n++) {
                    perform(group, n);
                }
                assertThat(session.log.subList(before, session.log.size()).stream().filter(said -> said.startsWith("SELECT"))
                        .map(said -> said.split(" ")[3])).containsExactly("1", "2", "3", "4");
            }
            for (ScriptActor group : groups) {
                group.close();
            }
        }
        assertThat(session.log.stream().filter(said -> said.startsWith("SELECT")).map(said -> said.split(" ")[4]))
                .hasSize(16).doesNotHaveDuplicates();
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
