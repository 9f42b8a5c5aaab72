package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A file system of a test's own, for what only a small or read-only one shows; it is unmounted after the test. */
public final class MountedDisk implements AfterEachCallback {

    private Path mounted;

    /**
     * Mounts it for one test; leaves the test out where that is not allowed.
     *
     * @param directory where a folder for it is made
     * @param options   of {@code mount}, as in {@code size=1m,ro}
     */
    public Path mount(Path directory, String type, String options) throws Exception {
        Path point = Files.createDirectory(directory.resolve("mounted"));
        boolean done;
        try {
            done = new ProcessBuilder("mount", "-t", type, "-o", options, type, point.toString())
                    .redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            done = false;
        }
        assumeTrue(done, "no file system of type " + type + " can be mounted here");
        mounted = point;
        return point;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (mounted != null) {
            assertThat(new ProcessBuilder("umount", mounted.toString()).start().waitFor()).isZero();
        }
    }
}
