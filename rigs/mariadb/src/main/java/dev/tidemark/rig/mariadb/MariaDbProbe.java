package dev.tidemark.rig.mariadb;

import module java.base;
import dev.tidemark.core.rig.Probe;
import dev.tidemark.core.rig.ServerPlace;

/** Logs in with the native password. See "Connecting" in the description of MariaDB's client/server protocol. */
final class MariaDbProbe {

    private static final int PROTOCOL = 10;
    private static final int ERROR = 0xff;
    private static final int OK = 0;
    /** Its code, the character # and the SQL state precede an error's text. */
    private static final int BEFORE_MESSAGE = 9;
    private static final int TLS = 1 << 11;
    /** Long password, protocol of 4.1, secure connection, authentication by a plug-in's name. */
    private static final int CLIENT = 1 | 1 << 9 | 1 << 15 | 1 << 19;
    private static final int UTF8 = 45;
    private static final String PLUGIN = "mysql_native_password";

    private MariaDbProbe() {}

    static void ask(ServerPlace place, String user) throws IOException {
        try (Socket plain = Probe.connect(place)) {
            byte[] greeting = read(plain.getInputStream());
            byte[] login = login(user, answer(seed(greeting), place.readPassword()));
            if (place.tls().isEmpty()) {
                expectOk(plain, 1, login);
                return;
            }
            byte[] request = Arrays.copyOf(login, 32);
            request[1] |= (byte) (TLS >> 8);
            login[1] |= (byte) (TLS >> 8);
            write(plain.getOutputStream(), 1, request);
            try (Socket secure = Probe.secure(plain, place.tls().get())) {
                expectOk(secure, 2, login);
            }
        }
    }

    /** 20 bytes in two parts, the second behind flags and ten unused bytes. */
    private static byte[] seed(byte[] greeting) throws IOException {
        if ((greeting[0] & 0xff) != PROTOCOL) {
            throw new IOException("not a server of MariaDB's protocol");
        }
        int at = 1;
        while (greeting[at] != 0) {
            at++;
        }
        int first = at + 1 + 4;
        byte[] seed = Arrays.copyOf(Arrays.copyOfRange(greeting, first, first + 8), 20);
        System.arraycopy(greeting, first + 8 + 1 + 2 + 1 + 2 + 2 + 1 + 10, seed, 8, 12);
        return seed;
    }

    /** SHA1(password) XOR SHA1(seed, SHA1(SHA1(password))). */
    private static byte[] answer(byte[] seed, String password) {
        byte[] once = Bootstrap.sha1(password.getBytes(StandardCharsets.UTF_8));
        byte[] mask = Bootstrap.sha1(seed, Bootstrap.sha1(once));
        for (int i = 0; i < once.length; i++) {
            once[i] ^= mask[i];
        }
        return once;
    }

    private static byte[] login(String user, byte[] answer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writeInt(out, CLIENT);
        writeInt(out, 1 << 24); // the largest packet
        out.write(UTF8);
        out.writeBytes(new byte[23]);
        out.writeBytes(user.getBytes(StandardCharsets.UTF_8));
        out.write(0);
        out.write(answer.length);
        out.writeBytes(answer);
        out.writeBytes(PLUGIN.getBytes(StandardCharsets.UTF_8));
        out.write(0);
        return out.toByteArray();
    }

    private static void writeInt(ByteArrayOutputStream out, int number) {
        for (int shift = 0; shift < 32; shift += 8) {
            out.write(number >> shift);
        }
    }

    private static void expectOk(Socket socket, int number, byte[] login) throws IOException {
        write(socket.getOutputStream(), number, login);
        byte[] answer = read(socket.getInputStream());
        if ((answer[0] & 0xff) != OK) {
            throw new IOException("the server wants another way of logging in");
        }
    }

    /** A packet is its length in three bytes, its number, and what is in it, least significant bytes first. */
    private static void write(OutputStream out, int number, byte[] body) throws IOException {
        byte[] packet = new byte[4 + body.length];
        packet[0] = (byte) body.length;
        packet[1] = (byte) (body.length >> 8);
        packet[3] = (byte) number;
        System.arraycopy(body, 0, packet, 4, body.length);
        out.write(packet);
        out.flush();
    }

    private static byte[] read(InputStream in) throws IOException {
        byte[] head = in.readNBytes(4);
        if (head.length < 4) {
            throw new EOFException("the server closed the connection");
        }
        int length = head[0] & 0xff | (head[1] & 0xff) << 8;
        byte[] body = in.readNBytes(length);
        if (body.length < length || length == 0) {
            throw new EOFException("the server closed the connection");
        }
        if ((body[0] & 0xff) == ERROR) {
            int from = Math.min(length, length > 3 && body[3] == '#' ? BEFORE_MESSAGE : 3);
            throw new IOException(new String(body, from, length - from, StandardCharsets.UTF_8));
        }
        return body;
    }
}
