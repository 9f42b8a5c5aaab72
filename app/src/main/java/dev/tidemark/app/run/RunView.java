package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.store.results.BatchState;

/**
 * A run as it stands, for those who watch.
 *
 * @param batch    what is run
 * @param unit     what the workload counts, in the plural
 * @param states   how many slots of the plan are in each state, those that are not begun left out
 * @param over     how many iterations have ended, without those that are run again since the run was gone on with
 * @param plan     the places of the plan in the order in which they are run, the first {@code RunMonitor#MOST_CELLS};
 *                 where searches decide, or the plan can't be told any more, those that were run
 * @param omitted  how many more there are
 * @param searching whether searches decide how many iterations there are
 * @param share    how much of the run is done, 0 to 1; with searches, of the running iteration
 * @param left     how long it will still take, as {@link #share} is meant; empty while nothing is known
 * @param elapsed  how long the process that runs it has done so; empty when it is over
 * @param current  the iteration that is running
 */
public record RunView(BatchState batch, String unit, Map<IterationState, Integer> states, int over, List<Cell> plan,
        int omitted, boolean searching, double share, Optional<Duration> left, Optional<Duration> elapsed,
        Optional<Current> current) {

    /**
     * A place in the plan.
     *
     * @param position  position in the plan, from 0
     * @param round     pass over all points, from 0
     * @param varied    what is varied, and the target where there are several
     * @param state     how far it is; empty when it was not begun
     * @param iteration the store's number of its newest execution; 0 when it was not begun
     * @param verdict   why it is not DONE, in one sentence
     */
    public record Cell(int position, int round, List<Setting> varied, Optional<IterationState> state, long iteration,
            String verdict) {}

    /**
     * The iteration that is running.
     *
     * @param id          the store's number
     * @param number      which of the run's iterations, from 1; one that is run again keeps its number
     * @param started     when it began
     * @param settings    what was set, varied or is a default
     * @param environment tags and facts of the machine
     * @param live        how far it is; empty before it has told
     * @param rate        units per second of late; empty before an interval is over
     * @param responses   of what ended of late
     * @param kinds       the same by kind of operation, by name; empty before an interval is over
     * @param host        what the machines were doing of late
     * @param engine      the target's newest counters and gauges, by node
     * @param instances   units per second of late of each instance, where there are several; by name
     * @param events      what happened last, oldest of it first
     */
    public record Current(long id, int number, Instant started, List<Setting> settings, List<Setting> environment,
            Optional<RunStatus> live, OptionalDouble rate, Latencies responses, List<Kind> kinds, HostUtilization host,
            List<TimedSnapshot> engine, SequencedMap<String, Double> instances,
            List<Event> events) {}

    /**
     * What the operations of one kind did of late.
     *
     * @param name       the kind, as in {@code insert}
     * @param operations finished per second, whatever their outcome
     * @param units      done per second
     * @param failed     units failed per second
     * @param responses  of those that ended
     */
    public record Kind(String name, double operations, double units, double failed, Latencies responses) {

        /** Those that are told. */
        public static final List<Double> QUANTILES = List.of(0.5, 0.9, 0.95, 0.99, 0.999, 1.0);

        /** Seconds, of those that were answered; empty when none was. */
        public OptionalDouble response(double quantile) {
            return responses.answered().count() == 0 ? OptionalDouble.empty()
                    : OptionalDouble.of(responses.answered().quantile(quantile) / 1e9);
        }
    }
}
