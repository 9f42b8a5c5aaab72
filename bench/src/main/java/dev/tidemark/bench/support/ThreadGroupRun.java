package dev.tidemark.bench.support;

import module java.base;
import dev.tidemark.core.time.Clock;

/** Threads that begin together, with nothing of the harness. */
public final class ThreadGroupRun {

    /** What one thread does. */
    public interface Task {
        /** What is not measured. */
        void prepare() throws Exception;

        void run() throws Exception;
    }

    private ThreadGroupRun() {}

    /** Nanoseconds from the common start to the end of the last. */
    public static long run(int threads, IntFunction<Task> tasks) throws Exception {
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        List<FutureTask<Void>> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int number = t;
            FutureTask<Void> task = new FutureTask<>(() -> {
                Task own = tasks.apply(number);
                try {
                    own.prepare();
                } finally {
                    ready.countDown();
                }
                go.await();
                own.run();
                return null;
            });
            all.add(task);
            Clock.system().start("crowd-" + t, task);
        }
        ready.await();
        long start = Clock.system().nanoTime();
        go.countDown();
        for (FutureTask<Void> task : all) {
            finish(task);
        }
        return Clock.system().nanoTime() - start;
    }

    private static void finish(FutureTask<Void> task) throws Exception {
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a thread failed: " + e.getCause(), e.getCause());
        }
    }
}
