package dev.tidemark.core.workload.measures;

import module java.base;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.TaskRun;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the load suffered from a fault, and until when; computed from what was recorded of it. Durations are seconds
 * since the fault began. What is told of intervals is known to one interval as it was recorded: before these are added
 * up to wider ones, it is kept as an {@link Event}.
 *
 * @param fault      what was done, as the timetable has it: {@code kill 1}; several that began together are one
 * @param start      when it began, in nanoseconds since the iteration's start
 * @param end        when it was done, or no longer done
 * @param firstError until an operation ended otherwise than answered; empty where none did
 * @param errors     operations that ended otherwise than answered, from the interval on in which the fault began
 * @param outage     the longest time without an answer that ended after the fault began; see {@link RecoveryMeasures}
 * @param kind       the kind of operations of which that is; empty for all together
 * @param usual      the longest time without an answer of the same kind that had ended before the first fault, in
 *                   seconds; or less, where it was shorter than is told
 * @param rate       until the rate of before was reached again; 0 where it never fell below; empty where nothing before
 *                   tells what it was
 * @param backlog    until no more slots waited than before; 0 where there never were twice as many; empty of a closed
 *                   loop
 * @param before     of the whole intervals before the first fault
 * @param during     of the intervals from the one in which it began to the one in which the rate was reached again, the
 *                   last answer missed had come and the fault was over
 * @param after      of those behind
 */
public record Recovery(String fault, long start, long end, OptionalDouble firstError, long errors, Figure outage,
        String kind, double usual, Optional<Figure> rate, Optional<Figure> backlog, Stretch before, Stretch during,
        Stretch after) {

    private static final JsonMapper JSON = JsonMapper.shared();

    public Recovery {
        Stream.of(fault, outage, kind, before, during, after).forEach(Objects::requireNonNull);
    }

    /**
     * A duration.
     *
     * @param atLeast whether what is waited for had not come when the load ended, or the next fault began
     */
    public record Figure(double seconds, boolean atLeast) {}

    /**
     * Response times of a stretch of time.
     *
     * @param answered operations that were
     * @param ended    those that ended, answered or not
     * @param parts    each of {@link #PARTS} in milliseconds; none where nothing was answered
     */
    public record Stretch(long answered, long ended, List<MeasuredValue> parts) {

        static final List<String> PARTS = List.of("p50", "p99", "max");

        public Stretch {
            parts = List.copyOf(parts);
        }

        public static Stretch of(Latencies latencies) {
            return new Stretch(latencies.answered().count(), latencies.ended(), PARTS.stream()
                    .flatMap(part -> latencies.value(part).stream()
                            .map(v -> new MeasuredValue(part, v.number(), v.atLeast()))).toList());
        }

        /** One of {@link #PARTS} in milliseconds; empty where nothing was answered. */
        public Optional<MeasuredValue> value(String part) {
            return parts.stream().filter(v -> v.measure().equals(part)).findFirst();
        }
    }

    /** Of each fault of an iteration, in the order in which they began; none where there was none. */
    public static List<Recovery> of(IterationDetail detail) {
        List<Recovery> told = detail.events().stream().flatMap(event -> of(event).stream()).toList();
        return told.isEmpty() ? detail.headline().map(phase -> RecoveryAnalysis.of(detail, phase)).orElse(List.of())
                : told;
    }

    private static Optional<Recovery> of(Event event) {
        try {
            return event.kind().equals(Event.RECOVERY) ? Optional.ofNullable(JSON.readValue(event.text(), Recovery.class))
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty(); // as of what a later version wrote
        }
    }

    public Event event() {
        return new Event(start, Event.RECOVERY, JSON.writeValueAsString(this));
    }

    /** Whether there are faults among the events of which nothing is told by events yet. */
    public static boolean isUntold(List<Event> events) {
        return isAny(events) && events.stream().allMatch(Event::isForPeople);
    }

    /** Whether there are faults among the events. */
    static boolean isAny(List<Event> events) {
        return !Faults.of(TaskRun.of(events), 1).isEmpty();
    }
}
