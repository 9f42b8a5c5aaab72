package dev.tidemark.core.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Whether a file has more names than one, so that what is written into it changes a file elsewhere, too. */
public final class HardLinks {

    private HardLinks() {}

    /** False for folders, for what is not there, and where the system does not tell. */
    public static boolean hasOthers(Path file) throws IOException {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && (int) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) > 1;
        } catch (UnsupportedOperationException | IllegalArgumentException e) { // a system without such a view
            return false;
        }
    }
}
