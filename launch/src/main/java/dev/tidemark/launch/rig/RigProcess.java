package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.os.ProcessIdentity;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigRecord;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.time.Clock;
import java.lang.ProcessBuilder.Redirect;

/**
 * The process of a rig's server. It is no child to wait for: it lives on when this process ends, in a session of its
 * own, so that no terminal's signals reach it.
 */
final class RigProcess {

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
        return folder.processes().recorded();
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
        List<String> line = folder.processes().recording(builder.command());
        PrivateFile.write(folder.processes().signal(), command.each() + "\n");
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

    /** Lets those go on that a fault has paused, for whom nobody was left to do that: else they would hear no signal. */
    void wake(LocalCommands commands) throws IOException, RigException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", "kill -s CONT \"$@\" 2>/dev/null || true", "kill"));
        left().forEach(process -> line.add(String.valueOf(process.pid())));
        commands.run(line);
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
        Files.deleteIfExists(folder.processes().process());
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
        String key = RigRecord.key(home);
        List<ProcessIdentity> left = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(ProcessIdentity.PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (folder.processes().isOf(process)) {
                    ProcessIdentity.running(Long.parseLong(process.getFileName().toString())).ifPresent(left::add);
                }
            }
        }
        return left;
    }
}
