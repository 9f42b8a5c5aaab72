package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.testing.Effort;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that answers what no server of its kind does, or more than anybody can take: each answer ends as one line,
 * in bounded time and memory.
 */
public abstract class HostileServerContract {

    /** What no user is told: how the program is made. */
    private static final String INNARDS = "(?s).*(java\\.|to null|Cannot invoke|\\n|Error:|Exception:).*";

    /** For what never comes; what comes is read within. */
    private static final String PATIENCE = "80ms";

    @TempDir
    private Path folder;
    private final Random random = Effort.random(getClass());

    protected abstract Driver driver();

    /** Names and values beside address and patience. @param password where there is one */
    protected abstract List<String> settings(String password);

    /** Any answer. */
    protected abstract Answer answer(Random random);

    /**
     * What is sent to a request.
     *
     * @param begins  first
     * @param goesOn  again and again until the client has enough; empty for an answer that has an end
     * @param closing whether the connection is closed behind it
     */
    public record Answer(String begins, String goesOn, boolean closing) {

        public static Answer of(String text) {
            return new Answer(text, "", false);
        }
    }

    protected static <T> T oneOf(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Answers of a server over HTTP: its bodies in all the ways in which one can be framed, or broken. */
    protected static Answer overHttp(Random random, List<String> bodies) {
        String body = oneOf(random, bodies);
        int status = oneOf(random, List.of(200, 200, 200, 200, 201, 204, 302, 400, 401, 404, 429, 500, 503, 999));
        String type = "HTTP/1.1 " + status + " X\r\nContent-Type: " + oneOf(random, List.of("application/json",
                "text/html", "application/octet-stream", "multipart/mixed; boundary=x", "x")) + "\r\n";
        String length = type + "Content-Length: ";
        String chunks = type + "Transfer-Encoding: chunked\r\n\r\n";
        String block = "[".repeat(1 << 16);
        return switch (random.nextInt(32)) {
            case 0 -> new Answer(type + "\r\n", block, false);
            case 1 -> new Answer(chunks, "10000\r\n" + block + "\r\n", false);
            case 2 -> new Answer(type, "X-Y: " + "z".repeat(1000) + "\r\n", false);
            case 3 -> new Answer(type + "X: ", block, false);
            case 4 -> Answer.of(length + "9999999999999\r\n\r\n" + body);
            case 5 -> Answer.of(length + "-1\r\n\r\n" + body);
            case 6 -> Answer.of(chunks + "FFFFFFFFFFFFFFF\r\n" + body);
            case 7 -> Answer.of(chunks + "x\r\n" + body);
            case 8 -> new Answer(length + (body.length() + 5) + "\r\n\r\n" + body, "", true);
            case 9 -> new Answer(body, "", true);
            case 10 -> new Answer("", "", true);
            case 11 -> Answer.of("HTTP/1.1 100 Continue\r\n\r\n".repeat(50));
            case 12 -> Answer.of(type + "Content-Encoding: gzip\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body);
            default -> Answer.of(length + body.getBytes(StandardCharsets.ISO_8859_1).length + "\r\n\r\n" + body);
        };
    }

    /** Bodies in JSON that are none that any server documents. */
    protected static final List<String> JSON = List.of("{}", "[]", "null", "1", "\"x\"", "", "{", "[".repeat(100_000),
            "{\"a\":".repeat(100_000), "{\"version\":{\"number\":7,\"distribution\":[]}}", "{\"version\":{\"number\":"
                    + "\"99999999999999999999.x\"}}", "1e999999999", "9".repeat(100_000),
            "\"" + "x".repeat(1 << 20) + "\"",
            "{\"error\":{\"reason\":[1]}}",
            "{\"hits\":{\"total\":\"x\",\"hits\":[null]}}", "<html>", "\0\u0001\u001b[2J",
            "{\"responseHeader\":{\"status\":0},\"response\":{\"numFound\":\"x\"}}",
            "{\"responseHeader\":[],\"lucene\":7}");

    @Test
    void whateverIsAnsweredIsToldInOneLine() throws Exception {
        Path secret = Files.createFile(folder.resolve("secret"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, "pass");
        for (int i = 0; i < Effort.of(25, 1000); i++) {
            long seed = random.nextLong();
            try (Hostile server = new Hostile(new Random(seed))) {
                tryAll(values(server, "file:" + secret), "server " + seed);
            }
        }
    }

    private Values values(Hostile server, String password) {
        Values values = driver().params().defaults();
        List<String> all = settings(password);
        for (int i = 0; i < all.size(); i += 2) {
            values = values.with(all.get(i), all.get(i + 1), SettingOrigin.SET);
        }
        return values.with("address", server.address(), SettingOrigin.SET)
                .with("connect-timeout", PATIENCE, SettingOrigin.SET)
                .with("operation-timeout", PATIENCE, SettingOrigin.SET);
    }

    private void tryAll(Values values, String where) throws Exception {
        Context context = new Context(Clock.system(), folder, Secrets.ofThisProcess(), _ -> { }, () -> false);
        try (OpenTarget target = driver().open(values, context)) {
            attempt(where, target::version);
            attempt(where, target::effective);
            attempt(where, target::read);
            if (target instanceof KeyspaceTarget keyspaces) {
                attempt(where, keyspaces::create);
                attempt(where, keyspaces::drop);
            }
        } catch (DriverException e) {
            requireOneLine(where, e);
        }
    }

    private static void attempt(String where, ThrowingCallable call) throws Exception {
        try {
            call.call();
        } catch (DriverException | TimeoutException | OverloadedException e) {
            requireOneLine(where, e);
        } catch (Throwable e) {
            throw new AssertionError(where + " made the program stumble", e);
        }
    }

    private static void requireOneLine(String where, Exception e) {
        assertThat(e.getMessage()).as(where).isNotBlank().doesNotMatch(INNARDS).hasSizeLessThan(2000);
    }

    /** Answers whatever is sent to it. */
    private final class Hostile implements Closeable {
        private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        private final Random draws;

        Hostile(Random draws) throws IOException {
            this.draws = draws;
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        Socket socket = listening.accept();
                        Thread.ofVirtual().start(() -> serve(socket));
                    }
                } catch (IOException e) {
                    // it was closed
                }
            });
        }

        String address() {
            return "127.0.0.1:" + listening.getLocalPort();
        }

        private Answer next() {
            synchronized (draws) {
                return answer(draws);
            }
        }

        private void serve(Socket socket) {
            try (socket) {
                InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream();
                byte[] asked = new byte[1 << 16];
                while (in.read(asked) > 0) {
                    Answer answer = next();
                    out.write(answer.begins().getBytes(StandardCharsets.ISO_8859_1));
                    byte[] more = answer.goesOn().getBytes(StandardCharsets.ISO_8859_1);
                    while (more.length > 0) {
                        out.write(more);
                    }
                    if (answer.closing()) {
                        return;
                    }
                }
            } catch (IOException e) {
                // the client has had enough
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }
}
