package dev.tidemark.core.load;

/** Makes each worker its actor, before the phase starts and on the worker's own thread. */
@FunctionalInterface
public interface ActorFactory {
    Actor actor(int worker) throws Exception;

    /**
     * Makes the actor of a worker of a {@link Load.Pipelined} or {@link Concurrency.Async}.
     *
     * @param depth operations that it shall keep in flight at most
     */
    default AsyncActor asyncActor(int worker, int depth) throws Exception {
        throw new UnsupportedOperationException("this workload keeps one operation in flight per worker, not several");
    }
}
