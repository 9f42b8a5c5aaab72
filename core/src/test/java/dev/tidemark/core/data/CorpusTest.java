package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {

    @TempDir
    Path folder;

    @Test
    void theOwnTextHasTenThousandWordsOfOrdinaryLength() {
        Corpus own = Corpus.own();
        assertThat(own.words()).isGreaterThanOrEqualTo(10_000);
        assertThat(own.meanWordBytes()).isBetween(3.5, 6.0);
        assertThat(Corpus.own()).isSameAs(own);
    }

    @Test
    void wordsKeepCaseApostrophesAndAccentsAndLosePunctuation() throws Exception {
        Corpus text = Corpus.of(file("\uFEFF\"Don't\" stop, dear Zoë; (it's) 3 o’clock -- now!\n" + filler()));
        assertThat(IntStream.range(0, 9).mapToObj(text::word).toList())
                .isEqualTo(List.of("Don't", "stop", "dear", "Zoë", "it's", "3", "o’clock", "now", "sea"));
    }

    @Test
    void wordsThatOccurTwiceCountTwice() throws Exception {
        Corpus text = Corpus.of(file("wind wind rain " + filler()));
        assertThat(text.words()).isEqualTo(Corpus.MIN_WORDS + 3);
        assertThat(text.meanWordBytes()).isCloseTo((3 * 4 + 100 * 3) / 103.0, within(1e-12));
        double variance = (3 * Math.pow(4 - 312 / 103.0, 2) + 100 * Math.pow(3 - 312 / 103.0, 2)) / 103;
        assertThat(text.wordBytesDeviation()).isCloseTo(Math.sqrt(variance), within(1e-12));
    }

    @Test
    void wordsLongerThanTheLimitAreLeftOut() throws Exception {
        String longest = "x".repeat(Corpus.MAX_WORD_BYTES);
        Corpus text = Corpus.of(file(longest + "x " + longest + " " + filler()));
        assertThat(text.word(0)).isEqualTo(longest);
        assertThat(text.longestWordBytes()).isEqualTo(Corpus.MAX_WORD_BYTES);
    }

    @Test
    void whatIsNoTextIsRefusedByName() throws Exception {
        refused(folder.resolve("none.txt"), "source text .*none.txt does not exist");
        refused(folder, "source text .* is not a file");
        refused(file(""), "source text .* has 0 words; at least 100 are needed");
        refused(file("too few words"), "source text .* has 3 words; .*");
        refused(file("\0" + filler()), "source text .* is not text: it has zero bytes");
        refused(file(new byte[] {(byte) 0xff, (byte) 0xd8, 'a'}), "source text .* is not text in UTF-8");
    }

    private void refused(Path file, String message) {
        assertThatThrownBy(() -> Corpus.of(file)).isInstanceOf(InvalidInputException.class).hasMessageMatching(message);
    }

    private static String filler() {
        return "sea ".repeat(Corpus.MIN_WORDS);
    }

    private Path file(String text) throws Exception {
        return file(text.getBytes(StandardCharsets.UTF_8));
    }

    private Path file(byte[] bytes) throws Exception {
        return Files.write(folder.resolve("text.txt"), bytes);
    }
}
