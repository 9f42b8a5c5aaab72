package dev.tidemark.core.data.objects;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class NestedObjectsTest {

    @Property(tries = 200)
    void anObjectIsAFunctionOfSeedAndNumber(@ForAll long seed, @ForAll @LongRange(min = 0) long n,
            @ForAll @IntRange(max = 20) int innerSize) {
        long number = n % NestedObjects.IDS;
        NestedObject object = new NestedObjects(seed, innerSize).object(number);
        assertThat(new NestedObjects(seed, innerSize).object(number)).isEqualTo(object);
        assertThat(object.innerArray()).hasSize(innerSize);
        assertThat(object.id()).isBetween(0L, NestedObjects.IDS - 1);
    }

    @Test
    void idsAreDifferent() {
        NestedObjects objects = new NestedObjects(3, 0);
        assertThat(LongStream.range(0, 100_000).map(objects::id).distinct().count()).isEqualTo(100_000);
    }

    /** The mean sizes of mlperf's documents, as they were measured: its lists of words are not these, so about. */
    @ParameterizedTest
    @CsvSource({"0, 200", "1, 410", "10, 2300", "100, 21000"})
    void sizesAreAboutThoseOfMlperf(int innerSize, int bytes) {
        NestedObjects objects = new NestedObjects(1, innerSize);
        double mean = LongStream.range(0, 400).map(n -> ObjectJson.text(objects.object(n))
                .getBytes(StandardCharsets.UTF_8).length).average().orElseThrow();
        assertThat(mean).isCloseTo(bytes, Percentage.withPercentage(15));
    }

    @Test
    void lengthsReachBothTheirBounds() {
        NestedObjects objects = new NestedObjects(1, 2);
        assertThat(LongStream.range(0, 2000).map(n -> objects.object(n).attrMedium().length()).distinct().count())
                .isEqualTo(51);
        assertThat(LongStream.range(0, 2000).map(n -> objects.object(n).value().split(" ", -1).length).max()).hasValue(10);
        assertThat(LongStream.range(0, 2000).mapToObj(objects::object)).anyMatch(o -> o.value().isEmpty());
    }

    @Test
    void textAndTreeSayTheSameAndAreReadBack() {
        NestedObjects objects = new NestedObjects(9, 5);
        LongStream.range(0, 200).mapToObj(objects::object).forEach(object -> {
            JsonNode read = ObjectJson.parse(ObjectJson.text(object));
            assertThat(ObjectJson.same(ObjectJson.tree(object), read)).isTrue();
            assertThat(ObjectJson.parse(ObjectJson.text(ObjectJson.tree(object)))).isEqualTo(read);
            assertThat(ObjectJson.text(object)).doesNotContainPattern("[0-9]E[0-9]");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a":1,"b":[1,2.50]} | {"b":[1.0,2.5],"a":1e0} | true
            {"a":1}              | {"a":2}                 | false
            {"a":1}              | {"a":"1"}               | false
            {"a":1}              | {"a":1,"b":1}           | false
            {"a":[1,2]}          | {"a":[2,1]}             | false
            9007199254740991     | 9007199254740990        | false
            null                 | ""                      | false
            """)
    void treesAreComparedByWhatTheySay(String a, String b, boolean same) {
        assertThat(ObjectJson.same(ObjectJson.parse(a), ObjectJson.parse(b))).isEqualTo(same);
    }
}
