package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.driver.contract.ClientStatements;
import dev.tidemark.driver.contract.ScriptRuns;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a variable is in a statement, under each protocol: what it is to pgbench 15.18. */
class PostgresValuesTest extends ScriptRuns {

    private static final int OPERATIONS = 10;

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }

    private void done(String script, String more) {
        List<OutcomeCount> outcomes = run("script: \"" + file("values.sql", script) + "\", workers: 1, operations: "
                + OPERATIONS + ", " + more);
        assertThat(count(outcomes, "values", Outcome.OK)).as("%s %s", outcomes, ended()).isEqualTo(OPERATIONS);
    }

    /** Statements that pgbench has carried out, with {@code x} = 1. */
    private static final List<String> ANYWAY = List.of("SELECT repeat('ab', :x)", "SELECT left('abcdef', :x)",
            "SELECT make_date(2026, :x, 1)", "SELECT one_more(:x)", "CALL nothing(:x)", "SELECT round(:x / 3.0, :x)",
            "SELECT '[10, 20]'::jsonb -> :x", "SELECT now() - make_interval(days => :x)", "SELECT 1 LIMIT :x",
            "SELECT 1 WHERE :x = 1", "SELECT :x + 1", "SELECT :x", "SELECT round(:tenth, 1)", "SELECT 1 WHERE :yes",
            "SELECT * FROM r_1 WHERE id = :five");
    private static final List<String> WITH_TYPES_LEFT_OPEN = List.of(
            "SELECT 1 FROM (VALUES ('1'::text)) AS t (code) WHERE code = :x",
            "SELECT a FROM (VALUES ('a', 2)) AS t (a, b) WHERE a = :word");
    private static final String SET = "\\set x 1\n\\set tenth 0.1\n\\set yes 1 = 1\n\\set five 2.5 * 2\n"
            + "\\set word random_text(3, 3)\n";

    private void makeRoutines() {
        server.execute("CREATE FUNCTION public.one_more(a int) RETURNS int LANGUAGE sql AS 'SELECT a + 1'",
                "CREATE PROCEDURE public.nothing(a int) LANGUAGE sql AS ''", "CREATE TABLE public.r_1 (id int PRIMARY KEY)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"extended", "prepared"})
    void typesAreTheStatements(String protocol) {
        makeRoutines();
        done(SET + String.join(";\n", ANYWAY) + ";\n" + String.join(";\n", WITH_TYPES_LEFT_OPEN) + ";\n", "protocol: "
                + protocol);
    }

    /** Where the value stands in the text, there can be any of them; what looks like a number is one. */
    @Test
    void valuesAreInTheTextOfSimpleStatements() {
        makeRoutines();
        done(SET + String.join(";\n", ANYWAY) + """
                ;
                SELECT current_date - :x, date '2026-01-01' + :x, ARRAY[1, 2] @> ARRAY[:x];
                SELECT string_agg(a, '') AS sorted FROM (SELECT b, a FROM (VALUES ('a', 2), ('b', 1)) AS t (a, b)
                  ORDER BY :x) AS s \\gset
                SELECT 1 / (CASE WHEN ':{sorted}' = 'ba' AND :word = ':word' AND '{"a": 1}'::jsonb ? 'a' THEN 1 ELSE 0 END);
                SET statement_timeout = 700:x;
                SELECT * FROM r_:x;
                DO $$ BEGIN PERFORM one_more(:x); END $$;
                """, "protocol: simple");
    }

    /**
     * As by pgbench: whole numbers where one adds to a date or compares with an array, and where no value can stand.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"SELECT current_date - :x | invalid input syntax for type",
        "SELECT ARRAY[1, 2] @> ARRAY[:x] | operator does not exist: integer[] @> text[]",
        "SET statement_timeout = :x | syntax error", "SELECT * FROM r_:x | ERROR: ",
        "SELECT * FROM r_1 WHERE id = :tenth | invalid input syntax for type integer"})
    void whatPgbenchDoesNotDoIsRefused(String statement, String why) {
        makeRoutines();
        List<OutcomeCount> outcomes = run("script: \"" + file("refused.sql", SET + statement + ";\n")
                + "\", workers: 1, operations: 1");
        assertThat(outcomes + ended()).contains("script refused.sql line 6: ").contains(why);
    }

    /** Before others see them. */
    private static final String FLUSH = "SELECT pg_stat_force_next_flush()";
    private static final String KEYED = "CREATE TABLE public.keyed AS SELECT g::int AS i, g::numeric AS n, 'k' || g AS t, "
            + "date '2020-01-01' + g AS d, md5(g::text)::uuid AS u, to_jsonb(g) AS j FROM generate_series(1, 2000) g";

    /** By the server's counts of scans: each statement of each operation by its index, none by the table. */
    private void areFoundByIndex(List<String> conditions, String protocol) {
        List<String> make = new ArrayList<>(List.of(KEYED));
        List.of("i", "n", "t", "d", "u", "j").forEach(c -> make.add("CREATE INDEX ON public.keyed (" + c + ")"));
        make.addAll(List.of("ANALYZE public.keyed", FLUSH));
        server.execute(make.toArray(String[]::new));
        long table = scans("seq_scan");
        long index = scans("idx_scan");
        done("\\set id random(1, 20) * 100\n\\set half random(1, 20) * 50.0\n"
                + "SELECT t, d, u, j FROM keyed WHERE i = :id \\gset\n"
                + conditions.stream().map(c -> "SELECT n FROM keyed WHERE " + c + ";\n").collect(Collectors.joining())
                + FLUSH + ";\n", "protocol: " + protocol);
        assertThat(scans("seq_scan") - table).isZero();
        assertThat(scans("idx_scan") - index).isEqualTo((1 + conditions.size()) * OPERATIONS);
    }

    private long scans(String count) {
        return Long.parseLong(server.texts("SELECT " + count + " FROM pg_stat_user_tables WHERE relname = 'keyed'").getFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {"extended", "prepared"})
    void keysAreFoundByTheirIndexes(String protocol) {
        areFoundByIndex(List.of("i = :id", "i = :half", "n = :id", "n = :half", "t = :t", "d = :d", "u = :u", "j = :j",
                "i BETWEEN :id AND :id + 1", "i IN (:id)"), protocol);
    }

    /** A number only where it is computed with. */
    @ParameterizedTest
    @ValueSource(strings = {"extended", "prepared"})
    void textsOfAnswersAndDefinitionsStayAsTheyAre(String protocol) {
        server.execute("CREATE TABLE public.kept (v text)");
        done("""
                SELECT '+493012345' AS a, '1.0' AS b, '-0' AS c, 0.10::numeric AS d, '007' AS e, '1e3' AS f \\gset
                \\set g :b + 1
                \\set h 100 * 1.1
                \\set i 0.1 + 0.2
                \\set j pi() * 1e20
                INSERT INTO kept VALUES (:a), (:b), (:c), (:d), (:e), (:f), (:g), (:h), (:i), (:j), (:v), (:w);
                """, "define: \"v=1.10;w=+49\", protocol: " + protocol);
        assertThat(server.texts("SELECT DISTINCT v FROM public.kept")).containsExactlyInAnyOrder("+493012345", "1.0", "-0",
                "0.10", "007", "1e3", "2", "110", "0.3", "3.14159265358979e+20", "1.10", "+49");
    }

    @Test
    void textsOfAnswersStandInTheTextOfSimpleStatements() {
        server.execute("CREATE TABLE public.kept (v text)");
        done("SELECT '+493012345' AS a, '1.0' AS b, 0.10::numeric AS c, 'x' AS d \\gset\n\\set h 100 * 1.1\n"
                + "INSERT INTO kept VALUES (':a'), (':b'), (':{c}'), (':d'), (:h), (':v'), ('at:z');\n", "define: v=1.10, protocol: simple");
        assertThat(server.texts("SELECT DISTINCT v FROM public.kept")).containsExactlyInAnyOrder("+493012345", "1.0", "0.10",
                "x", "110", "1.10", "at:z");
    }

    @Test
    void whatIsNoTextIsNoneToASimpleStatement() {
        List<OutcomeCount> outcomes = run("script: \"" + file("refused.sql", "\\set x 1\n"
                + "SELECT 1 FROM (VALUES ('1'::text)) AS t (code) WHERE code = :x;\n")
                + "\", workers: 1, operations: 2, protocol: simple");
        assertThat(outcomes).allSatisfy(o -> assertThat(o.reason()).contains("operator does not exist: text = integer"))
                .isNotEmpty();
    }

    @Test
    void keysOfSimpleStatementsAreFoundByTheirIndexes() {
        areFoundByIndex(List.of("i = :id", "i = :half", "n = :id", "n = :half", "t = ':t'", "d = ':d'", "u = ':u'", "j = ':j'",
                "i BETWEEN :id AND :id + 1", "i IN (:id)"), "simple");
    }

    /** For {@link #rules}. */
    private static final String DEFINED = ", define: \"word=blue;nearly=trueish;maxint=9223372036854775807;"
            + "minint=-9223372036854775808\"";
    private static final String DONE = "done";

    /**
     * A script for each rule that PostgreSQL's own tests of pgbench hold, what pgbench 15.18 says when it has carried it
     * out, with the protocol simple where statements are joined and else prepared, and what is said here.
     */
    private static Stream<ClientStatements> rules(boolean done) {
        try {
            return ClientStatements.of(PostgresValuesTest.class, "pgbench-rules.txt")
                    .filter(rule -> rule.logged().getFirst().equals(DONE) == done);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"extended", "simple"})
    void whatPgbenchDoesIsDone(String protocol) {
        String all = rules(true).map(ClientStatements::file).collect(Collectors.joining("\n;\n"));
        List<OutcomeCount> outcomes = run("script: \"" + file("rules.sql", all) + "\", workers: 1, operations: 3, protocol: "
                + protocol + DEFINED);
        assertThat(count(outcomes, "rules", Outcome.OK)).as("%s %s", outcomes, ended()).isEqualTo(3);
    }

    private static final Pattern PLACE = Pattern.compile("\\br(\\d+)\\.sql(: line | line |: left a ).*");

    /** Which rule a message is about, by its place. */
    private static int rule(String said) {
        Matcher place = PLACE.matcher(said);
        assertThat(place.find()).as(said).isTrue();
        return Integer.parseInt(place.group(1));
    }

    /** When it is read, before the first operation, which ends the run, or in it. */
    @Test
    void whatPgbenchRefusesIsRefusedWithItsPlace() {
        List<ClientStatements> refused = rules(false).toList();
        SequencedMap<Integer, String> files = new TreeMap<>();
        for (int i = 0; i < refused.size(); i++) {
            files.put(i, file("r" + i + ".sql", refused.get(i).file()));
        }
        Map<Integer, String> said = new TreeMap<>();
        while (!files.isEmpty()) {
            said(files.values()).forEach(text -> said.put(rule(text), text));
            assertThat(files.keySet().removeAll(said.keySet())).as("%s", said).isTrue();
        }
        assertThat(said).hasSameSizeAs(refused).allSatisfy((i, text) -> assertThat(text).as(refused.get(i).file())
                .contains(refused.get(i).logged().getLast()));
    }

    private List<String> said(Collection<String> files) {
        try {
            List<OutcomeCount> outcomes = run("script: \"" + String.join(";", files) + "\", workers: 1, operations: 1000"
                    + DEFINED);
            assertThat(outcomes).allMatch(o -> o.outcome() == Outcome.FAILURE);
            return outcomes.isEmpty() ? List.of(ended()) : outcomes.stream().map(OutcomeCount::reason).toList();
        } catch (InvalidInputException e) {
            return List.of(e.getMessage());
        }
    }

    /** An entry of the server's log: what sort of entry, and its text. */
    private static final Pattern LOGGED = Pattern.compile("(?m)^\\d{4}-\\S+ \\S+ \\S+ \\[\\d+\\] ([A-Z]+):  "
            + "(?:statement: |execute [^:\n]+: )?(.*(?:\\n\\t.*)*)");

    /** What the client library cuts at a semicolon that ends nothing, as it prepares it. */
    private static final List<String> READ_OTHERWISE = List.of("SELECT e'x''y", "SELECT 1$$a;b$$",
            "CREATE /* x */ FUNCTION f6()");

    /** Each file on a connection as the last one left it; the server logs what it cannot read with its complaint. */
    @ParameterizedTest
    @ValueSource(strings = {"prepared", "simple"})
    void theServerSeesWhatPsqlSends(String protocol) throws Exception {
        PostgresDriver driver = new PostgresDriver();
        server.execute("ALTER ROLE tidemark SET log_statement = 'all'");
        List<ClientStatements> files = PostgresLanguageTest.files().filter(file -> protocol.equals("simple")
                || READ_OTHERWISE.stream().noneMatch(file.file()::startsWith)).toList();
        int before = server.process().log().length();
        Fixture.created(server, directory).close();
        try (Fixture fixture = new Fixture(server, directory, "protocol", protocol);
                StatementSession session = fixture.session()) {
            for (ClientStatements file : files) {
                carryOut(session, ClientStatements.read(driver, driver.params().defaults().with("protocol", protocol,
                        SettingOrigin.SET), file.file()));
            }
            carryOut(session, ClientStatements.read(driver, driver.params().defaults(), "SELECT 'the end'"));
        }
        List<String> seen = seen(before);
        assertThat(seen).containsSubsequence(files.stream().flatMap(file -> file.logged().stream()).toList());
    }

    private static void carryOut(StatementSession session, List<Command.Sql> statements) throws Exception {
        session.begin(false);
        for (Command.Sql sql : statements) {
            try {
                session.execute(sql.text(), Binding.NONE, null);
            } catch (StatementException e) {
                // as psql goes on
            }
        }
        try {
            session.end();
        } catch (StatementException e) {
            // it left a transaction open
        }
    }

    /** A statement that was begun and refused then is in the log twice. */
    private List<String> seen(int before) {
        String log = "";
        while (!log.contains("SELECT 'the end'")) {
            log = server.process().log().substring(before);
        }
        List<String> seen = new ArrayList<>();
        for (Matcher entry = LOGGED.matcher(log); entry.find();) {
            String text = entry.group(2).replace("\n\t", "\n").stripTrailing();
            if (entry.group(1).equals("LOG") || entry.group(1).equals("STATEMENT") && !text.equals(seen.getLast())) {
                seen.add(text);
            }
        }
        return seen;
    }

    /** Somebody cancels it: that is the server's word, and not that it gave none in time. */
    /** Those of statements that are sent together, too. */
    @ParameterizedTest
    @ValueSource(strings = {"prepared", "simple"})
    void rowsThatAStatementReturnsAreThoseThatItWrites(String protocol) throws Exception {
        server.execute("CREATE TABLE public.born (id int)");
        Fixture.created(server, directory).close();
        try (Fixture fixture = new Fixture(server, directory, "protocol", protocol);
                StatementSession session = fixture.session()) {
            session.begin(false);
            assertThat(session.execute("/* hint */ INSERT INTO public.born SELECT generate_series(1, 3) RETURNING id",
                    Binding.NONE, null)).isEqualTo(3);
            assertThat(List.of(session.written(), session.returned())).containsExactly(3L, 3L);
            assertThat(session.executeAll(List.of("SELECT 1", "UPDATE public.born SET id = 0 WHERE id = 1 RETURNING id",
                    "SELECT 2", "DELETE FROM public.born WHERE id > 1"), Binding.NONE, null)).isEqualTo(3);
            assertThat(List.of(session.written(), session.returned())).containsExactly(3L, 1L);
            session.execute("WITH x AS (SELECT 0 AS id) UPDATE public.born SET id = 5 WHERE id IN (SELECT id FROM x) "
                    + "RETURNING id", Binding.NONE, null);
            assertThat(List.of(session.written(), session.returned())).containsExactly(1L, 1L);
            session.end();
        }
    }

    @Test
    void whatIsCancelledIsNotLate() {
        List<OutcomeCount> outcomes = run("script: \"" + file("cancelled.sql", "SELECT pg_cancel_backend(pg_backend_pid());\n"
                + "SELECT 1;\n") + "\", workers: 1, operations: 3");
        assertThat(outcomes).allSatisfy(o -> {
            assertThat(o.outcome()).isEqualTo(Outcome.FAILURE);
            assertThat(o.reason()).contains("canceling statement due to user request");
        }).isNotEmpty();
    }
}
