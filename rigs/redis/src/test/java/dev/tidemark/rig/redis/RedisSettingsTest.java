package dev.tidemark.rig.redis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a server is started with, as it tells by {@code CONFIG GET}. */
@EnabledOnOs(OS.LINUX)
class RedisSettingsTest {

    private static Map<String, String> settings(Server server, String... names) throws Exception {
        String password = Files.readString(Path.of(server.target().get("password").substring("file:".length()))).strip();
        String[] address = server.address().split(":");
        try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
            PrintStream out = new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(),
                    StandardCharsets.UTF_8));
            out.print("PING\r\n");
            assertThat(in.readLine()).as("without the password").startsWith("-NOAUTH");
            out.print("AUTH " + password + "\r\n");
            assertThat(in.readLine()).isEqualTo("+OK");
            Map<String, String> settings = new TreeMap<>();
            for (String name : names) {
                out.print("CONFIG GET " + name + "\r\n");
                assertThat(in.readLine()).isEqualTo("*2");
                in.readLine();
                in.readLine(); // the name
                in.readLine();
                settings.put(name, in.readLine());
            }
            return settings;
        }
    }

    @Test
    void keepsItsAppendOnlyFileUnlessToldNotTo() throws Exception {
        assertThat(settings(SharedServer.of("redis").server(), "appendonly", "appendfsync", "bind", "maxmemory"))
                .isEqualTo(Map.of("appendonly", "yes", "appendfsync", "everysec", "bind", "127.0.0.1", "maxmemory",
                        "0"));
        assertThat(settings(SharedServer.of("redis", "append-only=false", "snapshots=false").server(), "appendonly",
                "save")).isEqualTo(Map.of("appendonly", "no", "save", ""));
    }

    @Test
    void everySettingArrives() throws Exception {
        Server server = SharedServer.of("redis", "append-fsync=always", "max-memory=64MiB", "io-threads=2",
                "server-version=6.2.11").server();
        assertThat(settings(server, "appendfsync", "maxmemory", "io-threads")).isEqualTo(
                Map.of("appendfsync", "always", "maxmemory", "67108864", "io-threads", "2"));
    }
}
