package dev.tidemark.core.measure.environment;

import module java.base;

/**
 * A process of this machine that listens on a port, as Linux shows it: {@code /proc/net/tcp} has the sockets, and
 * {@code /proc/PID/fd} whose they are; see proc(5). Processes of other users do not show theirs, and are not found.
 *
 * @param pid    its number
 * @param place  the lowest port that it listens on, behind the address where that is another one than usual:
 *               {@code 9042}, {@code 127.0.0.2:9042}
 * @param writes folders of the files that it, or one that it has started, has open for writing
 */
public record ServerProcess(long pid, String place, List<Path> writes) {

    private static final String LISTENING = "0A";
    private static final String SOCKET = "socket:[";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int WORD = 4;
    private static final Set<String> USUAL = Set.of("127.0.0.1", "0:0:0:0:0:0:0:1");
    private static final int INODE = 9;
    /** Of the fields of {@link #stat}. */
    private static final int PARENT = 1;
    /** Of the same: processor time in hundredths of a second, its own and of those it has waited for. */
    public static final List<Integer> TICKS = List.of(11, 12, 13, 14);
    /** The bits of a file's flags that say whether it may be written. */
    private static final int WRITES = 3;

    public ServerProcess {
        writes = List.copyOf(writes);
    }

    /**
     * The processes that listen at some addresses, and others of the same program that the same one has started and that
     * listen, too: the nodes of a cluster. Not this process itself or one that has started it, nor one that writes no
     * file, nor do those that it has started: it may pass on what it hears to another machine.
     */
    public static List<ServerProcess> listeningAt(Collection<InetSocketAddress> addresses) {
        return System.getProperty("os.name").equals("Linux")
                ? listeningAt(addresses, ProcFs.system(), ProcessHandle.current().pid()) : List.of();
    }

    /** The ports that a process listens on; none where that cannot be known. */
    public static SortedSet<Integer> ports(long pid) {
        ProcFs procFs = ProcFs.system();
        return listens(procFs.path("proc/" + pid), sockets(procFs)).stream().map(InetSocketAddress::getPort)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static List<ServerProcess> listeningAt(Collection<InetSocketAddress> addresses, ProcFs procFs, long own) {
        Map<Long, List<InetSocketAddress>> listeners = listeners(procFs);
        listeners.remove(own);
        List<Long> named = listeners.keySet().stream()
                .filter(pid -> listeners.get(pid).stream().anyMatch(socket -> serves(socket, addresses))).toList();
        Map<Long, List<Long>> trees = listeners.keySet().stream()
                .filter(pid -> named.stream().anyMatch(server -> pid.equals(server) || areNodes(procFs, pid, server)))
                .collect(Collectors.toMap(pid -> pid, pid -> tree(procFs, pid), (one, _) -> one, TreeMap::new));
        return trees.keySet().stream().filter(pid -> !trees.get(pid).contains(own))
                .filter(pid -> trees.values().stream().filter(tree -> tree.contains(pid)).count() == 1) // else another's
                .map(pid -> new ServerProcess(pid, place(listeners.get(pid)), writes(procFs, trees.get(pid))))
                .filter(server -> !server.writes().isEmpty()).toList();
    }

    /** Processes that listen on anything, and at which addresses. */
    private static Map<Long, List<InetSocketAddress>> listeners(ProcFs procFs) {
        Map<String, InetSocketAddress> sockets = sockets(procFs);
        Map<Long, List<InetSocketAddress>> listeners = new TreeMap<>();
        for (long pid : processes(procFs)) {
            List<InetSocketAddress> its = listens(procFs.path("proc/" + pid), sockets);
            if (!its.isEmpty()) {
                listeners.put(pid, its);
            }
        }
        return listeners;
    }

    private static boolean serves(InetSocketAddress socket, Collection<InetSocketAddress> addresses) {
        return addresses.stream().anyMatch(address -> address.getPort() == socket.getPort()
                && (socket.getAddress().isAnyLocalAddress() || socket.getAddress().equals(address.getAddress())));
    }

    private static String place(List<InetSocketAddress> sockets) {
        InetSocketAddress lowest = sockets.stream().min(Comparator.comparingInt(InetSocketAddress::getPort)).orElseThrow();
        String host = lowest.getAddress().getHostAddress();
        return lowest.getAddress().isAnyLocalAddress() || USUAL.contains(host) ? String.valueOf(lowest.getPort())
                : host + ":" + lowest.getPort();
    }

    private static List<Long> processes(ProcFs procFs) {
        return ProcFs.entries(procFs.path("proc")).stream().map(folder -> folder.getFileName().toString())
                .filter(name -> name.matches("[0-9]{1,9}")).map(Long::valueOf).toList();
    }

    /** A process and all that it and those have started, each after the one that started it. */
    public static List<Long> tree(ProcFs procFs, long pid) {
        Map<Long, List<Long>> children = new HashMap<>();
        for (long process : processes(procFs)) {
            parent(procFs, process).ifPresent(parent -> children.computeIfAbsent(Long.valueOf(parent),
                    _ -> new ArrayList<>()).add(process));
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

    /** Sum of some fields of {@link #stat}, the last of them last; empty of a process that has ended. */
    public static OptionalDouble sum(List<String> stat, List<Integer> fields) {
        return stat.size() <= fields.getLast() ? OptionalDouble.empty()
                : OptionalDouble.of(fields.stream().mapToDouble(field -> Double.parseDouble(stat.get(field))).sum());
    }

    /** Those that are listened on, by their inode. */
    private static Map<String, InetSocketAddress> sockets(ProcFs procFs) {
        Map<String, InetSocketAddress> sockets = new HashMap<>();
        for (String file : List.of("proc/net/tcp", "proc/net/tcp6")) {
            procFs.lines(file).stream().map(line -> line.strip().split("\\s+"))
                    .filter(columns -> columns.length > INODE && columns[STATE].equals(LISTENING))
                    .forEach(columns -> sockets.put(columns[INODE], socket(columns[LOCAL_ADDRESS])));
        }
        return sockets;
    }

    /** Written in hexadecimal digits, the address in words of four bytes, each in the machine's own order. */
    private static InetSocketAddress socket(String text) {
        int colon = text.indexOf(':');
        ByteBuffer address = ByteBuffer.allocate(colon / 2).order(ByteOrder.nativeOrder());
        for (int word = 0; word < colon; word += 2 * WORD) {
            address.putInt(Integer.parseUnsignedInt(text, word, word + 2 * WORD, 16));
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address.array()),
                    Integer.parseInt(text, colon + 1, text.length(), 16));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // neither four bytes nor sixteen
        }
    }

    private static List<InetSocketAddress> listens(Path process, Map<String, InetSocketAddress> sockets) {
        return ProcFs.entries(process.resolve("fd")).stream().map(link -> target(link).orElse(""))
                .filter(target -> target.startsWith(SOCKET))
                .map(target -> sockets.get(target.substring(SOCKET.length(), target.length() - 1)))
                .filter(Objects::nonNull).toList();
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
