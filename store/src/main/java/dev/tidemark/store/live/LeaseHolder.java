package dev.tidemark.store.live;

import module java.base;
import dev.tidemark.core.os.ProcessIdentity;

/**
 * Which process holds something. A pid alone is not enough: it is given again when its process is gone. A lease may be
 * looked at from another machine, and from systems that count no ticks since the boot, by which a rig's process is
 * known; so it is host, pid and a time of day that tell this one.
 *
 * @param host  name of the machine, and behind it, where there are such, the namespace of the process id: containers
 *              may have one name, and each counts its own
 * @param pid   process id there
 * @param start start of the process in milliseconds since 1970; null when the system does not tell
 */
public record LeaseHolder(String host, long pid, Long start) {

    /** The system's start times move a little when the wall clock is set; a pid never comes back that soon. */
    private static final long START_TOLERANCE_MS = 5_000;
    /** As this process began, so that it is known by one name whatever the machine is called later. */
    private static final String HERE = (ProcessIdentity.hostName().orElse("") + " " + pidNamespace()).strip();

    public static LeaseHolder own() {
        ProcessHandle self = ProcessHandle.current();
        return new LeaseHolder(HERE, self.pid(), startOf(self));
    }

    private static Long startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(null);
    }

    /** As in {@code pid:[4026531836]}; empty where the system has no such thing. */
    private static String pidNamespace() {
        try {
            return Files.readSymbolicLink(ProcessIdentity.PROC.resolve("self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** The name of the machine where it is another one; empty where it is this. */
    Optional<String> elsewhere() {
        return Optional.of(host.split(" ")[0]).filter(machine -> !machine.equals(HERE.split(" ")[0]));
    }

    /**
     * Whether it still runs; empty when that is unknown from here: its process cannot be seen, or began at another time
     * than was written down, as the number was given again or the clock was set since.
     */
    public Optional<Boolean> alive() {
        if (!host.equals(HERE)) {
            return Optional.empty();
        }
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (process.isEmpty() || isZombie(pid)) {
            return Optional.of(false);
        }
        Long now = startOf(process.get());
        boolean same = start != null && now != null && Math.abs(now - start) <= START_TOLERANCE_MS;
        return same ? Optional.of(true) : Optional.empty();
    }

    /** A killed process that its parent has not yet collected, as in containers without an init process. */
    private static boolean isZombie(long pid) {
        try {
            Path stat = Path.of("/proc", Long.toString(pid), "stat");
            if (!Files.isReadable(stat)) {
                return false;
            }
            String text = Files.readString(stat);
            // "pid (name) state …"; the name may contain anything, even parentheses.
            return text.startsWith("Z", text.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false;
        }
    }
}
