package dev.tidemark.core.run.background;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings.Address;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.GroupSettings;
import dev.tidemark.core.workload.WorkerGroups;

/**
 * What is done to a target from outside: to servers and the disk of its rig, and to its connections. These go through proxies of our
 * own, one before each address, where the timetable has a fault of connections; else nothing stands between.
 */
public final class TargetFaults implements AutoCloseable {

    private static final String THIS_MACHINE = "127.0.0.1";
    private static final String LOCALHOST = "localhost";

    private final boolean proxied;
    private final Clock clock;
    private final NodeFaults nodes;
    private final List<ConnectionProxy> proxies = new CopyOnWriteArrayList<>();

    /** @param point every setting of it */
    public TargetFaults(Values point, Clock clock) {
        this.clock = clock;
        nodes = new NodeFaults(point, clock);
        proxied = fault(point).isPresent();
    }

    private static Optional<ScheduledTask> fault(Values point) {
        return point.find(LoadParams.BACKGROUND).flatMap(BackgroundSchedule::firstOnConnections);
    }

    /** Why the faults of a point's connections cannot be done to what its driver reaches; empty where they can. */
    public static Optional<String> refusal(Driver driver, Values point) {
        return fault(point).flatMap(task -> reached(point)
                .flatMap(place -> refused(driver, place.values()).map(why -> place.lead() + why).stream()).findFirst()
                .map(why -> LoadParams.BACKGROUND.name() + ": " + task.name() + ": " + why));
    }

    /** What is connected to: where the point says, and where each group does that may work elsewhere. */
    private static Stream<GroupSettings> reached(Values point) {
        return Stream.concat(Stream.of(new GroupSettings("", point)), WorkerGroups.of(List.of(), point).stream());
    }

    private static Optional<String> refused(Driver driver, Values point) {
        if (point.params().lookUp(ConnectionParams.ADDRESS).isEmpty()) {
            return Optional.of("driver " + driver.name() + " makes no connections to an address that could be cut");
        } else if (ConnectionParams.socket(point).isPresent()) {
            return Optional.of("connections over a Unix socket are not cut; reach the server by its address");
        } else if (!driver.isReachedByAddressOnly(point)) {
            return Optional.of("the client of driver " + driver.name() + " goes elsewhere than to address, too, and so "
                    + "past what cuts its connections; a program of your own can: fault run='...'");
        }
        boolean elsewhere = ConnectionParams.nodes(point).stream().anyMatch(server -> !isHere(server.host()));
        return elsewhere && point.params().contains(ConnectionParams.TLS) && point.get(ConnectionParams.TLS)
                ? Optional.of("the certificate of a server of another machine is not that of the proxy before it; "
                        + "connect without tls") : Optional.empty();
    }

    private static boolean isHere(String host) {
        return host.equals(THIS_MACHINE) || host.equals(LOCALHOST);
    }

    /** Whether proxies stand before the target; they end with this. */
    public boolean areBetween() {
        return proxied;
    }

    /**
     * The settings by which a target is reached through proxies, where the timetable needs them; else as given.
     *
     * @param target of a driver's params
     */
    public Values through(Values target) throws IOException {
        if (!proxied) {
            return target;
        }
        Duration patience = target.get(ConnectionParams.CONNECT_TIMEOUT);
        List<String> places = new ArrayList<>();
        for (Address server : ConnectionParams.nodes(target)) {
            ConnectionProxy proxy = new ConnectionProxy(server.host(), server.port(), clock,
                    (int) Math.clamp(patience.toMillis(), 1, Integer.MAX_VALUE));
            proxies.add(proxy);
            places.add((server.host().equals(LOCALHOST) ? LOCALHOST : THIS_MACHINE) + ":" + proxy.port());
        }
        return target.with(ConnectionParams.ADDRESS, String.join(",", places), SettingOrigin.SET);
    }

    Task task(ScheduledTask entry) {
        return entry.task().onRig() ? nodes.task(entry) : (throttle, _) -> disturb(entry, throttle);
    }

    private Task.Done disturb(ScheduledTask entry, Throttle throttle) throws IOException {
        if (proxies.stream().mapToLong(ConnectionProxy::carried).sum() == 0) {
            throw new IOException("there was no connection so far");
        }
        try {
            String said = begin(entry);
            if (entry.lasting().isPresent()) { // from when it was done, which takes a moment on a busy machine
                throttle.sleepUntil(clock.nanoTime() + entry.lasting().get().toNanos());
            }
            return Task.Done.said(said);
        } finally {
            proxies.forEach(proxy -> end(entry, proxy));
        }
    }

    private String begin(ScheduledTask entry) {
        switch (entry.task()) {
            case DELAY -> proxies.forEach(proxy -> proxy.delay(entry.by().orElseThrow().toNanos()));
            case THROTTLE -> proxies.forEach(proxy -> proxy.throttle(entry.to().orElseThrow()));
            default -> {
                proxies.forEach(proxy -> proxy.refuse(entry.lasting().isPresent()));
                return proxies.stream().mapToInt(ConnectionProxy::cut).sum() + " connections were cut";
            }
        }
        return "";
    }

    private static void end(ScheduledTask entry, ConnectionProxy proxy) {
        switch (entry.task()) {
            case DELAY -> proxy.delay(0);
            case THROTTLE -> proxy.throttle(0);
            default -> proxy.refuse(false);
        }
    }

    @Override
    public void close() {
        proxies.forEach(ConnectionProxy::close);
    }
}
