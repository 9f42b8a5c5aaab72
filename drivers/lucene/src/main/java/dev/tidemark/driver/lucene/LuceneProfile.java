package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.time.Clock;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.sandbox.search.QueryProfilerIndexSearcher;
import org.apache.lucene.sandbox.search.QueryProfilerResult;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;

/**
 * Where the time of a query goes, by Lucene's profiler: rewriting, in which the neighbours of a vector are looked for,
 * and of each part of the query its steps. Its own readings of the clock take a part of that.
 */
final class LuceneProfile {

    /** A query with many parts says the same again and again. */
    private static final int LONGEST = 4000;
    /** A part may be a list of all that was found. */
    private static final int LONGEST_PART = 80;
    /** Below it a step is not named. */
    private static final long LEAST_NANOS = 1000;

    private final Profiler profiler;
    private final StringBuilder text = new StringBuilder();

    LuceneProfile(IndexReader reader, Clock clock) {
        profiler = new Profiler(reader, clock);
        profiler.setQueryCache(null);
    }

    /** What is asked. */
    interface SearchCall {
        void of(IndexSearcher searcher) throws IOException, DriverException;
    }

    String of(SearchCall asking) throws IOException, DriverException {
        asking.of(profiler);
        text.append("rewrite ").append(time(profiler.rewriting)).append(", segments ")
                .append(profiler.getIndexReader().leaves().size());
        profiler.getProfileResult().forEach(this::append);
        return text.length() <= LONGEST ? text.toString() : text.substring(0, LONGEST) + " …";
    }

    private void append(QueryProfilerResult part) {
        String described = part.getDescription();
        text.append("; ").append(part.getQueryName()).append(' ')
                .append(Printable.shortened(described, LONGEST_PART + 1))
                .append(' ').append(time(part.getTotalTime()));
        steps(part.getTimeBreakdown());
        part.getAggregatedQueryLeafBreakdowns().forEach(thread -> steps(thread.getTimeBreakdown()));
        part.getProfiledChildren().forEach(this::append);
    }

    private void steps(Map<String, Long> nanos) {
        List<String> parts = nanos.entrySet().stream()
                .filter(step -> !step.getKey().endsWith("_count") && step.getValue() >= LEAST_NANOS)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(step -> step.getKey().replace('_', ' ') + ' ' + time(step.getValue())).toList();
        if (!parts.isEmpty()) {
            text.append(" (").append(String.join(", ", parts)).append(')');
        }
    }

    private static String time(long nanos) {
        return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
    }

    /** Tells the time of rewriting right where that searches, and so rewrites, itself, as ranking anew does. */
    private static final class Profiler extends QueryProfilerIndexSearcher {
        private final Clock clock;
        private long rewriting;
        private boolean within;

        Profiler(IndexReader reader, Clock clock) {
            super(reader);
            this.clock = clock;
        }

        @Override
        public Query rewrite(Query query) throws IOException {
            if (within) {
                return rewritten(query); // Lucene's profiler times one at a time
            }
            long start = clock.nanoTime();
            within = true;
            try {
                return super.rewrite(query);
            } finally {
                within = false;
                rewriting += clock.nanoTime() - start;
            }
        }

        /** Until it stays as it is. */
        private Query rewritten(Query query) throws IOException {
            Query last = query;
            for (Query next = last.rewrite(this); next != last; next = last.rewrite(this)) {
                last = next;
            }
            return last;
        }
    }
}
