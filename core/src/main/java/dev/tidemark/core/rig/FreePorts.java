package dev.tidemark.core.rig;

import module java.base;

/**
 * Ports of this machine on which nobody listens. They lie below those of which Linux gives one to each connection that
 * goes out (net.ipv4.ip_local_port_range, from 32768 on as it comes), so that none is taken before its server listens.
 */
public final class FreePorts {

    private static final int FIRST = 15_000;
    private static final int END = 32_768;
    private static final int MOST_DRAWS = 1000;

    private FreePorts() {}

    /** So many that differ from each other. */
    public static List<Integer> find(int many) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int draws = 0; held.size() < many; draws++) {
                int port = draws < MOST_DRAWS ? ThreadLocalRandom.current().nextInt(FIRST, END) : 0;
                try {
                    held.add(new ServerSocket(port, 1, InetAddress.getByName(ServerPlace.HOST)));
                } catch (IOException e) {
                    if (port == 0) {
                        throw e;
                    }
                }
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    /** So many that differ from each other, and from one that was chosen before and is not listened to yet. */
    public static List<Integer> findOthers(int chosen, int many) throws IOException {
        return find(many + 1).stream().filter(port -> port != chosen).limit(many).toList();
    }

    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(ServerPlace.HOST))) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
