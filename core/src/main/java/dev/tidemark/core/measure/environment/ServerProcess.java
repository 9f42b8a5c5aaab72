package dev.tidemark.core.measure.environment;

import module java.base;

/**
 * A process of this machine that listens on a port, as Linux shows it: {@code /proc/net/tcp} has the sockets, and
 * {@code /proc/PID/fd} whose they are; see proc(5). Processes of other users do not show theirs, and are not found.
 *
 * @param pid    its number
 * @param port   the lowest that it listens on
 * @param writes folders of the files that it, or one that it has started, has open for writing
 */
public record ServerProcess(long pid, int port, List<Path> writes) {

    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    /** Of the fields of {@link #stat}. */
    private static final int PARENT = 1;
    /** The bits of a file's flags that say whether it may be written. */
    private static final int WRITES = 3;

    public ServerProcess {
        writes = List.copyOf(writes);
    }

    /**
     * The process that listens on a port, and others of the same program that the same one has started and that listen,
     * too: the nodes of a cluster. Not this process itself or one that has started it, nor one that writes no file, nor
     * do those that it has started: it may pass on what it hears to another machine.
     */
    public static List<ServerProcess> listeningOn(int port) {
        return System.getProperty("os.name").equals("Linux")
                ? listeningOn(port, ProcFs.system(), ProcessHandle.current().pid()) : List.of();
    }

    /** The ports that a process listens on; none where that cannot be known. */
    public static SortedSet<Integer> ports(long pid) {
        ProcFs procFs = ProcFs.system();
        return new TreeSet<>(ports(procFs.path("proc/" + pid), sockets(procFs)));
    }

    static List<ServerProcess> listeningOn(int port, ProcFs procFs, long own) {
        Map<String, Integer> sockets = sockets(procFs);
        if (!sockets.containsValue(port)) {
            return List.of();
        }
        Map<Long, Integer> ports = new TreeMap<>();
        long found = 0;
        for (Path folder : ProcFs.entries(procFs.path("proc"))) {
            if (folder.getFileName().toString().matches("[0-9]{1,9}")) {
                long pid = Long.parseLong(folder.getFileName().toString());
                Set<Integer> its = ports(folder, sockets);
                if (!its.isEmpty() && pid != own) {
                    ports.put(pid, its.stream().min(Comparator.naturalOrder()).orElseThrow());
                    found = its.contains(port) ? pid : found;
                }
            }
        }
        if (found == 0) {
            return List.of();
        }
        long listener = found;
        return ports.entrySet().stream().filter(e -> e.getKey() == listener || areNodes(procFs, e.getKey(), listener))
                .map(e -> Map.entry(e, tree(procFs, e.getKey()))).filter(e -> !e.getValue().contains(own))
                .map(e -> new ServerProcess(e.getKey().getKey(), e.getKey().getValue(), writes(procFs, e.getValue())))
                .filter(server -> !server.writes().isEmpty()).toList();
    }

    /** A process and all that it and those have started, each after the one that started it. */
    public static List<Long> tree(ProcFs procFs, long pid) {
        Map<Long, List<Long>> children = new HashMap<>();
        for (Path folder : ProcFs.entries(procFs.path("proc"))) {
            String name = folder.getFileName().toString();
            if (name.matches("[0-9]{1,9}")) {
                parent(procFs, Long.parseLong(name)).ifPresent(parent -> children.computeIfAbsent(Long.valueOf(parent),
                        _ -> new ArrayList<>()).add(Long.valueOf(name)));
            }
        }
        List<Long> tree = new ArrayList<>(List.of(pid));
        for (int i = 0; i < tree.size(); i++) {
            tree.addAll(children.getOrDefault(tree.get(i), List.of()));
        }
        return tree;
    }

    /** The fields of {@code /proc/PID/stat} behind the name, which may hold blanks; none where it has ended. */
    public static List<String> stat(ProcFs procFs, long pid) {
        return procFs.text("proc/" + pid + "/stat")
                .map(stat -> List.of(stat.substring(stat.lastIndexOf(')') + 1).strip().split(" "))).orElse(List.of());
    }

    /** Ports that are listened on, by the inode of the socket. */
    private static Map<String, Integer> sockets(ProcFs procFs) {
        Map<String, Integer> sockets = new HashMap<>();
        for (String file : List.of("proc/net/tcp", "proc/net/tcp6")) {
            procFs.lines(file).stream().map(line -> line.strip().split("\\s+"))
                    .filter(columns -> columns.length > INODE && columns[STATE].equals(LISTENING))
                    .forEach(columns -> sockets.put(columns[INODE], Integer.parseInt(columns[LOCAL_ADDRESS].substring(
                            columns[LOCAL_ADDRESS].lastIndexOf(':') + 1), 16)));
        }
        return sockets;
    }

    private static Set<Integer> ports(Path process, Map<String, Integer> sockets) {
        Set<Integer> ports = new HashSet<>();
        for (Path link : ProcFs.entries(process.resolve("fd"))) {
            String target = target(link).orElse("");
            if (target.startsWith("socket:[")) {
                Integer port = sockets.get(target.substring("socket:[".length(), target.length() - 1));
                if (port != null) {
                    ports.add(port);
                }
            }
        }
        return ports;
    }

    private static Optional<String> target(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).toString());
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty(); // closed meanwhile
        }
    }

    /** Whether both run the program that has started them. */
    private static boolean areNodes(ProcFs procFs, long one, long other) {
        Optional<String> parent = parent(procFs, one);
        Optional<String> program = program(procFs, String.valueOf(one));
        return program.isPresent() && parent.isPresent() && parent.equals(parent(procFs, other))
                && program.equals(program(procFs, String.valueOf(other)))
                && program.equals(program(procFs, parent.get()));
    }

    private static Optional<String> parent(ProcFs procFs, long pid) {
        return stat(procFs, pid).stream().skip(PARENT).findFirst();
    }

    private static Optional<String> program(ProcFs procFs, String pid) {
        return target(procFs.path("proc/" + pid + "/exe"));
    }

    private static List<Path> writes(ProcFs procFs, List<Long> tree) {
        return tree.stream().flatMap(pid -> writes(procFs, pid).stream()).distinct().toList();
    }

    private static Set<Path> writes(ProcFs procFs, long pid) {
        Set<Path> folders = new HashSet<>();
        for (Path link : ProcFs.entries(procFs.path("proc/" + pid + "/fd"))) {
            String target = target(link).orElse("");
            boolean file = target.startsWith("/") && !target.startsWith("/dev/") && !target.startsWith("/proc/")
                    && !target.startsWith("/sys/") && !target.endsWith(" (deleted)");
            if (file && isWritten(procFs, "proc/" + pid + "/fdinfo/" + link.getFileName())) {
                folders.add(Path.of(target).getParent());
            }
        }
        return folders;
    }

    private static boolean isWritten(ProcFs procFs, String info) {
        return procFs.field(info, "flags").filter(flags -> flags.matches("[0-7]{1,12}"))
                .map(flags -> (Long.parseLong(flags, 8) & WRITES) != 0).orElse(false);
    }
}
