package dev.tidemark.core.load;

/** A numbered stream of operations. */
interface Lane {

    /**
     * Claims the next positions.
     *
     * @param wanted how many the worker would like, at least 1
     * @return whether there were any left
     */
    boolean claim(Block block, int wanted);
}
