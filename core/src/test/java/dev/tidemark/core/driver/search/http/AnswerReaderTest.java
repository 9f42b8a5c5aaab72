package dev.tidemark.core.driver.search.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerReaderTest {

    private static final AnswerReader READER = new AnswerReader(Set.of("facets"), "responses", "docs",
            Set.of("id", "score"));

    private static String read(String answer) throws HttpRefusedException {
        return READER.read(answer.getBytes(StandardCharsets.UTF_8)).toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"took\":1,\"facets\":{\"a\":[1,{\"docs\":2}]},\"x\":[]} | {\"took\":1,\"x\":[]}",
        "{\"response\":{\"n\":2,\"docs\":[{\"id\":\"a\",\"text\":{\"id\":1},\"score\":1.5},{\"b\":[{}]}]}} | "
                + "{\"response\":{\"n\":2,\"docs\":[{\"id\":\"a\",\"score\":1.5},{}]}}",
        "{\"responses\":[{\"facets\":{},\"took\":2},{\"docs\":[]}],\"facets\":1} | "
                + "{\"responses\":[{\"took\":2},{\"docs\":[]}]}",
        "{\"groups\":{\"facets\":{\"matches\":3,\"docs\":[{\"c\":1}]}}} | "
                + "{\"groups\":{\"facets\":{\"matches\":3,\"docs\":[{}]}}}",
        "{\"facets\":{\"a\":1}} | {}", "[] | []", "7 | 7"})
    void whatIsNotWantedIsPassedOver(String answer, String expected) throws Exception {
        assertThat(read(answer)).isEqualTo(expected);
    }

    @Test
    void whatIsNoJsonIsToldToBeNone() {
        assertThatThrownBy(() -> read("")).isInstanceOf(HttpRefusedException.class).hasMessageContaining("it is empty");
        assertThatThrownBy(() -> read("{\"took\":1, \"fac")).hasMessageContaining("it is no JSON");
        assertThatThrownBy(() -> read("{\"took\":1,\"facets\":{\"a\":")).as("also in what is passed over")
                .hasMessageContaining("it is no JSON");
        assertThatThrownBy(() -> read("<html>")).hasMessageContaining("it is no JSON");
    }
}
