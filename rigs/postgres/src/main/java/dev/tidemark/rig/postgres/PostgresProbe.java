package dev.tidemark.rig.postgres;

import module java.base;
import dev.tidemark.core.rig.Probe;
import dev.tidemark.core.rig.ServerPlace;

/**
 * Asks a server to begin a session, up to where it asks for the password. See "Frontend/Backend Protocol", Message Flow
 * and Message Formats, in PostgreSQL's manual.
 */
final class PostgresProbe {

    private static final int PROTOCOL = 3 << 16;
    private static final int TLS_REQUEST = 80877103;
    private static final int AUTHENTICATION = 'R';
    private static final int ERROR = 'E';
    private static final int LONGEST_ERROR = 64 << 10;

    private PostgresProbe() {}

    static void ask(ServerPlace place, String user, String database) throws IOException {
        try (Socket plain = Probe.connect(place); Socket socket = place.tls().isPresent() ? secure(plain, place)
                : plain) {
            begin(socket, user, database);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int answer = in.read();
            if (answer == ERROR) {
                throw new IOException(message(in));
            } else if (answer < 0) {
                throw new EOFException("the server closed the connection");
            } else if (answer != AUTHENTICATION) {
                throw new IOException("not a server of PostgreSQL's protocol");
            }
        }
    }

    private static Socket secure(Socket plain, ServerPlace place) throws IOException {
        DataOutputStream out = new DataOutputStream(plain.getOutputStream());
        out.writeInt(8);
        out.writeInt(TLS_REQUEST);
        out.flush();
        if (plain.getInputStream().read() != 'S') {
            throw new IOException("the server does not speak TLS");
        }
        return Probe.secure(plain, place.tls().orElseThrow());
    }

    private static void begin(Socket socket, String user, String database) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (String text : new String[] {"user", user, "database", database}) {
            body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            body.write(0);
        }
        body.write(0);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(body.size() + 8);
        out.writeInt(PROTOCOL);
        body.writeTo(out);
        out.flush();
    }

    /** The text of an error, the field M of several, each with its letter and ended by 0. */
    private static String message(DataInputStream in) throws IOException {
        int length = Math.min(in.readInt() - 4, LONGEST_ERROR);
        byte[] fields = in.readNBytes(Math.max(0, length));
        for (String field : new String(fields, StandardCharsets.UTF_8).split("\0")) {
            if (field.startsWith("M")) {
                return field.substring(1);
            }
        }
        return "an error without a message";
    }
}
