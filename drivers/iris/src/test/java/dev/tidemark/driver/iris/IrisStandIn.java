package dev.tidemark.driver.iris;

import module java.base;
import module java.sql;
import org.h2.tools.Server;

/**
 * What stands for a server of IRIS: globals in memory, with the limits, the order of subscripts, the transactions and the
 * errors that its documentation tells of. Its client is the stand-in beside, in a jar. It has namespaces USER and %SYS.
 */
final class IrisStandIn implements AutoCloseable {

    static final String USER = "_SYSTEM";
    static final String PASSWORD = "lovelace";

    private static final int LONGEST = 511;
    private static final int LARGEST = 3_641_144;
    private static final int PAGE = 3;
    private static final Pattern GLOBAL = Pattern.compile("[A-Za-z]([A-Za-z0-9.]*[A-Za-z0-9])?");
    private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");
    /** Numbers come before texts, these in the order of their characters. */
    private static final Comparator<Object> COLLATION = (a, b) -> a instanceof Long x && b instanceof Long y
            ? x.compareTo(y) : a instanceof Long ? -1 : b instanceof Long ? 1 : ((String) a).compareTo((String) b);
    private static final Comparator<List<Object>> NODES = (a, b) -> {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = COLLATION.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return a.size() - b.size();
    };

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final Server tables;
    private final String tablesUrl;
    private final Path jars;
    private final Map<String, TreeMap<List<Object>, byte[]>> globals = new TreeMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger objects = new AtomicInteger();
    /** What is refused, by what was asked and its first argument. */
    private volatile Predicate<String> refused = _ -> false;
    private volatile String form = "text";
    private volatile boolean system = true;
    private volatile String holder = "";

    IrisStandIn(Path jars) throws IOException {
        this.jars = jars;
        try {
            System.setProperty("h2.bindAddress", "127.0.0.1");
            tables = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-tcpDaemon").start();
            tablesUrl = "jdbc:h2:tcp://127.0.0.1:" + tables.getPort() + "/mem:" + UUID.randomUUID()
                    + ";DB_CLOSE_DELAY=-1;INIT=CREATE SCHEMA IF NOT EXISTS bench\\;CREATE SCHEMA IF NOT EXISTS "
                    + "tidemark_doctor";
        } catch (SQLException e) {
            throw new IOException(e);
        }
        jar();
        Thread.ofVirtual().start(this::accept);
    }

