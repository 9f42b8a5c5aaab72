package dev.tidemark.core.data.search;

import module java.base;

/**
 * What a log tells of those who ask.
 *
 * @param queries    that were asked
 * @param distinct   different ones
 * @param rates      empty where times are not known, or all are the same
 * @param words      of a query, what blanks separate
 * @param characters of a query
 * @param frequent   the most frequent ones, these first
 */
public record QueryLogStatistics(long queries, int distinct, Optional<Rates> rates, Lengths words, Lengths characters,
        List<Frequent> frequent) {

    private static final double SECOND = 1000;
    private static final double MINUTE = 60 * SECOND;
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /**
     * How fast queries came.
     *
     * @param seconds       from the first to the last
     * @param busiestSecond of the clock
     * @param busiestMinute of the clock
     */
    public record Rates(double seconds, double perSecond, Busiest busiestSecond, Busiest busiestMinute) {

        public double perMinute() {
            return perSecond * MINUTE / SECOND;
        }
    }

    /** The stretch of the clock with the most queries; the first of several. @param from its beginning */
    public record Busiest(QueryTime from, long queries) {}

    /** How long queries are: quantiles by the nearest rank, over all that were asked. */
    public record Lengths(int least, int median, int p90, int p99, int most, double mean) {

        private static Lengths of(int[] sorted) {
            return new Lengths(sorted[0], quantile(sorted, 0.5), quantile(sorted, 0.9), quantile(sorted, 0.99),
                    sorted[sorted.length - 1], Arrays.stream(sorted).average().orElseThrow());
        }

        private static int quantile(int[] sorted, double share) {
            return sorted[(int) Math.ceil(share * sorted.length) - 1];
        }
    }

    /** A query and how often it was asked. */
    public record Frequent(String query, long queries) {}

    /** @param most how many of the most frequent queries are wanted */
    public static QueryLogStatistics of(QueryLog log, int most) {
        long[] counts = new long[log.distinct().size()];
        Arrays.stream(log.ids()).forEach(id -> counts[id]++);
        List<Frequent> frequent = IntStream.range(0, counts.length).boxed()
                .sorted(Comparator.comparingLong((Integer id) -> -counts[id]).thenComparing(Comparator.naturalOrder()))
                .limit(most).map(id -> new Frequent(log.distinct().get(id), counts[id])).toList();
        return new QueryLogStatistics(log.ids().length, counts.length, log.millis().flatMap(t -> rates(t, log.start())),
                lengths(log, QueryLogStatistics::words), lengths(log, q -> q.codePointCount(0, q.length())), frequent);
    }

    /** Share of the queries that were asked before. */
    public double repeats() {
        return 1 - (double) distinct / queries;
    }

    private static int words(String query) {
        return BLANKS.split(query.strip()).length;
    }

    private static Lengths lengths(QueryLog log, ToIntFunction<String> length) {
        int[] ofDistinct = log.distinct().stream().mapToInt(length).toArray();
        return Lengths.of(Arrays.stream(log.ids()).map(id -> ofDistinct[id]).sorted().toArray());
    }

    /** The mean counts intervals, not queries: the first one ends none. */
    private static Optional<Rates> rates(double[] millis, QueryTime start) {
        double all = millis[millis.length - 1];
        return all <= 0 ? Optional.empty() : Optional.of(new Rates(all / SECOND, (millis.length - 1) / (all / SECOND),
                busiest(millis, start, SECOND), busiest(millis, start, MINUTE)));
    }

    private static Busiest busiest(double[] millis, QueryTime start, double length) {
        long best = 0;
        double at = 0;
        int from = 0;
        for (int i = 1; i <= millis.length; i++) {
            double stretch = Math.floor((start.millis() + millis[from]) / length);
            if (i == millis.length || Math.floor((start.millis() + millis[i]) / length) > stretch) {
                if (i - from > best) {
                    best = i - from;
                    at = stretch * length;
                }
                from = i;
            }
        }
        return new Busiest(new QueryTime(start.kind(), at), best);
    }
}
