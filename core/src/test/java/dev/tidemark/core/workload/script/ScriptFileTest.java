package dev.tidemark.core.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptFileTest {

    @TempDir
    private Path folder;

    private ScriptFile read(String text, int weight) throws IOException {
        return ScriptFile.of(new ScriptSource(Files.writeString(folder.resolve("orders.sql"), text).toString(), weight));
    }

    @Test
    void aFileWithoutSectionsIsOneOperationOfItsName() throws IOException {
        ScriptFile file = read("SELECT 1;", 3);
        assertThat(file.operations()).extracting(ScriptOperation::name, ScriptOperation::weight).containsExactly(
                tuple("orders", 3));
        assertThat(file.setUp()).isEmpty();
    }

    @Test
    void sectionsAreOperationsSetUpAndTearDown() throws IOException {
        ScriptFile file = read("\\set n 10\n\\setup\nCREATE TABLE t (i int);\n\\connect\nSET a = :n;\n"
                + "\\operation read 9\nSELECT :n;\n"
                + "\\operation write\nINSERT INTO t VALUES (:n);\n\\teardown\nDROP TABLE t;\n", 2);
        assertThat(file.operations()).extracting(ScriptOperation::name, ScriptOperation::weight).containsExactly(
                tuple("read", 18), tuple("write", 2));
        assertThat(PgbenchParser.parse("read", file.operations().getFirst().text(), Set.of()).commands()).hasSize(2);
        assertThat(file.setUp().orElseThrow().text()).contains("CREATE").doesNotContain("DROP");
        assertThat(file.connect().orElseThrow().text()).contains("SET a").doesNotContain("CREATE");
        assertThat(file.tearDown().orElseThrow().text()).contains("DROP");
    }

    @Test
    void complaintsSpeakOfTheLinesOfTheFile() throws IOException {
        ScriptFile file = read("-- mine\n\\set n 10\n\\operation read\nSELECT :n;\n\\set m 1 +\n", 1);
        assertThatThrownBy(() -> PgbenchParser.parse("orders.sql", file.operations().getFirst().text(), Set.of()))
                .hasMessageStartingWith("orders.sql: line 5: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "\\operation 9 lives~SELECT 1;|line 1: write it as \\operation NAME", "\\setup~SELECT 1;|no \\operation",
            "\\setup now~SELECT 1;|line 1: \\setup stands alone", "\\operation a 100001~SELECT 1;|line 1: a weight is 0 to",
            "\\operation a~SELECT 1;~\\setup~SELECT 1;~\\setup~SELECT 2;|line 5: \\setup comes twice"})
    void badSectionsAreOneLine(String text, String message) {
        assertThatThrownBy(() -> read(text.replace('~', '\n'), 1)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message).hasMessageNotContaining("\n");
    }

    @Test
    void aLoadNamesItsFileItsTableAndPerhapsItsColumns() throws IOException {
        Path rows = Files.writeString(folder.resolve("two words.csv"), "Id,full name\n1,x\n");
        ScriptFile file = read("\\load '" + rows + "' INTO shop.\"Order?\" (id, \"full name\");\n-- of both\n"
                + "\\finish\nANALYZE;\n", 1);
        assertThat(file.operations()).isEmpty();
        assertThat(file.finishes()).extracting(ScriptOperation::name).containsExactly("finish");
        TableLoad load = file.loads().getFirst();
        assertThat(load.kind()).isEqualTo("Order");
        assertThat(load.insert(2)).isEqualTo("INSERT INTO shop.\"Order??\" (id, \"full name\") VALUES (?, ?), (?, ?)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "\\load x.csv t|line 1: \\load: write it as \\load FILE INTO table(columns)",
            "\\load nowhere.csv INTO t|line 1: \\load: there is no file nowhere.csv",
            "\\load FILE INTO t(zzz)|has no column 'zzz'; it has a, full name",
            "\\load FILE INTO t(a b)|line 1: \\load: 'a b' are no columns",
            "\\load FILE INTO t|the heading 'full name' of",
            "\\load FILE INTO t(a)~SELECT 1;|line 1: a \\load is one line",
            "\\load FILE INTO t(a)~\\finish 1|line 2: write it as \\finish or \\finish NAME",
            "\\load FILE INTO t(a)~\\finish~SELECT 1;~\\finish|line 4: there are two \\finish of one name",
            "\\operation a~SELECT 1;~\\finish~SELECT 1;|\\finish comes after a \\load"})
    void badLoadsAreOneLine(String text, String message) throws IOException {
        Path rows = Files.writeString(folder.resolve("rows.csv"), "a,full name\n1,x\n");
        assertThatThrownBy(() -> read(text.replace('~', '\n').replace("FILE", rows.toString()), 1))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining(message).hasMessageNotContaining("\n");
    }

    @Test
    void whatAScriptReadsIsToldBeforeItRuns() throws IOException {
        String script = Files.writeString(folder.resolve("reads.sql"), """
                \\load /data/rows.csv INTO t
                \\operation a
                \\values '/data/two words.csv' in order
                \\set name line('/data/names.txt')
                SELECT :name;
                """).toString();
        assertThat(ScriptParams.SCRIPT.reachedBy(ScriptParams.SCRIPT.parse(script + "@2;select-only")))
                .extracting(Reached::what).containsExactly(script, "/data/rows.csv", "/data/two words.csv",
                        "/data/names.txt");
    }

    /** As the parser takes it: anywhere, in capitals, over several lines, with doubled quotes. */
    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1 \\values FILE as p_", "\\VALUES FILE", "\\values \\~ FILE in order", "\\ values\t FILE",
        "SELECT 1;\\values FILE by share", "\\set x LINE ( FILE)", "SELECT 1 \\set x pick('\\values ', line(\\ ~FILE))",
        "\\if line(FILE) = 'a'~\\endif"})
    void aFileIsToldHoweverItsCommandIsWritten(String command) throws IOException {
        String file = "/nowhere/it''s here.csv";
        String text = command.replace("FILE", "'" + file + "'").replace('~', '\n') + "\n";
        assertThat(PgbenchParser.files(text)).containsExactly(file.replace("''", "'"));
        assertThatThrownBy(() -> PgbenchParser.parse("x", text, Set.of())).hasMessageContaining("/nowhere/it's here.csv");
    }

    @Test
    void statementsNameNoFiles() {
        assertThat(PgbenchParser.files("SELECT line('{1,2,3}'), ' values x';\n\\set a 1\nINSERT INTO t values (1);\n"))
                .isEmpty();
    }

    @Test
    void eachFileOfASetUpIsToldAndNoneReadsAnother() throws IOException {
        Path first = Files.writeString(folder.resolve("V1__a.sql"), "SELECT 1;\n");
        String both = first + "; /else/where.sql";
        assertThat(ScriptParams.SET_UP.reachedBy(both)).extracting(Reached::what).containsExactly(first.toString(),
                "/else/where.sql");
        Files.writeString(first, "SELECT 1 \\values /else/rows.csv\n");
        assertThatThrownBy(() -> SetUpFiles.of(first.toString())).isInstanceOf(InvalidInputException.class)
                .hasMessage("set-up: " + first + " reads /else/rows.csv, which only a script can; put it under \\setup there");
    }

    @Test
    void linesMayEndAsOnWindows() throws IOException {
        ScriptFile file = read("\\setup\r\nSELECT 0;\r\n\\operation place 3\r\nSELECT 1;\r\n", 1);
        assertThat(file.setUp()).isPresent();
        assertThat(file.operations()).extracting(ScriptOperation::name, ScriptOperation::weight)
                .containsExactly(tuple("place", 3));
    }
}
