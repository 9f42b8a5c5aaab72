package dev.tidemark.rig.redis;

import dev.tidemark.core.rig.Probe;
import dev.tidemark.core.rig.ServerPlace;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Logs in and asks for an answer, in inline commands. See "Redis serialization protocol specification". */
final class RedisProbe {

    private RedisProbe() {}

    /** @param cluster whether it must know, too, that every slot is served */
    static void ask(ServerPlace place, boolean cluster) throws IOException {
        try (Socket plain = Probe.connect(place); Socket socket = place.tls().isPresent()
                ? Probe.secure(plain, place.tls().get()) : plain) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            send(socket.getOutputStream(), "AUTH " + place.readPassword());
            expect(in, "+OK");
            send(socket.getOutputStream(), "PING");
            expect(in, "+PONG");
            if (cluster) {
                send(socket.getOutputStream(), "CLUSTER INFO");
                in.readLine(); // how long the answer is
                expect(in, "cluster_state:ok");
            }
        }
    }

    private static void send(OutputStream out, String command) throws IOException {
        out.write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void expect(BufferedReader in, String wanted) throws IOException {
        String answer = in.readLine();
        if (answer == null) {
            throw new EOFException("the server closed the connection");
        } else if (answer.startsWith("-")) {
            throw new IOException(answer.substring(1));
        } else if (answer.startsWith("cluster_state:") && !answer.equals(wanted)) {
            throw new IOException("the cluster does not serve every slot");
        } else if (!answer.equals(wanted)) {
            throw new IOException("not a server of Redis's protocol");
        }
    }
}
