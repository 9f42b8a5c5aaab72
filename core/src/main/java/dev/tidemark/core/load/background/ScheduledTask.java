package dev.tidemark.core.load.background;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;

/**
 * A task and when it is started. Moments count from the first slot of the load.
 *
 * @param task      what is done
 * @param at        when it is started first; empty: after one {@code every}, at the window's start, or at once
 * @param every     how long after a start the next one is due; empty: it is started once, or, in a window, again and
 *                  again
 * @param from      when the window opens outside of which nothing is started; empty for no window
 * @param until     when it closes; there exactly when {@code from} is
 * @param throttle  rows per second at most, over all instances; empty for as fast as it goes
 * @param instances whether a target of several instances has them done in turn or together
 * @param run       the program to run, for those that run one; else empty
 * @param node      which of a rig's servers, from 1, for those that are done to one; empty for the only one
 * @param lasting   how long a server stays away, or connections or a disk are disturbed, from then on; empty for what
 *                  is not undone
 * @param by        how long what is delayed, or what a slow disk is to write, is kept back; else empty
 * @param to        bytes per second that connections are throttled to; else empty
 */
public record ScheduledTask(TaskKind task, Optional<Duration> at, Optional<Duration> every, Optional<Duration> from,
        Optional<Duration> until, Optional<Double> throttle, Instances instances, Optional<String> run,
        Optional<Long> node, Optional<Duration> lasting, Optional<Duration> by, Optional<Long> to) {

    /** How several instances are done. */
    public enum Instances {
        /** One after the other. */
        IN_TURN,
        /** All at the same time. */
        TOGETHER
    }

    /** What can be said of a task, beside what it is. */
    public static final List<String> OPTIONS = List.of("at", "every", "window", "throttle", "instances", "run", "node",
            "for", "by", "to");

    /** A start that takes no time must not be repeated without end. */
    private static final long SHORTEST_EVERY = 1_000_000L;

    /** The task's name. */
    public String name() {
        return Types.word(task);
    }

    /**
     * @param task    its name
     * @param options name to text
     * @throws InvalidInputException saying what is wrong, with the nearest valid name
     */
    public static ScheduledTask of(String task, Map<String, String> options) {
        List<String> names = Types.oneOf(TaskKind.class).words();
        if (!names.contains(task)) {
            throw new InvalidInputException("unknown task '" + task + "'" + Suggestions.hint(task, names)
                    + "; there are " + String.join(", ", names));
        }
        TaskKind kind = Types.oneOf(TaskKind.class).parse(task);
        for (String option : options.keySet()) {
            if (!OPTIONS.contains(option)) {
                throw new InvalidInputException(task + ": unknown option '" + option + "'"
                        + Suggestions.hint(option, OPTIONS));
            }
        }
        try {
            Optional<String[]> window = Optional.ofNullable(options.get("window")).map(ScheduledTask::window);
            return checked(new ScheduledTask(kind, duration(options.get("at")), duration(options.get("every")),
                    window.flatMap(w -> duration(w[0])), window.flatMap(w -> duration(w[1])),
                    Optional.ofNullable(options.get("throttle")).map(Types.RATE::parse),
                    Optional.ofNullable(options.get("instances")).map(Types.oneOf(Instances.class)::parse)
                            .orElse(Instances.IN_TURN),
                    Optional.ofNullable(options.get("run")).filter(text -> !text.isBlank()),
                    Optional.ofNullable(options.get("node")).map(ScheduledTask::node), duration(options.get("for")),
                    duration(options.get("by")), Optional.ofNullable(options.get("to")).map(Types.SIZE::parse)));
        } catch (InvalidInputException e) {
            throw new InvalidInputException(task + ": " + e.getMessage());
        }
    }

    private static Optional<Duration> duration(String text) {
        return Optional.ofNullable(text).map(Types.DURATION::parse);
    }

    private static long node(String text) {
        long node = Types.COUNT.parse(text);
        if (node < 1) {
            throw new InvalidInputException("node: the first is 1");
        }
        return node;
    }

    private static String[] window(String text) {
        String[] ends = text.split("\\.\\.", -1);
        if (ends.length != 2) {
            throw new InvalidInputException("window: '" + text + "' is no window; write it as 1h..2h");
        }
        return ends;
    }

    private static ScheduledTask checked(ScheduledTask entry) {
        entry.every.filter(every -> every.toNanos() < SHORTEST_EVERY).ifPresent(every -> {
            throw new InvalidInputException("every: " + Types.DURATION.format(every)
                    + " is too small; the smallest is 1ms");
        });
        if (entry.from.isPresent() && entry.from.get().compareTo(entry.until.get()) >= 0) {
            throw new InvalidInputException("window: it closes before it opens");
        }
        if (entry.from.isPresent() && entry.at.isPresent() && (entry.at.get().compareTo(entry.from.get()) < 0
                || entry.at.get().compareTo(entry.until.get()) >= 0)) {
            throw new InvalidInputException("at: " + Types.DURATION.format(entry.at.get())
                    + " lies outside the window");
        }
        entry.throttle.ifPresent(rate -> {
            if (!entry.task.walks()) {
                throw new InvalidInputException(
                        "throttle is for tasks that go over keys; this one the engine or the program paces");
            }
            if (rate <= 0) {
                throw new InvalidInputException("throttle: 0 rows per second would never end");
            }
        });
        if (entry.run.isPresent() != entry.task.runs()) {
            throw new InvalidInputException(entry.run.isPresent() ? "run is for the tasks command and fault"
                    : "it needs run, the program, as in run='backup.sh --fast'");
        }
        checkNode(entry);
        checkConnections(entry);
        checkDisk(entry);
        return entry;
    }

    private static void checkNode(ScheduledTask entry) {
        if (entry.node.isPresent() && !entry.task.onNode()) {
            throw new InvalidInputException("node is for the tasks that end or pause a server of a rig");
        }
        boolean undone = entry.task.onNode() && entry.task != TaskKind.RESTART || entry.task.onConnections()
                || entry.task.onDisk();
        if (entry.lasting.isPresent() && !undone) {
            throw new InvalidInputException(
                    "for is for the tasks kill, stop, pause, cut, delay, throttle, fill, freeze and slow");
        }
        if (entry.task == TaskKind.PAUSE && entry.lasting.isEmpty()) {
            throw new InvalidInputException("it needs for, how long the server has no time, as in for=5s");
        }
    }

    private static void checkConnections(ScheduledTask entry) {
        boolean delays = entry.task == TaskKind.DELAY;
        boolean throttles = entry.task == TaskKind.THROTTLE;
        if ((delays || throttles) && entry.lasting.isEmpty()) {
            throw new InvalidInputException("it needs for, how long connections are disturbed, as in for=5s");
        }
        if (delays && entry.by.isEmpty()) {
            throw new InvalidInputException("it needs by, how long answers and requests are kept back each, as in by=20ms");
        }
        if (entry.by.isPresent() && !delays && entry.task != TaskKind.SLOW) {
            throw new InvalidInputException("by is for the tasks delay and slow");
        }
        if (entry.to.isPresent() != throttles) {
            throw new InvalidInputException(throttles ? "it needs to, how many bytes a second all connections carry, as "
                    + "in to=1MB" : "to is for the task throttle");
        }
        if (entry.to.filter(bytes -> bytes == 0).isPresent()) {
            throw new InvalidInputException("to: 0 bytes a second would carry nothing; cut does that");
        }
    }

    private static void checkDisk(ScheduledTask entry) {
        if (entry.task.onDisk() && entry.lasting.isEmpty()) {
            throw new InvalidInputException("it needs for, how long the disk is disturbed, as in for=5s");
        }
        if (entry.task == TaskKind.SLOW && entry.by.filter(d -> d.toNanos() >= SHORTEST_EVERY).isEmpty()) {
            throw new InvalidInputException("it needs by, how long a write is kept back, as in by=20ms; the shortest is 1ms");
        }
    }

    /**
     * When it is started next.
     *
     * @param from   nanoseconds since the first slot; nothing is started before
     * @param starts how many there were already
     * @return nanoseconds since the first slot; empty when it is not started again
     */
    public OptionalLong next(long from, int starts) {
        long start = first();
        if (every.isPresent()) {
            long step = every.get().toNanos();
            long missed = from <= start ? 0 : (from - start + step - 1) / step;
            start += missed * step;
        } else if (starts > 0) {
            if (this.from.isEmpty() || at.isPresent()) {
                return OptionalLong.empty();
            }
            start = Math.max(start, from);
        }
        boolean closed = until.isPresent() && start >= until.get().toNanos();
        return closed ? OptionalLong.empty() : OptionalLong.of(start);
    }

    private long first() {
        return at.or(() -> from).or(() -> every).map(Duration::toNanos).orElse(0L);
    }

    /** As it is written: {@code fold-heads every=10m throttle=20k/s}. */
    @Override
    public String toString() {
        Map<String, String> options = new LinkedHashMap<>();
        at.ifPresent(d -> options.put("at", Types.DURATION.format(d)));
        every.ifPresent(d -> options.put("every", Types.DURATION.format(d)));
        from.ifPresent(d -> options.put("window", Types.DURATION.format(d) + ".."
                + Types.DURATION.format(until.orElseThrow())));
        throttle.ifPresent(r -> options.put("throttle", Types.RATE.format(r)));
        if (instances != Instances.IN_TURN) {
            options.put("instances", Types.word(instances));
        }
        node.ifPresent(n -> options.put("node", n.toString()));
        lasting.ifPresent(d -> options.put("for", Types.DURATION.format(d)));
        by.ifPresent(d -> options.put("by", Types.DURATION.format(d)));
        to.ifPresent(bytes -> options.put("to", Types.SIZE.format(bytes)));
        run.ifPresent(r -> options.put("run", BackgroundSchedule.quoted(r)));
        StringBuilder text = new StringBuilder(name());
        options.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
        return text.toString();
    }
}
