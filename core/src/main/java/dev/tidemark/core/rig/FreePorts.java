package dev.tidemark.core.rig;

import module java.base;

/** Ports of this machine on which nobody listens. */
public final class FreePorts {

    private FreePorts() {}

    /** So many that differ from each other. */
    public static List<Integer> find(int many) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < many; i++) {
                held.add(new ServerSocket(0, 1, InetAddress.getByName(ServerPlace.HOST)));
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
