package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.os.ProcessIdentity;

/**
 * The process that works in a namespace, as it says in it.
 *
 * @param host  name of its machine
 * @param pid   its number there
 * @param place in which such numbers are one process's each: a boot of a machine, and there a space of numbers; empty
 *              where the system does not tell
 * @param began ticks since the boot
 * @param id    that no other process has
 * @param since when it began to, by its machine's time of day, which is told and never compared
 */
record NamespaceHolder(String host, long pid, String place, long began, String id, Instant since) {

    private static final Path NUMBERS = ProcessIdentity.PROC.resolve("self/ns/pid");
    private static final String SOMEWHERE = "another-machine";
    private static final String ID = UUID.randomUUID().toString();
    private static final int FIELDS = 6;

    /** This process. */
    static NamespaceHolder own(Instant since) {
        long pid = ProcessHandle.current().pid();
        Optional<ProcessIdentity> process = ProcessIdentity.running(pid);
        return new NamespaceHolder(ProcessIdentity.hostName().orElse(SOMEWHERE), pid,
                process.map(NamespaceHolder::placeOf).orElse(""), process.map(ProcessIdentity::began).orElse(0L), ID, since);
    }

    private static String placeOf(ProcessIdentity process) {
        try {
            return process.boot() + "/" + Files.readSymbolicLink(NUMBERS);
        } catch (IOException e) {
            return "";
        }
    }

    /** As {@link #toString} has written it; empty where it is something else. */
    static Optional<NamespaceHolder> of(String text) {
        String[] fields = text.split(" ");
        try {
            return fields.length != FIELDS ? Optional.empty() : Optional.of(new NamespaceHolder(fields[0],
                    Long.parseLong(fields[1]), fields[2].equals("-") ? "" : fields[2], Long.parseLong(fields[3]),
                    fields[4], Instant.parse(fields[5])));
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Whether it can be seen from here, and is no more. */
    boolean isGone() {
        Optional<ProcessIdentity> self = ProcessIdentity.running(ProcessHandle.current().pid());
        return self.isPresent() && !place.isEmpty() && place.equals(placeOf(self.get()))
                && !new ProcessIdentity(pid, self.get().boot(), began).isAlive();
    }

    /** For people. */
    String describe() {
        return host + " (process " + pid + ", since " + since.truncatedTo(ChronoUnit.SECONDS) + " by its clock)";
    }

    /** In one line, without a blank in any of its fields. */
    @Override
    public String toString() {
        return Stream.of(host, pid, place.isEmpty() ? "-" : place, began, id, since).map(String::valueOf)
                .map(field -> field.replace(' ', '_')).collect(Collectors.joining(" "));
    }
}
