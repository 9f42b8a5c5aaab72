package dev.tidemark.core.workload.randomio;

import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.AsyncActor;

/**
 * Makes the workers of a group of {@link RandomIo}.
 *
 * @param firstSession  number of its first worker's session
 * @param firstKeyspace the keyspace that its first worker writes alone, the second one the next, and so on;
 *                      {@link KeyChooser#SHARED} where all write all
 */
record RandomIoActors(KeyspaceTarget target, DatasetManifest dataset, RandomIoMix mix, int length, int firstSession,
        int firstKeyspace, long seed) implements ActorFactory {

    @Override
    public Actor actor(int worker) throws Exception {
        return new RandomIoActor(target, firstSession + worker, dataset, choice(worker), length, !mix.readsOnly());
    }

    @Override
    public AsyncActor asyncActor(int worker, int depth) throws Exception {
        return new RandomIoAsyncActor(target, firstSession + worker, dataset, choice(worker), depth);
    }

    private KeyChooser choice(int worker) {
        int own = firstKeyspace == KeyChooser.SHARED ? firstKeyspace : firstKeyspace + worker;
        return new KeyChooser(dataset, mix, own, seed);
    }
}
