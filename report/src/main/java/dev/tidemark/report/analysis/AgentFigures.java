package dev.tidemark.report.analysis;

import dev.tidemark.core.measure.AgentShare;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What one of several agents did in an iteration.
 *
 * @param name  of the agent
 * @param share what it did of the load
 * @param cpu   share of its machine's processors that it used in the headline phase; empty where not counted
 */
public record AgentFigures(String name, AgentShare share, OptionalDouble cpu) {

    /** In the order of their numbers; none where a single process made the load. */
    public static List<AgentFigures> of(IterationDetail detail) {
        return detail.readings(TimedSnapshot.END).stream().map(TimedSnapshot::reading)
                .filter(r -> r.node().startsWith(MetricSnapshot.SHARE)).map(r -> {
                    String name = r.node().substring(MetricSnapshot.SHARE.length());
                    return new AgentFigures(name, AgentShare.of(r), cpu(detail, name));
                }).sorted(Comparator.comparingInt(a -> a.share.number())).toList();
    }

    private static OptionalDouble cpu(IterationDetail detail, String name) {
        return HostUtilization.between(process(detail, TimedSnapshot.START, name),
                process(detail, TimedSnapshot.END, name)).generator().map(g -> OptionalDouble.of(g.cpu()))
                .orElse(OptionalDouble.empty());
    }

    /** As if it were the only process that made the load. */
    private static List<TimedSnapshot> process(IterationDetail detail, String moment, String name) {
        return detail.readings(moment).stream().filter(r -> r.reading().node().equals(MetricSnapshot.AGENT + name))
                .map(r -> new TimedSnapshot(r.at(), r.moment(), new MetricSnapshot(MetricSnapshot.GENERATOR,
                        r.reading().counters(), r.reading().gauges()))).toList();
    }
}
