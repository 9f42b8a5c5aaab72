package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowFileTest {

    @TempDir
    private Path directory;

    private RowFile file(String text) {
        try {
            return RowFile.of(Files.writeString(directory.resolve("rows"), text).toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<List<String>> all(RowFile file, String... columns) {
        RowFile.Cells cells = file.cells(columns.length == 0 ? file.headings() : List.of(columns));
        List<List<String>> all = new ArrayList<>();
        try (RowFile.Rows rows = file.rows()) {
            for (RowFile.Row row = rows.next(); row != null; row = rows.next()) {
                all.add(Arrays.asList(cells.of(row)));
            }
        }
        return all;
    }

    @Test
    void quotesKeepWhatIsInThemAndNothingIsNull() {
        assertThat(all(file("\ufeffa,b,c\r\n1,\"x, \"\"y\"\"\",\r\n\r\n\"\",,\"two\r\nlines\"\r\n")))
                .containsExactly(Arrays.asList("1", "x, \"y\"", null), Arrays.asList("", null, "two\nlines"));
    }

    /** Of tabs, too, which look like a line without anything. */
    @Test
    void aRowOfNothingButNullsIsARow() {
        assertThat(all(file("a\tb\n\t\n\n1\t2\n"))).containsExactly(Arrays.asList(null, null), List.of("1", "2"));
    }

    @Test
    void ofAFileThatUnpacksToMoreThanIsWantedNoMoreIsRead() throws IOException {
        Path packed = directory.resolve("rows.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(("a\n" + "1\n".repeat(1 << 20)).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(all(RowFile.of(packed.toString()))).hasSize(1 << 20);
        assertThatThrownBy(() -> all(RowFile.of(packed.toString(), 1 << 20))).isInstanceOf(InvalidInputException.class)
                .hasMessage(packed + " is larger than 1 MiB");
    }

    @Test
    void columnsAreTakenByTheirHeadingsInAnyOrder() {
        assertThat(all(file("Id;Name;Age\n1;Ann;40\n2;Bo;50\n"), "age", "Id")).containsExactly(List.of("40", "1"),
                List.of("50", "2"));
        assertThatThrownBy(() -> file("id,name\n1,a\n").cells(List.of("nam"))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("has no column 'nam' (did you mean 'name'?); it has id, name");
    }

    @Test
    void anObjectIsARow() {
        RowFile file = file("{\"id\": 1, \"price\": 1.10, \"on\": true, \"in\": {\"a\": [1]}}\n\n"
                + "{\"price\": null, \"id\": 2}\n");
        assertThat(all(file)).containsExactly(List.of("1", "1.10", "true", "{\"a\":[1]}"),
                Arrays.asList("2", null, null, null));
        assertThat(file.estimate()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "a,b~1,2~3            | line 3: 1 cell below 2 headings",
        "a,b~1,2,3            | line 2: 3 cells below 2 headings",
        "a,b~1,2~\"x,3~4,5    | line 3: a quote does not end",
        "a,b~1,\"x\"y         | line 2: cell 2 goes on behind its closing quote",
        "a,b~1,5\" \"         | line 2: cell 2 has a quote in it; put it into quotes, and double that one",
        "a,a~1,2              | line 1: the heading 'a' comes twice",
        "{\"a\": 1}~{\"a\": 2 | line 2: it is no JSON: ",
        "{\"a\": 1}~[3]       | line 2: it is no JSON object",
        "{\"a\": 1}~{\"a\": 0.1e99999999999} | line 2: a number in it is too large or too small",
        "{\"a\": 1}~{\"b\": 2}| line 2: the first line has no member 'b'; name the columns that are wanted"})
    void aRowThatIsNoneIsRefusedByItsLine(String text, String complaint) {
        assertThatThrownBy(() -> all(file(text.replace('~', '\n')))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("rows: " + complaint.strip());
    }

    @Test
    void howManyRowsThereAreIsToldBySizeWhereTheyAreMany() {
        assertThat(file("a\n" + "12345\n".repeat(50_000)).estimate()).isBetween(49_000L, 51_000L);
    }
}
