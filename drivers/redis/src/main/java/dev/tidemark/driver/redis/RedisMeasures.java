package dev.tidemark.driver.redis;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What INFO tells of the server, with everything that others do there. */
final class RedisMeasures {

    /** Counter. */
    static final Measure COMMANDS = new Measure("commands", "Commands", "", NEITHER, 0,
            "Commands that the server carried out during the iteration; those within a transaction count one by one.");
    /** Counter. */
    static final Measure KEY_HITS = new Measure("key-hits", "Key hits", "", HIGHER, 0,
            "Lookups of keys by reading commands during the iteration that found one.");
    /** Counter. */
    static final Measure KEY_MISSES = new Measure("key-misses", "Key misses", "", LOWER, 0,
            "Lookups of keys by reading commands during the iteration that found none.");
    /** Counter, bytes. */
    static final Measure NETWORK_IN = new Measure("network-in", "Network in", "MB", NEITHER, 0,
            "Bytes that the server received during the iteration.");
    /** Counter, bytes. */
    static final Measure NETWORK_OUT = new Measure("network-out", "Network out", "MB", NEITHER, 0,
            "Bytes that the server sent during the iteration.");
    /** Counter, seconds. */
    static final Measure SERVER_CPU = new Measure("server-cpu", "Server CPU", "s", LOWER, 2,
            "Processor time that the server used during the iteration, without its children's.");
    /** Counter. */
    static final Measure EVICTED_KEYS = new Measure("evicted-keys", "Evicted keys", "", LOWER, 0,
            "Keys that the server gave up during the iteration because of maxmemory.");
    /** Counter. */
    static final Measure EXPIRED_KEYS = new Measure("expired-keys", "Expired keys", "", NEITHER, 0,
            "Keys whose time ran out during the iteration; Tidemark gives its own no time.");
    /** Counter. */
    static final Measure ERROR_REPLIES = new Measure("error-replies", "Error replies", "", LOWER, 0,
            "Commands that the server answered with an error during the iteration.");
    /** Counter. */
    static final Measure REJECTED_CONNECTIONS = new Measure("rejected-connections", "Rejected connections", "", LOWER,
            0, "Connections that the server refused during the iteration because of maxclients.");
    /** Counter. */
    static final Measure REDIRECTS = new Measure("redirects", "Redirects", "", LOWER, 0,
            "Operations during the iteration that a node of the cluster passed on to another one, as when slots move; "
                    + "each passing on counts.");
    /** Gauge. */
    static final Measure CLIENTS = new Measure("clients", "Clients", "", NEITHER, 0,
            "Connections of clients that the server had at the end.");
    /** Gauge, keys. */
    static final Measure SERVER_KEYS = new Measure("server-keys", "Keys on the server", "", NEITHER, 0,
            "Keys in the numbered database at the end, with those of others.");
    /** Gauge, bytes. */
    static final Measure MEMORY_USED = new Measure("memory-used", "Memory used", "MB", LOWER, 0,
            "Bytes that the server had allocated at the end.");
    /** Gauge, bytes. */
    static final Measure MEMORY_RESIDENT = new Measure("memory-resident", "Memory resident", "MB", LOWER, 0,
            "Bytes that the server's process took of the machine's memory at the end.");
    /** Gauge, bytes. */
    static final Measure ON_DISK_SIZE = new Measure("on-disk-size", EngineMeasures.ON_DISK_SIZE.title(), "MB", LOWER,
            0, "Size of the append-only file at the end, of everybody's keys; absent where it is off.");
    /** Gauge, servers. */
    static final Measure SAVING = new Measure("saving", "Saving", "", NEITHER, 0,
            "How many of its servers were writing a dump (BGSAVE) at the end.");
    /** Gauge, servers. */
    static final Measure REWRITING = new Measure("rewriting", "Rewriting", "", NEITHER, 0,
            "How many of its servers were writing their append-only file anew at the end.");

    static final MeasureSet ALL = MeasureSet.of(RemoteTarget.RECONNECTS, COMMANDS, KEY_HITS, KEY_MISSES, NETWORK_IN,
            NETWORK_OUT, SERVER_CPU, EVICTED_KEYS, EXPIRED_KEYS, ERROR_REPLIES, REJECTED_CONNECTIONS, REDIRECTS,
            CLIENTS, SERVER_KEYS, MEMORY_USED, MEMORY_RESIDENT, ON_DISK_SIZE, SAVING, REWRITING,
            EngineMeasures.REPLICA_BEHIND);

    private RedisMeasures() {}
}
