package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.measure.host.HostUtilization.Generator;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.measures.AgentShare;

/**
 * What one of several agents did in an iteration.
 *
 * @param name  of the agent
 * @param share what it did of the load
 * @param cpu   share of its machine's processors that it used in the headline phase; empty where not counted
 */
public record AgentFigures(String name, AgentShare share, OptionalDouble cpu) {

    /**
     * What is told of each agent.
     *
     * @param name     where it is told to programs, in seconds and shares
     * @param title    above a column for people, with a unit
     * @param unit     in which people are told it; empty for none
     * @param scale    of that unit, by which the figure is multiplied
     * @param decimals that people are shown
     * @param needed   whether it is shown however narrow the place is
     * @param help     what it means, a sentence; empty for none
     * @param atLeast  whether it could only be larger
     */
    public record Figure(String name, String title, String unit, double scale, int decimals, boolean needed,
            String help, Function<AgentFigures, OptionalDouble> from, Predicate<AgentFigures> atLeast) {

        private Figure(String name, String title, String unit, double scale, int decimals, boolean needed, String help,
                Function<AgentFigures, OptionalDouble> from) {
            this(name, title, unit, scale, decimals, needed, help, from, _ -> false);
        }

        private static Figure response(String name, String title, boolean needed, String help,
                Function<AgentShare, Optional<MeasuredValue>> from) {
            return new Figure(name, title, "ms", 1e3, 3, needed, help, a -> from.apply(a.share).map(time ->
                    OptionalDouble.of(time.number() / 1e3)).orElse(OptionalDouble.empty()),
                    a -> from.apply(a.share).map(MeasuredValue::atLeast).orElse(false));
        }

        private static Figure milliseconds(String name, String title, boolean needed, String help,
                Function<AgentShare, OptionalDouble> from) {
            return new Figure(name, title, "ms", 1e3, 3, needed, help, a -> from.apply(a.share));
        }

        /** Whether it is a whole number. */
        public boolean counts() {
            return decimals == 0;
        }

        /** Empty where it was not recorded, or there is no such thing. */
        public OptionalDouble of(AgentFigures agent) {
            return from.apply(agent);
        }
    }

    public static final List<Figure> FIGURES = List.of(
            new Figure("workers", "workers", "", 1, 0, false, "", a -> OptionalDouble.of(a.share.workers())),
            new Figure("units", "done", "", 1, 0, false, "Documents, operations or queries.",
                    a -> OptionalDouble.of(a.share.units())),
            new Figure("per-second", "throughput", "/s", 1, 1, true, "", a -> a.share.throughput()),
            Figure.response("response-p50", "p50", true, "Response time, the median.", AgentShare::p50),
            Figure.response("response-p95", "p95", false, "", AgentShare::p95),
            Figure.response("response-p99", "p99", true, "", AgentShare::p99),
            Figure.milliseconds("self-p99", "lateness p99", true, "By how much it began operations late by its own "
                    + "doing, which is a part of their responses.", AgentShare::self),
            new Figure("late", "late slots", "%", 100, 2, true, "Slots that it began more than 1 ms late while a worker "
                    + "was free.", a -> a.share.late()),
            new Figure("cpu", "CPU", "%", 100, 1, true, "Of its machine's processors, that it used.", a -> a.cpu),
            Figure.milliseconds("clock-error", "clock ±", false, "By how much its beginning and its events may be misplaced "
                    + "in time; latencies are measured by its own clock alone.",
                    share -> OptionalDouble.of(share.clockError())));

    /** In the order of their numbers; none where a single process made the load. */
    public static List<AgentFigures> of(IterationDetail detail) {
        Map<String, Generator> processes = HostUtilization.agents(detail.readings(TimedSnapshot.START),
                detail.readings(TimedSnapshot.END));
        return detail.readings(TimedSnapshot.END).stream().map(TimedSnapshot::reading)
                .filter(r -> r.node().startsWith(MetricSnapshot.SHARE)).map(r -> {
                    String name = r.node().substring(MetricSnapshot.SHARE.length());
                    return new AgentFigures(name, AgentShare.of(r), Optional.ofNullable(processes.get(name))
                            .map(process -> OptionalDouble.of(process.cpu())).orElse(OptionalDouble.empty()));
                }).sorted(Comparator.comparingInt(a -> a.share.number())).toList();
    }
}
