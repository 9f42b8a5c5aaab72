package dev.tidemark.core.load;

import dev.tidemark.core.load.schedule.Share;

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

    /** The same for the workers of one of several generators, which have their numbers among those of all. */
    default ActorFactory numbered(Share share) {
        ActorFactory all = this;
        return new ActorFactory() {
            @Override
            public Actor actor(int worker) throws Exception {
                return all.actor(share.worker(worker));
            }

            @Override
            public AsyncActor asyncActor(int worker, int depth) throws Exception {
                return all.asyncActor(share.worker(worker), depth);
            }
        };
    }
}
