package dev.tidemark.core.run.background;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings.Address;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.load.background.TaskKind;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.RigDisk;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigNodes;
import dev.tidemark.core.time.Clock;

/**
 * What is done to the servers of a rig, and to its disk. Whatever is to be undone is undone when the load ends before,
 * so that nobody finds a server paused or gone who does not expect it.
 */
final class NodeFaults {

    private static final long POLL = 10_000_000L;
    /** How long a server may take to end when it is told to, before it is killed. */
    private static final long END_LIMIT = 120_000_000_000L;
    /** How long one that was started again is waited for until it takes connections. */
    private static final long START_LIMIT = 60_000_000_000L;
    /** In which a slow disk lets those write who have waited. */
    private static final long WRITING = 1_000_000L;
    private static final int CONNECT_MILLIS = 500;

    private final Values target;
    private final Clock clock;

    /** @param target the settings by which the server is reached, which tell whose it is */
    NodeFaults(Values target, Clock clock) {
        this.target = target;
        this.clock = clock;
    }

    /** The server is looked for here, so that what the task does is done when it is run. */
    Task task(ScheduledTask entry) {
        try {
            if (entry.task().onDisk()) {
                RigDisk disk = rig().disk();
                return (throttle, _) -> disturb(disk, entry, throttle);
            }
            RigNodes.Node node = rig().node(entry.node());
            if (entry.task() == TaskKind.PAUSE) {
                return (throttle, _) -> pause(node, entry, throttle);
            }
            Optional<RigNodes.Start> start = entry.lasting().isPresent() || entry.task() == TaskKind.RESTART
                    ? Optional.of(node.start()) : Optional.empty();
            Optional<InetSocketAddress> address = start.flatMap(_ -> address(node, entry.node().orElse(1L).intValue()));
            return (throttle, _) -> end(node, start, address, entry, throttle);
        } catch (IOException | RigException e) {
            return (_, _) -> {
                throw e;
            };
        }
    }

    private RigNodes rig() throws RigException {
        return RigNodes.of(target).orElseThrow(() -> new RigException("the target is not the server of a rig of this "
                + "machine; only such are disturbed, others by a program: fault run=..."));
    }

    private Task.Done pause(RigNodes.Node node, ScheduledTask entry, Throttle throttle)
            throws IOException, RigException {
        long begun = clock.nanoTime();
        String done = "";
        try {
            node.pause();
            done = "process " + node.pid() + " was paused";
            throttle.sleepUntil(begun + entry.lasting().orElseThrow().toNanos());
        } finally {
            undo(done, node::resume);
        }
        return Task.Done.said("process " + node.pid() + " had no time for " + seconds(clock.nanoTime() - begun));
    }

    /** Something that a task has done is taken back. */
    @FunctionalInterface
    private interface Undoing {
        void undo() throws IOException, RigException;
    }

    /** @param done what was done; empty where it failed */
    private static void undo(String done, Undoing undoing) throws IOException, RigException {
        try {
            undoing.undo();
        } catch (IOException | RigException e) {
            if (done.isEmpty()) {
                throw e;
            }
            throw new NotUndoneException(done, e);
        }
    }

    private Task.Done disturb(RigDisk disk, ScheduledTask entry, Throttle throttle) throws IOException, RigException {
        long lasting = entry.lasting().orElseThrow().toNanos();
        return Task.Done.said(switch (entry.task()) {
            case FILL -> Types.SIZE.format(fill(disk, lasting, throttle)) + " were taken";
            case FREEZE -> "the disk took nothing for " + seconds(freeze(disk, lasting, throttle));
            default -> "the disk stood still " + slow(disk, entry.by().orElseThrow().toNanos(), lasting, throttle)
                    + " times";
        });
    }

