package dev.tidemark.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextSanitizerTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "the two passwords differ | The two passwords differ.",
        "Saved. | Saved.",
        "there is a user rita already | There is a user rita already.",
        "think-time has no effect when read-percent is 100 | think-time has no effect when read-percent is 100.",
        "keys: '-5' is not a count | keys: '-5' is not a count.",
        "unknown param 'nosuch' (did you mean 'seed'?) | Unknown setting 'nosuch' (did you mean 'seed'?).",
        "'' | ''"})
    void aMessageOfAPageIsASentence(String complaint, String sentence) {
        assertThat(TextSanitizer.sentence(complaint)).isEqualTo(sentence);
    }
}
