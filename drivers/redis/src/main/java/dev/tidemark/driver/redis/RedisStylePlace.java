package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Keys with a prefix of their own. */
final class RedisStylePlace implements StylePlace {

    /** The member that a hash has as JSON, and its only number. */
    static final String ARRAY = "innerArray";
    static final String ID = "id";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final RedisTarget target;
    private final ApiStyle style;
    private final String name;
    /** Of the script. */
    private final byte[] digest;

    private RedisStylePlace(RedisTarget target, ApiStyle style, String name, byte[] digest) {
        this.target = target;
        this.style = style;
        this.name = name;
        this.digest = digest;
    }

    /** @throws DriverException when the server does not know scripts, or this user may not have one */
    static RedisStylePlace made(RedisTarget target, RedisConnection connection, ApiStyle style, String name)
            throws DriverException {
        target.namespace().empty(connection, name);
        boolean calls = style.name().equals(RedisStyles.SCRIPT) || style.name().equals(RedisStyles.SCRIPT_BATCH);
        return new RedisStylePlace(target, style, name, calls ? loaded(connection) : new byte[0]);
    }

    private static byte[] loaded(RedisConnection connection) throws DriverException {
        try {
            byte[] digest = null;
            for (RedisConnection node : connection.nodes()) {
                digest = node.bytes(new CommandArguments(Command.SCRIPT).add("LOAD").add(Scripts.STORE));
            }
            return digest;
        } catch (JedisDataException e) {
            throw new DriverException("the server takes no script: " + e.getMessage(), e);
        }
    }

    /** The key of a document. */
    String key(long id) {
        return target.namespace().place(name) + id;
    }

    byte[] digest() {
        return digest;
    }

    @Override
    public StyleSession session(int worker) throws DriverException {
        return RedisStyleSession.open(target, this, style);
    }

    @Override
    public long count() throws DriverException {
        byte[] prefix = target.namespace().place(name).getBytes(StandardCharsets.UTF_8);
        return target.asking(connection -> RedisTarget.scanned(connection, prefix, Progress.none()));
    }

    @Override
    public Optional<JsonNode> read(long id) throws DriverException {
        return style.name().equals(RedisStyles.HASH) ? hash(id)
                : Optional.ofNullable(target.asking(connection -> connection.text(
                        RedisConnection.command(Command.GET, key(id))))).map(ObjectJson::parse);
    }

    private Optional<JsonNode> hash(long id) throws DriverException {
        List<byte[]> fields = target.asking(connection -> connection.list(
                RedisConnection.command(Command.HGETALL, key(id))));
        return fields.isEmpty() ? Optional.empty() : Optional.of(object(fields));
    }

    private static ObjectNode object(List<byte[]> fields) {
        ObjectNode object = MAPPER.createObjectNode();
        for (Iterator<byte[]> each = fields.iterator(); each.hasNext();) {
            String member = new String(each.next(), StandardCharsets.UTF_8);
            String value = new String(each.next(), StandardCharsets.UTF_8);
            switch (member) {
                case ID -> object.put(ID, Long.parseLong(value));
                case ARRAY -> object.set(ARRAY, ObjectJson.parse(value));
                default -> object.put(member, value);
            }
        }
        return object;
    }

    @Override
    public void close() throws DriverException {
        target.asking(connection -> {
            target.namespace().empty(connection, name);
            return null;
        });
    }
}
