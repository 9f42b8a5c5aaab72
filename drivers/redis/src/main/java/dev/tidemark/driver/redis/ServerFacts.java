package dev.tidemark.driver.redis;

import dev.tidemark.core.param.Setting;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** Settings of the server that matter to what is measured, read back from it and never changed. */
final class ServerFacts {

    /** Names of CONFIG GET. Never with a pattern, which would bring passwords. */
    private static final List<String> SETTINGS = List.of("appendonly", "appendfsync", "save", "maxmemory",
            "maxmemory-policy", "io-threads");
    /** Before a server's own name. */
    private static final String LEAD = "server-";

    private ServerFacts() {}

    /** What it tells; a managed server may refuse CONFIG, and what INFO tells of the same is left then. */
    static List<Setting> of(RedisConnection connection) {
        Map<String, String> facts = new LinkedHashMap<>();
        ServerInfo info = ServerInfo.of(connection);
        put(facts, "appendonly", info.texts().containsKey("aof_enabled") ? info.is("aof_enabled") ? "yes" : "no" : null);
        put(facts, "maxmemory", info.texts().get("maxmemory"));
        put(facts, "maxmemory-policy", info.texts().get("maxmemory_policy"));
        put(facts, "role", info.texts().get("role"));
        List<CommandArguments> questions = SETTINGS.stream()
                .map(name -> RedisConnection.command(Command.CONFIG, "GET", name)).toList();
        List<Object> answers = connection.askAll(questions);
        for (int i = 0; i < SETTINGS.size(); i++) {
            if (answers.get(i) instanceof List<?> pair && pair.size() == 2) {
                put(facts, SETTINGS.get(i), new String((byte[]) pair.getLast(), StandardCharsets.UTF_8));
            }
        }
        List<Setting> all = new ArrayList<>();
        facts.forEach((name, text) -> all.add(Setting.detected(LEAD + name, text.isEmpty() ? "none" : text)));
        return all;
    }

    private static void put(Map<String, String> facts, String name, String text) {
        if (text != null) {
            facts.put(name, text);
        }
    }
}
