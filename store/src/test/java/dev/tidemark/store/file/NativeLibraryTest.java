package dev.tidemark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.store.ResultStore;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed leaves no native library in the folder for temporary files. */
@EnabledOnOs(OS.LINUX)
class NativeLibraryTest {

    @Test
    void isRemovedOnceItIsLoadedAndServesOn(@TempDir Path folder) throws IOException {
        for (String name : List.of("one.db", "two.db")) {
            try (ResultStore store = ResultStore.open(folder.resolve(name))) {
                assertThat(store.labels()).isEmpty();
            }
            try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
                assertThat(maps.filter(line -> line.contains("libsqlitejdbc"))).isNotEmpty()
                        .allMatch(line -> line.endsWith(" (deleted)"));
            }
        }
    }

    @Test
    void isKeptBesideTheProgramForTheNextProcess(@TempDir Path home) throws Exception {
        Path caches = Files.createDirectories(home.resolve("aot"));
        assertThat(open(home)).as("the first unpacks it").isNotEmpty().allMatch(line -> line.endsWith(" (deleted)"));
        List<Path> kept = files(caches);
        assertThat(kept).singleElement().asString().endsWith(System.mapLibraryName("sqlitejdbc"));
        assertThat(open(home)).as("the second finds it").isNotEmpty().allMatch(line -> line.endsWith(kept.getFirst().toString()));
        assertThat(files(caches)).isEqualTo(kept);
    }

    @ByTurns(days = 10, heldBy = "NativeLibraryTest.isKeptBesideTheProgramForTheNextProcess")
    @Test
    void isUnpackedAndKeptAnewWhereTheKeptOneIsDamaged(@TempDir Path home) throws Exception {
        Path caches = Files.createDirectories(home.resolve("aot"));
        open(home);
        Path kept = files(caches).getFirst();
        byte[] sound = Files.readAllBytes(kept);
        for (int at = 0; at < sound.length; at += sound.length / 3) {
            byte[] damaged = sound.clone();
            Arrays.fill(damaged, at, Math.min(sound.length, at + 4096), (byte) 0x5a);
            Files.write(kept, damaged);
            assertThat(open(home)).isNotEmpty().noneMatch(line -> line.contains(caches.toString()));
            assertThat(kept).hasBinaryContent(sound);
        }
        assertThat(open(home)).isNotEmpty().allMatch(line -> line.endsWith(kept.toString()));
    }

    @Test
    void isNotKeptWhereTheProgramHasNoCaches(@TempDir Path home) throws Exception {
        assertThat(open(home)).isNotEmpty();
        assertThat(home.resolve("aot")).doesNotExist();
    }

    @Test
    void isUnpackedBesideTheStoreWhereNoLibraryCanBeLoadedFromTemporaryFiles(@TempDir Path home) throws Exception {
        Path temporary = Files.createDirectories(home.resolve("temporary"));
        Path unshare = Path.of("/usr/bin/unshare");
        assumeTrue(Files.isExecutable(unshare), "skipped: no unshare here");
        Process tried = new ProcessBuilder(unshare.toString(), "--mount", "--map-root-user", "mount", "-t", "tmpfs",
                "none", temporary.toString()).start();
        assumeTrue(tried.waitFor() == 0, "skipped: cannot mount here");
        List<String> within = List.of(unshare.toString(), "--mount", "--map-root-user", "sh", "-c",
                "mount -t tmpfs -o noexec none \"$0\" && exec \"$@\"", temporary.toString());
        assertThat(open(home, within, "-Djava.io.tmpdir=" + temporary)).isNotEmpty()
                .allMatch(line -> line.contains(" " + home + "/tidemark-temporary-"));
        assertThat(files(home)).isEmpty();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(System.mapLibraryName("sqlitejdbc"))).toList();
        }
    }

    private static List<String> open(Path home) throws Exception {
        return open(home, List.of());
    }

    /**
     * Which files a process of the program in this folder has loaded SQLite from, once it has opened a store.
     *
     * @param within the command that starts it
     * @param flags  of its JVM
     */
    private static List<String> open(Path home, List<String> within, String... flags) throws Exception {
        List<String> command = new ArrayList<>(within);
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of(flags));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Dtidemark.home=" + home,
                "-cp", System.getProperty("java.class.path"), Opening.class.getName(),
                home.resolve("results.db").toString()));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> lines = process.inputReader().readAllLines();
        assertThat(process.waitFor()).isZero();
        return lines;
    }

    static final class Opening {
        private Opening() {}

        public static void main(String[] args) throws IOException {
            try (ResultStore store = ResultStore.open(Path.of(args[0]));
                    Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
                store.labels();
                maps.filter(line -> line.contains("libsqlitejdbc")).forEach(System.out::println);
            }
        }
    }
}
