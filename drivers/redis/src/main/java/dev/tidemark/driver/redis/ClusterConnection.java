package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * A connection to each node of a cluster, made when it is first needed, as one: each command goes to the node that
 * serves its key, and after a redirection to the one that was named. What has no key goes to the node of the target's
 * address, or another one where that was gone.
 */
final class ClusterConnection extends RedisConnection {

    private static final int MOST_REDIRECTS = 16;
    /** What spans commands, whose keys may be of several nodes; a walk goes on with what the one before answered. */
    private static final Set<String> SPANNING = Set.of("MULTI", "EXEC", "DISCARD", "WATCH", "UNWATCH", "SCAN");
    /** What is of the writes that went over the same connection before. */
    private static final Set<String> OF_WRITES = Set.of("WAIT", "WAITAOF");

    private final ConnectionSettings settings;
    private final Duration answer;
    private final ClusterMap map;
    private final RedisParams.ReadFrom from;
    /** Which of several replicas it reads from. */
    private final int draw = ThreadLocalRandom.current().nextInt();
    /** The node that is asked what has no key. */
    private final HostAndPort self;
    private final Map<HostAndPort, RedisConnection> nodes = new ConcurrentHashMap<>();
    /** Where a command with a key went last; null before the first. */
    private RedisConnection last;
    private volatile boolean cut;

    private ClusterConnection(ConnectionSettings settings, Duration answer, ClusterMap map, HostAndPort self,
            RedisParams.ReadFrom from) {
        super(settings, 0, answer);
        this.settings = settings;
        this.answer = answer;
        this.map = map;
        this.self = self;
        this.from = from;
    }

    /** By way of the node of the settings' address, and where that is gone, of the first one that is there. */
    static ClusterConnection open(ConnectionSettings settings, Duration answer, ClusterMap map,
            RedisParams.ReadFrom from) {
        HostAndPort address = new HostAndPort(settings.host(), settings.port());
        JedisConnectionException gone = null;
        for (HostAndPort node : Stream.concat(Stream.of(address), map.nodes().stream()).distinct().toList()) {
            try {
                return open(settings.at(node.getHost(), node.getPort()), answer, map, node, from);
            } catch (JedisConnectionException e) {
                gone = gone == null ? e : gone;
            }
        }
        throw gone;
    }

