package dev.tidemark.driver.lucene;

import org.apache.lucene.index.ConcurrentMergeScheduler;

/** Lucene's own scheduler of merges. */
final class LuceneMerges extends ConcurrentMergeScheduler {

    /** As many as Lucene adds for its own number of threads. */
    private static final int WAITING = 5;

    /** @param threads at once; 0: as Lucene chooses by the processors */
    LuceneMerges(int threads) {
        if (threads > 0) {
            setMaxMergesAndThreads(threads + WAITING, threads);
        } else {
            setDefaultMaxMergesAndThreads(false);
        }
    }

    /** {@inheritDoc} The writer keeps why, and nothing is to be printed beside that. */
    @Override
    protected void handleMergeException(Throwable failure) {
        // Told by LuceneShard#failure.
    }
}
