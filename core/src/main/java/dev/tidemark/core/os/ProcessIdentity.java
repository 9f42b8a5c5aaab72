package dev.tidemark.core.os;

import module java.base;

/**
 * A process of this machine, told from a later one with the same number by the boot and the tick in which it began.
 * That is what Linux itself says; a time of day would move with the clock. See {@code /proc/PID/stat} in proc(5).
 *
 * @param pid   its number
 * @param boot  the machine's boot
 * @param began ticks since the boot
 */
public record ProcessIdentity(long pid, String boot, long began) {

    public static final Path PROC = Path.of("/proc");
    public static final Path BOOT = PROC.resolve("sys/kernel/random/boot_id");

    /** Of the fields behind the name, which is in parentheses and may hold blanks. */
    private static final int STATE = 0;
    private static final int THREADS = 17;
    private static final int BEGAN = 19;

    /**
     * As a process wrote it down that put {@link #BOOT} and its own {@code stat} into a file.
     *
     * @param place where the file is; one that was written elsewhere, and copied, says so in its third line
     * @return empty where there is no such file, or not a whole one, or a copy
     */
    public static Optional<ProcessIdentity> recorded(Path file, String place) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file);
        try {
            boolean copied = lines.size() > 2 && !lines.get(2).equals(place); // earlier versions wrote two lines
            return lines.size() < 2 || copied ? Optional.empty() : Optional.of(of(lines.get(0), lines.get(1)));
        } catch (RuntimeException e) { // no such lines: whatever this is, it names no process
            return Optional.empty();
        }
    }

    /** The process that has a number now. */
    public static Optional<ProcessIdentity> running(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"));
            return hasEnded(stat) ? Optional.empty() : Optional.of(of(Files.readString(BOOT), stat));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The name of this machine, without asking a name server, which may take seconds; empty where nobody says it. */
    public static Optional<String> hostName() {
        try {
            return Optional.of(Files.readString(PROC.resolve("sys/kernel/hostname")).strip());
        } catch (IOException e) {
            return Stream.of("HOSTNAME", "COMPUTERNAME").map(System::getenv).filter(Objects::nonNull).findFirst();
        }
    }

    /** Whether this process may do anything. */
    public static boolean isRoot() {
        try {
            return (int) Files.getAttribute(PROC.resolve("self"), "unix:uid") == 0;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static ProcessIdentity of(String boot, String stat) {
        return new ProcessIdentity(Long.parseLong(stat.substring(0, stat.indexOf(' '))), boot.strip(),
                Long.parseLong(fields(stat)[BEGAN]));
    }

    /**
     * Nobody may have asked how it ended. While other threads of it than the first have not, its sockets are still
     * open, so that a server in its place could not have its port.
     */
    private static boolean hasEnded(String stat) {
        String[] fields = fields(stat);
        return List.of("Z", "X").contains(fields[STATE]) && Integer.parseInt(fields[THREADS]) <= 1;
    }

    private static String[] fields(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ");
    }

    public boolean isAlive() {
        return running(pid).filter(this::equals).isPresent();
    }
}
