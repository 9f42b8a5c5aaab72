package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class KeySampleTest {

    private static final int KEYS = 100_000;
    private static final int DRAWN = 5000;

    private static KeySample sample(int keys, int most) {
        KeySample sample = new KeySample(most);
        for (int i = 0; i < keys; i++) {
            if (sample.wants()) {
                sample.add(StandardCharsets.US_ASCII.encode("key " + i), i % 100);
            } else {
                sample.pass();
            }
        }
        return sample;
    }

    private static int number(FoundKeys found, int i) {
        ByteBuffer key = ByteBuffer.allocate(found.largest());
        found.put(i, key);
        return Integer.parseInt(StandardCharsets.US_ASCII.decode(key.flip()).toString().substring("key ".length()));
    }

    @Test
    void asManyAsAreWantedAreDrawnInTheirOrderEachAsLikelyAsAnother() {
        FoundKeys found = sample(KEYS, DRAWN).drawn();
        assertThat(found.count()).isEqualTo(DRAWN);
        long[] tenths = new long[10];
        int before = -1;
        for (int i = 0; i < DRAWN; i++) {
            int key = number(found, i);
            assertThat(key).isGreaterThan(before);
            before = key;
            tenths[key / (KEYS / tenths.length)]++;
        }
        ChiSquare.assertFollows(tenths, ChiSquare.evenly(tenths.length));
    }

    @Test
    void allAreDrawnWhereThereAreFewer() {
        FoundKeys found = sample(7, DRAWN).drawn();
        assertThat(found.count()).isEqualTo(7);
        assertThat(found.largestValue()).isEqualTo(6);
        assertThat(number(found, 6)).isEqualTo(6);
    }

    @Test
    void whatItTakesIsKnown() {
        KeySample sample = sample(KEYS, DRAWN);
        FoundKeys found = sample.drawn();
        long bytes = 0;
        for (int i = 0; i < found.count(); i++) {
            bytes += found.get(i).length;
        }
        assertThat(sample.bytes()).isEqualTo(bytes);
    }
}
