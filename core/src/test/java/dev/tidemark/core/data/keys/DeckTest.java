package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DeckTest {

    @Property(tries = 200)
    void countsBeforeAreWhatWasDealt(@ForAll long seed, @ForAll @IntRange(max = 40) int a,
            @ForAll @IntRange(min = 1, max = 40) int b, @ForAll @IntRange(max = 40) int c,
            @ForAll @IntRange(max = 1000) int lane) {
        Deck deck = new Deck(seed, a, b, c);
        long[] dealt = new long[3];
        for (int n = 0; n < 3 * deck.size() + 5; n++) {
            for (int kind = 0; kind < 3; kind++) {
                assertThat(deck.before(kind, lane, n)).as("kind %s before %s", kind, n).isEqualTo(dealt[kind]);
            }
            dealt[deck.kind(lane, n)]++;
        }
    }

    @Property(tries = 200)
    void everyWholeDeckHasTheWeights(@ForAll long seed, @ForAll @IntRange(max = 1 << 30) int deckNumber) {
        Deck deck = new Deck(seed, 100, 10, 10, 1, 1);
        long from = (long) deckNumber * deck.size();
        assertThat(deck.size()).isEqualTo(122);
        for (int kind = 0; kind < 5; kind++) {
            assertThat(deck.before(kind, 7, from + 122) - deck.before(kind, 7, from)).isEqualTo(deck.weight(kind));
        }
    }

    @Example
    void commonFactorsAreTakenOut() {
        Deck deck = new Deck(1, 50, 0, 10);
        assertThat(deck.size()).isEqualTo(6);
        assertThat(deck.weight(0)).isEqualTo(5);
        assertThat(deck.weight(1)).isZero();
        assertThat(new Deck(1, 0, 7).size()).isEqualTo(1);
    }

    @Example
    void lanesAndDecksAreCutElsewhere() {
        Deck deck = new Deck(1, 50, 49, 1);
        StringBuilder one = new StringBuilder();
        StringBuilder other = new StringBuilder();
        StringBuilder later = new StringBuilder();
        for (int n = 0; n < 100; n++) {
            one.append(deck.kind(0, n));
            other.append(deck.kind(1, n));
            later.append(deck.kind(0, 100 + n));
        }
        assertThat(one).isNotEqualTo(other).isNotEqualTo(later);
    }

    @Example
    void impossibleDecksAreRefused() {
        assertThatThrownBy(() -> new Deck(1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Deck(1, 3, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Deck(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Deck(1, Deck.LARGEST, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
