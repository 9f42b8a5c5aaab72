package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.time.Clock;

/** A control group with a limit of memory, made for one runner or server. */
public final class MemoryCgroup implements AutoCloseable {

    /** Of the kernel's control groups. */
    enum Version { ONE, TWO }

    /** How long the kernel is given to take note that the group's last process has ended. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);
    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path folder;
    private final Version version;
    private final long bytes;
    private final Clock clock;
    private final MemoryCgroups maker;

    MemoryCgroup(Path folder, Version version, long bytes, Clock clock, MemoryCgroups maker) {
        this.folder = folder;
        this.version = version;
        this.bytes = bytes;
        this.clock = clock;
        this.maker = maker;
    }

    public Path folder() {
        return folder;
    }

    long bytes() {
        return bytes;
    }

    /** Sets the limit; what would be swapped out counts against it, too. */
    void limit() throws IOException {
        String number = String.valueOf(bytes);
        switch (version) {
            case ONE -> {
                MemoryCgroups.write(folder.resolve("memory.limit_in_bytes"), number);
                writeIfThere("memory.memsw.limit_in_bytes", number);
            }
            case TWO -> {
                MemoryCgroups.write(folder.resolve("memory.max"), number);
                writeIfThere("memory.swap.max", "0");
            }
        }
    }

    /** Not every kernel counts what is swapped out. */
    private void writeIfThere(String file, String text) throws IOException {
        if (Files.exists(folder.resolve(file))) {
            MemoryCgroups.write(folder.resolve(file), text);
        }
    }

    /**
     * The command line that runs another one inside the group. A shell moves itself there and becomes the other
     * program, which so begins in the group: a JVM takes the size of its heap from the limit that it finds.
     */
    public List<String> entering(List<String> command) {
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", "echo $$ > \"$0\" && exec \"$@\"",
                folder.resolve("cgroup.procs").toString()));
        line.addAll(command);
        return line;
    }

    /** Makes sure that processes of this user can enter: making a group and moving into it are different rights. */
    void admit() throws IOException {
        try {
            if (new ProcessBuilder(entering(List.of("/bin/sh", "-c", ":"))).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() != 0) {
                throw new IOException("no process can be moved into one");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Whether the kernel killed a process of the group because it needed more than the limit. */
    public boolean exceeded() {
        Path counts = folder.resolve(version == Version.ONE ? "memory.oom_control" : "memory.events");
        try {
            return Files.readAllLines(counts).stream().filter(line -> line.startsWith("oom_kill "))
                    .anyMatch(line -> !line.substring("oom_kill ".length()).strip().equals("0"));
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes the group, whose processes have ended. One that cannot be removed is left for the next start. */
    @Override
    public void close() {
        long deadline = clock.nanoTime() + PATIENCE;
        while (true) {
            try {
                maker.removeFolder(folder);
                return;
            } catch (IOException e) {
                if (clock.nanoTime() > deadline) {
                    return;
                }
            }
            clock.sleepUntil(clock.nanoTime() + LOOK_EVERY);
        }
    }
}
