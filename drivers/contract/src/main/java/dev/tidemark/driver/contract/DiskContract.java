package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of an embedded engine when its disk is full, or when somebody changes the folder that it works in. */
public abstract class DiskContract extends TargetContract {

    private static final int VALUE = 8000;

    @RegisterExtension
    protected final MountedDisk disk = new MountedDisk();

    private static void fill(KeyspaceTarget target, int keys) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int i = 0; i < keys; i++) {
                KeyValueContract.put(session, 0, "key" + i, Bytes.random(i, VALUE));
                if (i % 10 == 9) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    /** A load that is watched as a run is: whether anything goes wrong in the background is asked all the time. */
    private static DriverException failureOfLoad(KeyspaceTarget target, int keys) throws InterruptedException {
        CompletableFuture<Void> load = CompletableFuture.runAsync(() -> {
            try {
                fill(target, keys);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        while (!load.isDone() && target.backgroundFailure().isEmpty()) {
            Thread.onSpinWait();
        }
        if (target.backgroundFailure().isPresent()) {
            target.abort();
        }
        try {
            load.get();
            throw new AssertionError("all was stored");
        } catch (ExecutionException e) {
            return target.backgroundFailure().orElseGet(() -> (DriverException) e.getCause().getCause());
        }
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aDiskThatFillsUpEndsLoadAndSettlingInOneLine() throws Exception {
        directory = disk.mount(directory, "tmpfs", "size=24m");
        try (KeyspaceTarget target = open()) {
            target.create();
            target.makeKeyspace(0, 1, 1);
            assertThat(failureOfLoad(target, 10_000)).hasMessageStartingWith("the disk of " + directory)
                    .hasMessageEndingWith(" is full").message().hasLineCount(1);
            try {
                target.settle(Progress.none());
            } catch (DriverException e) {
                assertThat(e).hasMessageStartingWith("the disk of " + directory).hasMessageEndingWith(" is full")
                        .message().hasLineCount(1);
            }
            target.drop();
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void whatCannotFitIsRefusedBeforehand() throws Exception {
        try (KeyspaceTarget target = open()) {
            target.create();
            assertOneLine(() -> target.makeKeyspace(5, 1L << 50, VALUE), "can still be written");
            assertOneLine(() -> target.makeKeyspace(5, 1L << 50, VALUE, 0.1), "can still be written");
            assertOneLine(() -> target.count(5, Progress.none()), "no keyspace 5");
            target.makeKeyspace(5, 1000, VALUE);
            assertThat(target.count(5, Progress.none())).isZero();
        }
    }

    /**
     * What the user put there between two points: a folder of his own, under the engine's name and with the same files.
     */
    @Test
    void aFolderOfTheUsersThatTookThePlaceBetweenPointsIsRefused() throws Exception {
        Path home;
        try (KeyspaceTarget point = created()) {
            home = dataDirectory(point);
            fill(point, 100);
        }
        Files.delete(home.resolve(OwnedDataDirectory.MARKER));
        String before = content(home);
        try (KeyspaceTarget next = open()) {
            assertOneLine(next::create, "holds files that Tidemark did not make");
            assertOneLine(() -> next.session(0), "holds no data of Tidemark's");
        }
        assertThat(content(home)).isEqualTo(before);
    }

    @Test
    void aLinkThatTookThePlaceBetweenPointsIsRefused() throws Exception {
        Path home;
        try (KeyspaceTarget point = created()) {
            home = dataDirectory(point);
            fill(point, 100);
        }
        Path users = Files.move(home, directory.resolve("users"));
        Files.createSymbolicLink(home, users);
        String before = content(users);
        try (KeyspaceTarget next = open()) {
            assertOneLine(next::create, "is a link, and Tidemark follows none there");
            assertOneLine(() -> next.session(0), "is a link, and Tidemark follows none there");
        }
        assertThat(content(users)).isEqualTo(before);
    }

    /** Within one process the folder is held, and another one in its place is seen although it has a marker. */
    @Test
    void aFolderThatIsReplacedWhileItIsInUseIsRefusedAndNotTouched() throws Exception {
        try (KeyspaceTarget target = created()) {
            fill(target, 100);
            Path home = dataDirectory(target);
            Path moved = Files.move(home, home.resolveSibling("held"));
            Files.createDirectory(home);
            Files.copy(moved.resolve(OwnedDataDirectory.MARKER), home.resolve(OwnedDataDirectory.MARKER));
            Path users = Files.writeString(home.resolve(ManifestFolder.FILES + "precious"), "precious");
            assertOneLine(target::drop, "was replaced by another one");
            assertOneLine(target::create, "was replaced by another one");
            assertThat(users).hasContent("precious");
        }
    }

    /** Names, sizes and times of change of all files. */
    private static String content(Path folder) throws Exception {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted().toList()) {
                text.append(folder.relativize(path)).append(' ');
                if (Files.isRegularFile(path)) {
                    text.append(Files.size(path)).append(' ').append(Files.getLastModifiedTime(path));
                }
                text.append('\n');
            }
        }
        return text.toString();
    }
}
