package dev.tidemark.driver.redis;

import module java.base;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** Where commands have their first key, by their names: for most it is the word behind the name. */
final class KeyPlaces {

    private static final int BEHIND_NAME = 1;
    private static final Set<String> STREAM_READS = Set.of("XREAD", "XREADGROUP");
    /** The others; 0 for what has none. A subcommand, and the number of keys, stand before the first one. */
    private static final Map<String, Integer> OTHERS = Stream.of(
            at(0, "ACL AUTH BGREWRITEAOF BGSAVE CLIENT CLUSTER COMMAND CONFIG ECHO FAILOVER FLUSHALL FLUSHDB FUNCTION HELLO "
                    + "INFO KEYS LATENCY LOLWUT MODULE PING PSUBSCRIBE PUBLISH PUBSUB PUNSUBSCRIBE REPLICAOF SCRIPT SELECT "
                    + "SHUTDOWN SLAVEOF SLOWLOG SUBSCRIBE SWAPDB UNSUBSCRIBE WAIT WAITAOF"),
            at(2, "BITOP DEBUG MEMORY OBJECT XGROUP XINFO LMPOP SINTERCARD ZDIFF ZINTER ZINTERCARD ZMPOP ZUNION"),
            at(3, "BLMPOP BZMPOP EVAL EVALSHA EVALSHA_RO EVAL_RO FCALL FCALL_RO MIGRATE"))
            .flatMap(all -> all.entrySet().stream()).collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

    private KeyPlaces() {}

    private static Map<String, Integer> at(int place, String names) {
        return Arrays.stream(names.split(" ")).collect(Collectors.toMap(Function.identity(), _ -> place));
    }

    /** In capitals, however it is written; that of the client's own commands is there already. */
    static String name(CommandArguments command) {
        return command.getCommand() instanceof Command known ? known.name() : word(command, 0);
    }

    private static String word(CommandArguments command, int place) {
        return new String(command.get(place).getRaw(), StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }

    /**
     * The place of the first key among the words of a command, whose name is word 0; 0 where there is none, as of a script
     * that says that it has 0.
     */
    static int first(CommandArguments command) {
        String name = name(command);
        int place = STREAM_READS.contains(name) ? streams(command) : OTHERS.getOrDefault(name, BEHIND_NAME);
        return place < command.size() && (place <= BEHIND_NAME || !word(command, place - 1).equals("0")) ? place : 0;
    }

    /** Behind the word that ends the options. */
    private static int streams(CommandArguments command) {
        int place = BEHIND_NAME;
        while (place < command.size() && !word(command, place).equals("STREAMS")) {
            place++;
        }
        return place + 1;
    }
}
