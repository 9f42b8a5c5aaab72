package dev.tidemark.core.driver.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedDataDirectoryTest {

    private static final Pattern OWN = Pattern.compile("part-\\d+(/\\d+\\.data)?");

    @TempDir
    Path temporary;
    private Path directory;
    private OwnedDataDirectory folder;

    @BeforeEach
    void make() throws Exception {
        directory = temporary.resolve("a/b");
        folder = open();
        folder.make(Map.of("parts", "1"));
        Files.createDirectory(folder.path().resolve("part-1"));
        Files.writeString(folder.path().resolve("part-1/7.data"), "x");
    }

    private OwnedDataDirectory open() {
        return new OwnedDataDirectory(directory, "made", OWN);
    }

    private static void assertOneLine(ThrowingCallable call, String part) {
        assertThatThrownBy(call).isInstanceOf(DriverException.class).hasMessageContaining(part)
                .hasMessageNotContaining("\n");
    }

    @Test
    void nothingIsLeftOfWhatWasMade() throws Exception {
        assertThat(folder.remove()).isEmpty();
        assertThat(directory).doesNotExist();
        assertThat(temporary.resolve("a")).exists();
        assertThat(folder.remove()).isEmpty();
    }

    @Test
    void aFolderOfTheUserStaysWhenItsContentGoes() throws Exception {
        folder.remove();
        Files.createDirectory(directory);
        folder.make(Map.of());
        folder.remove();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theMarkerTellsWhatWasRecordedLast() throws Exception {
        folder.record(Map.of("parts", "12", "kind", "x=y"));
        folder.release();
        assertThat(open().use()).containsEntry("parts", "12").containsEntry("kind", "x=y")
                .containsEntry("directory-made", "true");
    }

    @Test
    void makingAnewDeletesWhatWasThereAndRemembersWhoMadeTheDirectory() throws Exception {
        folder.release();
        OwnedDataDirectory again = open();
        again.make(Map.of());
        assertThat(again.path().resolve("part-1")).doesNotExist();
        again.remove();
        assertThat(directory).doesNotExist();
    }

    @Test
    void filesOfOthersAreNeitherDeletedNorBuiltUpon() throws Exception {
        Path mine = Files.writeString(folder.path().resolve("part-1/notes.txt"), "mine");
        Path link = Files.createSymbolicLink(folder.path().resolve("part-1/8.data"), mine);
        assertOneLine(() -> folder.make(Map.of()), "holds files that Tidemark did not make (part-1/notes.txt, …)");
        assertThat(folder.path().resolve("part-1/7.data")).exists();
        assertThat(folder.remove()).containsExactlyInAnyOrder(mine, link, mine.getParent());
        assertThat(mine).hasContent("mine");
    }

    @Test
    void aFolderWithoutAMarkerIsNotOurs() throws Exception {
        folder.remove();
        Files.createDirectories(folder.path().resolve("part-1"));
        assertOneLine(() -> folder.make(Map.of()), "did not make (part-1)");
        assertOneLine(() -> folder.use(), "must be created first");
        assertThat(folder.remove()).isEmpty();
        assertThat(folder.path().resolve("part-1")).exists();
    }

    @Test
    void onlyOneHasItAtATime() throws Exception {
        OwnedDataDirectory other = open();
        assertOneLine(other::use, "is in use by another run");
        assertOneLine(() -> other.make(Map.of()), "is in use by another run");
        assertOneLine(other::remove, "is in use by another run");
        folder.release();
        assertThat(other.use()).containsEntry("parts", "1");
        other.release();
    }

    @Test
    void aFileInTheWayIsToldInOneLine() throws Exception {
        folder.remove();
        Files.writeString(directory, "a file");
        assertOneLine(() -> folder.make(Map.of()), directory + " is a file, not a folder");
        OwnedDataDirectory below = new OwnedDataDirectory(directory.resolve("below"), "made", OWN);
        assertOneLine(() -> below.make(Map.of()), directory.toString());
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsToldInOneLine() throws Exception {
        Path readOnly = new File("/proc/self").isDirectory() ? Path.of("/proc/self/tidemark") : unwritable();
        OwnedDataDirectory refused = new OwnedDataDirectory(readOnly, "made", OWN);
        assertOneLine(() -> refused.make(Map.of()), readOnly.toString());
    }

    private Path unwritable() {
        assertThat(temporary.toFile().setWritable(false)).isTrue();
        return temporary.resolve("new");
    }

    /** Killed between making the marker and filling it. */
    @Test
    void whatARunKilledWhileMakingLeftIsOurs() throws Exception {
        folder.remove();
        Files.createDirectories(folder.path().resolve("part-5"));
        Files.createFile(folder.path().resolve(OwnedDataDirectory.MARKER));
        folder.make(Map.of());
        assertThat(folder.path().resolve("part-5")).doesNotExist();
        folder.remove();
        assertThat(folder.path()).doesNotExist();
        assertThat(directory).as("nobody knows who made it").exists();
    }

    @Test
    void aFolderOfTheEnginesIsEmptiedOfWhatTheEngineMakes() throws Exception {
        Path part = folder.makeEmpty("part-2");
        assertThat(part).isEmptyDirectory();
        Files.writeString(part.resolve("8.data"), "12345");
        assertThat(OwnedDataDirectory.bytesIn(part)).isEqualTo(5);
        assertThat(OwnedDataDirectory.bytesIn(folder.path())).isGreaterThan(6);
        Files.writeString(part.resolve("letters.txt"), "dear");
        assertThat(folder.makeEmpty("part-2").resolve("letters.txt")).exists();
        assertThat(part.resolve("8.data")).doesNotExist();
        assertThat(folder.path().resolve("part-1/7.data")).exists();
        assertOneLine(() -> OwnedDataDirectory.bytesIn(temporary.resolve("nowhere")), "nowhere");
    }

    /** An engine deletes files at any time, also between their being listed and looked at. */
    @Test
    void filesThatGoWhileTheyAreCountedAreNone() throws Exception {
        Path coming = Files.createDirectories(folder.path().resolve("part-2/coming"));
        AtomicBoolean counted = new AtomicBoolean();
        try (ExecutorService engine = Executors.newSingleThreadExecutor()) {
            Future<?> working = engine.submit(() -> {
                while (!counted.get()) {
                    Path file = Files.createFile(coming.resolve("1.data"));
                    Files.delete(file);
                }
                return null;
            });
            try {
                for (int i = 0; i < 3000; i++) {
                    assertThat(OwnedDataDirectory.bytesIn(folder.path().resolve("part-2"))).isZero();
                }
            } finally {
                counted.set(true);
            }
            working.get();
        }
    }

    @Test
    void aMarkerThatIsALinkIsNotFollowed() throws Exception {
        folder.remove();
        Path precious = Files.writeString(temporary.resolve("important.txt"), "precious");
        Files.createDirectories(folder.path());
        Files.createSymbolicLink(folder.path().resolve(OwnedDataDirectory.MARKER), precious);
        assertOneLine(() -> folder.make(Map.of()), OwnedDataDirectory.MARKER + " is a link");
        assertOneLine(() -> folder.use(), OwnedDataDirectory.MARKER + " is a link");
        assertThat(folder.remove()).isEmpty();
        assertThat(precious).hasContent("precious");
    }

    /** What is written into a file with two names changes what somebody has under the other one. */
    @Test
    void aMarkerOrAFileWithAnotherNameElsewhereIsNotWritten() throws Exception {
        folder.remove();
        Path precious = Files.writeString(temporary.resolve("important.txt"), "precious");
        Path marker = Files.createDirectories(folder.path()).resolve(OwnedDataDirectory.MARKER);
        Files.createLink(marker, precious);
        assertOneLine(() -> folder.make(Map.of()), OwnedDataDirectory.MARKER + " has another name elsewhere");
        assertOneLine(() -> folder.use(), OwnedDataDirectory.MARKER + " has another name elsewhere");
        assertThat(precious).hasContent("precious");

        Files.delete(marker);
        folder.make(Map.of());
        Files.createLink(Files.createDirectories(folder.path().resolve("part-1")).resolve("7.data"), precious);
        folder.release();
        assertOneLine(() -> open().use(), "7.data has another name elsewhere");
        OwnedDataDirectory anew = open();
        anew.make(Map.of());
        assertThat(anew.path().resolve("part-1")).as("its name there goes, and not the file").doesNotExist();
        assertThat(precious).hasContent("precious");
        anew.release();
    }

    /** As engines link the files of a snapshot, which is below the same folder. */
    @Test
    void filesThatHaveAllTheirNamesInTheFolderAreItsOwn() throws Exception {
        Path snapshot = Files.createDirectory(folder.path().resolve("part-2"));
        Files.createLink(snapshot.resolve("7.data"), folder.path().resolve("part-1/7.data"));
        folder.release();
        OwnedDataDirectory again = open();
        again.use();
        again.release();
        Files.createLink(temporary.resolve("elsewhere"), snapshot.resolve("7.data"));
        assertOneLine(() -> open().use(), "7.data has another name elsewhere");
    }

    @Test
    void aFolderThatIsALinkIsNotFollowedHoweverItLooks() throws Exception {
        folder.release();
        Path users = temporary.resolve("users");
        Files.move(folder.path(), users);
        Files.createSymbolicLink(directory.resolve("made"), users);
        OwnedDataDirectory linked = open();
        assertOneLine(() -> linked.make(Map.of()), "made is a link");
        assertOneLine(linked::use, "made is a link");
        assertThat(linked.remove()).isEmpty();
        assertThat(users.resolve("part-1/7.data")).hasContent("x");
    }

    @Test
    void aLinkWithinAFolderThatIsUsedAgainIsRefused() throws Exception {
        folder.release();
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createSymbolicLink(folder.path().resolve("part-2"), elsewhere);
        assertOneLine(() -> open().use(), "part-2 is a link");
        assertOneLine(() -> open().makeEmpty("part-2"), "part-2 is a link");
    }

    /** What the user has there by then, under names that the engine would give. */
    private Path replaced() throws Exception {
        Files.move(folder.path(), temporary.resolve("moved"));
        Files.createDirectories(folder.path().resolve("part-1"));
        return Files.writeString(folder.path().resolve("part-1/7.data"), "precious");
    }

    @Test
    void aFolderThatWasReplacedWhileItWasInUseIsNotTouched() throws Exception {
        Path precious = replaced();
        assertOneLine(() -> folder.requireInPlace(), folder.path() + " was replaced");
        assertOneLine(() -> folder.remove(), "was replaced");
        assertOneLine(() -> folder.make(Map.of()), "was replaced");
        assertThat(precious).hasContent("precious");
        assertThat(temporary.resolve("moved/part-1/7.data")).hasContent("x");
        assertOneLine(() -> folder.make(Map.of()), "holds files that Tidemark did not make");
        assertThat(precious).hasContent("precious");
    }

    @Test
    void norIsOneWithAMarkerOfItsOwn() throws Exception {
        Path precious = replaced();
        Files.copy(temporary.resolve("moved").resolve(OwnedDataDirectory.MARKER),
                folder.path().resolve(OwnedDataDirectory.MARKER));
        assertOneLine(() -> folder.remove(), "was replaced");
        assertThat(precious).hasContent("precious");
    }

    @Test
    void aLinkThatTookItsPlaceIsNotFollowed() throws Exception {
        Path precious = replaced();
        Path users = temporary.resolve("users");
        Files.move(folder.path(), users);
        Files.createSymbolicLink(folder.path(), users);
        assertOneLine(() -> folder.remove(), "was replaced");
        assertOneLine(() -> folder.make(Map.of()), "was replaced");
        assertThat(users.resolve("part-1/7.data")).hasContent("precious");
        assertThat(precious).hasContent("precious");
    }

    /** By its handle, the old one is what is deleted in. */
    @Test
    void whatIsDeletedIsDeletedInTheFolderThatWasLocked() throws Exception {
        try (FolderHandle handle = FolderHandle.open(folder.path())) {
            Path precious = replaced();
            assertThat(handle.isInPlace()).isFalse();
            handle.delete(Path.of("part-1/7.data"), false);
            handle.delete(Path.of("part-1"), true);
            assertThat(precious).hasContent("precious");
            assertThat(temporary.resolve("moved/part-1")).doesNotExist();
            assertThatThrownBy(() -> handle.delete(Path.of("part-2"), true)).hasMessageContaining(folder.path()
                    + "/part-2");
        }
        folder.release();
    }

    @Test
    void aFolderThatIsGoneIsGone() throws Exception {
        Files.move(folder.path(), temporary.resolve("moved"));
        assertThat(folder.remove()).isEmpty();
    }
}
