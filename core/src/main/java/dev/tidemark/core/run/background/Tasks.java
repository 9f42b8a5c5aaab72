package dev.tidemark.core.run.background;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.run.ProcessTree;
import dev.tidemark.core.stat.OptionalSums;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.BackgroundTarget;

/** The tasks that a timetable can name. */
final class Tasks {

    /** How often the end of a user's program is looked for. */
    private static final long COMMAND_POLL = 20_000_000L;

    private Tasks() {}

    /**
     * @param session number of the session that it may open
     * @param faults  for what is done to servers, disks and connections
     */
    static Task of(ScheduledTask entry, BackgroundTarget backgroundTarget, int session, TargetFaults faults,
            Clock clock) {
        return switch (entry.task()) {
            case FOLD_HEADS -> walk(backgroundTarget, session, Depth.HEADS);
            case FOLD_OBJECTS -> walk(backgroundTarget, session, Depth.VALUES);
            case LIST_KEYS -> walk(backgroundTarget, session, Depth.KEYS);
            case FOLD_HEADS_WITH_PRESENCE_CHECK -> (throttle, progress) -> Task.Done.said(
                    checked(backgroundTarget, session, throttle, progress));
            case COMPACT -> (throttle, progress) -> compact(backgroundTarget.target(), throttle);
            case SNAPSHOT -> (throttle, progress) -> Task.Done.said(
                    "a copy of " + megabytes(backgroundTarget.target().snapshot()));
            case CHECKPOINT, REINDEX, SAVE, REPAIR, PROMOTE -> (throttle, progress) -> maintain(
                    backgroundTarget.target(), entry.task().maintenance().orElseThrow(), throttle);
            case KILL, STOP, PAUSE, RESTART, FILL, FREEZE, SLOW, CUT, DELAY, THROTTLE -> faults.task(entry);
            case COMMAND, FAULT -> (throttle, progress) -> Task.Done.said(
                    command(entry.run().orElseThrow(), throttle, clock));
        };
    }

    private static Task walk(BackgroundTarget backgroundTarget, int session, Depth depth) {
        return (throttle, progress) -> {
            long rows = 0;
            checkKeyspaces(backgroundTarget);
            try (KeyValueSession keys = backgroundTarget.target().session(session, KeyValueSession.class)) {
                for (int keyspace : backgroundTarget.keyspaces()) {
                    try (Walk walk = keys.walk(keyspace, depth)) {
                        for (int visited; (visited = walk.next(throttle.chunk(), (key, size, value) -> { })) > 0;) {
                            rows += visited;
                            progress.report(rows, 0);
                            throttle.pace(visited);
                        }
                    }
                }
            }
            return Task.Done.said("");
        };
    }

    private static String checked(BackgroundTarget backgroundTarget, int session, Throttle throttle, Progress progress)
            throws Exception {
        checkKeyspaces(backgroundTarget);
        long rows = 0;
        long gone = 0;
        KeyBatch batch = new KeyBatch();
        try (KeyValueSession keys = backgroundTarget.target().session(session, KeyValueSession.class)) {
            for (int keyspace : backgroundTarget.keyspaces()) {
                try (Walk walk = keys.walk(keyspace, Depth.HEADS)) {
                    batch.clear();
                    while (walk.next(throttle.chunk(), (key, size, value) -> batch.add(key)) > 0) {
                        for (int i = 0; i < batch.size(); i++) {
                            gone += keys.head(keyspace, batch.key(i)) == KeyValueSession.ABSENT ? 1 : 0;
                        }
                        rows += batch.size();
                        progress.report(rows, 0);
                        throttle.pace(batch.size());
                        batch.clear();
                    }
                }
            }
        }
        return gone == 0 ? "" : gone + " keys were gone when they were asked for";
    }

    /** A fold over nothing would seem to be done at once. */
    private static void checkKeyspaces(BackgroundTarget backgroundTarget) throws DriverException {
        if (backgroundTarget.keyspaces().isEmpty()) {
            throw new DriverException("the workload names no keyspace to go over");
        }
    }

    /**
     * What was given back is what lay on the disk before and what flushes brought there meanwhile, without what lies
     * there afterwards. Of an engine that does not count such flushes, what the load wrote meanwhile is not known, and
     * is missing from what was given back.
     */
    private static Task.Done compact(OpenTarget target, Throttle throttle) throws Exception {
        Space before = Space.of(target);
        target.compact((done, total) -> throttle.check());
        throttle.check();
        Space after = Space.of(target);
        if (before.onDisk().isEmpty() || !before.nodes().equals(after.nodes())) {
            return Task.Done.said("");
        }
        double flushed = after.flushed().orElse(0) - before.flushed().orElse(0);
        String detail = "on disk " + megabytes(before.onDisk().getAsDouble()) + " before, "
                + megabytes(after.onDisk().getAsDouble()) + " after"
                + (flushed > 0 ? "; " + megabytes(flushed) + " were flushed meanwhile" : "");
        return new Task.Done(detail, OptionalLong.of(Math.round(
                before.onDisk().getAsDouble() + flushed - after.onDisk().getAsDouble())));
    }

    private static Task.Done maintain(OpenTarget target, Maintenance what, Throttle throttle) throws Exception {
        target.maintain(what, (done, total) -> throttle.check());
        throttle.check();
        return Task.Done.said("");
    }

    /**
     * @param nodes   that told how much is on the disk; one may be gone the next time
     * @param flushed bytes of new files, since the target was opened; empty for engines that write pages in place,
     *                which have no compactions to count
     */
    private record Space(Set<String> nodes, OptionalDouble onDisk, OptionalDouble flushed) {

        static Space of(OpenTarget target) {
            List<MetricSnapshot> readings = target.read();
            return new Space(readings.stream()
                    .filter(r -> r.gauges().containsKey(EngineMeasures.ON_DISK_SIZE.name())).map(MetricSnapshot::node)
                    .collect(Collectors.toSet()),
                    OptionalSums.ofPresent(readings.stream()
                    .map(r -> r.gauges().get(EngineMeasures.ON_DISK_SIZE.name()))),
                    OptionalSums.ofPresent(readings.stream().map(MetricSnapshot::counters)
                    .filter(counters -> counters.containsKey(EngineMeasures.COMPACTION_WRITE.name()))
                    .map(counters -> counters.get(EngineMeasures.FLUSH_WRITE.name()))));
        }
    }

    private static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    /** A program and all that it started are ended with the load. */
    private static String command(String run, Throttle throttle, Clock clock) throws IOException {
        Process process = new ProcessBuilder(ProcessTree.command(run)).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try {
            process.getOutputStream().close();
            while (process.isAlive()) {
                throttle.sleepUntil(clock.nanoTime() + COMMAND_POLL);
            }
        } finally {
            if (process.isAlive()) {
                ProcessTree.end(process, clock);
            }
        }
        int status = process.exitValue();
        if (status != 0) {
            throw new IOException("exit status " + status);
        }
        return "exit status 0";
    }
}
