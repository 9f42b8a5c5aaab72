package dev.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Where results lie without a word about it. */
class DataFolderTest {

    /** Java tells {@code ?} as the home of a user without an account. */
    @Test
    void whoHasNoAccountHasTheHomeOfTheVariable() {
        assertThat(DataFolder.home("/home/ada", "/elsewhere")).contains(Path.of("/home/ada"));
        assertThat(DataFolder.home("?", "/writable")).contains(Path.of("/writable"));
        assertThat(DataFolder.home("?", null)).isEmpty();
        assertThat(DataFolder.home("?", "here")).as("no folder of whoever stands where").isEmpty();
        assertThat(DataFolder.home("", " ")).isEmpty();
    }
}
