package dev.tidemark.rig.cassandra;

import module java.base;
import dev.tidemark.core.rig.Probe;
import dev.tidemark.core.rig.ServerPlace;

/** Logs in. See "CQL binary protocol v4", native_protocol_v4.spec of Cassandra's sources. */
final class CqlProbe {

    private static final int PATIENCE_MILLIS = 5_000;
    private static final int REQUEST = 4;
    private static final int MOST_BYTES = 1 << 16;
    private static final byte ERROR = 0x00;
    private static final byte STARTUP = 0x01;
    private static final byte AUTHENTICATE = 0x03;
    private static final byte AUTH_RESPONSE = 0x0F;
    private static final byte AUTH_SUCCESS = 0x10;

    private CqlProbe() {}

    static void ask(ServerPlace place, String host, String user) throws IOException {
        try (Socket plain = connect(host, place.port()); Socket socket = place.tls().isPresent()
                ? Probe.secure(plain, place.tls().get()) : plain) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            ByteArrayOutputStream version = new ByteArrayOutputStream();
            DataOutputStream body = new DataOutputStream(version);
            body.writeShort(1);
            body.writeUTF("CQL_VERSION");
            body.writeUTF("3.0.0");
            send(out, STARTUP, version.toByteArray());
            expect(in, AUTHENTICATE);
            byte[] login = ("\0" + user + "\0" + place.readPassword()).getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            new DataOutputStream(answer).writeInt(login.length);
            answer.write(login);
            send(out, AUTH_RESPONSE, answer.toByteArray());
            expect(in, AUTH_SUCCESS);
        }
    }

    private static Socket connect(String host, int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Version, flags, stream, what it is, its length. */
    private static void send(DataOutputStream out, byte what, byte[] body) throws IOException {
        out.writeByte(REQUEST);
        out.writeByte(0);
        out.writeShort(0);
        out.writeByte(what);
        out.writeInt(body.length);
        out.write(body);
        out.flush();
    }

    private static void expect(DataInputStream in, byte expected) throws IOException {
        in.readInt(); // version, flags, stream
        byte what = in.readByte();
        int size = in.readInt();
        if (size < 0 || size > MOST_BYTES) {
            throw new IOException("not a server of CQL");
        }
        byte[] body = in.readNBytes(size);
        if (what == ERROR && body.length > 6) {
            throw new IOException(new String(body, 6, body.length - 6, StandardCharsets.UTF_8));
        } else if (what != expected) {
            throw new IOException("not a server of CQL that asks for a password");
        }
    }
}
