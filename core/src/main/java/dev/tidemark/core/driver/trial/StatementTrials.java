package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.StatementException;

/** Tries statements that touch nothing but a table of their own. */
record StatementTrials(OpenTarget target) {

    private static final String NONSENSE = "tidemark tries what is no statement";
    private static final String COPIED = "tidemark_copied";
    private static final int SEVERAL = 5;

    /** What is done with a statement that answers its parameter. */
    private interface SessionCall {
        void of(StatementSession session, String echo) throws Exception;
    }

    private void with(SessionCall use) throws Exception {
        try (StatementSession session = target.session(0, StatementSession.class)) {
            String echo = session.echo().orElseThrow(() -> new UntriedException(
                    "no statement is known that every such database understands"));
            session.begin(false);
            try {
                use.of(session, echo);
            } finally {
                session.end();
            }
        }
    }

    /** One that is answered, one that is refused, and one after it over the same connection. */
    void single() throws Exception {
        with((session, echo) -> {
            requireEcho(session, echo, 42);
            requireRefusal(session);
            requireEcho(session, echo, 43);
        });
    }

    private static void requireEcho(StatementSession session, String echo, long number) throws Exception {
        List<String> answered = new ArrayList<>();
        int rows = session.execute(echo, to -> to.add(number), (_, _, text) -> answered.add(text));
        require(rows, answered, List.of(String.valueOf(number)));
    }

    private static void requireRefusal(StatementSession session) throws Exception {
        try {
            session.execute(NONSENSE, StatementSession.Binding.NONE, null);
        } catch (StatementException e) {
            return;
        }
        throw new WrongAnswerException("'" + NONSENSE + "' was not refused");
    }

    private static void require(int rows, List<String> answered, List<String> expected) throws WrongAnswerException {
        if (!answered.equals(expected) || rows != expected.size()) {
            throw new WrongAnswerException("statements were answered " + answered + " in " + rows
                    + " rows, though it should be " + expected);
        }
    }

    /** Several that are answered in their order. */
    void pipelined() throws Exception {
        with((session, echo) -> {
            List<String> expected = new ArrayList<>();
            List<String> answered = new ArrayList<>();
            for (int i = 0; i < SEVERAL; i++) {
                expected.add(String.valueOf(i));
            }
            int rows = session.executeAll(Collections.nCopies(SEVERAL, echo), to -> {
                for (int i = 0; i < SEVERAL; i++) {
                    to.add(i);
                }
            }, (_, _, text) -> answered.add(text));
            require(rows, answered, expected);
        });
    }

    /** Rows with all that could be taken for the end of a cell or of a row, in a table of their own. */
    void copied() throws Exception {
        List<String> expected = new ArrayList<>(Arrays.asList("a\tb\\n\n\r\"'", "", null, "\\N"));
        try (StatementSession session = target.session(0, StatementSession.class)) {
            session.begin(true);
            session.execute("CREATE TABLE " + COPIED + " (a int, b varchar(40))", StatementSession.Binding.NONE, null);
            try {
                List<String[]> rows = new ArrayList<>();
                expected.forEach(text -> rows.add(new String[] {text, String.valueOf(rows.size())}));
                session.copy(COPIED, List.of("b", "a"), rows);
                List<String> answered = new ArrayList<>();
                int count = session.execute("SELECT b FROM " + COPIED + " ORDER BY a", StatementSession.Binding.NONE,
                        (_, _, text) -> answered.add(text));
                require(count, answered, expected);
            } finally {
                session.execute("DROP TABLE " + COPIED, StatementSession.Binding.NONE, null);
                session.end();
            }
        }
    }
}
