package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.workload.measures.Recovery;

/**
 * What the load suffered from each fault of each iteration of a report: of failovers, the worst is of more interest
 * than the mean.
 *
 * @param lines of the iterations in the order of the rows, at most {@link #MOST}
 * @param more  iterations with faults that are left out
 */
public record RecoveryTable(List<Line> lines, int more) {

    /** The most iterations of which raw data are read. */
    private static final int MOST = 40;

    /**
     * One fault.
     *
     * @param point     what tells the iteration's row apart; empty where there is only one
     * @param iteration its number in the report
     */
    public record Line(String point, int iteration, Recovery recovery) {}

    /** @param details raw data of an iteration by its id; read only of those with faults */
    public static RecoveryTable of(Report report, LongFunction<IterationDetail> details) {
        List<Line> lines = new ArrayList<>();
        int read = 0;
        int more = 0;
        for (PointIteration each : PointIteration.of(report, RecoveryTable::hasFaults)) {
            if (read == MOST) {
                more++;
                continue;
            }
            read++;
            Recovery.of(details.apply(each.iteration().id())).forEach(recovery -> lines.add(
                    new Line(each.point(), report.numbering().of(each.iteration()), recovery)));
        }
        return new RecoveryTable(List.copyOf(lines), more);
    }

    private static boolean hasFaults(Iteration iteration) {
        return iteration.setting(LoadParams.BACKGROUND.name()).map(Setting::text)
                .filter(text -> !text.equals(LoadParams.BACKGROUND.absent()))
                .filter(text -> LoadParams.BACKGROUND.parse(text).hasFaults()).isPresent();
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }
}
