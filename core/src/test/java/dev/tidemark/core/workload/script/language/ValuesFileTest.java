package dev.tidemark.core.workload.script.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValuesFileTest {

    private static final int DRAWS = 4000;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("people.csv"), "id,full name,share\n1,Ann,1\n2,Bo,0\n3,Cy,2.5\n4,,0.5\n");
    }

    private List<String> drawn(String how, String variable, int count) {
        Script script = PgbenchParser.parse("x", "\\values " + file + how + "\nSELECT :" + variable + ";\n", Set.of());
        RandomDraw random = new RandomDraw();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            random.seed(7 + 31L * i, i);
            ((Command.Row) script.commands().getFirst()).values().draw(script.variables(), random);
            all.add(script.variables().get(script.places().get(variable)).text());
        }
        return all;
    }

    private Map<String, Long> counts(String how) {
        return drawn(how, "id", DRAWS).stream().collect(Collectors.groupingBy(id -> id, Collectors.counting()));
    }

    @Test
    void inOrderEachOperationHasTheNextRow() {
        assertThat(drawn(" in order as p_", "p_id", 6)).containsExactly("1", "2", "3", "4", "1", "2");
    }

    @Test
    void eachRowIsAsLikelyAsAnotherOrHasItsWeight() {
        assertThat(counts("").values()).hasSize(4).allSatisfy(n -> assertThat(n).isBetween(850L, 1150L));
        Map<String, Long> weighted = counts(" by share");
        assertThat(weighted).containsOnlyKeys("1", "3", "4");
        assertThat(weighted.get("3")).isBetween(2350L, 2650L);
        assertThat(weighted.get("4")).isBetween(400L, 600L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {" by weight|there is no column 'weight'; there are id, full name, share",
        " sorted|write it as \\values FILE", " by full|there is no column 'full'"})
    void whatCannotBeDrawnIsRefused(String how, String message) {
        assertThatThrownBy(() -> drawn(' ' + how, "id", 1)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("x: line 1: \\values: ").hasMessageContaining(message);
    }

    @Test
    void aFileThatWasWrittenAnewIsReadAnew() throws IOException {
        assertThat(drawn(" in order", "id", 1)).containsExactly("1");
        Files.writeString(file, "id\n77\n");
        assertThat(drawn(" in order", "id", 1)).containsExactly("77");
    }
}
