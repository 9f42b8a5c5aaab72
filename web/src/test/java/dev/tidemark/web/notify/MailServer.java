package dev.tidemark.web.notify;

import module java.base;

/** As much of a mail server as a client needs to hand over a mail, with STARTTLS and a login where it has keys. */
public final class MailServer implements AutoCloseable {

    private final ServerSocket socket;
    private final SSLContext keys;
    private final List<String> mails = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final Thread thread;

    /** @param keys with which it speaks TLS; null for none */
    public MailServer(SSLContext keys) throws IOException {
        this.keys = keys;
        this.socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        this.thread = Thread.ofVirtual().start(this::serve);
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** What was handed over, headers and text. */
    public List<String> mails() {
        return mails;
    }

    /** Waits for the next one. */
    public String take() throws InterruptedException {
        return taken.take();
    }

    /** What clients said, but for the mails. */
    public List<String> commands() {
        return commands;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                say(client, "220 test");
                converse(client, false);
            } catch (IOException e) {
                // The client has gone, or the test is over.
            }
        }
    }

    private void converse(Socket client, boolean encrypted) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null;) {
            commands.add(line);
            String verb = line.split(" ", 2)[0].toUpperCase();
            switch (verb) {
                case "EHLO" -> say(client, keys == null ? "250 test"
                        : encrypted ? "250-test\r\n250 AUTH PLAIN" : "250-test\r\n250 STARTTLS");
                case "STARTTLS" -> {
                    say(client, "220 go on");
                    SSLSocket secure = (SSLSocket) keys.getSocketFactory().createSocket(client, null, client.getPort(),
                            false);
                    secure.setUseClientMode(false);
                    converse(secure, true);
                    return;
                }
                case "AUTH" -> say(client, new String(Base64.getDecoder().decode(line.split(" ")[2]),
                        StandardCharsets.UTF_8).endsWith("\0right") ? "235 welcome" : "535 wrong password");
                case "DATA" -> {
                    say(client, "354 go on");
                    StringBuilder mail = new StringBuilder();
                    for (String part; !".".equals(part = in.readLine());) {
                        mail.append(part).append('\n');
                    }
                    mails.add(mail.toString());
                    say(client, "250 taken");
                    taken.add(mail.toString());
                }
                case "QUIT" -> {
                    say(client, "221 bye");
                    return;
                }
                default -> say(client, "250 yes");
            }
        }
    }

    private static void say(Socket client, String line) throws IOException {
        client.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        client.getOutputStream().flush();
    }

    @Override
    public void close() {
        try {
            socket.close();
            thread.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
