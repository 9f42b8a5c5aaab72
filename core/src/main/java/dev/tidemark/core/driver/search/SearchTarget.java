package dev.tidemark.core.driver.search;

import module java.base;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.data.search.TermSample;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.ReopenableTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Values;

/**
 * A target that holds one index. {@link #create} makes its place, empty, and removes an index that is there;
 * {@link #drop} removes it. Its sessions are {@link SearchSession}s.
 */
public interface SearchTarget extends ReopenableTarget {

    /**
     * What there is of the index.
     *
     * @param documents that can be found
     * @param bytes     on disk, of all shards
     * @param segments  of all shards; empty where the engine has none
     */
    record Statistics(long documents, OptionalLong bytes, OptionalLong segments) {}

    /**
     * Makes the index, empty, with as many shards as the target's settings say.
     *
     * @param dimension of the documents' vectors; 0 where they have none
     * @throws DriverException when this target can't hold such an index; the message names the setting
     */
    void makeSearchIndex(int dimension) throws DriverException;

    /**
     * Makes everything added so far last and be found, by all sessions. Merges go on behind it; {@link #settle} waits
     * for them.
     */
    void refresh() throws DriverException;

    /**
     * Merges each shard to one segment.
     * @throws DriverException when this engine has nothing of the kind
     */
    void mergeAll(Progress progress) throws DriverException;

    /** Of no documents where no index has been made since {@link #create}. */
    Statistics statistics() throws DriverException;

    /**
     * Empties the caches of results, filters and documents that the engine has, where it lets them be emptied.
     *
     * @return whether it has done so
     */
    boolean clearCaches() throws DriverException;

    /**
     * A request for a text in the engine's own language, with what the server has set for all else; empty where queries
     * are no requests.
     *
     * @param top hits that are wanted
     */
    default Optional<SentRequest> request(String text, int top) {
        return Optional.empty();
    }

    /**
     * Terms of a field of an index that others have made, as they stand in it.
     *
     * @param seed from which those follow that are drawn
     * @throws DriverException when there is no such field, or it has no terms; the message names the nearest one
     */
    default TermSample terms(String field, long seed) throws DriverException {
        throw new DriverException("the terms of the index are not known");
    }

    /**
     * A field of vectors of an index that others have made.
     *
     * @throws DriverException when there is no such field, or it has no vectors that can be asked; the message names
     *         the nearest one
     */
    default VectorField vectorField(String name) throws DriverException {
        throw new DriverException("there are no fields of vectors that could be asked");
    }

    /**
     * What an index that others have made holds now, in some words: the same as long as it does, as far as the engine
     * tells, of all its parts.
     */
    default String state() throws DriverException {
        return "";
    }

    /** {@inheritDoc} That is so where no setting differs for which the index is built again, nor the server's place. */
    @Override
    default boolean leavesData(Values from, Values to) {
        return ConnectionParams.place(from).equals(ConnectionParams.place(to)) && from.params().all().stream()
                .filter(param -> param.change().compareTo(ChangeCost.RESTART) >= 0)
                .allMatch(param -> from.text(param).equals(to.text(param)));
    }

    /** {@inheritDoc} Of an index on a server there is nothing to be done. */
    @Override
    default void takeOver() throws DriverException {}
}
