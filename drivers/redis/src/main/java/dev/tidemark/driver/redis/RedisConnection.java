package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.UnixSocketFactory;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.RedisInputStream;

/** One connection of Jedis, in the protocol's version that every server speaks. */
class RedisConnection extends Connection {

    private static final String NAME = "tidemark";
    /** What it says of itself, and what is read as text otherwise, is much shorter. */
    private static final int LONGEST_TEXT = 16 << 20;

    private final Socket socket;
    /** Null until the first answer, which the constructor of the client waits for. */
    private BoundedAnswer answers;
    /** Below an encrypted one; else the same. */
    private final Socket plain;

    RedisConnection(ConnectionSettings settings, int database, Duration answer) {
        this(new Sockets(settings, answer), config(settings, database, answer));
    }

    private RedisConnection(Sockets sockets, JedisClientConfig config) {
        super(sockets, config);
        socket = sockets.made;
        plain = sockets.plain;
    }

    /**
     * Keeps the sockets that were made, so that requests can be written ahead of their answers, and says what failed.
     */
    private static final class Sockets implements JedisSocketFactory {
        private final ConnectionSettings settings;
        private final Duration answer;
        private Socket plain;
        private Socket made;

        Sockets(ConnectionSettings settings, Duration answer) {
            this.settings = settings;
            this.answer = answer;
        }

        @Override
        public Socket createSocket() {
            try {
                plain = settings.socket().isPresent()
                        ? new UnixSocketFactory(settings.socket().get().toString()).createSocket() : new Socket();
                plain.setTcpNoDelay(true);
                plain.setKeepAlive(true);
                plain.connect(settings.socket().isPresent() ? null
                        : new InetSocketAddress(settings.host(), settings.port()),
                        millis(settings.connectTimeout()));
                plain.setSoTimeout(millis(settings.connectTimeout())); // for a handshake
                made = settings.tls().isPresent() ? settings.tls().get().over(plain, settings.host(), settings.port())
                        : plain;
                plain.setSoTimeout(millis(answer));
                return made;
            } catch (IOException e) {
                Optional.ofNullable(plain).ifPresent(Sockets::closeQuietly);
                throw new JedisConnectionException(e instanceof UnknownHostException ? "no machine has that name"
                        : e.getMessage(), e);
            }
        }

