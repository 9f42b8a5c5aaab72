package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import tools.jackson.databind.json.JsonMapper;

/** A connection of its own, whose commands Jedis makes and encodes inside the call. */
final class RedisStyleSession extends RemoteSession<RedisConnection> implements StyleSession {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final RedisStylePlace place;
    private final Request request;
    private final boolean hashes;
    private final List<String> keys = new ArrayList<>();
    private List<StyleDocument> documents = List.of();
    /** Of the only document of a style that maps. */
    private String text;
    private Map<String, String> fields;

    /** Sends what was prepared, and reads what is answered. */
    @FunctionalInterface
    private interface Request {
        /** @return how many documents were refused beside others that were not */
        int on(RedisConnection connection);
    }

    private RedisStyleSession(RedisTarget target, RedisStylePlace place, ApiStyle style) {
        super(target.pool());
        this.place = place;
        request = request(style);
        hashes = style.name().equals(RedisStyles.HASH);
    }

    /** @throws DriverException in one line, when there is no connection */
    static RedisStyleSession open(RedisTarget target, RedisStylePlace place, ApiStyle style) throws DriverException {
        RedisStyleSession session = new RedisStyleSession(target, place, style);
        session.requireConnection();
        return session;
    }

    private Request request(ApiStyle style) {
        return switch (style.name()) {
            case RedisStyles.SET -> connection -> done(connection.ask(set(0)));
            case RedisStyles.OBJECT -> connection -> done(connection.ask(RedisConnection.command(Command.SET,
                    keys.getFirst(), text)));
            case RedisStyles.MSET -> connection -> done(connection.ask(together()));
            case RedisStyles.PIPELINE -> this::pipelined;
            case RedisStyles.MULTI -> this::transaction;
            case RedisStyles.SCRIPT, RedisStyles.SCRIPT_BATCH -> connection -> done(script(connection));
            case RedisStyles.HASH -> connection -> done(connection.ask(hash()));
            case RedisStyles.PING -> connection -> done(connection.ask(RedisConnection.command(Command.PING)));
            default -> throw new IllegalArgumentException(style.name());
        };
    }

    private static int done(Object answer) {
        return 0;
    }

    @Override
    public void prepare(List<StyleDocument> next) {
        documents = next;
        keys.clear();
        next.forEach(document -> keys.add(place.key(document.id())));
    }

    @Override
    public void map() {
        NestedObject object = documents.getFirst().object();
        if (hashes) {
            fields = fields(object);
        } else {
            text = ObjectJson.text(object);
        }
    }

    private static Map<String, String> fields(NestedObject object) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(RedisStylePlace.ID, Long.toString(object.id()));
        fields.put("name", object.name());
        fields.put("value", object.value());
        fields.put("attrShort", object.attrShort());
        fields.put("attrMedium", object.attrMedium());
        fields.put("attrLong", object.attrLong());
        fields.put(RedisStylePlace.ARRAY, MAPPER.writeValueAsString(object.innerArray()));
        return fields;
    }

    @Override
    public int call() throws Exception {
        hold();
        return call(request::on);
    }

    private CommandArguments set(int i) {
        return RedisConnection.command(Command.SET, keys.get(i), documents.get(i).text());
    }

    private List<CommandArguments> sets() {
        List<CommandArguments> sets = new ArrayList<>(documents.size());
        for (int i = 0; i < documents.size(); i++) {
            sets.add(set(i));
        }
        return sets;
    }

    private CommandArguments together() {
        CommandArguments together = new CommandArguments(Command.MSET);
        for (int i = 0; i < documents.size(); i++) {
            together.add(keys.get(i)).add(documents.get(i).text());
        }
        return together;
    }

    private int transaction(RedisConnection connection) {
        connection.transaction(sets());
        return 0;
    }

    private int pipelined(RedisConnection connection) {
        return documents.size() - connection.eachForItself(sets()).size();
    }

    /** A server that was started anew knows the script no longer, and learns it by its text. */
    private Object script(RedisConnection connection) {
        try {
            return connection.ask(scripted(Command.EVALSHA, place.digest()));
        } catch (JedisNoScriptException e) {
            return connection.ask(scripted(Command.EVAL, Scripts.STORE));
        }
    }

    private CommandArguments scripted(Command command, byte[] script) {
        CommandArguments call = new CommandArguments(command).add(script).add(keys.size());
        keys.forEach(call::add);
        documents.forEach(document -> call.add(document.text()));
        return call;
    }

    private CommandArguments hash() {
        CommandArguments hash = new CommandArguments(Command.HSET).add(keys.getFirst());
        fields.forEach((member, value) -> hash.add(member).add(value));
        return hash;
    }

    @Override
    public void reconnect() throws Exception {
        openAnew();
        call(RedisConnection::nodes); // those of a cluster, which would else be made by the first call
    }
}
