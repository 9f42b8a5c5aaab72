package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.result.MetricSnapshot;

/** Which of a target's several nodes cannot be read any more, and can be again; each is told of once. Thread-safe. */
final class ReadingGaps {

    private final Set<String> known = new TreeSet<>();
    private final Set<String> unreadable = new HashSet<>();
    private final Set<String> back = new HashSet<>();

    /** @return a sentence for each news */
    synchronized List<String> check(List<MetricSnapshot> snapshots) {
        Set<String> there = snapshots.stream().filter(r -> !r.node().isEmpty() && !(r.counters().isEmpty()
                && r.gauges().isEmpty())).map(MetricSnapshot::node).collect(Collectors.toSet());
        known.addAll(there);
        List<String> news = new ArrayList<>();
        for (String node : known) {
            if (!there.contains(node) && unreadable.add(node)) {
                news.add("Node " + node + " cannot be read: its counters have a gap.");
            } else if (there.contains(node) && unreadable.contains(node) && back.add(node)) {
                news.add("Node " + node + " can be read again.");
            }
        }
        return news;
    }
}
