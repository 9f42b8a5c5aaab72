package dev.tidemark.driver.riak;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpConnector;
import dev.tidemark.core.driver.remote.http.UserRights;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import tools.jackson.databind.JsonNode;

/** Keyspaces in a bucket of Riak's. */
final class RiakTarget extends RemoteTarget<HttpConnection> {

    private static final List<String> FACTS = List.of("storage_backend", "ring_num_partitions", "ring_members",
            "riak_kv_version");

    /** How long one of several nodes is waited for that does not tell its statistics, which are wanted every second. */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final RiakBucket bucket;
    /** To each node by itself, for its statistics; the shared ones where there is one node. */
    private final List<Connections<HttpConnection>> each;
    private final UserRights user;
    private final Map<Integer, RiakKeyspace> known;
    private final Consumer<String> note;
    /** Nodes that have told their statistics over the only address. */
    private final Set<String> answering = ConcurrentHashMap.newKeySet();

    private RiakTarget(Values values, Connections<HttpConnection> shared, List<Connections<HttpConnection>> each,
            Context context, Map<Integer, RiakKeyspace> known) {
        this(values, shared, each, context, known, new RiakBucket(values, known::clear));
    }

    private RiakTarget(Values values, Connections<HttpConnection> shared, List<Connections<HttpConnection>> each,
            Context context, Map<Integer, RiakKeyspace> known, RiakBucket bucket) {
        super(values, shared, bucket, context);
        this.each = each;
        this.known = known;
        this.bucket = bucket;
        note = context.note();
        user = new Rights(context);
    }

    /** What a user may not ask, or a node does not tell, is left out. */
    private static final class Rights extends UserRights {
        Rights(Context context) {
            super(e -> e.status() == RiakApi.FORBIDDEN || e.status() == RiakApi.NOT_FOUND, context.note());
        }
    }

    static RiakTarget open(Values values, Context context) {
        List<ConnectionSettings> nodes = ConnectionSettings.ofEach(values, RiakParams.ADDRESS, context);
        RiakApi api = new RiakApi();
        Connections<HttpConnection> shared = new Connections<>(new HttpConnector(nodes, api, context.clock(),
                context.note()), nodes.getFirst());
        List<Connections<HttpConnection>> each = nodes.size() == 1 ? List.of(shared)
                : nodes.stream().map(node -> node.within(LONGEST))
                        .map(node -> new Connections<>(new HttpConnector(node, api), node)).toList();
        return new RiakTarget(values, shared, each, context, new ConcurrentHashMap<>());
    }

    Connections<HttpConnection> shared() {
        return connections();
    }

    /** A keyspace that is there. */
    RiakKeyspace keyspace(HttpConnection connection, int number) throws Exception {
        RiakKeyspace there = known.get(number);
        if (there == null) {
            there = find(connection, number).orElseThrow(() -> new DriverException("no keyspace " + number));
            known.put(number, there);
        }
        return there;
    }

    private Optional<RiakKeyspace> find(HttpConnection connection, int number) throws Exception {
        Optional<String> word = bucket.text(connection, "keyspace-" + number);
        return word.isEmpty() ? Optional.empty() : Optional.of(new RiakKeyspace(word.get(),
                bucket.text(connection, "index-" + number).isPresent()));
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        ours(connection -> {
            if (find(connection, keyspace).isEmpty()) {
                bucket.put(connection, "keyspace-" + keyspace,
                        HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
            }
            return null;
        });
    }

    @Override
    public void makeIndex(int keyspace) throws DriverException {
        ours(connection -> {
            RiakKeyspace of = keyspace(connection, keyspace);
            if (!of.indexed()) {
                bucket.put(connection, "index-" + keyspace, "2i");
                known.put(keyspace, new RiakKeyspace(of.word(), true));
            }
            return null;
        });
    }

    /** {@inheritDoc} By listing all keys of the bucket. */
    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        return ours(connection -> {
            RiakKeyspace of = keyspace(connection, keyspace);
            AtomicLong keys = new AtomicLong();
            bucket.list(connection, key -> {
                if (of.has(key)) {
                    keys.incrementAndGet();
                }
                return true;
            });
            progress.report(keys.get(), keys.get());
            return keys.get();
        });
    }

    @Override
    public Session session(int worker) {
        return new RiakSession(this, bucket, super.effective().get(RiakParams.CAUSAL_CONTEXT));
    }

