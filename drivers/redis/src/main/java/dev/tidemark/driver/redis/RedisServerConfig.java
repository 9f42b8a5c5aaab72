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

    /** What all tell that can be reached. Where they differ it is told of each, as {@code always, everysec}. */
    static List<Setting> of(RedisConnection connection) {
        List<Map<String, String>> told = new ArrayList<>();
        boolean complete = true;
        for (RedisConnection node : connection.reachable()) {
            Map<String, String> config = config(node);
            complete &= !config.isEmpty();
            Map<String, String> all = info(node);
            all.putAll(config);
            told.add(all);
        }
        Map<String, String> facts = NonDefaultSettings.together(told, Optional.empty());
        facts.entrySet().removeIf(fact -> !ALWAYS.contains(fact.getKey())
                && fact.getValue().equals(DEFAULTS.get(fact.getKey())));
        List<Setting> all = new ArrayList<>(NonDefaultSettings.facts(facts));
        if (complete && !told.isEmpty()) {
            all.add(NonDefaultSettings.COMPLETE);
        }
        return all;
    }

    /** What is left where a managed server refuses CONFIG. */
    private static Map<String, String> info(RedisConnection node) {
        Map<String, String> facts = new HashMap<>();
        ServerInfo info = ServerInfo.allowed(node);
        put(facts, "appendonly",
                info.texts().containsKey("aof_enabled") ? info.is("aof_enabled") ? "yes" : "no" : null);
        put(facts, "maxmemory", info.texts().get("maxmemory"));
        put(facts, "maxmemory-policy", info.texts().get("maxmemory_policy"));
        put(facts, "role", info.texts().get("role"));
        return facts;
    }

    /** Empty where it is refused. */
    private static Map<String, String> config(RedisConnection node) {
        List<String> names = List.copyOf(DEFAULTS.keySet());
        List<CommandArguments> questions = names.stream()
                .map(name -> RedisConnection.command(Command.CONFIG, "GET", name)).toList();
        List<Object> answers = node.askAll(questions);
        Map<String, String> settings = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            if (answers.get(i) instanceof List<?> pair && pair.size() == 2) {
                settings.put(names.get(i), new String((byte[]) pair.getLast(), StandardCharsets.UTF_8));
            }
        }
        return settings;
    }

    private static void put(Map<String, String> facts, String name, String text) {
        if (text != null) {
            facts.put(name, text);
        }
    }
}
