package dev.tidemark.web.reports;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * A few threads on which what takes long is made. Requests are answered by virtual threads, which share as many
 * carriers as there are processors and are never taken off one while they compute: two large reports would keep all
 * other pages waiting there. Here the operating system shares the processors out.
 */
final class Builders implements AutoCloseable {

    private static final int THREADS = 2;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS,
            Thread.ofPlatform().name("tidemark-report-", 1).daemon().factory());
    private final Map<String, FutureTask<?>> underWay = new ConcurrentHashMap<>();

    /** @return what was made; what making throws is thrown here */
    <T> T apart(Supplier<T> making) {
        Callable<T> call = making::get;
        return result(threads.submit(call));
    }

    /** The same, but who asks for what is under way already waits for that. @param what names it */
    @SuppressWarnings("unchecked") // a name stands for one kind of thing
    <T> T once(String what, Supplier<T> making) {
        FutureTask<T> own = new FutureTask<>(making::get);
        FutureTask<?> first = underWay.putIfAbsent(what, own);
        if (first != null) {
            return result((Future<T>) first);
        }
        try {
            threads.execute(own);
            return result(own);
        } finally {
            underWay.remove(what);
        }
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a report was made", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