    /** What a server gives back meanwhile is taken, too. @return bytes */
    private long fill(RigDisk disk, long lasting, Throttle throttle) throws IOException, RigException {
        long end = clock.nanoTime() + lasting;
        long taken = 0;
        try {
            while (clock.nanoTime() < end) {
                taken = disk.fill();
                throttle.sleepUntil(Math.min(end, clock.nanoTime() + POLL));
            }
        } finally {
            undo(taken > 0 ? "the disk was filled" : "", disk::empty);
        }
        return taken;
    }

    /** @return nanoseconds, without those that what was written before took to reach the device */
    private long freeze(RigDisk disk, long lasting, Throttle throttle) throws IOException, RigException {
        String done = "";
        try {
            disk.freeze();
            done = "the disk was frozen";
            long begun = clock.nanoTime();
            throttle.sleepUntil(begun + lasting);
            return clock.nanoTime() - begun;
        } finally {
            undo(done, disk::thaw);
        }
    }

    /** @return how many times */
    private long slow(RigDisk disk, long by, long lasting, Throttle throttle) throws IOException, RigException {
        long end = clock.nanoTime() + lasting;
        long times = 0;
        for (; clock.nanoTime() < end; times++) {
            freeze(disk, by, throttle);
            throttle.sleepUntil(clock.nanoTime() + WRITING);
        }
        return times;
    }

    private Task.Done end(RigNodes.Node node, Optional<RigNodes.Start> start, Optional<InetSocketAddress> address,
            ScheduledTask entry, Throttle throttle) throws IOException, RigException {
        long begun = clock.nanoTime();
        String said = "process " + node.pid() + (entry.task() == TaskKind.KILL ? " was killed" : " was told to end");
        try {
            if (entry.task() == TaskKind.KILL) {
                node.kill();
            } else {
                node.end();
            }
            while (node.isAlive()) {
                throttle.sleepUntil(clock.nanoTime() + POLL);
            }
            said += ", gone after " + seconds(clock.nanoTime() - begun);
            if (entry.lasting().isPresent()) {
                throttle.sleepUntil(begun + entry.lasting().get().toNanos());
            }
        } finally {
            if (start.isPresent()) {
                said += ", started again" + (startAgain(said, node, start.get(), address)
                        ? ", and it took connections" : "") + " after " + seconds(clock.nanoTime() - begun);
            }
        }
        return Task.Done.said(said);
    }

    /** @param said what was done */
    private boolean startAgain(String said, RigNodes.Node node, RigNodes.Start start,
            Optional<InetSocketAddress> address) throws IOException, RigException {
        try {
            return again(node, start, address);
        } catch (IOException | RigException e) {
            if (node.isAlive()) {
                throw e;
            }
            throw new NotUndoneException(said, e);
        }
    }

    /** @return whether it takes connections, as far as that can be known */
    private boolean again(RigNodes.Node node, RigNodes.Start start, Optional<InetSocketAddress> address)
            throws IOException, RigException {
        long limit = clock.nanoTime() + END_LIMIT;
        while (node.isAlive()) {
            if (clock.nanoTime() > limit) {
                node.kill();
            }
            clock.sleepUntil(clock.nanoTime() + POLL);
        }
        ProcessHandle process = start.again();
        limit = clock.nanoTime() + START_LIMIT;
        while (process.isAlive() && address.isPresent() && !connects(address.get()) && clock.nanoTime() < limit) {
            clock.sleepUntil(clock.nanoTime() + POLL);
        }
        if (!process.isAlive()) {
            throw new RigException("the server ended as soon as it was started again; its log tells why");
        }
        return address.filter(NodeFaults::connects).isPresent();
    }

    /** Where a node listens: by the target's settings, or, of one that they do not name, by what Linux shows of it. */
    private Optional<InetSocketAddress> address(RigNodes.Node node, int number) {
        List<Address> all = ConnectionParams.nodes(target);
        return number <= all.size()
                ? Optional.of(new InetSocketAddress(all.get(number - 1).host(), all.get(number - 1).port()))
                : ServerProcess.ports(node.pid()).stream().findFirst()
                        .map(port -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private static boolean connects(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }
}
