package dev.tidemark.driver.marklogic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class StyleClientTest {

    @Test
    void allHandlesHaveTheSameMapperWhichLeavesTheRequestOpenAsTheClientsOwnDoes() {
        ObjectMapper mapper = StyleClient.handle("one").getMapper();
        assertThat(StyleClient.handle("other").getMapper()).isSameAs(mapper);
        assertThat(mapper.isEnabled(JsonGenerator.Feature.AUTO_CLOSE_TARGET)).isFalse();
    }
}