    private static ClusterConnection open(ConnectionSettings settings, Duration answer, ClusterMap map, HostAndPort self,
            RedisParams.ReadFrom from) {
        ClusterConnection made = new ClusterConnection(settings, answer, map, self, from);
        try {
            if (!map.isKnown()) {
                map.learn(made, self);
            }
            return made;
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
    }

    /** One that is gone tells nobody who has taken its place: whoever connects next asks another one. */
    private RedisConnection opened(HostAndPort node) {
        try {
            RedisConnection made = RedisConnection.open(settings.at(node.getHost(), node.getPort()), 0, answer);
            if (from != RedisParams.ReadFrom.PRIMARY) {
                made.ask(command(Command.READONLY));
            }
            return made;
        } catch (JedisConnectionException e) {
            map.doubt();
            throw e;
        }
    }

    private RedisConnection at(HostAndPort node) {
        RedisConnection known = nodes.get(node);
        if (known == null) {
            known = opened(node);
            nodes.put(node, known);
            if (cut) { // meanwhile, by another thread that has not seen it
                cutQuietly(known);
            }
        }
        return known;
    }

    /** {@inheritDoc} Of one that is gone, the one that has taken its place; where none has, that is an error. */
    @Override
    List<RedisConnection> nodes() {
        try {
            return map.nodes().stream().map(this::at).toList();
        } catch (JedisConnectionException e) {
            map.learn(this, self);
            return map.nodes().stream().map(this::at).toList();
        }
    }

    @Override
    List<RedisConnection> reachable() {
        try {
            return nodes();
        } catch (JedisConnectionException e) {
            return map.nodes().stream().flatMap(node -> found(node).stream()).toList();
        }
    }

    private Optional<RedisConnection> found(HostAndPort node) {
        try {
            return Optional.of(at(node));
        } catch (JedisConnectionException e) {
            return Optional.empty();
        }
    }

    /** {@inheritDoc} And each other node to which there is a connection. */
    @Override
    void probe() {
        super.probe();
        nodes.values().forEach(RedisConnection::probe);
    }

    /** Of its first key; -1 where it has none. */
    private static int slot(CommandArguments command) {
        int key = KeyPlaces.first(command);
        return key == 0 ? -1 : JedisClusterCRC16.getSlot(command.get(key).getRaw());
    }

    @Override
    Object ask(CommandArguments command) {
        String name = KeyPlaces.name(command);
        refuseSpanning(name);
        int slot = slot(command);
        if (slot < 0) {
            return last != null && OF_WRITES.contains(name) ? last.ask(command) : super.ask(command);
        }
        RedisConnection node = at(serving(slot));
        for (int redirects = 0;; redirects++) {
            try {
                last = node;
                return node.ask(command);
            } catch (JedisRedirectionException e) {
                if (redirects == MOST_REDIRECTS) {
                    throw e;
                }
                node = followed(e);
            } catch (JedisConnectionException e) {
                map.doubt();
                throw e;
            }
        }
    }

    /** {@inheritDoc} @throws JedisConnectionException when a slot that is served has no replica */
    @Override
    String readsFrom() {
        IntStream.range(0, ClusterMap.SLOTS).forEach(slot -> at(serving(slot)));
        return from == RedisParams.ReadFrom.REPLICA ? "a replica" : "the primary";
    }

    private HostAndPort serving(int slot) {
        return from == RedisParams.ReadFrom.PRIMARY ? map.owner(slot) : map.readable(slot, from, draw);
    }

    private static void refuseSpanning(String name) {
        if (SPANNING.contains(name)) {
            throw new JedisDataException("CROSSSLOT " + name + " spans commands, whose keys may be of several nodes, "
                    + "and is not carried out in a cluster");
        }
    }

    private RedisConnection followed(JedisRedirectionException to) {
        boolean once = to instanceof JedisAskDataException;
        map.redirected(to.getSlot(), to.getTargetNode(), !once);
        if (!once && from != RedisParams.ReadFrom.PRIMARY) {
            map.learn(this, self); // who the replicas are no redirection tells
        }
        RedisConnection node = at(to.getTargetNode());
        if (once) {
            node.ask(command(Command.ASKING));
        }
        return node;
    }

    /** To each node all of its own together, in turn. */
    @Override
    List<Object> askAll(List<CommandArguments> commands) {
        Map<RedisConnection, List<Integer>> shares = new LinkedHashMap<>();
        for (int i = 0; i < commands.size(); i++) {
            int slot = slot(commands.get(i));
            RedisConnection node = slot < 0 ? nodes().getFirst() : at(map.owner(slot));
            shares.computeIfAbsent(node, _ -> new ArrayList<>()).add(i);
        }
        shares.forEach((node, share) -> share.forEach(i -> node.sendCommand(commands.get(i))));
        Object[] answers = new Object[commands.size()];
        shares.forEach((node, share) -> {
            List<Object> replies = node.getMany(share.size());
            for (int i = 0; i < share.size(); i++) {
                answers[share.get(i)] = replies.get(i);
            }
        });
        for (int i = 0; i < answers.length; i++) {
            answers[i] = answers[i] instanceof JedisRedirectionException ? askAgain(commands.get(i)) : answers[i];
        }
        return Arrays.asList(answers);
    }

    private Object askAgain(CommandArguments command) {
        try {
            return ask(command);
        } catch (JedisDataException e) {
            return e;
        }
    }

    /** {@inheritDoc} Here each for itself, so that one node may refuse its own while the others carry out theirs. */
    @Override
    List<CommandArguments> transaction(List<CommandArguments> commands) {
        return eachForItself(commands);
    }

    @Override
    List<CommandArguments> putAll(List<CommandArguments> sets) {
        return eachForItself(sets);
    }

    /** {@inheritDoc} Those of each node that was written to. */
    @Override
    void awaitReplicas(List<CommandArguments> commands, int replicas, Duration limit) {
        commands.stream().map(command -> at(map.owner(slot(command)))).distinct()
                .forEach(node -> node.awaitReplicas(commands, replicas, limit));
    }

    @Override
    long countExisting(List<byte[]> keys) {
        return all(Command.EXISTS, keys).stream().mapToLong(reply -> (Long) reply).sum();
    }

    @Override
    List<byte[]> values(List<byte[]> keys) {
        return all(Command.GET, keys).stream().map(reply -> (byte[]) reply).toList();
    }

    private List<Object> all(Command command, List<byte[]> keys) {
        List<Object> answers = askAll(keys.stream().map(key -> new CommandArguments(command).add(key)).toList());
        answers.forEach(RedisConnection::check);
        return answers;
    }

    private static void cutQuietly(RedisConnection node) {
        try {
            node.cut();
        } catch (IOException e) {
            // it is given up in any case
        }
    }

    @Override
    void cut() throws IOException {
        cut = true;
        nodes.values().forEach(ClusterConnection::cutQuietly);
        super.cut();
    }
}
