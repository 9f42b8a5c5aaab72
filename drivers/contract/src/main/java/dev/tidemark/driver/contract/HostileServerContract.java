package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.TestKeys;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that answers what no server of its kind does, or more than anybody can take, without encryption or with it:
 * each answer ends as one line, in bounded time and memory. They are tried in a process of its own, whose memory is
 * that of a driver alone.
 */
public abstract class HostileServerContract {

    private static final int MOST_MEGABYTES = 256;
    /** Heap that is left beside what else a process has. */
    private static final String HEAP = "-Xmx160m";
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

    /** What no user is told: how the program is made. */
    private static final String INNARDS = "(?s).*(java\\.|to null|Cannot invoke|\\n|Error:|Exception:).*";

    /** For what never comes; what comes is read within. */
    private static final String PATIENCE = "80ms";
    /** The same where both sides agree on keys first. */
    private static final String PATIENCE_TLS = "300ms";

    private final Random random = Effort.random(getClass());
    /** Nanoseconds. */
    private long longest;

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
        int status = oneOf(random, List.of(200, 200, 200, 200, 201, 204, 300, 302, 400, 401, 404, 429, 500, 503, 999));
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
    void whateverIsAnsweredIsReportedInOneLineAndTakesLittleMemory(@TempDir Path folder) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), HEAP, "-XX:+UseSerialGC", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED",
                "-Dtests.seed=" + Effort.seed()));
        command.add("-XX:TieredStopAtLevel=1"); // before the class: the other compiler's memory is none of the answers'
        if (Effort.full()) {
            command.add("-Dtests.full");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), HostileServerContract.class.getName(),
                getClass().getName(), folder.toString()));
        Process trial = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(trial.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(trial.waitFor()).as(output).isZero();
        System.out.print(output);
        Matcher peak = PEAK.matcher(output);
        if (peak.find()) { // where the system tells it
            assertThat(Integer.parseInt(peak.group(1)) >> 10).isLessThan(MOST_MEGABYTES);
        }
    }

    /** The process. @param args name of the subclass, and a folder */
    public static void main(String[] args) {
        try {
            Constructor<?> subclass = Class.forName(args[0]).getDeclaredConstructor();
            subclass.setAccessible(true);
            ((HostileServerContract) subclass.newInstance()).tryServers(Path.of(args[1]));
            Path status = Path.of("/proc/self/status");
            if (Files.exists(status)) {
                Files.readAllLines(status).stream().filter(line -> PEAK.matcher(line).matches())
                        .forEach(System.out::println);
            }
            System.exit(0);
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private void tryServers(Path folder) throws Exception {
        String secret = SecretFile.of(folder, "secret", "pass");
        SSLContext keys = driver().params().contains(ConnectionParams.TLS)
                ? TestKeys.make(folder, "server", "san=ip:127.0.0.1").server() : null;
        int servers = Effort.of(15, 1000);
        for (int i = 0; i < servers; i++) {
            long seed = random.nextLong();
            Random draws = new Random(seed);
            boolean tls = keys != null && draws.nextInt(4) == 0;
            boolean handshakes = tls && draws.nextBoolean();
            try (Hostile server = new Hostile(draws, handshakes ? keys : null)) {
                Values values = values(server, secret, tls);
                tryAll(folder, values, "-Dtests.seed=" + Effort.seed() + ", server " + seed);
            }
        }
        System.out.println(getClass().getSimpleName() + ": " + servers + " servers, the longest wait "
                + longest / 1_000_000 + " ms");
    }

    private Values values(Hostile server, String password, boolean tls) {
        Values values = driver().params().defaults();
        List<String> all = settings(password);
        for (int i = 0; i < all.size(); i += 2) {
            values = values.with(all.get(i), all.get(i + 1), SettingOrigin.SET);
        }
        String patience = tls ? PATIENCE_TLS : PATIENCE;
        values = values.with("address", server.address(), SettingOrigin.SET)
                .with("connect-timeout", patience, SettingOrigin.SET)
                .with("operation-timeout", patience, SettingOrigin.SET);
        return tls ? values.with("tls", "true", SettingOrigin.SET).with("insecure", "true", SettingOrigin.SET) : values;
    }

    private void tryAll(Path folder, Values values, String where) throws Exception {
        Context context = new Context(Clock.system(), folder, Secrets.ofThisProcess(), _ -> { }, () -> false);
        try (OpenTarget target = driver().open(values, context)) {
            attempt(where, target::version);
            attempt(where, target::effective);
            attempt(where, target::read);
            if (target instanceof KeyspaceTarget keyspaces) {
                attempt(where, keyspaces::create);
                if (driver().capabilities().contains(Capability.KEY_VALUES)) {
                    attempt(where, () -> read(keyspaces));
                }
                attempt(where, keyspaces::drop);
            }
        } catch (DriverException e) {
            requireOneLine(where, e);
        }
    }

    private static void read(KeyspaceTarget target) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            session.get(0, Bytes.direct("key"), ByteBuffer.allocateDirect(100));
        }
    }

    private void attempt(String where, ThrowingCallable call) throws Exception {
        long begun = System.nanoTime();
        try {
            call.call();
        } catch (DriverException | TimeoutException | OverloadedException e) {
            requireOneLine(where, e);
        } catch (Throwable e) {
            throw new AssertionError(where + " made the program stumble", e);
        } finally {
            longest = Math.max(longest, System.nanoTime() - begun);
        }
    }

    private static void requireOneLine(String where, Exception e) {
        assertThat(e.getMessage()).as(where).isNotBlank().doesNotMatch(INNARDS).hasSizeLessThan(2000);
    }

    /** Answers whatever is sent to it. */
    private final class Hostile implements Closeable {
        private final ServerSocket listening;
        private final Random draws;

        /** @param keys for TLS; null where it speaks none */
        Hostile(Random draws, SSLContext keys) throws IOException {
            this.draws = draws;
            listening = (keys == null ? ServerSocketFactory.getDefault() : keys.getServerSocketFactory())
                    .createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
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
                byte[] request = new byte[1 << 16];
                while (in.read(request) > 0) {
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
