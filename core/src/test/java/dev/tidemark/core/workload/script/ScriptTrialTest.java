package dev.tidemark.core.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import dev.tidemark.core.workload.script.language.Script;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptTrialTest {

    /** A server on which there is no table {@code nowhere}; every answer has the column {@code balance}. */
    private static final class Server implements StatementSession {

        private final List<String> read = new ArrayList<>();

        @Override
        public void begin(boolean ownNamespace) {}

        @Override
        public int execute(String text, Binding binding, Columns columns) {
            throw new AssertionError("carried out: " + text);
        }

        @Override
        public Optional<List<String>> describe(String text, Binding binding) throws StatementException {
            read.add(text);
            if (text.contains("FROM nowhere")) {
                throw new StatementException("42P01", "ERROR: there is no table nowhere", null);
            }
            return Optional.of(List.of(text.endsWith(" count(*)") ? "?column?" : "balance"));
        }

        @Override
        public void end() {}

        @Override
        public void close() {}
    }

    private final Server server = new Server();

    @TempDir
    private Path folder;

    private void read(String... scripts) throws Exception {
        List<Script> parsed = Arrays.stream(scripts).map(text -> {
            Script script = PgbenchParser.parse("some/pay.sql", text, Set.of());
            script.variables().define("client_id", "0");
            List.of("default_seed", "random_seed", "scale").forEach(name -> script.variables().define(name, "1"));
            return script;
        }).toList();
        new ScriptTrial(server, false, parsed, 1).run(null);
    }

    @Test
    void everyStatementIsReadAndNoneCarriedOut() throws Exception {
        read("\\set t 3\nBEGIN;\nUPDATE a:{t} SET b = :t;\n\\if :t > 5\nSELECT 1;\n\\else\nSELECT 2;\n\\endif\nEND;");
        assertThat(server.read).containsExactly("BEGIN", "UPDATE a3 SET b = ?", "SELECT 1", "SELECT 2", "END");
    }

    @Test
    void whatIsRefusedIsToldWithItsScriptAndLine() {
        assertThatThrownBy(() -> read("SELECT 1;", "SELECT 2;\n\nSELECT *\nFROM nowhere;"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("script pay.sql line 3: ERROR: there is no table nowhere");
    }

    /** The first makes it, the second is not sure to be carried out, of the third nobody knows the types yet. */
    @Test
    void whatMayWorkInTheRunIsLeftToIt() {
        for (String[] scripts : new String[][] {{"CREATE TEMP TABLE nowhere (a int);\nSELECT * FROM nowhere;"},
            {"SET search_path = x;", "SELECT * FROM nowhere;"}, {"SELECT 1 INTO nowhere;\nSELECT * FROM nowhere;"},
            {"\\if false\nSELECT * FROM nowhere;\n\\endif\nSELECT 1;"},
            {"SELECT 1 \\gset\nSELECT * FROM nowhere WHERE a = :balance;"},
            {"SELECT 1 \\gset\nSELECT * FROM nowhere:{balance};"}}) {
            assertThatCode(() -> read(scripts)).as(scripts[0]).doesNotThrowAnyException();
        }
    }

    @Test
    void aNameThatNoColumnHasIsASlip() {
        assertThatThrownBy(() -> read("SELECT balance FROM a \\gset\nUPDATE a SET b = :balnce;"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("script pay.sql line 2: variable 'balnce' is never set (did you mean 'balance'?)");
        assertThatCode(() -> read("SELECT balance FROM a \\gset old_\nUPDATE a SET b = :old_balance;"))
                .doesNotThrowAnyException();
    }

    @Test
    void aColumnWithoutANameIsNotKept() {
        assertThatThrownBy(() -> read("SELECT 1 \\gset\nSELECT count(*) \\gset n_")).hasMessage("script pay.sql line 2: \\gset: "
                + "'n_?column?' can be no variable; give the column an alias, as in SELECT 1 AS n");
    }

    private List<TrialResult> verdicts(String script) throws Exception {
        Driver driver = (Driver) Proxy.newProxyInstance(Driver.class.getClassLoader(), new Class<?>[] {Driver.class},
                (proxy, method, arguments) -> method.getName().equals("params") ? ParamSet.of()
                        : InvocationHandler.invokeDefault(proxy, method, arguments));
        List<TrialResult> verdicts = new ArrayList<>();
        new ScriptRights(driver, List.of(), Files.writeString(folder.resolve("pay.sql"), script).toString())
                .read(server, trial -> verdicts.add(trial.verdict()));
        return verdicts;
    }

    /** What is set on the connection first may be what a statement needs. */
    @Test
    void rightsAreThoseOfAllSections() throws Exception {
        assertThat(verdicts("\\operation a\nSELECT 1 FROM nowhere;\n")).containsExactly(TrialResult.REFUSED);
        assertThat(verdicts("\\connect\nSET search_path = shop;\n\\operation a\nSELECT 1 FROM nowhere;\n"))
                .containsExactly(TrialResult.WORKS, TrialResult.NOT_TRIED);
    }
}
