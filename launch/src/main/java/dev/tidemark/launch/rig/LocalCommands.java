package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.os.ProcessIdentity;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigRecord;
import java.lang.ProcessBuilder.Redirect;

/**
 * Commands of this machine. Where root's rights are refused, they run in a user namespace of their own in which nobody
 * is root: with root's files still their own, and without root's power over anything else. See user_namespaces(7).
 */
final class LocalCommands implements CommandRunner {

    /** What a server needs to know of its surroundings; nothing secret is handed on to it. */
    private static final Set<String> ENVIRONMENT = Set.of("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH");
    private static final Pattern COMPLAINT = Pattern.compile("\\b(FATAL|PANIC|ERROR|error):|\\[ERROR\\] ");

    private static final Pattern THROWN = Pattern.compile("(?:[\\w$]+\\.)+[\\w$]*(?:Exception|Error): (.+)");

    private final Path folder;
    private final boolean unprivileged;
    private final String mark;

    /**
     * @param folder       in which they run
     * @param unprivileged whether they must not run as root
     * @throws RigException when they must not, and there is no other way
     */
    LocalCommands(Path folder, boolean unprivileged) throws IOException, RigException, InterruptedException {
        this.folder = folder;
        this.mark = RigRecord.key(folder);
        this.unprivileged = unprivileged && ProcessIdentity.isRoot();
        if (this.unprivileged) {
            requireNamespaces();
        }
    }

    private void requireNamespaces() throws RigException, InterruptedException {
        try {
            run(List.of("true"));
        } catch (RigException e) {
            throw new RigException("the server refuses to run as root, and it cannot be run otherwise here ("
                    + e.getMessage() + "); start it as another user", e);
        }
    }

    /** A process of these words, which reads nothing and says everything to one output. */
    ProcessBuilder process(List<String> words) {
        List<String> line = new ArrayList<>(unprivileged ? List.of("unshare", "--user") : List.of());
        line.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(ENVIRONMENT);
        environment.put("LC_ALL", "C");
        environment.put(RigRecord.MARK, mark);
        return builder;
    }

    @Override
    public void run(List<String> words) throws RigException, InterruptedException {
        run(words, Map.of());
    }

    /** @param more environment variables */
    void run(List<String> words, Map<String, String> more) throws RigException, InterruptedException {
        String name = Path.of(words.getFirst()).getFileName().toString();
        Process process = null;
        try {
            ProcessBuilder builder = process(words);
            builder.environment().putAll(more);
            process = builder.start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new RigException(complaint(said).map(c -> c.contains(": ") ? c : name + ": " + c)
                        .orElse(name + " ended with status " + process.exitValue()));
            }
        } catch (IOException e) {
            throw new RigException(name + " cannot be started: " + e.getMessage(), e);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }

    /**
     * The line of an output that tells best what went wrong: the first that says so, with what the exception of Java has
     * to say that stands below it; else the last.
     */
    static Optional<String> complaint(String said) {
        List<String> lines = said.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
        for (int i = 0; i < lines.size(); i++) {
            if (COMPLAINT.matcher(lines.get(i)).find()) {
                Matcher thrown = THROWN.matcher(i + 1 < lines.size() ? lines.get(i + 1) : "");
                return Optional.of(lines.get(i) + (thrown.matches() ? ": " + thrown.group(1) : ""));
            }
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(lines.getLast());
    }
}
