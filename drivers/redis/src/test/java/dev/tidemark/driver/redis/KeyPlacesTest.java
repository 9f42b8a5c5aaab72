package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.exceptions.JedisDataException;

/** The server is asked where it finds the keys of the same commands. */
class KeyPlacesTest {

    private static List<?> keys(String line) throws Exception {
        try {
            return (List<?>) RedisProcess.shared().admin("COMMAND", ("GETKEYS " + line).split(" "));
        } catch (JedisDataException e) {
            assertThat(e).message().containsAnyOf("no key arguments", "wrong number of arguments");
            return List.of();
        }
    }

    private static CommandArguments command(String line) throws Exception {
        return RedisCommandLine.of(line).with(List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET k", "set k v EX 5", "MSET k 1 l 2", "hset k a b", "SORT k STORE l", "ZUNIONSTORE k 1 l",
        "GEOSEARCHSTORE k l FROMMEMBER a BYRADIUS 1 m", "PFMERGE k l", "COPY k l", "LCS k l", "XADD k * a b", "XACK k g 1-0",
        "eval return(1) 2 k l value", "EVALSHA abc 1 k", "EVAL_RO return(1) 1 k", "EVALSHA_RO abc 1 k",
        "FCALL f 1 k", "FCALL_RO f 1 k", "XREAD COUNT 2 BLOCK 5 STREAMS k l 0 0", "xread streams k 0",
        "XREADGROUP GROUP g c COUNT 1 NOACK STREAMS k >", "XINFO STREAM k", "XINFO GROUPS k", "XGROUP CREATE k g $",
        "OBJECT ENCODING k", "MEMORY USAGE k", "ZUNION 2 k l", "ZINTER 1 k", "ZDIFF 1 k", "ZINTERCARD 1 k", "SINTERCARD 1 k",
        "LMPOP 1 k LEFT", "ZMPOP 1 k MIN", "BLMPOP 1 1 k LEFT", "BZMPOP 1 1 k MIN", "BLPOP k 1", "BITOP AND k l",
        "MIGRATE host 1 k 0 5"})
    void theFirstKeyIsWhereTheServerFindsIt(String line) throws Exception {
        CommandArguments command = command(line);
        assertThat(command.get(KeyPlaces.first(command)).getRaw()).asString().isEqualTo("k");
        assertThat((byte[]) keys(line).getFirst()).asString().isEqualTo("k");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PING", "info server", "DBSIZE", "KEYS *", "RANDOMKEY", "FLUSHALL ASYNC", "SCRIPT LOAD return(1)",
        "FUNCTION LIST", "EVAL return(1) 0", "EVALSHA abc 0 value", "FCALL f 0", "WAIT 1 100", "PUBLISH channel message", "COMMAND INFO get",
        "MEMORY DOCTOR", "XINFO HELP", "OBJECT HELP", "CONFIG GET maxmemory", "LATENCY LATEST", "SLOWLOG GET 5", "TIME"})
    void whatHasNoKeyHasNone(String line) throws Exception {
        assertThat(KeyPlaces.first(command(line))).isZero();
        assertThat(keys(line)).isEqualTo(List.of());
    }
}
