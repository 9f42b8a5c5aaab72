package dev.tidemark.core.rig;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.os.ProcessIdentity;
import dev.tidemark.core.os.Signal;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Values;
import java.lang.ProcessBuilder.Redirect;

/**
 * The servers of a rig, one or several, as a fault finds them: by what the rig's folder says of its processes and by
 * nothing else, so that no other process is ever touched. Of several, each has what is its own in a folder {@code
 * node-N}, which its command line names.
 */
public final class RigNodes {

    private static final Pattern NODE = Pattern.compile("/node-([0-9]{1,4})(?=/|\0|$)");
    private static final String SHELL = "/bin/sh\0-c\0";

    private final RigRecord rig;

    private RigNodes(RigRecord rig) {
        this.rig = rig;
    }

    /** Those of the rig that keeps the password with which a target is reached; empty for every other server. */
    public static Optional<RigNodes> of(Values target) {
        return Optional.of(target).filter(t -> t.params().contains(ConnectionParams.PASSWORD))
                .flatMap(t -> t.find(ConnectionParams.PASSWORD)).filter(secret -> secret.kind() == SecretRef.Kind.FILE)
                .map(secret -> Path.of(secret.place()).toAbsolutePath().getParent()).map(RigRecord::new)
                .filter(rig -> Files.isRegularFile(rig.process())).map(RigNodes::new);
    }

    /**
     * A server that lives.
     *
     * @param number of several, from 1; 0 for the only one
     */
    public final class Node {

        private final int number;
        private final ProcessIdentity process;
        /** As it was when the server was looked for: looking takes a while, and what is done to it is not to wait. */
        private final List<ProcessHandle> tree;

        private Node(int number, ProcessIdentity process) throws IOException {
            this.number = number;
            this.process = process;
            tree = tree();
            Signal.NONE.send(process.pid()); // the first takes the longest, and one that is not allowed is no fault
        }

        public long pid() {
            return process.pid();
        }

        public boolean isAlive() {
            return process.isAlive();
        }

        /** It and all that it has started, itself first. */
        private List<ProcessHandle> tree() {
            return ProcessHandle.of(process.pid()).filter(_ -> process.isAlive())
                    .map(self -> Stream.concat(Stream.of(self), self.descendants()).toList()).orElse(List.of());
        }

        /** Kills it, and all that it has started. */
        public void kill() throws IOException {
            if (process.isAlive()) {
                Signal.KILL.send(process.pid());
                tree.forEach(ProcessHandle::destroyForcibly); // each is told from others by its own start
            }
        }

        /** Asks it to end, as its rig does. */
        public void end() throws IOException {
            Signal signal = Files.exists(rig.signal())
                    ? Signal.valueOf(Files.readString(rig.signal()).strip()) : Signal.TERM;
            if (process.isAlive()) {
                signal.send(process.pid());
            }
        }

        /** Gives it no more time, nor what it has started: what it started first might otherwise go on answering. */
        public void pause() throws IOException {
            if (!process.isAlive()) {
                throw new IOException("process " + process.pid() + " has ended");
            }
            Signal.STOP.send(process.pid()); // it starts no more
            for (ProcessHandle started : tree) {
                signal(Signal.STOP, started);
            }
            for (ProcessHandle started : tree()) {
                signal(Signal.STOP, started);
            }
        }

        /** Lets it go on. */
        public void resume() throws IOException {
            for (ProcessHandle started : tree().reversed()) {
                signal(Signal.CONT, started);
            }
        }

        /** One that has ended meanwhile is no matter, and its number may be another process's by now. */
        private static void signal(Signal signal, ProcessHandle process) throws IOException {
            try {
                if (process.isAlive()) {
                    signal.send(process.pid());
                }
            } catch (IOException e) {
                if (process.isAlive()) {
                    throw e;
                }
            }
        }