    /** {@inheritDoc} The bucket's properties, where it can be asked. */
    @Override
    public Values effective() {
        Values given = super.effective();
        try {
            JsonNode properties = with(bucket::properties);
            Map<String, String> texts = new HashMap<>();
            RiakParams.readBack().forEach((name, param) -> {
                JsonNode value = properties.path(name);
                if (value.isValueNode() && !isOfRequests(param, given)) {
                    texts.put(param.name(), value.asString(""));
                }
            });
            return given.with(texts, SettingOrigin.EFFECTIVE);
        } catch (DriverException | InvalidInputException e) {
            return given;
        }
    }

    /** Whether each request says it, whatever the bucket has. */
    private static boolean isOfRequests(Param<?> param, Values given) {
        return param.name().matches("p?[rw]|dw") && given.find(param).isPresent();
    }

    private static JsonNode statistics(HttpConnection connection) throws Exception {
        JsonNode answer = connection.get("/stats");
        return HttpConnection.documented(answer, answer.isObject(), "no statistics");
    }

    /** Of all nodes that tell them; of several, some may be gone. */
    private List<JsonNode> statistics() throws DriverException {
        List<JsonNode> all = new ArrayList<>();
        for (Connections<HttpConnection> node : each) {
            try {
                node.callSeldom(connection -> user.ask("statistics", () -> statistics(connection)))
                        .ifPresent(all::add);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                if (each.size() == 1) {
                    throw e instanceof DriverException known ? known : new DriverException(e.getMessage(), e);
                }
            }
        }
        return all;
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        List<JsonNode> all = statistics();
        return each.size() > 1 ? all.stream().map(node -> RiakMeasures.of(name(node), node)).toList()
                : all.stream().filter(this::isAlwaysTheSame).map(node -> RiakMeasures.of("", node)).toList();
    }

    private static String name(JsonNode node) {
        return node.path("nodename").asString("");
    }

    /** Whether no other node has answered at the only address: what different ones count is not to be subtracted. */
    private boolean isAlwaysTheSame(JsonNode node) {
        if (answering.add(name(node)) && answering.size() == 2) {
            note.accept("Several nodes answer at " + connections().settings().address() + ", whose counters do not go "
                    + "together: they are left out. Name each node in " + RiakParams.ADDRESS.name() + " to have them.");
        }
        return answering.size() == 1;
    }

    @Override
    protected Map<String, Double> clientCounters() {
        Map<String, Double> counters = new HashMap<>(super.clientCounters());
        counters.put(RiakMeasures.SIBLINGS.name(), (double) bucket.siblings());
        return counters;
    }

    @Override
    public String version() throws DriverException {
        return statistics().stream().findFirst().map(node -> "Riak KV " + node.path("riak_kv_version").asString(""))
                .orElse("Riak KV").strip();
    }

    @Override
    public List<Setting> facts() throws DriverException {
        List<JsonNode> nodes = statistics();
        Map<String, String> facts = NonDefaultSettings.together(nodes.stream().map(RiakTarget::told).toList(),
                Optional.empty());
        heedsSync(nodes).ifPresent(heeds -> facts.put(RiakParams.SYNC_ON_WRITE.name(),
                heeds ? RiakParams.HEEDED : RiakParams.NOT_HEEDED));
        return NonDefaultSettings.facts(facts);
    }

    private static Map<String, String> told(JsonNode node) {
        return FACTS.stream().filter(node::has).collect(Collectors.toMap(fact -> fact, fact -> node.path(fact).isArray()
                ? String.valueOf(node.path(fact).size()) : node.path(fact).asString("")));
    }

    /** Empty, too, where the bucket or one of the nodes cannot be asked. */
    private Optional<Boolean> heedsSync(List<JsonNode> nodes) {
        try {
            JsonNode properties = with(bucket::properties);
            return RiakParams.heedsSync(properties, nodes).filter(heeds -> !heeds || nodes.size() == each.size());
        } catch (DriverException e) {
            return Optional.empty();
        }
    }

    @Override
    public void settle(Progress progress) {
        // It works in the background unasked, and tells nothing of it.
    }

    @Override
    public void abort() {
        super.abort();
        each.forEach(Connections::close);
    }

    @Override
    public void close() throws DriverException {
        super.close();
        each.forEach(Connections::close);
    }
}
