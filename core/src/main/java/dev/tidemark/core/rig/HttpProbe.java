package dev.tidemark.core.rig;

import module java.base;

/** Asks a server that speaks HTTP. Version 1.0, in which an answer ends with its connection (RFC 1945). */
public final class HttpProbe {

    private static final String OK = "200";
    private static final int MOST_BYTES = 4 << 20;

    private HttpProbe() {}

    /**
     * Gets a page as a user with the place's password.
     *
     * @return its body
     * @throws IOException saying what the server answered instead
     */
    public static String get(ServerPlace place, String user, String path) throws IOException {
        try (Socket plain = Probe.connect(place); Socket socket = place.tls().isPresent()
                ? Probe.secure(plain, place.tls().get()) : plain) {
            String login = Base64.getEncoder().encodeToString(
                    (user + ":" + place.readPassword()).getBytes(StandardCharsets.UTF_8));
            OutputStream out = socket.getOutputStream();
            out.write(("GET " + path + " HTTP/1.0\r\nHost: " + place.address() + "\r\nAuthorization: Basic " + login
                    + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            byte[] answer = socket.getInputStream().readNBytes(MOST_BYTES);
            if (answer.length == MOST_BYTES) {
                throw new IOException("the server answers with more than a page");
            }
            return body(new String(answer, StandardCharsets.UTF_8));
        }
    }

    private static String body(String answer) throws IOException {
        String first = answer.lines().findFirst().orElse("");
        if (!first.startsWith("HTTP/1.")) {
            throw new IOException("not a server of HTTP");
        }
        String[] words = first.split(" ");
        if (words.length < 2 || !words[1].equals(OK)) {
            throw new IOException("the server answers " + first);
        }
        int end = answer.indexOf("\r\n\r\n");
        return end < 0 ? "" : answer.substring(end + 4);
    }
}
