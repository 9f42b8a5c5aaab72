package dev.tidemark.core.driver.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.ApiStyle;
import org.junit.jupiter.api.Test;

/** Which styles an engine has. */
class EmbeddedStylesTest {

    @Test
    void anEnginesOwnStandAmongTheCommonOnes() {
        ApiStyle own = ApiStyle.of("own", "native", ApiStyle.Input.TEXT, "as only this engine has it");
        assertThat(EmbeddedStyles.of("native", own)).extracting(ApiStyle::name)
                .containsExactly("put", "batch", "batch-committed", "own", "object", "tree", "noop");
    }
}
