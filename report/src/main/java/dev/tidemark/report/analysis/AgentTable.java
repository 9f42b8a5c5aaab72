package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.report.analysis.table.IterationNumbers;

/**
 * What each agent did of the load of the iterations that several offered together.
 *
 * @param lines of the iterations in order, the agents of each by number
 * @param more  iterations of several agents that are left out
 */
public record AgentTable(List<Line> lines, int more) {

    /** The most iterations of a report of which raw data are read. */
    private static final int MOST = 40;

    /**
     * One agent in one iteration.
     *
     * @param point  what tells the iteration's row apart; empty where there is only one
     * @param id     of the iteration in the store
     * @param number of the iteration in the report
     */
    public record Line(String point, long id, int number, AgentFigures agent) {}

    public AgentTable {
        lines = List.copyOf(lines);
    }

    /**
     * Of a report, in the order of its rows, at most so many iterations as a page should have.
     *
     * @param details raw data of an iteration by its id; read only of those of several agents
     */
    public static AgentTable of(Report report, LongFunction<IterationDetail> details) {
        List<PointIteration> all = PointIteration.of(report, AgentTable::isShared);
        return of(all.subList(0, Math.min(MOST, all.size())), report.numbering(), details,
                Math.max(0, all.size() - MOST));
    }

    /** Of all iterations of a label. */
    public static AgentTable of(LabelResults results, LongFunction<IterationDetail> details) {
        return of(results.iterations().stream().filter(AgentTable::isShared).map(i -> new PointIteration("", i))
                .toList(), IterationNumbers.of(results), details, 0);
    }

    private static AgentTable of(List<PointIteration> iterations, IterationNumbers numbers,
            LongFunction<IterationDetail> details, int more) {
        List<Line> lines = new ArrayList<>();
        for (PointIteration each : iterations) {
            long id = each.iteration().id();
            AgentFigures.of(details.apply(id)).forEach(agent -> lines.add(new Line(each.point(), id,
                    numbers.of(each.iteration()), agent)));
        }
        return new AgentTable(lines, more);
    }

    private static boolean isShared(Iteration iteration) {
        return iteration.setting(Agents.PARAM.name()).filter(s -> !s.text().equals(Agents.PARAM.absent())).isPresent();
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }
}