        private static void closeQuietly(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                // it is given up in any case
            }
        }
    }

    /** Fails with a {@link NoClassDefFoundError} where the library is missing. */
    static void loadClient() {
        DefaultJedisClientConfig.builder();
    }

    /** @param answer how long one is waited for */
    static RedisConnection open(ConnectionSettings settings, int database, Duration answer) {
        return new RedisConnection(settings, database, answer);
    }

    private static JedisClientConfig config(ConnectionSettings settings, int database, Duration answer) {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder().serverDefaultProtocol()
                .autoNegotiateProtocol(false).clientSetInfoConfig(ClientSetInfoConfig.DISABLED).clientName(NAME)
                .socketTimeoutMillis(millis(answer)).database(database);
        settings.user().ifPresent(config::user);
        settings.password().ifPresent(config::password);
        return config.build();
    }

    private static int millis(Duration duration) {
        return (int) Math.clamp(duration.toMillis(), 1, Integer.MAX_VALUE);
    }

    /**
     * {@inheritDoc} Once: Jedis would open a closed one anew, without logging in, in the middle of whatever is done.
     */
    @Override
    public void connect() {
        if (socket == null) {
            super.connect();
        } else if (!isConnected()) {
            throw new JedisConnectionException("it was closed");
        }
    }

    /** {@inheritDoc} Jedis itself takes memory for whatever size it is told, and waits as long as bytes come. */
    @Override
    protected Object protocolRead(RedisInputStream in, PushConsumerChain pushes) {
        if (answers == null) {
            answers = new BoundedAnswer(in);
        }
        return answers.read(getSoTimeout(), pushes, super::protocolRead);
    }

    /** To each node that serves keys: to one here. */
    List<RedisConnection> nodes() {
        return List.of(this);
    }

    /** Those of them that can be reached. */
    List<RedisConnection> reachable() {
        return nodes();
    }

    /** Returns when it has answered. */
    void probe() {
        ask(command(Command.PING));
    }

    /** What it is to others: {@code master}, {@code slave} or {@code sentinel}; empty for a replica without its primary. */
    String role() {
        List<Object> reply = list(command(Command.ROLE));
        String role = text((byte[]) reply.getFirst());
        return role.equals("slave") && !text((byte[]) reply.get(3)).equals("connected") ? "" : role;
    }

    /** Whose keys it reads, for people. */
    String readsFrom() {
        return role().equals("slave") ? "a replica" : "the primary";
    }

    Socket socket() {
        return socket;
    }

    Socket plainSocket() {
        return plain;
    }

    /** A command of words. */
    static CommandArguments command(ProtocolCommand command, String... words) {
        CommandArguments arguments = new CommandArguments(command);
        for (String word : words) {
            arguments.add(word);
        }
        return arguments;
    }

    /** @return as the protocol has it: bytes, a number, a list of these, or null */
    Object ask(CommandArguments command) {
        sendCommand(command);
        return getOne();
    }

    byte[] bytes(CommandArguments command) {
        return (byte[]) ask(command);
    }

    long number(CommandArguments command) {
        return (Long) ask(command);
    }

    String text(CommandArguments command) {
        return text(bytes(command));
    }

    /** An answer as text. @throws JedisConnectionException when it is longer than any text is */
    static String text(byte[] answer) {
        if (answer != null && answer.length > LONGEST_TEXT) {
            throw new JedisConnectionException("it answers with a text of more than " + (LONGEST_TEXT >> 20) + " MiB");
        }
        return answer == null ? null : new String(answer, StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked") // lists are of what ask() answers with
    <T> List<T> list(CommandArguments command) {
        return (List<T>) ask(command);
    }

    /** Sends commands together. @return an answer for each; a {@link JedisDataException} for one that was refused */
    List<Object> askAll(List<CommandArguments> commands) {
        commands.forEach(this::sendCommand);
        return getMany(commands.size());
    }

    /**
     * Carries out each of several commands for itself, sent together.
     *
     * @return those that were not refused
     * @throws JedisDataException of the first command, when all were refused
     */
    final List<CommandArguments> eachForItself(List<CommandArguments> commands) {
        List<Object> answers = askAll(commands);
        List<CommandArguments> done = IntStream.range(0, commands.size())
                .filter(i -> !(answers.get(i) instanceof JedisDataException)).mapToObj(commands::get).toList();
        if (done.isEmpty()) {
            answers.forEach(RedisConnection::check);
        }
        return done;
    }

    /**
     * Carries out all of several commands or none.
     *
     * @return those that were carried out
     * @throws JedisDataException of the first command that was refused, even if others were not
     */
    List<CommandArguments> transaction(List<CommandArguments> commands) {
        sendCommand(Command.MULTI);
        commands.forEach(this::sendCommand);
        sendCommand(Command.EXEC);
        getMany(commands.size() + 2).forEach(RedisConnection::check);
        return commands;
    }

    /** Carries out all of several puts or none. @return those that were carried out */
    List<CommandArguments> putAll(List<CommandArguments> sets) {
        CommandArguments together = new CommandArguments(Command.MSET);
        for (CommandArguments put : sets) {
            together.add(put.get(1)).add(put.get(2));
        }
        ask(together);
        return sets;
    }

    /**
     * Waits until replicas have what was written over this connection.
     *
     * @param commands what was written
     * @param replicas how many; at least 1
     * @throws UnconfirmedException when fewer have it within the limit
     */
    void awaitReplicas(List<CommandArguments> commands, int replicas, Duration limit) {
        Duration timeout = limit.multipliedBy(9).dividedBy(10); // so that the answer comes before nobody waits for it
        long have = number(command(Command.WAIT, "" + replicas, "" + millis(timeout)));
        if (have < replicas) {
            throw new UnconfirmedException(have + " of " + replicas + " replicas had it");
        }
    }

    /** What was written is on the server, and on fewer replicas than it is to be. */
    static final class UnconfirmedException extends JedisException {
        private static final long serialVersionUID = 1L;

        UnconfirmedException(String message) {
            super(message);
        }
    }

    /** How many of several keys are there. */
    long countExisting(List<byte[]> keys) {
        return number(with(Command.EXISTS, keys));
    }

    /** Values in the order of the keys; null for one that is not there. */
    List<byte[]> values(List<byte[]> keys) {
        return list(with(Command.MGET, keys));
    }

    private static CommandArguments with(Command command, List<byte[]> keys) {
        CommandArguments arguments = new CommandArguments(command);
        keys.forEach(arguments::add);
        return arguments;
    }

    static void check(Object answer) {
        if (answer instanceof JedisDataException refused) {
            throw refused;
        }
        if (answer instanceof List<?> answers) {
            answers.forEach(RedisConnection::check);
        }
    }

    /** Closes it even while another thread waits for an answer. */
    void cut() throws IOException {
        setBroken();
        plain.close(); // one that is encrypted would wait for whoever is reading
    }
}
