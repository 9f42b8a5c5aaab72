package dev.tidemark.core.param;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypesTest {

    private enum Style {
        LEVEL, WORKER_LOCAL
    }

    private static final ParamType<Style> STYLE = Types.oneOf(Style.class);

    private static <T> void comesBack(ParamType<T> type, T value) {
        assertThat(type.parse(type.format(value))).as(type.format(value)).isEqualTo(value);
    }

    @Property
    void wholeNumbersComeBack(@ForAll @LongRange(max = Long.MAX_VALUE) long value) {
        comesBack(Types.COUNT, value);
        comesBack(Types.SIZE, value);
        comesBack(Types.BYTE_RATE, value);
    }

    @Property
    void roundNumbersComeBack(@ForAll @LongRange(max = 999_999) long digits, @ForAll @IntRange(max = 12) int zeros) {
        long value = digits * (long) Math.pow(10, zeros);
        comesBack(Types.COUNT, value);
        comesBack(Types.SIZE, value);
        comesBack(Types.BYTE_RATE, value);
        comesBack(Types.RATE, (double) value);
    }

    @Property
    void durationsComeBack(@ForAll @LongRange(max = Long.MAX_VALUE) long nanos, @ForAll @IntRange(max = 100) int days) {
        comesBack(Types.DURATION, Duration.ofNanos(nanos));
        comesBack(Types.DURATION, Duration.ofDays(days));
        comesBack(Types.DURATION, Duration.ofMillis(nanos % 1_000_000_000));
    }

    @Property
    void realNumbersComeBack(@ForAll @DoubleRange(min = 0, max = 1e12) double value,
            @ForAll @DoubleRange(min = 0, max = 1) double share) {
        comesBack(Types.NUMBER, value);
        comesBack(Types.RATE, value);
        comesBack(Types.SHARE, share);
    }

    @Property
    void percentagesAreTheNumbersThatWereWritten(@ForAll @IntRange(max = 10_000) int hundredths) {
        String text = hundredths / 100 + "." + hundredths % 100 / 10 + hundredths % 10;
        double share = Types.SHARE.parse(text + "%");
        assertThat(share).isEqualTo(hundredths / 10_000.0);
        assertThat(Types.SHARE.number(share)).hasValue(Double.parseDouble(text));
    }

    @Property
    void visibleTextsComeBack(@ForAll @StringLength(min = 1, max = 30) String text) {
        if (!text.isBlank()) {
            comesBack(Types.TEXT, text.strip());
        }
    }

    @Property
    void constantsComeBack(@ForAll Style style, @ForAll boolean flag) {
        comesBack(STYLE, style);
        comesBack(Types.BOOLEAN, flag);
    }

    @ParameterizedTest
    @CsvSource({"10k, 10000", "1.5k, 1500", "3M, 3000000", "2G, 2000000000", "7, 7", "' 12 ', 12", "10 k, 10000"})
    void countsAreReadWithTheirLetters(String text, long value) {
        assertThat(Types.COUNT.parse(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"10kB, 10000", "8KiB, 8192", "16MB, 16000000", "1MiB, 1048576", "1.5GB, 1500000000",
            "1TiB, 1099511627776",
        "10, 10", "64B, 64", "64mb, 64000000"})
    void sizesKnowThousandsFromTwoToTheTenth(String text, long value) {
        assertThat(Types.SIZE.parse(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"8192, 8KiB", "10000, 10kB", "16000000, 16MB", "1550000, 1550kB", "0, 0B", "1234567, 1234567B"})
    void sizesAreWrittenInTheirShortestExactForm(long value, String text) {
        assertThat(Types.SIZE.format(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"500us, 500000", "500µs, 500000", "20ms, 20000000", "1.5s, 1500000000", "30s, 30000000000",
        "2m, 120000000000", "2min, 120000000000", "1h, 3600000000000", "1d, 86400000000000", "0, 0"})
    void durationsAreReadFromNanosecondsToDays(String text, long nanos) {
        assertThat(Types.DURATION.parse(text)).isEqualTo(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @CsvSource({"0, 0s", "1500000, 1500us", "90000000000, 90s", "120000000000, 2m", "7200000000000, 2h"})
    void durationsAreWrittenInTheirLargestExactUnit(long nanos, String text) {
        assertThat(Types.DURATION.format(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"500/s, 500", "500, 500", "10k/s, 10000", "16.1k/s, 16100", "4.35k, 4350", "2M/s, 2000000",
            "30/min, 0.5",
        "36/h, 0.01", "0.1/s, 0.1"})
    void ratesAreReadExactly(String text, double value) {
        assertThat(Types.RATE.parse(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"500, 500/s", "16100, 16.1k/s", "16150, 16150/s", "2000000, 2M/s", "0.5, 0.5/s", "1000, 1k/s"})
    void ratesAreWrittenShort(double value, String text) {
        assertThat(Types.RATE.format(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"none, 0", "all, 1", "0, 0", "5%, 0.05", "0.1%, 0.001", "100%, 1"})
    void sharesAreReadAsPercentOrWords(String text, double value) {
        assertThat(Types.SHARE.parse(text)).isEqualTo(value);
    }

    @Test
    void pathsAreTakenAsTheyAre() {
        comesBack(Types.PATH, Path.of("/data/a b/ü"));
        comesBack(Types.PATH, Path.of("relative"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "ten", "-5", "1.5", "1e3", "10 000", "1,2", "1, 2", "0x10", "10kB",
            "99999999999G"})
    void whatIsNoCountIsRefusedWithTheFormThatIs(String text) {
        assertThatThrownBy(() -> Types.COUNT.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage("'" + text + "' is not a count; write it as 10000 or 10k");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1s", "10", "5 parsecs", "1s, 2s", "1M0.69S", "0.5ns", "999999d"})
    void whatIsNoDurationIsRefused(String text) {
        assertThatThrownBy(() -> Types.DURATION.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage("'" + text + "' is not a duration; write it as 500us, 20ms, 30s, 10m or 6h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5/s", "fast", "5/d", "5 per second", "1/s, 2/s"})
    void whatIsNoRateIsRefused(String text) {
        assertThatThrownBy(() -> Types.RATE.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage("'" + text + "' is not a rate; write it as 500/s, 10k/s or 30/min");
    }

    @Test
    void whatIsLargerThanAnyNumberIsRefused() {
        String nines = "9".repeat(400);
        assertThatThrownBy(() -> Types.RATE.parse(nines + "/s")).isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("is not a rate; write it as 500/s, 10k/s or 30/min");
        assertThatThrownBy(() -> Types.NUMBER.parse(nines)).isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("; write it as 0.99");
    }

    @ParameterizedTest
    @ValueSource(strings = {"101%", "0.5", "5", "-5%", "half"})
    void whatIsNoShareIsRefused(String text) {
        assertThatThrownBy(() -> Types.SHARE.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage("'" + text + "' is not a share; write it as 5%, none or all");
    }

    /** The older tool took the first word of such a list and dropped the rest in silence. */
    @ParameterizedTest
    @ValueSource(strings = {"true,banana", "banana", "1", ""})
    void onlyTrueAndFalseAreBooleans(String text) {
        assertThatThrownBy(() -> Types.BOOLEAN.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage("'" + text + "' is not a boolean; write it as true or false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10MB", "64", "-1MB/s", "64 furlongs/s"})
    void aByteRateNeedsItsUnit(String text) {
        assertThatThrownBy(() -> Types.BYTE_RATE.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage("'" + text + "' is not a byte rate; write it as 64MB/s");
    }

    @ParameterizedTest
    @CsvSource({"worker-locl, (did you mean 'worker-local'?)", "lvel, (did you mean 'level'?)", "universal, ''"})
    void anUnknownWordNamesTheOthersAndTheNearest(String text, String hint) {
        assertThatThrownBy(() -> STYLE.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessage(("'" + text + "' is not one of level, worker-local " + hint).strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   "})
    void emptyTextsAndPathsAreRefused(String text) {
        assertThatThrownBy(() -> Types.TEXT.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is empty");
        assertThatThrownBy(() -> Types.PATH.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is empty");
    }
}
