package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class OperationDeckTest {

    @Property(tries = 200)
    void countsBeforeAreWhatWasDealt(@ForAll long seed, @ForAll @IntRange(max = 40) int a,
            @ForAll @IntRange(min = 1, max = 40) int b, @ForAll @IntRange(max = 40) int c,
            @ForAll @IntRange(max = 1000) int lane) {
        OperationDeck operationDeck = new OperationDeck(seed, a, b, c);
        long[] dealt = new long[3];
        for (int n = 0; n < 3 * operationDeck.size() + 5; n++) {
            for (int kind = 0; kind < 3; kind++) {
                assertThat(operationDeck.before(kind, lane, n)).as("kind %s before %s", kind, n).isEqualTo(dealt[kind]);
            }
            dealt[operationDeck.kind(lane, n)]++;
        }
    }

    @Property(tries = 200)
    void everyWholeDeckHasTheWeights(@ForAll long seed, @ForAll @IntRange(max = 1 << 30) int deckNumber) {
        OperationDeck operationDeck = new OperationDeck(seed, 100, 10, 10, 1, 1);
        long from = (long) deckNumber * operationDeck.size();
        assertThat(operationDeck.size()).isEqualTo(122);
        for (int kind = 0; kind < 5; kind++) {
            assertThat(operationDeck.before(kind, 7, from + 122) - operationDeck.before(kind, 7, from))
                    .isEqualTo(operationDeck.weight(kind));
        }
    }

    @Example
    void commonFactorsAreTakenOut() {
        OperationDeck operationDeck = new OperationDeck(1, 50, 0, 10);
        assertThat(operationDeck.size()).isEqualTo(6);
        assertThat(operationDeck.weight(0)).isEqualTo(5);
        assertThat(operationDeck.weight(1)).isZero();
        assertThat(new OperationDeck(1, 0, 7).size()).isEqualTo(1);
    }

    @Example
    void lanesAndDecksAreCutElsewhere() {
        OperationDeck operationDeck = new OperationDeck(1, 50, 49, 1);
        StringBuilder one = new StringBuilder();
        StringBuilder other = new StringBuilder();
        StringBuilder later = new StringBuilder();
        for (int n = 0; n < 100; n++) {
            one.append(operationDeck.kind(0, n));
            other.append(operationDeck.kind(1, n));
            later.append(operationDeck.kind(0, 100 + n));
        }
        assertThat(one).isNotEqualTo(other).isNotEqualTo(later);
    }

    @Example
    void impossibleDecksAreRefused() {
        assertThatThrownBy(() -> new OperationDeck(1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OperationDeck(1, 3, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OperationDeck(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OperationDeck(1, OperationDeck.LARGEST, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
