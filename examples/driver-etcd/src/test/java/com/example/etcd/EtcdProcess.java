package com.example.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Assumptions;

/** A real etcd with a user whose rights are those to two prefixes, as another's server may give them. */
final class EtcdProcess implements AutoCloseable {

    static final String USER = "ada";
    static final String PASSWORD = "lovelace";
    private static final String ROOT = "root of the test";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final String address;
    private String token = "";

    private EtcdProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    static EtcdProcess start(Path folder) throws IOException {
        Path program = Stream.of("/usr/bin", "/usr/local/bin").map(place -> Path.of(place, "etcd"))
                .filter(Files::isExecutable).findFirst().orElse(null);
        Assumptions.assumeTrue(program != null, "etcd is not installed");
        String address = "127.0.0.1:" + freePort();
        String peers = "http://127.0.0.1:" + freePort();
        Path log = folder.resolve("etcd.log");
        Process process = new ProcessBuilder(program.toString(), "--data-dir", folder.resolve("etcd").toString(),
                "--listen-client-urls", "http://" + address, "--advertise-client-urls", "http://" + address,
                "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers, "--initial-cluster",
                "default=" + peers).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        EtcdProcess started = new EtcdProcess(process, address);
        started.untilItAnswers(log);
        started.makeUser();
        return started;
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private void untilItAnswers(Path log) throws IOException {
        while (!send("kv/range", "{\"key\": \"YQ==\"}").contains("header")) {
            if (!process.isAlive()) {
                throw new IOException(Files.readString(log));
            }
            Thread.onSpinWait();
        }
    }

    private void makeUser() {
        ask("auth/user/add", "{\"name\": \"root\", \"password\": \"" + ROOT + "\"}");
        ask("auth/role/add", "{\"name\": \"root\"}");
        ask("auth/user/grant", "{\"user\": \"root\", \"role\": \"root\"}");
        ask("auth/user/add", "{\"name\": \"" + USER + "\", \"password\": \"" + PASSWORD + "\"}");
        ask("auth/role/add", "{\"name\": \"bench\"}");
        for (String prefix : new String[] {"bench", "tidemark_doctor"}) {
            ask("auth/role/grant", "{\"name\": \"bench\", \"perm\": {\"permType\": \"READWRITE\", \"key\": \""
                    + base64(prefix + "/") + "\", \"range_end\": \"" + base64(prefix + "0") + "\"}}");
        }
        ask("auth/user/grant", "{\"user\": \"" + USER + "\", \"role\": \"bench\"}");
        ask("auth/enable", "{}");
        token = ask("auth/authenticate", "{\"name\": \"root\", \"password\": \"" + ROOT + "\"}")
                .replaceAll(".*\"token\": *\"([^\"]+)\".*", "$1");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Nothing while it does not listen. */
    private String send(String what, String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + address + "/v3/" + what))
                .POST(BodyPublishers.ofString(json));
        if (!token.isEmpty()) {
            request.header("Authorization", token);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString()).body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Asks it as its administrator. */
    private String ask(String what, String json) {
        String answer = send(what, json);
        assertThat(answer).as(what).contains("header");
        return answer;
    }

    String address() {
        return address;
    }

    /** All keys of the namespace with their values, as it answers them. */
    String content() {
        return ask("kv/range", "{\"key\": \"" + base64("bench/") + "\", \"range_end\": \"" + base64("bench0") + "\"}")
                .replaceAll("\"header\": *\\{[^}]*},?", "");
    }

    boolean isEmpty() {
        return !content().contains("kvs");
    }

    void put(String key, String value) {
        ask("kv/put", "{\"key\": \"" + base64(key) + "\", \"value\": \"" + base64(value) + "\"}");
    }

    void clear() {
        ask("kv/deleterange", "{\"key\": \"" + base64("a") + "\", \"range_end\": \"" + base64("zz") + "\"}");
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        client.shutdownNow();
    }
}
