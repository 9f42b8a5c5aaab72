package dev.tidemark.web.reports;

import module java.base;

/**
 * A few threads on which what takes long is made. Requests are answered by virtual threads, which share as many
 * carriers as there are processors and are never taken off one while they compute: two large reports would keep all
 * other pages waiting there. Here the operating system shares the processors out.
 */
final class ReportExecutor implements AutoCloseable {

    private static final int THREADS = 2;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS,
            Thread.ofPlatform().name("tidemark-report-", 1).daemon().factory());
    private final Map<String, FutureTask<?>> inProgress = new ConcurrentHashMap<>();

    /** @return what was made; what making throws is thrown here */
    <T> T onPool(Supplier<T> making) {
        Callable<T> call = making::get;
        return result(threads.submit(call));
    }

    /**
     * Begins something, unless it is in progress already, and waits for its end, but not for long: what takes longer
     * goes on.
     *
     * @param what   names it
     * @param making tells its outcome in its own way
     */
    void await(String what, Duration patience, Runnable making) {
        FutureTask<?> own = new FutureTask<>(() -> {
            try {
                making.run();
            } finally {
                inProgress.remove(what);
            }
        }, null);
        FutureTask<?> first = inProgress.putIfAbsent(what, own);
        if (first == null) {
            threads.execute(own);
        }
        try {
            (first == null ? own : first).get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // It goes on.
        } catch (ExecutionException e) {
            throw broke(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Does something that nobody waits for; what it throws, whoever asks for the same is told. */
    void inBackground(Runnable making) {
        threads.execute(() -> {
            try {
                making.run();
            } catch (RuntimeException e) {
                // Nobody is there to be told.
            }
        });
    }

    boolean isUnderWay(String what) {
        return inProgress.containsKey(what);
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw broke(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static RuntimeException broke(ExecutionException e) {
        return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
    }

    private static RuntimeException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while a report was made", e);
    }

    @Override
    public void close() {
        threads.shutdownNow().forEach(task -> {
            if (task instanceof Future<?> future) {
                future.cancel(false); // whoever waits for it is told
            }
        });
    }
}
