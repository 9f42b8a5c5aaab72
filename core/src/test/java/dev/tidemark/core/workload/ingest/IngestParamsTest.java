package dev.tidemark.core.workload.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;

class IngestParamsTest {

    private static Values binary(String compressibility) {
        return IngestParams.ALL.defaults().with("content", "binary", SettingOrigin.SET)
                .with("compressibility", compressibility, SettingOrigin.SET);
    }

    @Test
    void bytesAreMadeOfEachCompressibilityThatIsAccepted() {
        assertThat(IngestContent.of(binary("10"), 1).documents()).isNotNull();
        assertThatThrownBy(() -> IngestParams.ALL.check(binary("11"))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("compressibility: binary content is made that can be compressed up to 10 times");
        IngestParams.ALL.check(binary("11").with("content", "text", SettingOrigin.SET)); // where it says nothing
    }
}
