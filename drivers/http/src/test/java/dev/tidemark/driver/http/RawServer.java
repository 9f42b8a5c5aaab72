package dev.tidemark.driver.http;

import module java.base;

/**
 * Answers each request with the bytes that a test says, and closes the connection behind those that end with a mark.
 */
final class RawServer implements Closeable {

    /** At the end of an answer, or alone: the connection is closed without another word. */
    static final String CLOSED = "\0";
    /** Nothing comes, and the connection stays open. */
    static final String SILENCE = "";

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final Function<String, String> answers;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    /** Requests as they came. */
    final List<String> asked = new CopyOnWriteArrayList<>();

    /** @param answers what is sent to a request: its head, an empty line and its body */
    RawServer(Function<String, String> answers) throws IOException {
        this.answers = answers;
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    sockets.add(socket);
                    Thread.ofVirtual().start(() -> serve(socket));
                }
            } catch (IOException e) {
                // it was closed
            }
        });
    }

    static String json(String body) {
        return answer("200 OK", "Content-Type: application/json", body);
    }

    static String answer(String status, String header, String body) {
        return "HTTP/1.1 " + status + "\r\n" + header + "\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    int connections() {
        return sockets.size();
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (String head = head(in); head != null; head = head(in)) {
                String body = new String(in.readNBytes(length(head)), StandardCharsets.UTF_8);
                asked.add(head + body);
                String answer = answers.apply(head + body);
                out.write(answer.replace(CLOSED, "").getBytes(StandardCharsets.UTF_8));
                out.flush();
                if (answer.endsWith(CLOSED)) {
                    return;
                }
            }
        } catch (IOException e) {
            // the client has gone
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            head.append((char) c);
            if (head.toString().endsWith("\r\n\r\n")) {
                return head.toString();
            }
        }
        return null;
    }

    private static int length(String head) {
        return head.lines().filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip())).findFirst().orElse(0);
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
