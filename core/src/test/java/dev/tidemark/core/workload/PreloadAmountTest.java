package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreloadAmountTest {

    @ParameterizedTest
    @CsvSource({"50%, 50%, 500", "all, all, 1000", "none, none, 0", "100%, all, 1000", "0, none, 0", "0%, none, 0",
        "0.5k, 500, 500", "1M, 1M, 1000000", " 12.5% , 12.5%, 125", "ALL, all, 1000"})
    void isAShareOfTheKeysOrACount(String text, String written, long ofThousand) {
        PreloadAmount preloadAmount = PreloadAmount.TYPE.parse(text);
        assertThat(PreloadAmount.TYPE.format(preloadAmount)).isEqualTo(written);
        assertThat(preloadAmount.of(1000)).isEqualTo(ofThousand);
    }

    @ParameterizedTest
    @ValueSource(strings = {"half", "101%", "-5", "1.5", "10 keys", "", "%", "5e3"})
    void whatIsNeitherIsTold(String text) {
        assertThatThrownBy(() -> PreloadAmount.TYPE.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage("'" + text
                + "' is not a share or count; write it as 50%, 500k, all or none");
    }

    @Property
    void aCountIsWrittenAsItIsRead(@ForAll @LongRange(min = 0, max = 1L << 44) long keys) {
        PreloadAmount preloadAmount = PreloadAmount.TYPE.parse(Long.toString(keys));
        assertThat(preloadAmount.of(1)).isEqualTo(keys);
        assertThat(PreloadAmount.TYPE.parse(PreloadAmount.TYPE.format(preloadAmount))).isEqualTo(preloadAmount);
    }

    @ParameterizedTest
    @CsvSource({"50%, 50", "all, 100", "none, 0"})
    void sharesAreNumbersInPercent(String text, double percent) {
        assertThat(PreloadAmount.TYPE.number(PreloadAmount.TYPE.parse(text))).hasValue(percent);
        assertThat(PreloadAmount.TYPE.number(PreloadAmount.TYPE.parse("500k"))).isEmpty();
    }
}
