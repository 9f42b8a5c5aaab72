package dev.tidemark.core.result;

import module java.base;
import dev.tidemark.core.param.Types;

/**
 * One run of a background task concurrently with the load. It is kept as an {@link Event} of its own kind, whose text a
 * person can read and {@link #of(Event)} takes apart again; a later event of the same run takes the place of an earlier
 * one.
 *
 * @param task      its name in the timetable, as in {@code fold-heads}
 * @param number    position among the starts of that task, from 1
 * @param instance  the part of the target that it worked on; empty where there is only one
 * @param start     nanoseconds since the iteration's start
 * @param end       nanoseconds since the iteration's start; for one that is running, when that was told
 * @param rows      keys that it visited, or other steps of its work; 0 where it has none to count
 * @param reclaimed bytes on disk that it gave back; empty where that is not its work, or not known
 * @param state     how it ended, or that it has not
 * @param detail    what else there is to say, on one line; empty for nothing
 */
public record TaskRun(String task, int number, String instance, long start, long end, long rows,
        OptionalLong reclaimed, State state, String detail) {

    /** The kind of the events that hold runs of tasks. */
    public static final String KIND = "background";

    /** How a run of a task ended. */
    public enum State {
        /** It has not ended. */
        RUNNING,
        DONE,
        /** The load ended before it did. */
        UNFINISHED,
        /** It was not done. */
        FAILED,
        /** What it does was done, and could not be undone. */
        NOT_UNDONE;

        /** Whether something went wrong. */
        public boolean isFailure() {
            return this == FAILED || this == NOT_UNDONE;
        }
    }

    private static final Pattern TEXT = Pattern.compile("(\\S+) (\\d+)(?: of (.+?))?: (\\S+), (\\d+) rows from "
            + "([0-9.]+) s to ([0-9.]+) s(?:, (-?\\d+) bytes reclaimed)?(?:; (.*))?");

    /** A run of a task that gives nothing back. */
    public TaskRun(String task, int number, String instance, long start, long end, long rows, State state,
            String detail) {
        this(task, number, instance, start, end, rows, OptionalLong.empty(), state, detail);
    }

    public long nanos() {
        return end - start;
    }

    public Event event() {
        return new Event(end, KIND, task + " " + number + (instance.isEmpty() ? "" : " of " + instance) + ": "
                + Types.word(state) + ", " + rows + " rows from " + seconds(start) + " s to " + seconds(end) + " s"
                + (reclaimed.isEmpty() ? "" : ", " + reclaimed.getAsLong() + " bytes reclaimed")
                + (detail.isEmpty() ? "" : "; " + detail.replaceAll("\\s+", " ").strip()));
    }

    private static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, 9).toPlainString();
    }

    /** The run that an event tells of; empty when it tells of none. */
    public static Optional<TaskRun> of(Event event) {
        Matcher m = TEXT.matcher(event.text());
        if (!event.kind().equals(KIND) || !m.matches()) {
            return Optional.empty();
        }
        State state = Types.oneOf(State.class).parse(m.group(4));
        return Optional.of(new TaskRun(m.group(1), Integer.parseInt(m.group(2)), m.group(3) == null ? "" : m.group(3),
                nanos(m.group(6)), nanos(m.group(7)), Long.parseLong(m.group(5)),
                m.group(8) == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(m.group(8))), state,
                m.group(9) == null ? "" : m.group(9)));
    }

    private static long nanos(String seconds) {
        return new BigDecimal(seconds).movePointRight(9).longValueExact();
    }

    /** Every run that events tell of, each as it was told last, in the order in which they began to be told. */
    public static List<TaskRun> of(List<Event> events) {
        Map<List<Object>, TaskRun> runs = new LinkedHashMap<>();
        events.forEach(event -> of(event).ifPresent(
                run -> runs.put(List.of(run.task(), run.number(), run.instance()), run)));
        return new ArrayList<>(runs.values());
    }
}