        /**
         * How it can be started again, while it lives.
         *
         * @throws RigException when it cannot
         */
        public Start start() throws IOException, RigException {
            if (Files.exists(rig.memoryGroup())) {
                throw new RigException("a server with server-memory is not started again during a run");
            }
            Path at = ProcessIdentity.PROC.resolve(String.valueOf(process.pid()));
            List<String> line = new ArrayList<>();
            if (!Files.readSymbolicLink(at.resolve("ns/user")).equals(
                    Files.readSymbolicLink(ProcessIdentity.PROC.resolve("self/ns/user")))) {
                line.addAll(List.of("unshare", "--user")); // without root's rights, as the rig had started it
            }
            line.add("setsid");
            line.addAll(words(at.resolve("cmdline")));
            Map<String, String> environment = new TreeMap<>();
            for (String variable : words(at.resolve("environ"))) {
                int equals = variable.indexOf('=');
                if (equals > 0) {
                    environment.put(variable.substring(0, equals), variable.substring(equals + 1));
                }
            }
            return new Start(number == 0 ? rig.recording(line) : line, environment,
                    Files.readSymbolicLink(at.resolve("cwd")));
        }
    }

    private static List<String> words(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        return text.isEmpty() ? List.of() : List.of(text.split("\0"));
    }

    /** How a server was started. */
    public final class Start {

        private final List<String> line;
        private final Map<String, String> environment;
        private final Path folder;

        private Start(List<String> line, Map<String, String> environment, Path folder) {
            this.line = line;
            this.environment = environment;
            this.folder = folder;
        }

        /** Starts it again; it outlives this process. @return it, which may still end at once */
        public ProcessHandle again() throws IOException {
            ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true)
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(Redirect.appendTo(rig.log().toFile()));
            builder.environment().clear();
            builder.environment().putAll(environment);
            return builder.start().toHandle();
        }
    }

    /** The file system of their own. @throws RigException when they have none */
    public RigDisk disk() throws IOException, RigException {
        return RigDisk.of(rig).orElseThrow(() -> new RigException("the rig's data lie on a disk that others need; "
                + "start it with one of its own: --" + RigParams.DISK.name() + " 1GiB"));
    }

    /**
     * The server with a number.
     *
     * @param number from 1; empty for the only one
     * @throws RigException when there is none that lives
     */
    public Node node(Optional<Long> number) throws IOException, RigException {
        Map<Integer, ProcessIdentity> several = several();
        Optional<ProcessIdentity> only = rig.recorded().filter(ProcessIdentity::isAlive).filter(p -> !isShell(p));
        if (several.isEmpty() || only.filter(several::containsValue).isPresent()) { // its own folder may be called so
            if (number.filter(n -> n != 1).isPresent()) {
                throw new RigException("there is only one server, and no node " + number.get());
            }
            return new Node(0, only.orElseThrow(() -> new RigException("the rig's server does not run")));
        }
        if (number.isEmpty()) {
            throw new RigException("which of the servers? Say node=1 for the first of them");
        }
        ProcessIdentity found = several.get(number.get().intValue());
        if (found == null) {
            throw new RigException("node " + number.get() + " does not run; those that do: " + several.keySet().stream()
                    .map(String::valueOf).collect(Collectors.joining(", ")));
        }
        return new Node(number.get().intValue(), found);
    }

    /** Whether a process is the shell that has started several servers, rather than one of them. */
    private static boolean isShell(ProcessIdentity process) {
        return commandLine(ProcessIdentity.PROC.resolve(String.valueOf(process.pid()))).startsWith(SHELL);
    }

    /** By their numbers, those of a rig of several that live: what each has started in its turn is not among them. */
    private Map<Integer, ProcessIdentity> several() throws IOException {
        Map<Integer, List<ProcessHandle>> found = new TreeMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(ProcessIdentity.PROC, "[0-9]*")) {
            for (Path process : processes) {
                String line = commandLine(process);
                OptionalInt node = node(folder(process) + "\0" + line);
                if (node.isPresent() && !line.startsWith(SHELL) && rig.isOf(process)) {
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString())).ifPresent(handle ->
                            found.computeIfAbsent(node.getAsInt(), _ -> new ArrayList<>()).add(handle));
                }
            }
        }
        Map<Integer, ProcessIdentity> all = new TreeMap<>();
        found.forEach((number, handles) -> handles.stream().filter(handle -> handle.parent()
                .filter(handles::contains).isEmpty()).findFirst().flatMap(first -> ProcessIdentity.running(first.pid()))
                .ifPresent(process -> all.put(number, process)));
        return all;
    }

    /** The last one that is named: folders in which users keep a rig may be called so, too. */
    private static OptionalInt node(String names) {
        OptionalInt last = OptionalInt.empty();
        for (Matcher node = NODE.matcher(names); node.find();) {
            last = OptionalInt.of(Integer.parseInt(node.group(1)));
        }
        return last;
    }

    private static String folder(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd")).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
