package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.param.Setting;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/**
 * Settings of the server, read back from it and never changed: some that matter to what is measured, and all others
 * that are not at their defaults. The server does not tell its defaults: they are those of Redis 7.0, whatever its
 * version.
 */
final class RedisServerConfig {

    private static final Set<String> ALWAYS = Set.of("appendonly", "appendfsync", "save", "maxmemory",
            "maxmemory-policy", "io-threads");
    /** By the names of CONFIG GET. Never asked with a pattern, which would bring passwords. */
    private static final Map<String, String> DEFAULTS = defaults();

    private RedisServerConfig() {}

    private static Map<String, String> defaults() {
        try (InputStream in = RedisServerConfig.class.getResourceAsStream("defaults.txt")) {
            Map<String, String> defaults = new LinkedHashMap<>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().map(line -> line.split(" ", 2))
                    .forEach(line -> defaults.put(line[0], line.length > 1 ? line[1] : ""));
            return defaults;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it tells; a managed server may refuse CONFIG, and what INFO tells of the same is left then. */
    static List<Setting> of(RedisConnection connection) {
        Map<String, String> facts = new LinkedHashMap<>();
        ServerInfo info = ServerInfo.allowed(connection);
        put(facts, "appendonly",
                info.texts().containsKey("aof_enabled") ? info.is("aof_enabled") ? "yes" : "no" : null);
        put(facts, "maxmemory", info.texts().get("maxmemory"));
        put(facts, "maxmemory-policy", info.texts().get("maxmemory_policy"));
        put(facts, "role", info.texts().get("role"));
        List<String> names = List.copyOf(DEFAULTS.keySet());
        List<CommandArguments> questions = names.stream()
                .map(name -> RedisConnection.command(Command.CONFIG, "GET", name)).toList();
        List<Object> answers = connection.askAll(questions);
        boolean complete = false;
        for (int i = 0; i < names.size(); i++) {
            if (answers.get(i) instanceof List<?> pair && pair.size() == 2) {
                complete = true;
                String value = new String((byte[]) pair.getLast(), StandardCharsets.UTF_8);
                if (ALWAYS.contains(names.get(i)) || !value.equals(DEFAULTS.get(names.get(i)))) {
                    facts.put(names.get(i), value);
                }
            }
        }
        List<Setting> all = new ArrayList<>(NonDefaultSettings.facts(facts));
        if (complete) {
            all.add(NonDefaultSettings.COMPLETE);
        }
        return all;
    }

    private static void put(Map<String, String> facts, String name, String text) {
        if (text != null) {
            facts.put(name, text);
        }
    }
}
