package dev.tidemark.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.TroubleDriver.Trouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With the control groups of this machine where it lets us, and with a folder that looks like those of another one. */
@Timeout(300)
class MemoryCgroupsTest {

    private static final long LIMIT = 64 << 20;
    private static final Clock CLOCK = Clock.system();

    @TempDir
    private Path folder;

    /** This machine's, or the test is skipped and says why. */
    private static MemoryCgroups here() {
        MemoryCgroups groups = MemoryCgroups.system(CLOCK);
        try {
            groups.check("memory-limit", LIMIT);
        } catch (InvalidInputException e) {
            assumeTrue(false, "skipped: " + e.getMessage());
        }
        return groups;
    }

    private static int run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(said).isTrue();
        return process.exitValue();
    }

    /** Some bytes of the file are in memory, but never more than allowed, though the system has room for all of it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whatAGroupReadsOfFilesCountsAgainstItsLimit() throws Exception {
        MemoryCgroups groups = here();
        Path work = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "memory");
        Path file = work.resolve("file");
        try (MemoryCgroup group = groups.make(LIMIT)) {
            assertThat(run(group.entering(List.of("/bin/sh", "-c", "dd if=/dev/zero of='" + file
                    + "' bs=1M count=160 conv=fsync && cat '" + file + "' '" + file + "' > /dev/null")))).isZero();
            Path peak = group.folder().resolve("memory.max_usage_in_bytes");
            Path usage = Files.exists(peak) ? peak : group.folder().resolve("memory.current");
            assertThat(Long.parseLong(Files.readString(usage).strip())).isBetween(LIMIT / 4, LIMIT);
            assertThat(group.exceeded()).isFalse();
        } finally {
            Files.deleteIfExists(file);
            Files.delete(work);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aRunnerThatNeedsMoreIsNamedAndItsGroupIsRemoved() throws Exception {
        MemoryCgroups groups = here();
        List<RunEvent> events = new ArrayList<>();
        try (Bench bench = new Bench(folder, Duration.ofMinutes(5), OptionalLong.of(48_000_000), groups)) {
            events.addAll(bench.run(1, Trouble.EXHAUST));
            assertThat(Bench.end(events).state()).isEqualTo(IterationState.FAILED);
            assertThat(Bench.end(events).verdict()).startsWith("the runner needed more than its memory-limit of 48MB");
        }
        assertThat(ours()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aRunnerWithinItsLimitRunsAndKnowsIt() throws Exception {
        MemoryCgroups groups = here();
        try (Bench bench = new Bench(folder, Duration.ofMinutes(5), OptionalLong.of(256_000_000), groups)) {
            List<RunEvent> events = bench.run(1, Trouble.NONE);
            assertThat(Bench.end(events)).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
            assertThat(events.stream().filter(RunEvent.Detected.class::isInstance).map(RunEvent.Detected.class::cast)
                    .flatMap(d -> d.settings().stream())).anySatisfy(s -> {
                        assertThat(s.name()).isEqualTo("memory-allowed");
                        assertThat(s.number()).isBetween(255_000_000.0, 256_000_000.0);
                    });
            assertThat(ours()).hasSize(1);
            bench.run(2, Trouble.HANG, new KillOnce());
            assertThat(Bench.end(bench.run(3, Trouble.NONE)).state()).isEqualTo(IterationState.DONE);
            assertThat(ours()).hasSize(1);
        }
        assertThat(ours()).isEmpty();
    }

    /** Kills the runner as soon as it is at work. */
    private static final class KillOnce implements Consumer<RunEvent> {
        private boolean killed;

        @Override
        public void accept(RunEvent event) {
            if (event instanceof RunEvent.Progressed && !killed) {
                killed = true;
                ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** Groups on this machine that this process made. */
    private static List<Path> ours() throws IOException {
        String begin = "tidemark-" + ProcessHandle.current().pid() + "-";
        List<Path> found = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            Path top = Path.of("/sys/fs/cgroup", parts[1].equals("memory") ? "memory" : "");
            Path own = top.resolve(parts[2].substring(1));
            if (!parts[1].contains("=") && Files.isDirectory(own)) {
                try (Stream<Path> folders = Files.list(own)) {
                    folders.filter(f -> f.getFileName().toString().startsWith(begin)).forEach(found::add);
                }
            }
        }
        return found.stream().distinct().toList();
    }

    // A folder that looks like the newer version

    /** Does in a plain folder what the kernel does in its own. */
    private static final class Pretended extends MemoryCgroups {

        Pretended(Path root) {
            super(root, CLOCK);
        }

        @Override
        void makeFolder(Path folder) throws IOException {
            super.makeFolder(folder);
            for (String file : List.of("cgroup.procs", "memory.max", "memory.swap.max", "memory.events")) {
                Files.createFile(folder.resolve(file));
            }
        }

        @Override
        void removeFolder(Path folder) throws IOException {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
            super.removeFolder(folder);
        }
    }

    /** @return the folder of this process's group, which is {@code /user/session} */
    private Path newer() throws IOException {
        Files.createDirectories(folder.resolve("proc/self"));
        Files.writeString(folder.resolve("proc/self/cgroup"), "0::/user/session\n");
        Path session = Files.createDirectories(folder.resolve("sys/fs/cgroup/user/session"));
        Files.writeString(folder.resolve("sys/fs/cgroup/cgroup.controllers"), "cpu memory\n");
        return session;
    }

    @Test
    void theControllerIsAskedForAndTheLimitSet() throws Exception {
        Path session = newer();
        Path shared = Files.writeString(session.resolve("cgroup.subtree_control"), "cpu\n");
        Path made;
        try (MemoryCgroup group = new Pretended(folder).make(LIMIT)) {
            made = group.folder();
            assertThat(made.getParent()).isEqualTo(session);
            assertThat(shared).hasContent("+memory");
            assertThat(made.resolve("memory.max")).hasContent(String.valueOf(LIMIT));
            assertThat(made.resolve("memory.swap.max")).hasContent("0");
            Files.writeString(made.resolve("memory.events"), "oom 3\noom_kill 0\n");
            assertThat(group.exceeded()).isFalse();
            Files.writeString(made.resolve("memory.events"), "oom 3\noom_kill 1\n");
            assertThat(group.exceeded()).isTrue();
        }
        assertThat(made).doesNotExist();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aCommandEntersTheGroupAsTheProcessThatItBecomes() throws Exception {
        Files.writeString(newer().resolve("cgroup.subtree_control"), "memory\n");
        try (MemoryCgroup group = new Pretended(folder).make(LIMIT)) {
            Process process = new ProcessBuilder(group.entering(List.of("/bin/sh", "-c", "exit 7"))).start();
            assertThat(process.waitFor()).isEqualTo(7);
            assertThat(group.folder().resolve("cgroup.procs")).hasContent(String.valueOf(process.pid()));
        }
    }

    /** A group with processes in it cannot share controllers out; one above it may. */
    @Test
    void whereTheOwnGroupRefusesAnotherAboveItServes() throws Exception {
        Path session = newer();
        Files.writeString(session.getParent().resolve("cgroup.subtree_control"), "memory cpu");
        try (MemoryCgroup group = new Pretended(folder).make(LIMIT)) {
            assertThat(group.folder().getParent()).isEqualTo(session.getParent());
        }
    }

    /** Another process may have made it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theGroupOfAServerIsRemovedByWhoeverEndsIt() throws Exception {
        MemoryCgroups groups = here();
        Path left = groups.makeLasting(LIMIT).folder();
        assertThat(left.getFileName().toString()).startsWith("tidemark-server-");
        assertThat(groups.made(left).exceeded()).isFalse();
        groups.made(left).close();
        assertThat(left).doesNotExist();
    }

    @Test
    void whatIsMissingIsSaidInOneLine() throws Exception {
        assertThatThrownBy(() -> new MemoryCgroups(folder, CLOCK).check("memory-limit", LIMIT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("memory-limit: this system has no control groups for memory").message()
                .hasLineCount(1);
        newer();
        assertThatThrownBy(() -> new Pretended(folder).check("memory-limit", LIMIT)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("memory-limit: no control group can be made beneath ")
                .hasMessageContaining("cgroup.subtree_control is not there").message().hasLineCount(1);
    }

    @Test
    void groupsOfProcessesThatAreGoneAreRemovedAndNoOthers() throws Exception {
        Path session = newer();
        ProcessHandle self = ProcessHandle.current();
        long started = self.info().startInstant().orElseThrow().toEpochMilli();
        Path living = Files.createDirectory(session.resolve("tidemark-" + self.pid() + "-" + started + "-1"));
        Path earlier = Files.createDirectory(session.resolve("tidemark-" + self.pid() + "-5-1"));
        Path gone = Files.createDirectory(session.getParent().resolve("tidemark-999999999-77-2"));
        Path other = Files.createDirectory(session.resolve("tidemark-notes"));
        Path server = Files.createDirectory(session.resolve("tidemark-server-999999999-77-2"));
        new Pretended(folder).removeLeft();
        assertThat(living).exists();
        assertThat(other).exists();
        assertThat(server).as("tells why a server does not live, whoever has started it").exists();
        assertThat(earlier).doesNotExist();
        assertThat(gone).doesNotExist();
    }
}
