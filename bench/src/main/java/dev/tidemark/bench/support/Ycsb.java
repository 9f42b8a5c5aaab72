package dev.tidemark.bench.support;

import module java.base;
import org.apache.htrace.core.Tracer;
import site.ycsb.ClientThread;
import site.ycsb.DB;
import site.ycsb.DBFactory;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** YCSB's own client threads over a database of its interface, in this process, measuring as they do by default. */
public final class Ycsb {

    private final Properties properties = new Properties();
    private final Class<? extends DB> database;

    /** @param settings YCSB's properties */
    public Ycsb(Class<? extends DB> database, Map<String, Object> settings) {
        this.database = database;
        properties.putAll(settings);
        Measurements.setProperties(properties);
    }

    /**
     * Runs each thread's share of the operations.
     *
     * @param load whether to insert the records rather than do transactions
     */
    public Cost run(int threads, int operations, boolean load) throws Exception {
        properties.setProperty("operationcount", String.valueOf(operations));
        Workload workload = new CoreWorkload();
        workload.init(properties);
        LongAdder allocated = new LongAdder();
        CountDownLatch done = new CountDownLatch(threads);
        long nanos;
        try (Tracer tracer = new Tracer.Builder("bench").build()) {
            nanos = ThreadGroupRun.run(threads,
                    t -> new Client(t, threads, operations / threads, load, workload, tracer, done,
                    allocated));
        }
        workload.cleanup();
        return new Cost((double) nanos * threads / operations, (double) allocated.sum() / operations);
    }

    private final class Client implements ThreadGroupRun.Task {
        private final ClientThread thread;
        private final int operations;
        private final LongAdder allocated;

        Client(int number, int threads, int operations, boolean load, Workload workload, Tracer tracer,
                CountDownLatch done, LongAdder allocated) {
            this.operations = operations;
            this.allocated = allocated;
            thread = new ClientThread(database(tracer), !load, workload, properties, operations, 0, done);
            thread.setThreadId(number);
            thread.setThreadCount(threads);
        }

        private DB database(Tracer tracer) {
            try {
                return DBFactory.newDB(database.getName(), properties, tracer);
            } catch (site.ycsb.UnknownDBException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void prepare() {}

        @Override
        public void run() {
            long before = Allocation.ofThisThread();
            thread.run();
            allocated.add(Allocation.ofThisThread() - before);
            if (thread.getOpsDone() != operations) {
                throw new IllegalStateException("YCSB did " + thread.getOpsDone() + " of " + operations);
            }
        }
    }
}
