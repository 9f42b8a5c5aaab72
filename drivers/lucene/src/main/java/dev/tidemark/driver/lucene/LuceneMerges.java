package dev.tidemark.driver.lucene;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.MergePolicy;

/** Lucene's own scheduler of merges, which counts them. */
final class LuceneMerges extends ConcurrentMergeScheduler {

    private final AtomicLong merges;
    private final AtomicLong bytes;

    /** @param merges that ended @param bytes that they wrote */
    LuceneMerges(AtomicLong merges, AtomicLong bytes) {
        this.merges = merges;
        this.bytes = bytes;
    }

    @Override
    protected void doMerge(MergeSource source, MergePolicy.OneMerge merge) throws IOException {
        super.doMerge(source, merge);
        merges.incrementAndGet();
        if (merge.getMergeInfo() != null) {
            bytes.addAndGet(merge.getMergeInfo().sizeInBytes());
        }
    }
}
