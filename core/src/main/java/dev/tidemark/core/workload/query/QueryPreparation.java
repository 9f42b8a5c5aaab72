package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchDocuments;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.LocalServers;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.workload.WorkloadContext;

/** Makes the index, unless the iteration before has left it. */
record QueryPreparation(WorkloadContext context, SearchDocuments documents) {

    /** Documents that are sent together, at most. */
    private static final int BATCH = 500;
    /** Letters of documents that are sent together, about. */
    private static final long BATCH_LETTERS = 4L << 20;

    /** Whether there is an index already, which an iteration before has made of the same documents. */
    boolean isDone() {
        try {
            return target().statistics().documents() == documents.count();
        } catch (DriverException e) {
            return false; // making it will say what is wrong
        }
    }

    private SearchTarget target() {
        return (SearchTarget) context.target();
    }

    void prepare(Progress progress) throws Exception {
        build(target(), progress);
    }

    private void build(SearchTarget target, Progress progress) throws Exception {
        target.makeSearchIndex(documents.dimension());
        try (SearchSession session = target.session(0, SearchSession.class)) {
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

    /** Empties the caches, as far as that can be done, and says how far. */
    void cool() throws DriverException {
        boolean cleared = target().clearCaches();
        Optional<LocalStorage> storage = target().localStorage();
        boolean dropped = storage.isPresent() ? storage.get().dropCaches()
                : LocalServers.areAll(context.values())
                        && Environment.dropPageCache(LocalServers.of(target(), context.values()));
        if (!cleared || !dropped) {
            context.context().note().accept("Before the measurement the engine's caches "
                    + (cleared ? "were emptied" : "could not be emptied") + ", the page cache "
                    + (dropped ? "was emptied." : "could not be: it may hold parts of the index."));
        }
    }
}
