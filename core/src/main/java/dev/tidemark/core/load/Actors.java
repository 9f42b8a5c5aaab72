package dev.tidemark.core.load;

/** Makes each worker its actor, before the phase starts and on the worker's own thread. */
@FunctionalInterface
public interface Actors {
    Actor actor(int worker) throws Exception;
}
