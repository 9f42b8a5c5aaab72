package dev.tidemark.web;

import module java.base;

/** Requests that no client would send. */
final class Raw {

    private Raw() {}

    /** @return the whole answer */
    static String get(String address, String path, String host) throws IOException {
        return send(address, "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    static String send(String address, String request) throws IOException {
        URI uri = URI.create(address);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Sends what may be less than it says, and says no more. @return the whole answer; empty for none */
    static String sendAndEnd(String address, String request) throws IOException {
        URI uri = URI.create(address);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
