package dev.tidemark.core.workload.query;

import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchDocuments;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.workload.WorkloadContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the index, unless the iteration before has left it; and empties the caches where that is wanted. */
record QueryPreparation(WorkloadContext context, SearchDocuments documents) {

    /** Documents that are sent together, at most. */
    private static final int BATCH = 500;
    /** Letters of documents that are sent together, about. */
    private static final long BATCH_LETTERS = 4L << 20;

    void prepare(Progress progress) throws Exception {
        SearchTarget target = (SearchTarget) context.target();
        if (target.statistics().documents() != documents.count()) {
            build(target, progress);
        }
        if (context.values().get(QueryParams.CACHE) == QueryParams.Cache.COLD) {
            cool(target);
        }
    }

    private void build(SearchTarget target, Progress progress) throws Exception {
        target.makeIndex(documents.dimension());
        try (SearchSession session = (SearchSession) target.session(0)) {
            List<SearchDocument> batch = new ArrayList<>();
            long letters = 0;
            for (long n = 0; n < documents.count() && !context.context().cancelled().getAsBoolean(); n++) {
                SearchDocument document = documents.document(n);
                batch.add(document);
                letters += document.text().length();
                if (batch.size() == BATCH || letters > BATCH_LETTERS || n + 1 == documents.count()) {
                    session.add(batch);
                    batch.clear();
                    letters = 0;
                    progress.report(n + 1, documents.count());
                }
            }
        }
        finish(target, progress);
    }

    private void finish(SearchTarget target, Progress progress) throws DriverException {
        target.refresh();
        if (context.values().get(QueryParams.SEGMENTS) == QueryParams.Segments.ONE) {
            target.mergeAll(progress);
        }
        context.settleLimit().settle(target, progress);
        target.refresh();
        long found = target.statistics().documents();
        if (found != documents.count() && !context.context().cancelled().getAsBoolean()) {
            throw new DriverException("of " + documents.count() + " documents " + found + " are in the index");
        }
    }

    private void cool(SearchTarget target) throws DriverException {
        boolean cleared = target.clearCaches();
        Optional<LocalStorage> storage = target.localStorage();
        boolean dropped = storage.isPresent() && storage.get().dropCaches();
        if (!cleared || !dropped) {
            context.context().note().accept("Before the measurement the engine's caches "
                    + (cleared ? "were emptied" : "could not be emptied") + ", the page cache "
                    + (dropped ? "was emptied." : "could not be: it may hold parts of the index."));
        }
    }
}
