package dev.tidemark.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.ServerPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderListingTest {

    @TempDir
    private Path place;

    /** Whoever runs the tests may be allowed to read everything. */
    @Test
    void aFolderThatCannotBeReadIsRefusedInOneLineAndTheOneAboveItIsOffered() {
        FolderListing refused = FolderListing.of("set.directory", place.toString(), folder -> {
            throw new AccessDeniedException(folder.toString());
        });
        assertThat(refused.refused()).isEqualTo(place + " cannot be read by the server's user; choose another folder.");
        assertThat(refused.folders()).isEmpty();
        assertThat(refused.up()).isEqualTo(place.getParent().toString());
    }

    @Test
    void whatIsNoWholePathBeginsAtHomeAndTheTopHasNothingAbove() {
        assertThat(FolderListing.of("set.directory", "relative", ServerPolicy.COMMAND_LINE).at()).isEqualTo(System.getProperty("user.home"));
        assertThat(FolderListing.of("set.directory", "/", ServerPolicy.COMMAND_LINE)).satisfies(top -> assertThat(top.up()).isEmpty())
                .satisfies(top -> assertThat(top.at()).isEqualTo("/"));
    }

    @Test
    void aServerShowsOnlyFoldersThatItsUsersMayUse() {
        FolderListing top = FolderListing.of("set.directory", "/", ServerPolicy.STRICT);
        assertThat(top.folders()).isEmpty();
        assertThat(top.refused()).isEqualTo("folders: this server may not use /; whoever starts it allows that, with "
                + "--allow-folder /.");
    }
}
