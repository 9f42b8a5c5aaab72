package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;

/** One connection over which requests go one after the other. */
final class HttpConnection implements Closeable {

    /** An answer that is a refusal. */
    static final class Refused extends Exception {
        final int status;

        Refused(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    private final Socket socket = new Socket();
    private final InputStream in;
    private final String head;

    HttpConnection(ConnectionSettings settings) throws IOException {
        try {
            socket.connect(new InetSocketAddress(settings.host(), settings.port()),
                    (int) settings.connectTimeout().toMillis());
            socket.setSoTimeout((int) settings.operationTimeout().toMillis());
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        head = " HTTP/1.1\r\nHost: " + settings.address() + "\r\nAuthorization: " + authorization(settings)
                + "\r\nContent-Length: ";
    }

    static String authorization(ConnectionSettings settings) {
        return "Basic " + Base64.getEncoder().encodeToString((settings.user().orElse("") + ":"
                + settings.password().orElse("")).getBytes(StandardCharsets.UTF_8));
    }

    /** @return the body, its length for HEAD; null when there is none of that name */
    byte[] send(String method, String path, byte[] body) throws IOException, Refused {
        byte[] start = (method + " /" + path + head + body.length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
        byte[] request = new byte[start.length + body.length];
        System.arraycopy(start, 0, request, 0, start.length);
        System.arraycopy(body, 0, request, start.length, body.length);
        socket.getOutputStream().write(request);
        int status = Integer.parseInt(line().split(" ")[1]);
        int length = 0;
        for (String line; !(line = line()).isEmpty();) {
            length = line.regionMatches(true, 0, "Content-Length:", 0, 15)
                    ? Integer.parseInt(line.substring(15).strip()) : length;
        }
        byte[] answer = method.equals("HEAD") ? Integer.toString(length).getBytes(StandardCharsets.UTF_8)
                : in.readNBytes(length);
        if (status > 299 && status != 404) {
            throw new Refused(status, new String(answer, StandardCharsets.UTF_8));
        }
        return status == 404 ? null : answer;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c; (c = in.read()) != '\n';) {
            if (c < 0) {
                throw new EOFException("the server closed it");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
