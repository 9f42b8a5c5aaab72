package dev.tidemark.core.rig;

import module java.base;
import dev.tidemark.core.os.ProcessIdentity;

/**
 * What the folder of a rig says of the processes of its server. They are told from all others by this alone.
 *
 * @param home the rig's folder
 */
public record RigRecord(Path home) {

    /** By this variable are a server's processes found whatever program they run, such as a JVM: the folder's key. */
    public static final String MARK = "TIDEMARK_RIG";

    /**
     * The process writes down who it is before it becomes the server. So there is no moment in which a server runs of
     * which nobody knows, whenever this process is killed.
     */
    private static final String RECORDING = "rm -f \"$0.new\" && cat " + ProcessIdentity.BOOT
            + " /proc/$$/stat > \"$0.new\" && echo \"$1\" >> \"$0.new\" && mv \"$0.new\" \"$0\" && shift "
            + "&& exec \"$@\"";

    /** Who the process of the server is: of several servers, the one that has started them. */
    public Path process() {
        return home.resolve("process");
    }

    /** What servers have said. */
    public Path log() {
        return home.resolve("log");
    }

    /** The control group of servers whose memory is limited. */
    public Path memoryGroup() {
        return home.resolve("memory-group");
    }

    /** Where the file system of the servers' own is mounted, where they have one. */
    public Path mounted() {
        return home.resolve("mounted");
    }

    /** The name of the signal that ends a server in good order. */
    public Path signal() {
        return home.resolve("signal");
    }

    /**
     * What a folder is told by, whatever its path: the same path may lead to another one in a container, and a copy has
     * the same files.
     */
    public static String key(Path folder) throws IOException {
        return String.valueOf(Files.readAttributes(folder, BasicFileAttributes.class).fileKey());
    }

    /** The process that was started last and not stopped, whether it lives or not. */
    public Optional<ProcessIdentity> recorded() throws IOException {
        return Files.isDirectory(home) ? ProcessIdentity.recorded(process(), key(home)) : Optional.empty();
    }

    /** A command line of a process that writes down who it is, in {@link #process}, and then becomes another one. */
    public List<String> recording(List<String> line) throws IOException {
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", RECORDING, process().toString(), key(home)));
        all.addAll(line);
        return all;
    }

    /**
     * Whether a process runs a program out of the rig's folder, where nobody else's programs are, or was started by a
     * server or a command of the rig: the environment is inherited. No for what has ended meanwhile, and for other
     * users' processes.
     *
     * @param process its folder in {@code /proc}
     */
    public boolean isOf(Path process) throws IOException {
        return runsProgramIn(home.toRealPath(), process) || isMarked(process, key(home.toRealPath()));
    }

    /** This very one, and not what has its path in a container. */
    private static boolean runsProgramIn(Path home, Path process) {
        try {
            Path program = Files.readSymbolicLink(process.resolve("exe"));
            return program.startsWith(home) && Files.isSameFile(process.resolve("exe"), program);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isMarked(Path process, String key) {
        try {
            return Stream.of(new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.UTF_8)
                    .split("\0")).anyMatch((MARK + "=" + key)::equals);
        } catch (IOException e) {
            return false;
        }
    }
}
