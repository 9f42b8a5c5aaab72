package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.workload.RunParams;

/** Says in one sentence why a runner process died. */
final class ExitDiagnosis {

    /** The JVM's exit status under {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int OUT_OF_MEMORY = 3;
    /** A process that died of signal n has the status 128 + n. */
    private static final int SIGNALLED = 128;
    private static final int SIGABRT = 6;
    private static final int SIGKILL = 9;

    private static final String KILLED = "the runner was killed (signal 9): by a person, or by the system for want of memory";

    private ExitDiagnosis() {}

    /** Of one on another machine, whose memory and files nobody looks at. */
    static String elsewhere(int status, List<String> stderr) {
        return status == SIGNALLED + SIGKILL ? KILLED : "the runner ended there with status " + status + last(stderr);
    }

    /** @param exceeded the limit of memory that the process went beyond, in bytes; empty where it did not */
    static String of(int status, long pid, Path crashFolder, List<String> stderr, Optional<Long> exceeded) {
        String heap = stderr.stream().filter(l -> l.contains("OutOfMemoryError")).findFirst().orElse("");
        if (status == OUT_OF_MEMORY || !heap.isEmpty()) {
            return "the runner ran out of memory" + (heap.isEmpty() ? "" : ": " + heap.strip());
        }
        if (exceeded.isPresent()) {
            return "the runner needed more than its memory-limit of " + RunParams.MEMORY_LIMIT.format(exceeded.get())
                    + " and was killed by the system; give it more, or the engine smaller caches";
        }
        if (status == SIGNALLED + SIGKILL) {
            return KILLED;
        }
        Optional<Path> report = Optional.of(crashFolder.resolve("hs_err_pid" + pid + ".log")).filter(Files::exists);
        if (report.isPresent() || status == SIGNALLED + SIGABRT) {
            return "native code crashed in the runner" + report.map(r -> ": " + cause(r) + "; see " + r).orElse("");
        }
        if (status > SIGNALLED) {
            return "the runner died of signal " + (status - SIGNALLED);
        }
        return "the runner ended with status " + status + last(stderr);
    }

    /** What a process said last, to stand behind what became of it. */
    static String last(List<String> stderr) {
        return stderr.isEmpty() ? "" : ": " + stderr.getLast().strip();
    }

    /** The signal and the library, from the JVM's crash report. */
    private static String cause(Path report) {
        try {
            List<String> lines = Files.readAllLines(report);
            String signal = lines.stream().filter(l -> l.startsWith("#  SIG") || l.startsWith("#  Internal Error"))
                    .findFirst().map(l -> l.substring(1).strip().replaceAll(" .*", "")).orElse("unknown signal");
            int frame = lines.indexOf("# Problematic frame:");
            String where = frame < 0 || frame + 1 >= lines.size() ? "" : " in "
                    + lines.get(frame + 1).substring(1).strip();
            String why = signal.startsWith("SIGBUS") ? " (a file that is used as memory: is its disk full?)" : "";
            return signal + where + why;
        } catch (IOException | RuntimeException e) {
            return "its report cannot be read";
        }
    }
}
