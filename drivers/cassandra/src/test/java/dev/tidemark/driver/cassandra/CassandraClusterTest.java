package dev.tidemark.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.driver.contract.TargetContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Three nodes of which one is killed and comes back, under a load. */
@HeavyServer
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class CassandraClusterTest extends TargetContract {

    private static final int KEYS = 300;
    private static final int WORKERS = 4;
    private static final int OPERATIONS = 600;
    private static final long SEED = 11;

    private static SharedServer cluster() {
        return SharedServer.of("cassandra", "nodes=3", "heap=256MiB");
    }

    @Override
    protected Driver driver() {
        return new CassandraDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> settings = new ArrayList<>(Fixture.settings(cluster()));
        settings.addAll(List.of("consistency", "quorum", "operation-timeout", "20s"));
        return settings;
    }

    /** What a worker's own keys had last when it was acknowledged, by their number. */
    private static final class Worker {
        private final Random random;
        private final int number;
        private final long[] acknowledged = new long[KEYS];
        private final long[] tried = new long[KEYS];
        private final List<String> failures = new ArrayList<>();
        private long version;
        private int writes;

        Worker(int number) {
            this.number = number;
            random = new Random(SEED + number);
        }

        private ByteBuffer key(int key) {
            return NumberedKeys.of((long) number * KEYS + key).slice();
        }

        /** Five gets to one update. */
        void work(KeyspaceTarget target, int operations) throws Exception {
            ByteBuffer value = ByteBuffer.allocateDirect(100);
            try (KeyValueSession session = target.session(number, KeyValueSession.class)) {
                for (int i = 0; i < operations; i++) {
                    int key = random.nextInt(KEYS);
                    try {
                        if (random.nextInt(6) > 0) {
                            requireLast(session, key);
                        } else {
                            value.putLong(0, ++version);
                            tried[key] = version;
                            session.put(0, key(key), value);
                            session.commit();
                            acknowledged[key] = version;
                            writes++;
                        }
                    } catch (Exception e) {
                        session.rollback();
                        failures.add(String.valueOf(e.getMessage()));
                    }
                }
            }
        }

        /** What failed may have been stored all the same. */
        void requireLast(KeyValueSession session, int key) throws Exception {
            ByteBuffer into = ByteBuffer.allocateDirect(100);
            int size = session.get(0, key(key), into);
            long found = size == KeyValueSession.ABSENT ? 0 : into.getLong(0);
            assertThat(found).as("key %d of worker %d", key, number).isBetween(acknowledged[key], tried[key]);
        }
    }

    private static void allWork(List<Worker> workers, KeyspaceTarget target) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(WORKERS)) {
            List<Future<?>> all = new ArrayList<>();
            for (Worker worker : workers) {
                all.add(threads.submit(() -> {
                    worker.work(target, OPERATIONS);
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static List<ProcessHandle> nodes() {
        return ProcessHandle.of(cluster().server().process()).orElseThrow().children()
                .sorted(Comparator.comparing(ProcessHandle::pid)).toList();
    }

    /** Beside them there is what is counted on this side. */
    private static long nodes(KeyspaceTarget target) {
        return target.read().stream().filter(read -> !read.node().isEmpty()).count();
    }

    private static void awaitNodes(KeyspaceTarget target, int count) {
        while (nodes(target) != count) {
            Thread.onSpinWait(); // each reading takes some milliseconds
        }
    }

    @Test
    void acknowledgedWritesOutliveTheDeathOfANode() throws Exception {
        List<Worker> workers = IntStream.range(0, WORKERS).mapToObj(Worker::new).toList();
        Process again = null;
        try (KeyspaceTarget target = created()) {
            assertThat(nodes(target)).isEqualTo(3);
            allWork(workers, target);
            assertThat(workers).allMatch(worker -> worker.failures.isEmpty(), "seed " + SEED);
            ProcessHandle killed = nodes().getLast();
            List<String> command = new ArrayList<>(List.of(killed.info().command().orElseThrow()));
            command.addAll(List.of(killed.info().arguments().orElseThrow()));
            killed.destroyForcibly();
            killed.onExit().join();
            allWork(workers, target);
            assertThat(nodes(target)).as("one that is gone has no reading").isEqualTo(2);
            again = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            awaitNodes(target, 3);
            allWork(workers, target);
            target.maintain(Maintenance.REPAIR, Progress.none());
            target.compact(Progress.none());
            requireAll(target, workers);
            int failures = workers.stream().mapToInt(worker -> worker.failures.size()).sum();
            System.out.println("acknowledged " + workers.stream().mapToInt(worker -> worker.writes).sum() + ", failed "
                    + failures + " of " + 3 * WORKERS * OPERATIONS + " operations");
            assertThat(failures).as("of those at the moment of its death").isLessThan(OPERATIONS);
            target.drop();
        } finally {
            if (again != null) {
                again.destroyForcibly().onExit().join();
            }
        }
    }

    private static void requireAll(KeyspaceTarget target, List<Worker> workers) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (Worker worker : workers) {
                for (int key = 0; key < KEYS; key++) {
                    worker.requireLast(session, key);
                }
            }
        }
    }
}
