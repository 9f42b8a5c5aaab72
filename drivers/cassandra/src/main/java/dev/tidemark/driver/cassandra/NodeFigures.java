package dev.tidemark.driver.cassandra;

import module java.base;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;

/** What each node tells of itself in its virtual tables; what it has not, or this user may not see, is left out. */
final class NodeFigures {

    /** Readings are wanted every second. */
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final double MEBIBYTE = 1 << 20;
    private static final List<String> FACTS = List.of("batch_size_fail_threshold", "commitlog_sync",
            "commitlog_sync_period", "compaction_throughput", "concurrent_compactors", "concurrent_reads",
            "concurrent_writes", "disk_access_mode", "file_cache_size", "hinted_handoff_enabled", "key_cache_size",
            "memtable_allocation_type", "memtable_heap_space", "num_tokens", "partitioner", "read_request_timeout",
            "row_cache_size", "write_request_timeout");

    private final String keyspace;
    /** Whether there were ever more than one: the last that is left of them keeps its name. */
    private volatile boolean several;

    NodeFigures(String keyspace) {
        this.keyspace = keyspace;
    }

    /** Takes what a row tells. */
    interface Taking {
        void of(Row row, Map<String, Double> counters, Map<String, Double> gauges);
    }

    /** What is asked of each node. */
    record Question(String cql, Taking taking, Map<String, Double> zeroCounters, Map<String, Double> zeroGauges) {

        Question(String cql, Taking taking) {
            this(cql, taking, Map.of(), Map.of());
        }

        /** Counters that are 0 where there are no rows. */
        Question counting(Measure... measures) {
            return new Question(cql, taking, zeros(measures), zeroGauges);
        }

        /** Gauges that are 0 where there are no rows. */
        Question gauging(Measure... measures) {
            return new Question(cql, taking, zeroCounters, zeros(measures));
        }

        private static Map<String, Double> zeros(Measure... measures) {
            return Arrays.stream(measures).collect(Collectors.toMap(Measure::name, _ -> 0.0));
        }
    }

    private List<Question> questions() {
        return List.of(
                new Question("SELECT hit_count, request_count, size_bytes FROM system_views.caches",
                        (row, counters, gauges) -> {
                            add(counters, CassandraMeasures.CACHE_HITS, number(row, 0));
                            add(counters, CassandraMeasures.CACHE_REQUESTS, number(row, 1));
                            add(gauges, CassandraMeasures.CACHE_SIZE, number(row, 2));
                        }),
                new Question("SELECT name, pending_tasks FROM system_views.thread_pools", NodeFigures::waiting),
                tasks().gauging(CassandraMeasures.COMPACTIONS_RUNNING),
                new Question("SELECT files FROM system_views.pending_hints",
                        (row, _, gauges) -> add(gauges, CassandraMeasures.HINT_FILES, number(row, 0)))
                        .gauging(CassandraMeasures.HINT_FILES),
                ours("SELECT keyspace_name, mebibytes, table_name FROM system_views.disk_usage",
                        (row, _, gauges) -> add(gauges, CassandraMeasures.ON_DISK_SIZE,
                                CassandraNamespace.TEXTS.equals(row.getString(2)) ? 0 : number(row, 1) * MEBIBYTE)),
                ours("SELECT keyspace_name, bytes_out FROM system.compaction_history", (row, counters, _) -> {
                    add(counters, CassandraMeasures.COMPACTIONS, 1);
                    add(counters, CassandraMeasures.COMPACTION_WRITE, number(row, 1));
                }).counting(CassandraMeasures.COMPACTIONS, CassandraMeasures.COMPACTION_WRITE),
                ours("SELECT keyspace_name, \"count\" FROM system_views.local_read_latency",
                        (row, counters, _) -> add(counters, CassandraMeasures.LOCAL_READS, number(row, 1))),
                ours("SELECT keyspace_name, \"count\" FROM system_views.local_write_latency",
                        (row, counters, _) -> add(counters, CassandraMeasures.LOCAL_WRITES, number(row, 1))));
    }

    /** What is being compacted. */
    private Question tasks() {
        return ours("SELECT keyspace_name FROM system_views.sstable_tasks",
                (_, _, gauges) -> add(gauges, CassandraMeasures.COMPACTIONS_RUNNING, 1));
    }

    private static void waiting(Row row, Map<String, Double> counters, Map<String, Double> gauges) {
        switch (String.valueOf(row.getString(0))) {
            case "CompactionExecutor" -> add(gauges, CassandraMeasures.COMPACTIONS_WAITING, number(row, 1));
            case "MutationStage" -> add(gauges, CassandraMeasures.WRITES_WAITING, number(row, 1));
            case "ReadStage" -> add(gauges, CassandraMeasures.READS_WAITING, number(row, 1));
            default -> { }
        }
    }

    /** Of the rows of our keyspace. */
    private Question ours(String cql, Taking taking) {
        return new Question(cql, (row, counters, gauges) -> {
            if (keyspace.equals(row.getString(0))) {
                taking.of(row, counters, gauges);
            }
        });
    }

