package dev.tidemark.core.driver.search;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;

/** An index that others have made: it is asked, and nothing in it or around it is made, changed, emptied or dropped. */
public interface ExistingIndexTarget extends SearchTarget {

    /** What is said to whoever wants more. */
    static DriverException readOnly() {
        return new DriverException("an index of your own is read-only; without " + SearchParams.INDEX
                + " Tidemark makes its own");
    }

    /** {@inheritDoc} That is all that can be done here. */
    @Override
    default boolean visit() {
        return true;
    }

    @Override
    default void create() throws DriverException {
        throw readOnly();
    }

    /** {@inheritDoc} It has made nothing. */
    @Override
    default void drop() throws DriverException {}

    @Override
    default void makeSearchIndex(int dimension) throws DriverException {
        throw readOnly();
    }

    @Override
    default void refresh() throws DriverException {
        throw readOnly();
    }

    @Override
    default void mergeAll(Progress progress) throws DriverException {
        throw readOnly();
    }

    /** {@inheritDoc} Those of a server are others', too. */
    @Override
    default boolean clearCaches() throws DriverException {
        return false;
    }

    /** {@inheritDoc} What is done in the background is others' doing. */
    @Override
    default void settle(Progress progress) throws DriverException {}
}
