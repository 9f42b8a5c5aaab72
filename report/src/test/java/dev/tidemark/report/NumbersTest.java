package dev.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Estimate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "7.25, 7.3", "9, 9", "950, 950", "41200, 41.2k", "3100000, 3.10M", "2.5e9, 2.50G"})
    void countsKeepFewDigits(double number, String text) {
        assertThat(Numbers.count(number)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 bytes", "950, 950 bytes", "1500, 1.5 kB", "100e6, 100 MB", "3e15, 3 PB", "3e18, 3000 PB"})
    void sizesAreInPowersOfAThousand(double bytes, String text) {
        assertThat(Numbers.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1.5, 50", "0.968, −3.2", "0.5, −50", "0.02, −98", "0.0035, −99.65", "0.0004, −99.960", "0, −100", "3, 200"})
    void whatIsNearlyAllIsNotAll(double ratio, String percent) {
        assertThat(Numbers.percent(ratio)).isEqualTo(percent);
    }

    @ParameterizedTest
    @CsvSource({"38, 0:38", "725, 12:05", "10800, 3:00:00", "86399, 23:59:59",
            "86400, 1 day", "387300, 4 days 12 h", "315360000000, 3650000 days"})
    void timesAreThoseOfAClock(long seconds, String text) {
        assertThat(Numbers.clock(Duration.ofSeconds(seconds))).isEqualTo(text);
    }

    // ---- Of a million and more ----

    private static final Measure RATE = new Measure("throughput", "Throughput", "operations/s", Direction.HIGHER, 0,
            "help");

    private static Cell cell(double mean, double margin) {
        return new Cell(margin > 0 ? new Estimate(mean, mean - margin, mean + margin, 3) : Estimate.single(mean),
                false);
    }

    @ParameterizedTest
    @CsvSource({"999_999, 0, 999999 operations/s", "1_262_345, 0, 1.26M operations/s",
        "1_262_345, 12_345, 1.262M ± 0.012M operations/s (3 rounds)",
        "1_262_345, 900, 1.26235M ± 0.00090M operations/s (3 rounds)",
        "3_200_000, 12_000_000, 3.2M ± 12.0M operations/s (3 rounds)",
        "47_000_000, 1_200_000, 47.0M ± 1.2M operations/s (3 rounds)",
        "999_999_999, 0, 1.00G operations/s", "2.5e12, 0, 2.50T operations/s"})
    void largeFiguresHaveTheDigitsThatTheErrorLeaves(String mean, String margin, String sentence) {
        assertThat(Numbers.sentence(RATE, cell(Double.parseDouble(mean.replace("_", "")),
                Double.parseDouble(margin.replace("_", ""))))).isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource({"0.05, 95 %", "0.04, 96 %", "0.00125, 99.875 %", "0.0045, 99.55 %", "0.00064285714, 99.9357 %"})
    void aConfidenceHasThreeDigitsOfWhatItFallsShort(double level, String written) {
        assertThat(Numbers.confidence(1 - level)).isEqualTo(written);
    }

    @Test
    void aLopsidedIntervalOfALargeFigureIsToldByItsEndsWithTheSameLetter() {
        assertThat(Numbers.sentence(RATE, new Cell(new Estimate(2_000_000, 500_000, 8_123_456, 3), false)))
                .isEqualTo("2.0M operations/s (0.5M–8.1M operations/s, 3 rounds)");
    }

    @Property
    void whatIsReadIsTheFigureWithinHalfItsLastDigitAndTheErrorHasTheSameDigits(
            @ForAll @DoubleRange(min = 1, max = 1e14) double mean,
            @ForAll @DoubleRange(min = 1e-9, max = 0.2) @Scale(9) double share,
            @ForAll boolean known) {
        Cell cell = cell(mean, known ? mean * share : 0);
        String text = Numbers.mean(RATE, cell);
        String error = Numbers.error(RATE, cell).replace(" ± ", "");

        BigDecimal unit = new BigDecimal(text.replaceAll("[A-Z]", "")).ulp();
        double half = factor(text) * unit.doubleValue() * 0.5000001 + 1e-9 * mean;
        assertThat(read(text)).isCloseTo(mean, Offset.offset(half));
        assertThat(mean < 999_999.5).isEqualTo(text.matches("[0-9]+"));
        assertThat(text.replaceAll("[^0-9]", "").length()).isGreaterThanOrEqualTo(mean < 999_999.5 ? 1 : 2);
        if (!error.isEmpty()) {
            assertThat(new BigDecimal(error.replaceAll("[A-Z]", "")).scale()).isEqualTo(unit.scale());
            assertThat(error.replaceAll("[0-9.]", "")).isEqualTo(text.replaceAll("[0-9.]", ""));
            assertThat(read(error)).isCloseTo(mean * share, Offset.offset(factor(text) * unit.doubleValue()));
        }
    }

    @Property
    void whatProgramsReadIsExact(@ForAll @DoubleRange(min = -1e14, max = 1e14) double number) {
        assertThat(Double.parseDouble(Numbers.exact(number))).isEqualTo(number == 0 ? 0 : number);
    }

    private static double read(String text) {
        return Double.parseDouble(text.replaceAll("[A-Z]", "")) * factor(text);
    }

    private static double factor(String text) {
        return text.endsWith("M") ? 1e6 : text.endsWith("G") ? 1e9 : text.endsWith("T") ? 1e12 : 1;
    }

    @ParameterizedTest
    @CsvSource({"/s, 0.02/s", "ms, 0.02 ms", "'', 0.02"})
    void aRateHasNoBlankBeforeItsStroke(String unit, String text) {
        assertThat(Numbers.sentence(new Measure("m", "M", unit, Direction.HIGHER, 2, ""),
                new Cell(Estimate.single(0.02), false))).isEqualTo(text);
    }

    /** An interval that is rounded to its own ratio says nothing. */
    @Test
    void aRatioAndItsIntervalHaveDigitsThatTellThemApart() {
        assertThat(Numbers.times(5, 4.97, 5.03)).containsExactly("5.00", "4.97", "5.03");
        assertThat(Numbers.times(2.6, 2.4, 2.8)).containsExactly("2.6", "2.4", "2.8");
        assertThat(Numbers.times(5, 5, 5)).containsExactly("5.0", "5.0", "5.0");
        assertThat(Numbers.times(5, 5, 5.02)).containsExactly("5.00", "5.00", "5.02");
        assertThat(Numbers.percents(1.332, 1.331, 1.333)).containsExactly("33.2", "33.1", "33.3");
        assertThat(Numbers.percents(1.33, 1.31, 1.35)).containsExactly("33", "31", "35");
        assertThat(Numbers.percents(1.0021, 1.0018, 1.0024)).containsExactly("0.21", "0.18", "0.24");
    }

    @Property
    void endsThatDifferAreWrittenDifferently(@ForAll @DoubleRange(min = 0.2, max = 200) double ratio,
            @ForAll @DoubleRange(min = 0.0005, max = 0.5) @Scale(4) double half) {
        for (List<String> texts : List.of(Numbers.times(ratio, ratio * (1 - half), ratio * (1 + half)),
                Numbers.percents(ratio, ratio * (1 - half), ratio * (1 + half)))) {
            assertThat(texts).doesNotHaveDuplicates();
        }
    }

    @Test
    void oneThingIsNotSeveral() {
        assertThat(Numbers.counted(1, "job")).isEqualTo("1 job");
        assertThat(Numbers.counted(0, "job")).isEqualTo("0 jobs");
    }

    @ParameterizedTest
    @CsvSource({"94.996, 95, 94.996", "94.9, 95, 94.90", "95, 95, 95.00", "4999.998, 5000, 4999.998", "0.3, 0, 0.30"})
    void digitsAreAddedUntilANumberStandsToABoundAsItDoes(double number, double bound, String text) {
        assertThat(Numbers.fixed(number, 2, n -> n < bound)).isEqualTo(text);
    }

    @Test
    void aMillionAndMoreStandsToABoundToo() {
        assertThat(Numbers.sentence(RATE, cell(1_249_999, 0), n -> n >= 1_250_000)).isEqualTo("1.249999M operations/s");
        assertThat(Numbers.sentence(RATE, cell(1_100_000, 0), n -> n >= 1_100_000)).isEqualTo("1.10M operations/s");
    }
}