    private static double number(Row row, int column) {
        return row.getObject(column) instanceof Number number ? number.doubleValue() : 0;
    }

    private static void add(Map<String, Double> figures, Measure measure, double more) {
        figures.merge(measure.name(), more, Double::sum);
    }

    /** Counters and gauges now, of each node that answers within a second. */
    List<MetricSnapshot> read(CqlSession session) {
        List<Question> questions = questions();
        List<Node> nodes = nodes(session);
        List<List<CompletionStage<AsyncResultSet>>> pending = nodes.stream().map(node -> questions.stream()
                .map(question -> ask(session, node, question.cql())).toList()).toList();
        several |= nodes.size() > 1;
        List<MetricSnapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            Map<String, Double> counters = new HashMap<>();
            Map<String, Double> gauges = new HashMap<>();
            for (int q = 0; q < questions.size(); q++) {
                take(pending.get(i).get(q), questions.get(q)).ifPresent(answer -> answer.addTo(counters, gauges));
            }
            if (!counters.isEmpty() || !gauges.isEmpty()) { // else it is gone, and the client does not know yet
                snapshots.add(new MetricSnapshot(several ? name(nodes.get(i)) : "", counters, gauges));
            }
        }
        return snapshots;
    }

    private static List<Node> nodes(CqlSession session) {
        return session.getMetadata().getNodes().values().stream().filter(node -> node.getOpenConnections() > 0)
                .sorted((a, b) -> name(a).compareTo(name(b))).toList();
    }

    private static String name(Node node) {
        return node.getBroadcastRpcAddress().map(at -> at.getAddress().getHostAddress() + ":" + at.getPort())
                .orElse(node.getEndPoint().toString());
    }

    /** Where the nodes of the cluster are, for what is asked otherwise than in CQL. */
    static List<String> hosts(CassandraConnection connection) {
        return nodes(connection.shared().session()).stream().map(node -> node.getBroadcastRpcAddress()
                .orElseGet(() -> (InetSocketAddress) node.getEndPoint().resolve()).getHostString()).toList();
    }

    private static CompletionStage<AsyncResultSet> ask(CqlSession session, Node node, String cql) {
        return session.executeAsync(SimpleStatement.newInstance(cql).setNode(node).setTimeout(LONGEST)
                .setConsistencyLevel(ConsistencyLevel.LOCAL_ONE));
    }

    /** What a node answered to a question. */
    record Answer(Map<String, Double> counters, Map<String, Double> gauges) {
        void addTo(Map<String, Double> allCounters, Map<String, Double> allGauges) {
            counters.forEach((name, number) -> allCounters.merge(name, number, Double::sum));
            gauges.forEach((name, number) -> allGauges.merge(name, number, Double::sum));
        }
    }

    /** Of all pages, or none: counters of the first ones would be told as growth when the others are there, too. */
    static Optional<Answer> take(CompletionStage<AsyncResultSet> pending, Question question) {
        try {
            return Optional.of(whole(pending, question));
        } catch (ExecutionException | RuntimeException e) {
            return Optional.empty(); // it is not reported
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Answer whole(CompletionStage<AsyncResultSet> pending, Question question)
            throws ExecutionException, InterruptedException {
        Answer answer = new Answer(new HashMap<>(question.zeroCounters()), new HashMap<>(question.zeroGauges()));
        AsyncResultSet page = pending.toCompletableFuture().get();
        page.currentPage().forEach(row -> question.taking().of(row, answer.counters, answer.gauges));
        while (page.hasMorePages()) {
            page = page.fetchNextPage().toCompletableFuture().get();
            page.currentPage().forEach(row -> question.taking().of(row, answer.counters, answer.gauges));
        }
        return answer;
    }

    /** Whether a node works on the keyspace's tables, or is too busy to tell. */
    boolean isBusy(CqlSession session) {
        Question tasks = tasks();
        return nodes(session).stream().anyMatch(node -> isBusy(ask(session, node, tasks.cql()), tasks));
    }

    /** What this user may not see is no work. */
    static boolean isBusy(CompletionStage<AsyncResultSet> pending, Question tasks) {
        try {
            return !whole(pending, tasks).gauges().isEmpty();
        } catch (ExecutionException e) {
            return e.getCause() instanceof DriverTimeoutException;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Settings of one node, read back and never changed, and how many nodes there are. */
    List<Setting> facts(CassandraConnection connection) throws Exception {
        Map<String, String> facts = new TreeMap<>();
        facts.put("nodes", String.valueOf(nodes(connection.shared().session()).size()));
        try {
            for (Row row : connection.run("SELECT name, value FROM system_views.settings",
                    ConsistencyLevel.LOCAL_ONE)) {
                if (FACTS.contains(row.getString(0)) && row.getString(1) != null) {
                    facts.put(row.getString(0), row.getString(1));
                }
            }
        } catch (QueryValidationException e) {
            // this user may not see them, or the server is older than they are
        }
        return NonDefaultSettings.facts(facts);
    }
}
