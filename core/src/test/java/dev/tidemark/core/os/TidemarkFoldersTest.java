package dev.tidemark.core.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Where results lie without a word about it. */
class TidemarkFoldersTest {

    /** Java tells {@code ?} as the home of a user without an account. */
    @Test
    void whoHasNoAccountHasTheHomeOfTheVariable() {
        assertThat(TidemarkFolders.home("/home/ada", "/elsewhere")).contains(Path.of("/home/ada"));
        assertThat(TidemarkFolders.home("?", "/writable")).contains(Path.of("/writable"));
        assertThat(TidemarkFolders.home("?", null)).isEmpty();
        assertThat(TidemarkFolders.home("?", "here")).as("no folder of whoever stands where").isEmpty();
        assertThat(TidemarkFolders.home("", " ")).isEmpty();
    }
}
