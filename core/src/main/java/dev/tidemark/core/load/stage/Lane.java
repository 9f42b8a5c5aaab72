package dev.tidemark.core.load.stage;

/** A numbered stream of operations. */
interface Lane {

    /**
     * Claims the next positions.
     *
     * @param requested how many the worker would like, at least 1
     * @return whether there were any left
     */
    boolean claim(PositionRange positionRange, int requested);
}
