package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.os.Sha256;
import dev.tidemark.core.run.TemporaryFolder;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.workload.Agents.Agent;

/**
 * The program as it is copied to machines that ssh reaches: below {@value #FOLDER} in the home there, in a folder of its
 * version, so that several versions are there at once and each finds its own. Where it has a Java of its own, so has the
 * copy. It takes ssh and tar on both sides, and no server of ours.
 */
public final class AgentInstallation {

    /** In the home of the user there. */
    static final String FOLDER = ".tidemark";
    /** What a copy consists of, and what of that a program may lack. */
    private static final List<String> PARTS = List.of("lib", "drivers");
    private static final List<String> PERHAPS = List.of("runtime", "LICENSE", "NOTICE");
    private static final String LAUNCHER = "tidemark";
    /** By which a copy is known, and the launcher knows that it has nothing to build. */
    private static final String CONTENTS = "checksums.txt";
    /** What tar says after it has said what is wrong. */
    private static final String CLOSING = "tar: Exiting with failure status";
    private static final String LOOK = """
            uname -sm
            cat "$1/$2/checksums.txt" 2>/dev/null || :
            """;
    /**
     * What was there is in use, perhaps, until the new one is whole, and is put back where that cannot take its place; a
     * copy that breaks off leaves nothing.
     */
    static final String TAKE = """
            set -e
            mkdir -p "$1"
            cd "$1"
            new=.$2.$$
            mkdir "$new"
            trap '[ -e "$2" ] || [ ! -e "$new.old" ] || mv "$new.old" "$2"; rm -rf "$new" "$new.old"' EXIT
            tar -xf - -C "$new"
            [ ! -e "$2" ] || mv "$2" "$new.old"
            mv "$new" "$2"
            """;

    private final Path program;
    private final Path launcher;
    private final String version;
    private final List<Path> files;
    private final String contents;

    private AgentInstallation(Path program, Path launcher, String version, List<Path> files, String contents) {
        this.program = program;
        this.launcher = launcher;
        this.version = version;
        this.files = files;
        this.contents = contents;
    }

    /**
     * Of this program.
     *
     * @param program its folder
     * @throws IOException when it cannot be read, or was not laid out so that it can be copied
     */
    public static AgentInstallation of(Path program) throws IOException {
        Path root = program.toAbsolutePath().normalize();
        // What is unpacked has its launcher beside it, a checkout three folders above what was built.
        Path launcher = Stream.of(root.resolve(LAUNCHER), root.resolve("../../..").normalize().resolve(LAUNCHER))
                .filter(Files::isRegularFile).findFirst().orElseThrow(() -> new IOException("there is no launcher "
                        + LAUNCHER + " beside " + root));
        String version = Frame.Hello.own().version();
        if (version.isEmpty()) {
            throw new IOException("this program is not packaged, and has no version to be known by there");
        }
        List<Path> files = new ArrayList<>();
        for (String part : Stream.concat(PARTS.stream(), PERHAPS.stream()).toList()) {
            if (Files.exists(root.resolve(part)) || PARTS.contains(part)) {
                try (Stream<Path> below = Files.walk(root.resolve(part), FileVisitOption.FOLLOW_LINKS)) {
                    below.filter(Files::isRegularFile).sorted().forEach(files::add);
                }
            }
        }
        StringBuilder contents = new StringBuilder(Sha256.hex(launcher) + "  " + LAUNCHER + "\n");
        for (Path file : files) {
            contents.append(Sha256.hex(file)).append("  ").append(root.relativize(file)).append('\n');
        }
        return new AgentInstallation(root, launcher, version, files, contents.toString());
    }

    /** Where a copy starts, as a shell reads it in the home of its user. */
    static String program(String version) {
        return FOLDER + "/" + version + "/" + LAUNCHER;
    }

    /** The folder of a copy, for people. */
    public String folder() {
        return "~/" + FOLDER + "/" + version;
    }

    public String version() {
        return version;
    }

    /** Whether the copy needs no Java there. */
    public boolean hasJava() {
        return Files.isRegularFile(program.resolve("runtime/bin/java"));
    }

    /** Bytes of a copy. */
    public long size() throws IOException {
        long size = 0;
        for (Path file : files) {
            size += Files.size(file);
        }
        return size;
    }

    /**
     * Copies it, unless the very same is there.
     *
     * @return whether it was copied
     * @throws IOException saying in one line why it cannot be; what was there before stays
     */
    public boolean copyTo(Agent.Ssh agent) throws IOException, InterruptedException {
        String found = run(List.of(ssh(agent, LOOK)));
        String platform = found.lines().findFirst().orElse("");
        if (found.substring(Math.min(found.length(), platform.length() + 1)).equals(contents)) {
            return false;
        }
        String own = run(List.of(new ProcessBuilder("uname", "-sm"))).strip();
        if (hasJava() && !platform.equals(own)) {
            throw new IOException("it is " + platform + ", and the Java of this program is for " + own + "; unpack there what "
                    + "was packed for it");
        }
        try (TemporaryFolder temporary = TemporaryFolder.make()) {
            Files.copy(launcher, temporary.path().resolve(LAUNCHER), StandardCopyOption.COPY_ATTRIBUTES);
            Files.writeString(temporary.path().resolve(CONTENTS), contents);
            List<String> tar = new ArrayList<>(List.of("tar", "--create", "--file=-", "--dereference", "--owner=0", "--group=0",
                    "--directory=" + temporary.path(), LAUNCHER, CONTENTS, "--directory=" + program));
            Stream.concat(PARTS.stream(), PERHAPS.stream()).filter(part -> Files.exists(program.resolve(part)))
                    .forEach(tar::add);
            run(List.of(new ProcessBuilder(tar), ssh(agent, TAKE)));
        }
        return true;
    }

    /** A script there, whatever shell its user has. */
    private ProcessBuilder ssh(Agent.Ssh agent, String script) {
        return new ProcessBuilder(AgentCommand.Ssh.line(agent, AgentCommand.Ssh.inShell(script, FOLDER, version)));
    }

    /**
     * Each command reads what the one before it writes.
     *
     * @return what the last one writes
     * @throws IOException with the last line of complaint of the last one that failed, or of the first where that is all
     */
    private static String run(List<ProcessBuilder> commands) throws IOException, InterruptedException {
        List<Path> complaints = new ArrayList<>();
        try {
            for (ProcessBuilder command : commands) {
                complaints.add(Files.createTempFile("tidemark-complaints-", ""));
                command.redirectError(complaints.getLast().toFile());
            }
            List<Process> running = ProcessBuilder.startPipeline(commands);
            running.getFirst().getOutputStream().close();
            String output = new String(running.getLast().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            for (int i = running.size() - 1; i >= 0; i--) {
                if (running.get(i).waitFor() != 0) {
                    List<String> lines = Files.readAllLines(complaints.get(i)).stream()
                            .filter(l -> !l.isBlank() && !l.startsWith(CLOSING)).toList();
                    throw new IOException(commands.get(i).command().contains("ssh") ? AgentCommand.Ssh.failure(
                            running.get(i).exitValue(), lines) : "tar failed" + ExitDiagnosis.last(lines));
                }
            }
            return output;
        } finally {
            for (Path file : complaints) {
                Files.deleteIfExists(file);
            }
        }
    }
}
