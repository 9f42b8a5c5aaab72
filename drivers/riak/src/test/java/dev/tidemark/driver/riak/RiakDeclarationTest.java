package dev.tidemark.driver.riak;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.DeclarationContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** There is no client library that could be missing. */
class RiakDeclarationTest extends DeclarationContract {

    private final RiakDriver driver = new RiakDriver();

    @Override
    protected Driver driver() {
        return driver;
    }

    private Values with(String... settings) {
        Values values = driver.params().defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        driver.params().check(values);
        return values;
    }

    @Test
    void quorumsAreWordsOrNumbersOfReplicas() {
        with("r", "one", "w", "quorum", "dw", "all", "pr", "0", "pw", "2", "n-val", "3");
        for (String wrong : new String[] {"most", "-1", "1.5", ""}) {
            assertThatThrownBy(() -> with("w", wrong)).isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("w: ");
        }
        assertThatThrownBy(() -> with("n-val", "2", "dw", "3")).isInstanceOf(InvalidInputException.class)
                .hasMessage("dw: there are no more than n-val replicas, 2");
        assertThatThrownBy(() -> with("n-val", "0")).isInstanceOf(InvalidInputException.class);
    }

    /** What is dropped under such a name would be another. */
    @ParameterizedTest
    @ValueSource(strings = {"a/b", "../bench", "a b", "bench?x", "a%2Fb", "."})
    void aNameIsThatOfOneBucket(String name) {
        Context context = new Context(Clock.system(), Path.of("."), Secrets.ofThisProcess(), _ -> { }, () -> false);
        assertThatThrownBy(() -> driver.open(with("namespace", name), context))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("namespace: '" + name + "' is no name");
        assertThatThrownBy(() -> with("bucket-type", name)).isInstanceOf(InvalidInputException.class);
    }
}
