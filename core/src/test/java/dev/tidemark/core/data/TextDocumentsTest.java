package dev.tidemark.core.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextDocumentsTest {

    @Property(tries = 200)
    void aDocumentIsAFunctionOfSeedAndNumberAlone(@ForAll long seed, @ForAll @LongRange(max = Long.MAX_VALUE) long n,
            @ForAll @LongRange(max = 1_000_000) long other, @ForAll @IntRange(min = 1, max = 30_000) int payload)
            throws IOException {
        TextDocuments here = text(seed, payload);
        byte[] first = Bytes.content(here, n);
        Bytes.content(here, other);
        assertThat(Bytes.content(here, n)).isEqualTo(first);
        assertThat(Bytes.content(text(seed, payload), n)).isEqualTo(first);
    }

    @Property(tries = 200)
    void documentsHoldWholeWordsOfTheSourceJoinedBySingleBlanks(@ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60_000) int payload) throws IOException {
        TextDocuments documents = text(seed, payload);
        String[] words = Bytes.text(documents, 3).split(" ", -1);
        double expected = Math.max(1, (payload + 1) / (Corpus.own().meanWordBytes() + 1));
        assertThat((double) words.length).isBetween(Math.floor(expected), Math.floor(expected) + 1);
        assertThat(Stream.of(words).filter(word -> !WORDS.containsKey(word))).isEmpty();
    }

    @Property(tries = 100)
    void anotherSeedOrNumberGivesAnotherDocument(@ForAll long seed, @ForAll @LongRange(max = 1L << 40) long n)
            throws IOException {
        byte[] document = Bytes.content(text(seed, 1_000), n);
        assertThat(Bytes.content(text(seed + 1, 1_000), n)).isNotEqualTo(document);
        assertThat(Bytes.content(text(seed, 1_000), n + 1)).isNotEqualTo(document);
    }

    @ParameterizedTest
    @CsvSource({"6, 200000", "10, 200000", "25, 100000", "100, 40000", "1000, 4000", "10000, 1000", "100000, 100",
        "1000000, 20"})
    void theMeanSizeIsThePayload(int payload, int count) throws IOException {
        TextDocuments documents = text(42, payload);
        ByteBuffer buffer = ByteBuffer.allocateDirect(documents.maxContentBytes(0));
        long bytes = 0;
        for (int n = 0; n < count; n++) {
            documents.content(n, buffer.clear());
            bytes += buffer.position();
        }
        assertThat((double) bytes / count).isCloseTo(payload, within(0.01 * payload));
    }

    @Example
    void aPayloadBelowOneWordGivesOneWord() throws IOException {
        TextDocuments documents = text(42, 1);
        assertThat(Bytes.text(documents, 0)).isNotEmpty().doesNotContain(" ");
        assertThat(WORDS).containsKey(Bytes.text(documents, 1));
    }

    /**
     * Pearson's test of all words against the source, rare words pooled so that no class expects fewer than 5. The
     * bound is the quantile that chance exceeds once in a million.
     */
    @Example
    void wordFrequenciesAreThoseOfTheSource() throws IOException {
        TextDocuments documents = text(42, 10_000);
        Map<String, Integer> drawn = new HashMap<>();
        long draws = 0;
        for (int n = 0; n < 1_000; n++) {
            for (String word : Bytes.text(documents, n).split(" ")) {
                drawn.merge(word, 1, Integer::sum);
                draws++;
            }
        }
        double perWord = (double) draws / Corpus.own().words();
        double statistic = 0;
        int classes = 0;
        double pooledExpected = 0;
        long pooledDrawn = 0;
        for (Map.Entry<String, Integer> word : WORDS.entrySet()) {
            pooledExpected += word.getValue() * perWord;
            pooledDrawn += drawn.getOrDefault(word.getKey(), 0);
            if (pooledExpected >= 5) {
                statistic += Math.pow(pooledDrawn - pooledExpected, 2) / pooledExpected;
                classes++;
                pooledExpected = 0;
                pooledDrawn = 0;
            }
        }
        assertThat(classes).isGreaterThan(1_000);
        assertThat(statistic).isBetween(ChiSquaredDistribution.of(classes - 1).inverseCumulativeProbability(1e-6),
                ChiSquaredDistribution.of(classes - 1).inverseSurvivalProbability(1e-6));
    }

    @Example
    void longAndAccentedWordsAreWrittenWhole() throws IOException {
        String words = "a fourteenletters fifteen-letterx abcdefghijklmn abcdefghijklmno " + "ö".repeat(40) + " ";
        Corpus source = Corpus.parse("words", words.repeat(30));
        TextDocuments documents = new TextDocuments(source, 1, 20_000, UriOrder.SPREAD);
        assertThat(List.of(Bytes.text(documents, 0).split(" ", -1))).containsOnly("a", "fourteenletters", "fifteen",
                "letterx", "abcdefghijklmn", "abcdefghijklmno", "ö".repeat(40));
    }

    @Example
    void buffersNeedLittleMoreThanThePayload() {
        assertThat(text(1, 1_000_000).maxContentBytes(0)).isBetween(1_000_000, 1_030_000);
        assertThat(text(1, 10_000).maxContentBytes(0)).isBetween(10_000, 13_000);
    }

    @Example
    void onlyTheDocumentItselfMatches() throws IOException {
        TextDocuments documents = text(42, 1_000);
        byte[] content = Bytes.content(documents, 9);
        assertThat(documents.matches(9, ByteBuffer.wrap(content))).isTrue();
        assertThat(documents.matches(10, ByteBuffer.wrap(content))).isFalse();
        assertThat(documents.matches(9, ByteBuffer.wrap(content, 0, content.length - 1))).isFalse();
        assertThat(documents.matches(9, ByteBuffer.allocate(10_000))).isFalse();
        content[content.length / 2]++;
        assertThat(documents.matches(9, ByteBuffer.wrap(content))).isFalse();
    }

    @Example
    void impossiblePayloadsAreRefused() {
        assertThatThrownBy(() -> text(1, 0)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("payload 0B");
        assertThatThrownBy(() -> text(1, TextDocuments.MAX_PAYLOAD + 1)).isInstanceOf(InvalidInputException.class);
    }

    private static final Map<String, Integer> WORDS = words();

    private static Map<String, Integer> words() {
        Map<String, Integer> words = new HashMap<>();
        for (int i = 0; i < Corpus.own().words(); i++) {
            words.merge(Corpus.own().word(i), 1, Integer::sum);
        }
        return words;
    }

    private static TextDocuments text(long seed, long payload) {
        return new TextDocuments(Corpus.own(), seed, payload, UriOrder.SPREAD);
    }
}
