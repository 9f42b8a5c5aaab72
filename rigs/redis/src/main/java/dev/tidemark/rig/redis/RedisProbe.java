package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.rig.Probe;
import dev.tidemark.core.rig.ServerPlace;

/** Logs in and asks for an answer, in inline commands. See "Redis serialization protocol specification". */
final class RedisProbe {

    /** A line of {@code CLUSTER NODES}: id, address, port. */
    private static final Pattern NODE = Pattern.compile("\\w+ [^ ]*:(\\d+)@\\d+");

    private RedisProbe() {}

    /** What is asked of a server once it has let one in. */
    private interface Question<T> {
        T of(BufferedReader in, OutputStream out) throws IOException;
    }

    private static <T> T ask(ServerPlace place, Question<T> question) throws IOException {
        try (Socket plain = Probe.connect(place); Socket socket = place.tls().isPresent()
                ? Probe.secure(plain, place.tls().get()) : plain) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            OutputStream out = socket.getOutputStream();
            send(out, "AUTH " + place.readPassword());
            expect(in, "+OK");
            return question.of(in, out);
        }
    }

    /** Asks a server whether it answers. */
    static void ask(ServerPlace place) throws IOException {
        ask(place, (in, out) -> {
            send(out, "PING");
            expect(in, "+PONG");
            return null;
        });
    }

    /**
     * Asks a server, and every node of the cluster that it knows of, whether every slot is served, and every replica told
     * of, which is so once the node has heard how far it is.
     */
    static void askCluster(ServerPlace place) throws IOException {
        for (int port : ask(place, RedisProbe::nodes)) {
            if (port != place.port()) {
                ask(place.at(port), RedisProbe::nodes);
            }
        }
    }

    /** Asks a server whether it is a primary, or a replica that has caught up. @return whether it is a primary */
    static boolean askRole(ServerPlace place) throws IOException {
        return ask(place, (in, out) -> {
            send(out, "ROLE");
            List<String> lines = new ArrayList<>();
            for (int line = 0; line < 3 || lines.get(2).equals("slave") && line < 8; line++) {
                lines.add(String.valueOf(in.readLine())); // how many, then each behind its length: role, host, port, link
            }
            if (lines.size() > 3 && !lines.get(7).equals("connected")) {
                throw new IOException("the replica is not connected to its primary: " + lines.get(7));
            }
            return lines.size() == 3;
        });
    }

    /** Asks a Sentinel whether it could replace a primary. */
    static void askSentinel(ServerPlace place, String primary) throws IOException {
        ask(place, (in, out) -> {
            send(out, "SENTINEL CKQUORUM " + primary);
            String quorum = in.readLine();
            if (quorum == null || !quorum.startsWith("+OK")) {
                throw new IOException(quorum == null ? "the Sentinel closed the connection" : quorum.substring(1));
            }
            send(out, "SENTINEL REPLICAS " + primary);
            if ("*0".equals(in.readLine())) {
                throw new IOException("the Sentinel knows of no replica");
            }
            return null;
        });
    }

    /** @return the ports of the cluster's nodes that one of them knows of */
    private static List<Integer> nodes(BufferedReader in, OutputStream out) throws IOException {
        send(out, "CLUSTER INFO");
        in.readLine(); // how long the answer is
        expect(in, "cluster_state:ok");
        List<Integer> ports = new ArrayList<>();
        List<String> replicas = new ArrayList<>();
        send(out, "CLUSTER NODES");
        String line = in.readLine();
        while (line != null && !line.startsWith("$")) { // the rest of the answer before
            line = in.readLine();
        }
        while ((line = in.readLine()) != null && !line.isEmpty()) {
            Matcher node = NODE.matcher(line);
            if (node.lookingAt()) {
                ports.add(Integer.parseInt(node.group(1)));
                if (line.contains("slave ")) {
                    replicas.add(":" + node.group(1));
                }
            }
        }
        requireAll(replicas, in, out);
        return ports;
    }

    /** @param replicas as numbers are written in an answer */
    private static void requireAll(List<String> replicas, BufferedReader in, OutputStream out) throws IOException {
        send(out, "CLUSTER SLOTS");
        send(out, "PING");
        Set<String> lines = new HashSet<>();
        for (String line; (line = in.readLine()) != null && !line.equals("+PONG");) {
            lines.add(line);
        }
        if (!lines.containsAll(replicas)) {
            throw new IOException("a node has not heard yet how far each replica is");
        }
    }

    private static void send(OutputStream out, String command) throws IOException {
        out.write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void expect(BufferedReader in, String expected) throws IOException {
        String answer = in.readLine();
        if (answer == null) {
            throw new EOFException("the server closed the connection");
        } else if (answer.startsWith("-")) {
            throw new IOException(answer.substring(1));
        } else if (answer.startsWith("cluster_state:") && !answer.equals(expected)) {
            throw new IOException("the cluster does not serve every slot");
        } else if (!answer.equals(expected)) {
            throw new IOException("not a server of Redis's protocol");
        }
    }
}
