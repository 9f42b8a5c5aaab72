package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.ConfigFile;
import dev.tidemark.core.rig.FreePorts;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerPlace;

/**
 * The servers of a cluster, each in a folder of its own. Who they are and which slots each serves is written for them
 * before they start, in the file in which Redis keeps it itself ("Redis cluster specification", nodes.conf), so that no
 * command has to bring them together. The first listens where the rig does, the others on ports that are free. Behind those
 * that share the slots out stand their replicas, in the same order; who is what is as they left it the last time.
 */
final class ClusterNodes implements Servers {

    private static final int SLOTS = 16_384;
    private static final String STATE = "nodes.conf";
    /** Fields of a line before the slots; the configuration's epoch is the one before the last. */
    private static final int FIELDS = 8;
    private static final int EPOCH = 6;
    private static final int MASTER = 3;
    private static final String NOBODY = "-";
    /** Ends all when it is told to, and when all have ended. */
    static final String ALL = "program=$1; shift; " + ServerCommand.endingAll("TERM")
            + "for conf in \"$@\"; do case $conf in */sentinel.conf) more=--sentinel;; *) more=;; esac; "
            + "\"$program\" \"$conf\" $more & all=\"$all $!\"; done; wait";
    /** The name of a configuration with which the program is started as a Sentinel. */
    static final String SENTINEL = "sentinel.conf";

    private final Path data;
    private final int sharing;
    /** Replicas among them. */
    private final int count;

    /**
     * @param data     of the rig's own
     * @param sharing  how many share the slots out
     * @param replicas of each of them
     */
    ClusterNodes(Path data, int sharing, int replicas) {
        this.data = data;
        this.sharing = sharing;
        count = sharing * (1 + replicas);
    }

    /**
     * One line of the state.
     *
     * @param bus    the port on which nodes speak to each other
     * @param master whose replica it is; {@link #NOBODY} for none
     */
    private record Node(String id, int port, int bus, long epoch, String slots, String master) {

        String line(boolean self) {
            return id + " " + ServerPlace.HOST + ":" + port + "@" + bus + (self ? " myself," : " ")
                    + (isReplica() ? "slave " : "master ") + master + " 0 0 " + epoch + " connected"
                    + (slots.isEmpty() ? "" : " " + slots) + "\n";
        }

        boolean isReplica() {
            return !master.equals(NOBODY);
        }

        /** One whose slots another has taken over, since it was gone, follows that one. */
        Node settled(List<Node> all) {
            return all.stream().filter(other -> !isReplica() && !other.isReplica() && !slots.isEmpty()
                    && other.slots.equals(slots) && other.epoch > epoch).findFirst()
                    .map(other -> new Node(id, port, bus, other.epoch, "", other.id)).orElse(this);
        }
    }

    private Path folder(int node) {
        return data.resolve("cluster-of-" + sharing + (count == sharing ? "" : "-with-replicas"))
                .resolve("node-" + (node + 1));
    }

    private Path configuration(int node) {
        return folder(node).resolve("redis.conf");
    }

    @Override
    public void prepare(Values values, ServerPlace place) throws IOException {
        List<Integer> ports = FreePorts.findOthers(place.port(), 2 * count);
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(node(i, i == 0 ? place.port() : ports.get(2 * i), ports.get(2 * i + 1)));
        }
        List<Node> settled = nodes.stream().map(node -> node.settled(nodes)).toList();
        for (int i = 0; i < count; i++) {
            Files.createDirectories(folder(i));
            writeState(i, settled);
            RedisConf.write(configuration(i), values, RedisConf.text(values, place, folder(i), nodes.get(i).port())
                    + "cluster-enabled yes\ncluster-config-file " + STATE + "\ncluster-port " + nodes.get(i).bus()
                    + "\ncluster-node-timeout " + values.get(RedisParams.NODE_TIMEOUT).toMillis() + "\nmasterauth "
                    + ConfigFile.quoted(place.readPassword()) + "\n");
        }
    }

    private void writeState(int self, List<Node> nodes) throws IOException {
        StringBuilder state = new StringBuilder();
        for (int i = 0; i < count; i++) {
            state.append(nodes.get(i).line(i == self));
        }
        long epoch = nodes.stream().mapToLong(Node::epoch).max().orElse(count);
        PrivateFile.write(folder(self).resolve(STATE), state + "vars currentEpoch " + epoch + " lastVoteEpoch 0\n");
    }

    /** As it was when it ran last, with the slots that it had then; else with its share of them. */
    private Node node(int number, int port, int bus) throws IOException {
        Path state = folder(number).resolve(STATE);
        if (Files.exists(state)) {
            for (String line : Files.readAllLines(state)) {
                String[] fields = line.split(" ");
                if (fields.length >= FIELDS && fields[2].startsWith("myself,")) {
                    return new Node(fields[0], port, bus, Long.parseLong(fields[EPOCH]), Arrays.stream(fields)
                            .skip(FIELDS).filter(range -> !range.startsWith("[")).collect(Collectors.joining(" ")),
                            fields[MASTER]);
                }
            }
        }
        return number < sharing ? new Node(id(number), port, bus, number + 1, SLOTS * number / sharing + "-"
                + (SLOTS * (number + 1) / sharing - 1), NOBODY)
                : new Node(id(number), port, bus, number % sharing + 1, "", id(number % sharing));
    }

    /** Forty hexadecimal digits, the same each time. */
    private static String id(int number) {
        return (digits("tidemark node " + number) + digits("node of tidemark " + number)).substring(0, 40);
    }

    private static String digits(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString().replace("-", "");
    }

    @Override
    public void probe(ServerPlace place) throws IOException {
        RedisProbe.askCluster(place);
    }

    @Override
    public Map<String, String> target() {
        return Map.of("cluster", "true");
    }

    @Override
    public List<String> command(Path program) {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", ALL, "redis-cluster", program.toString()));
        for (int i = 0; i < count; i++) {
            words.add(configuration(i).toString());
        }
        return words;
    }
}
