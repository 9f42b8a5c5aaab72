package dev.tidemark.launch.rig;

import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.time.Clock;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The process of a rig's server. It is no child to wait for: it lives on when this process ends, in a session of its
 * own, so that no terminal's signals reach it.
 */
final class RigProcess {

    /**
     * The process writes down who it is before it becomes the server. So there is no moment in which a server runs of
     * which nobody knows, whenever this process is killed.
     */
    private static final String RECORDING = "rm -f \"$0.new\" && cat " + ProcessIdentity.BOOT
            + " /proc/$$/stat > \"$0.new\" && echo \"$1\" >> \"$0.new\" && mv \"$0.new\" \"$0\" && shift "
            + "&& exec \"$@\"";
    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(20);
    /** How long a killed process may take to be gone. */
    private static final long KILL_LIMIT = TimeUnit.SECONDS.toNanos(20);

    private final RigFolder folder;
    private final Clock clock;

    RigProcess(RigFolder folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** The one that was started last, if it lives. */
    Optional<ProcessIdentity> living() throws IOException {
        return recorded().filter(ProcessIdentity::isAlive);
    }

    /** The one that was started last and not stopped, whether it lives or not. */
    Optional<ProcessIdentity> recorded() throws IOException {
        return folder.exists() ? ProcessIdentity.recorded(folder.process(), RigFolder.key(folder.home()))
                : Optional.empty();
    }

    /**
     * Starts it. Whether it comes to anything is for {@link #living} to tell.
     *
     * @param within makes a command line one that begins in the server's control group
     */
    void start(ServerCommand command, LocalCommands commands, UnaryOperator<List<String>> within)
            throws IOException, InterruptedException {
        forget();
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(command.words());
        ProcessBuilder builder = commands.process(words);
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", RECORDING, folder.process().toString(),
                RigFolder.key(folder.home())));
        line.addAll(builder.command());
        PrivateFile.write(folder.log(), "");
        Process process = builder.command(within.apply(line))
                .redirectOutput(Redirect.appendTo(folder.log().toFile())).start();
        while (process.isAlive() && recorded().isEmpty()) {
            pause();
        }
    }

    /** Tells a process to end; whether it does is for its identity to tell. */
    static void signal(ProcessIdentity process, String signal, LocalCommands commands)
            throws RigException, InterruptedException {
        if (process.isAlive()) {
            commands.run(List.of("/bin/sh", "-c", "kill -s \"$0\" \"$1\"", signal, String.valueOf(process.pid())));
        }
    }

    void kill(ProcessIdentity process) throws RigException, InterruptedException {
        ProcessHandle.of(process.pid()).filter(p -> process.isAlive()).ifPresent(ProcessHandle::destroyForcibly);
        long limit = clock.nanoTime() + KILL_LIMIT;
        while (process.isAlive()) {
            if (clock.nanoTime() > limit) {
                throw new RigException("process " + process.pid()
                        + " was killed and does not end; it may wait for a disk");
            }
            pause();
        }
    }

    /** Waits a moment for something outside of this process. */
    void pause() throws InterruptedException {
        clock.sleepUntil(clock.nanoTime() + LOOK_EVERY);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** There is none any more. */
    void forget() throws IOException {
        Files.deleteIfExists(folder.process());
    }

    /**
     * Kills whatever runs a program out of the rig's folder, where nobody else's programs are, or was started by a
     * server or command of the rig: workers of a server that was killed, and commands of a start that was.
     */
    void killLeft() throws IOException, RigException, InterruptedException {
        for (ProcessIdentity process : left()) {
            kill(process);
        }
    }

    private List<ProcessIdentity> left() throws IOException {
        Path home = folder.home().toRealPath();
        String key = RigFolder.key(home);
        List<ProcessIdentity> left = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(ProcessIdentity.PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (runsProgramIn(home, process) || isMarked(process, key)) {
                    ProcessIdentity.running(Long.parseLong(process.getFileName().toString())).ifPresent(left::add);
                }
            }
        }
        return left;
    }

    /**
     * Whether it runs a program out of a folder: this very one, and not what has its path in a container. No for what
     * has ended meanwhile, and for other users' processes.
     */
    private static boolean runsProgramIn(Path home, Path process) {
        try {
            Path program = Files.readSymbolicLink(process.resolve("exe"));
            return program.startsWith(home) && Files.isSameFile(process.resolve("exe"), program);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a process, or one that started it, was started for this rig; the environment is inherited. */
    private static boolean isMarked(Path process, String key) {
        try {
            return Stream.of(new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.UTF_8)
                    .split("\0")).anyMatch((LocalCommands.MARK + "=" + key)::equals);
        } catch (IOException e) {
            return false;
        }
    }
}
