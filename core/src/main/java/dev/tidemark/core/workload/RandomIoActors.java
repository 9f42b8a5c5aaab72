package dev.tidemark.core.workload;

import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Actors;
import dev.tidemark.core.load.AsyncActor;

/**
 * Makes the workers of {@link RandomIo}.
 *
 * @param own whether worker i writes keyspace i alone
 */
record RandomIoActors(KeyspaceTarget target, DatasetManifest dataset, RandomIoMix mix, int length, boolean own,
        long seed) implements Actors {

    @Override
    public Actor actor(int worker) throws Exception {
        return new RandomIoActor(target, worker, dataset, choice(worker), length, !mix.readsOnly());
    }

    @Override
    public AsyncActor asyncActor(int worker, int depth) throws Exception {
        return new RandomIoAsyncActor(target, worker, dataset, choice(worker), depth);
    }

    private RandomIoChoice choice(int worker) {
        return new RandomIoChoice(dataset, mix, own ? worker : RandomIoChoice.SHARED, seed);
    }
}