    /** The client, as a user has it: a folder with its jar, and that of H2. */
    private void jar() throws IOException {
        Path classes = place(com.intersystems.jdbc.IRIS.class);
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(jars.resolve("intersystems-jdbc.jar")));
                Stream<Path> all = Files.walk(classes.resolve("com"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
        Files.copy(place(org.h2.Driver.class), jars.resolve("h2.jar"));
    }

    private static Path place(Class<?> of) {
        return Path.of(URI.create(of.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    String jars() {
        return jars.toString();
    }

    String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** In which form the client tells that its socket failed: text, cause, state, closed. */
    void form(String next) {
        form = next;
    }

    /** @param what what is refused: {@code set bench.0} */
    void refuse(Predicate<String> what) {
        refused = what;
    }

    /** Whether users may go to {@code %SYS}. */
    void admitToSystem(boolean admitted) {
        system = admitted;
    }

    /** @param name of the system that has the globals; empty for this one */
    void globalsOn(String name) {
        holder = name;
    }

    synchronized void clear() {
        globals.clear();
        asked.clear();
        refused = _ -> false;
        form = "text";
        system = true;
        holder = "";
    }

    /** What was asked for, but for reading what is there. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    synchronized void put(String global, Object subscript, String value) {
        globals.computeIfAbsent(global, _ -> new TreeMap<>(NODES)).put(node(new Object[] {subscript}),
                value.getBytes());
    }

    /** All globals with their nodes, as texts. */
    synchronized Map<String, Map<String, String>> content() {
        Map<String, Map<String, String>> all = new TreeMap<>();
        globals.forEach((name, nodes) -> nodes.forEach((node, value) -> all.computeIfAbsent(name,
                _ -> new LinkedHashMap<>()).put(node.toString(), new String(value, StandardCharsets.ISO_8859_1))));
        return all;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException e) {
            // it was closed
        }
    }

    private void serve(Socket client) {
        Process process = new Process();
        try (client; ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(
                client.getOutputStream()));
                ObjectInputStream in = new ObjectInputStream(greeted(out, client))) {
            while (true) {
                Object answer;
                try {
                    answer = process.answer((Object[]) in.readObject());
                } catch (IllegalStateException e) {
                    answer = new RuntimeException(e.getMessage());
                }
                out.writeObject(answer);
                out.flush();
                out.reset();
            }
        } catch (IOException | ClassNotFoundException e) {
            process.rollBack(); // as a process does that ends
        }
    }

    /** Each side waits for how the other's stream begins. */
    private static InputStream greeted(ObjectOutputStream out, Socket client) throws IOException {
        out.flush();
        return client.getInputStream();
    }

    private static List<Object> node(Object subscripts) {
        List<Object> node = new ArrayList<>();
        int length = 0;
        for (Object subscript : (Object[]) subscripts) {
            String text = String.valueOf(subscript);
            if (text.isEmpty()) {
                throw new IllegalStateException("<SUBSCRIPT>");
            }
            boolean number = NUMBER.matcher(text).matches();
            length += number ? text.length() + 1 : 3 * text.length() + 1;
            node.add(number ? (Object) Long.valueOf(text) : text);
        }
        if (length > LONGEST) {
            throw new IllegalStateException("<SUBSCRIPT>");
        }
        return node;
    }

    private static boolean isBelow(List<Object> node, List<Object> top) {
        return node.size() >= top.size() && node.subList(0, top.size()).equals(top);
    }

    private static IllegalStateException error(String what) {
        return new IllegalStateException("<" + what + ">");
    }

    /** A process of the server, one for each connection. */
    private final class Process {

        private final Map<String, Map<String, Object>> held = new HashMap<>();
        private final Deque<Runnable> undo = new ArrayDeque<>();
        private boolean inTransaction;
        private String namespace = "";
        private int synchronous;

        Object answer(Object... request) {
            String what = (String) request[0];
            String about = request.length > 1 ? what + " " + request[1] : what;
            if (!what.equals("get") && !what.equals("defined") && !what.equals("login") && !what.equals("tables")) {
                asked.add(about);
            }
            synchronized (IrisStandIn.this) {
                if (refused.test(about)) {
                    throw error("PROTECT> ^" + about + " <of " + PASSWORD);
                }
                return switch (what) {
                    case "login" -> login((String) request[1], (String) request[2], (String) request[3]);
                    case "tables" -> tablesUrl;
                    case "start" -> {
                        inTransaction = true;
                        yield "";
                    }
                    case "commit" -> {
                        inTransaction = false;
                        undo.clear();
                        yield "";
                    }
                    case "rollback" -> rollBack();
                    case "call" -> call((String) request[1], (String) request[2], (Object[]) request[3]);
                    case "property" -> held.get((String) request[1]).get((String) request[2]);
                    case "let go" -> held.remove((String) request[1]) == null ? "none" : "";
                    case "ping" -> "";
                    default -> global(what, (String) request[1], node(request[2]), request.length > 3 ? request[3] : "");
                };
            }
        }

        private Object login(String to, String user, String password) {
            if (!USER.equals(user) || !PASSWORD.equals(password)) {
                throw new IllegalStateException("Access Denied to " + user + "\nwith " + password);
            }
            if (!to.equals("USER") && !(to.equals("%SYS") && system)) {
                throw new IllegalStateException("Access Denied: namespace " + to);
            }
            namespace = to;
            return form;
        }

        private Object global(String what, String name, List<Object> node, Object more) {
            if (!GLOBAL.matcher(name).matches() || name.length() > 31) {
                throw error("SYNTAX");
            }
            TreeMap<List<Object>, byte[]> nodes = globals.getOrDefault(name, new TreeMap<>(NODES));
            return switch (what) {
                case "get" -> nodes.get(node) == null || nodes.get(node).length == 0 ? null : nodes.get(node);
                case "defined" -> (nodes.containsKey(node) ? 1 : 0)
                        + (nodes.keySet().stream().anyMatch(n -> n.size() > node.size() && isBelow(n, node)) ? 10 : 0);
                case "set" -> set(name, node, (byte[]) more);
                case "kill" -> {
                    List.copyOf(nodes.keySet()).stream().filter(n -> isBelow(n, node)).forEach(n -> change(name, n, null));
                    yield "";
                }
                case "order" -> order(nodes, node, (String) more);
                default -> throw error("COMMAND");
            };
        }

        private Object set(String name, List<Object> node, byte[] value) {
            if (value.length > LARGEST) {
                throw error("MAXSTRING");
            }
            change(name, node, value);
            return "";
        }

        /** @param value null to remove it */
        private void change(String name, List<Object> node, byte[] value) {
            TreeMap<List<Object>, byte[]> nodes = globals.computeIfAbsent(name, _ -> new TreeMap<>(NODES));
            byte[] before = value == null ? nodes.remove(node) : nodes.put(node, value);
            if (nodes.isEmpty()) {
                globals.remove(name);
            }
            if (inTransaction) {
                undo.push(() -> change(name, node, before));
            }
        }

        Object rollBack() {
            synchronized (IrisStandIn.this) {
                inTransaction = false;
                while (!undo.isEmpty()) {
                    undo.pop().run();
                }
                return "";
            }
        }

        private String[] order(TreeMap<List<Object>, byte[]> nodes, List<Object> node, String last) {
            return nodes.keySet().stream().filter(n -> n.size() > node.size() && isBelow(n, node))
                    .map(n -> n.get(node.size())).distinct()
                    .filter(s -> last.isEmpty() || COLLATION.compare(s, node(new Object[] {last}).getFirst()) > 0)
                    .limit(PAGE).map(String::valueOf).toArray(String[]::new);
        }

        private Object call(String name, String method, Object... arguments) {
            return switch (name + "." + method) {
                case "%SYSTEM.Process.SynchCommit" -> {
                    Object before = (long) synchronous;
                    synchronous = arguments.length == 0 ? synchronous : ((Number) arguments[0]).intValue();
                    yield before;
                }
                case "%SYS.Namespace.GetGlobalDest" -> holder + "^/usr/irissys/mgr/"
                        + arguments[0].toString().toLowerCase() + "/";
                case "SYS.Database.%OpenId" -> object(Map.of("Directory", arguments[0], "BlockSize", 8192L, "Size", 21L,
                        "GlobalJournalState", 1L));
                case "SYS.Stats.Global.Sample" -> {
                    Map<String, Object> all = new HashMap<>();
                    IrisMeasures.COUNTERS.keySet().forEach(property -> all.put(property, (long) asked.size()));
                    yield object(all);
                }
                default -> throw error("CLASS DOES NOT EXIST> *" + name + "<");
            };
        }

        private Object object(Map<String, Object> properties) {
            if (!namespace.equals("%SYS")) {
                throw error("CLASS DOES NOT EXIST> *SYS<");
            }
            String name = objects.incrementAndGet() + "@SYS";
            held.put("@" + name, properties);
            return "@" + name;
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        tables.stop();
    }
}
