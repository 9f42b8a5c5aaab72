package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;

class TermSampleTest {

    private static final int ALL = 100_000;

    private static TermSample sample(long seed, List<String> terms, long documents) {
        TermSample sample = new TermSample(seed);
        terms.forEach(term -> sample.add(term, documents, ALL));
        return sample;
    }

    @Test
    void frequencyIsTheShareOfDocuments() {
        assertThat(TermFrequency.of(1000, ALL)).isEqualTo(TermFrequency.FREQUENT);
        assertThat(TermFrequency.of(999, ALL)).isEqualTo(TermFrequency.MEDIUM);
        assertThat(TermFrequency.of(11, ALL)).isEqualTo(TermFrequency.MEDIUM);
        assertThat(TermFrequency.of(10, ALL)).isEqualTo(TermFrequency.RARE);
        assertThat(TermFrequency.of(2, 3000)).isEqualTo(TermFrequency.MEDIUM);
        assertThat(TermFrequency.of(1, 50)).isEqualTo(TermFrequency.RARE);
        assertThat(TermFrequency.of(2, 50)).isEqualTo(TermFrequency.FREQUENT);
        assertThat(TermFrequency.leastFrequent(150)).isEqualTo(2);
        assertThat(TermFrequency.named("rare")).isEqualTo(TermFrequency.RARE);
        assertThatThrownBy(() -> TermFrequency.named("frequnt")).isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown frequency of terms 'frequnt' (did you mean 'frequent'?)");
    }

    @Test
    void theSameTermsAreDrawnInWhicheverOrderTheyCome() {
        List<String> terms = new ArrayList<>(IntStream.range(0, 30_000).mapToObj(n -> "term" + n).toList());
        List<String> drawn = sample(7, terms, 50).terms(TermFrequency.MEDIUM);
        terms.addAll(terms.subList(0, 500));
        Collections.shuffle(terms, new Random(1));
        assertThat(drawn).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(sample(7, terms, 50).terms(TermFrequency.MEDIUM)).isEqualTo(drawn);
        assertThat(sample(8, terms, 50).terms(TermFrequency.MEDIUM)).isNotEqualTo(drawn);
        // Of 30,000 each third, whichever part of the alphabet it is in.
        assertThat(drawn.stream().filter(term -> term.startsWith("term1")).count()).isBetween(3500L, 3900L);
        assertThat(sample(7, terms, 50)).hasToString("0 frequent, 10000 or more medium, 0 rare");
    }

    @Test
    void whatNobodyCanWriteIsNoTerm() {
        assertThat(sample(1, List.of("", " ", "a\u0000b", "\ufffd\ufffd", "a\nb"), 50).isEmpty()).isTrue();
        assertThat(sample(1, List.of("naïve", "書"), 50).terms(TermFrequency.MEDIUM)).containsOnly("naïve", "書");
        assertThat(sample(1, List.of("gone"), 0).isEmpty()).isTrue();
    }
}
