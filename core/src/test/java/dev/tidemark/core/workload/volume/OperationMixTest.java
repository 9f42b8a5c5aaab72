package dev.tidemark.core.workload.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationMixTest {

    @Test
    void isReadAndWritten() {
        OperationMix mix = OperationMix.TYPE.parse(" update = 1 , get=5, scan=0");
        assertThat(OperationMix.TYPE.format(mix)).isEqualTo("get=5,update=1");
        assertThat(mix.operations()).containsExactly(VolumeOperation.GET, VolumeOperation.UPDATE);
        assertThat(OperationMix.TYPE.parse("get=5,update=1")).isEqualTo(mix);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', value = {
        "get;'get' is not OPERATION=WEIGHT",
        "gett=5;unknown operation 'gett' (did you mean 'get'?)",
        "update-indexd=5;(did you mean 'update-indexed'?)",
        "get=1.5;the weight of get is '1.5'",
        "get=1,get=2;'get' stands twice",
        "get=0;the weights add up to 0",
        "get=99999,put=2;it must be 1 to 100000"})
    void whatIsWrongIsToldInOneLine(String text, String message) {
        assertThatThrownBy(() -> OperationMix.TYPE.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message.split(";")[0]).message().doesNotContain("\n");
    }
}
