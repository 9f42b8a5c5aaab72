package dev.tidemark.app.run;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.store.results.StoredDataset;
import dev.tidemark.store.results.StoredDefault;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What may be asked for through a server, beyond what its users' roles say: which devices may be written over, and
 * which addresses this machine is made to ask. Only whoever starts the server can allow more. The command line is its
 * user's own, and held to nothing of this.
 */
public final class ServerPolicy {

    /** Everything is allowed, and nothing is to be confirmed. */
    public static final ServerPolicy COMMAND_LINE = new ServerPolicy(false, List.of(), List.of());

    /** A server of which nothing more was said. */
    public static final ServerPolicy STRICT = new ServerPolicy(true, List.of(), List.of());

    private final boolean limited;
    private final List<Path> devices;
    private final List<URI> metrics;

    private ServerPolicy(boolean limited, List<Path> devices, List<URI> metrics) {
        this.limited = limited;
        this.devices = List.copyOf(devices);
        this.metrics = List.copyOf(metrics);
    }

    /**
     * @param devices that may be written over
     * @param metrics addresses that {@code host-metrics} may name, as {@code http://db1:9100}; with a path, only that
     * @throws InvalidInputException when one of these is no such address
     */
    public static ServerPolicy of(List<Path> devices, List<String> metrics) {
        return new ServerPolicy(true, devices, metrics.stream().map(ServerPolicy::address).toList());
    }

    private static URI address(String text) {
        try {
            URI uri = URI.create(text);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw new InvalidInputException("'" + text + "' is no address of metrics; write it as http://db1:9100");
    }

    // ---- What is allowed ----

    /** @throws InvalidInputException when the plan does what is not allowed */
    public void check(Submission submission, Datasets datasets) {
        for (Point point : submission.plan().everyPoint()) {
            checkMetrics(point.values().find(RunParams.HOST_METRICS));
        }
        destroyed(submission, datasets).forEach(this::checkDevice);
    }

    /** @throws InvalidInputException when a target with these settings does what is not allowed */
    public void check(Driver driver, Values values) {
        driver.destroys(values).ifPresent(this::checkDevice);
    }

    /** @throws InvalidInputException when experiments must not start from it */
    public void check(StoredDefault value) {
        if (!value.tag() && value.name().equals(RunParams.HOST_METRICS.name())) {
            checkMetrics(Optional.ofNullable(RunParams.HOST_METRICS.parse(value.text())));
        }
    }

    private void checkMetrics(Optional<String> url) {
        url.filter(u -> limited && metrics.stream().noneMatch(allowed -> covers(allowed, address(u)))).ifPresent(u -> {
            throw new InvalidInputException(RunParams.HOST_METRICS.name() + ": this server may not ask " + u
                    + "; whoever starts it allows that, with --allow-metrics " + u);
        });
    }

    private static boolean covers(URI allowed, URI asked) {
        boolean anyPath = path(allowed).isEmpty() && allowed.getRawQuery() == null;
        return allowed.getScheme().equals(asked.getScheme()) && allowed.getHost().equalsIgnoreCase(asked.getHost())
                && port(allowed) == port(asked) && (anyPath || path(allowed).equals(path(asked)));
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : uri.getScheme().equals("https") ? 443 : 80;
    }

    private static String path(URI uri) {
        return uri.getRawPath() == null || uri.getRawPath().equals("/") ? "" : uri.getRawPath();
    }

    private void checkDevice(Path device) {
        if (limited && devices.stream().noneMatch(d -> real(d).equals(real(device)))) {
            throw new InvalidInputException("this server may not write over " + device
                    + "; whoever starts it allows that, with --allow-device " + device);
        }
    }

    /** Links lead to one device under many names. */
    private static Path real(Path device) {
        try {
            return device.toRealPath();
        } catch (IOException e) {
            return device.toAbsolutePath().normalize();
        }
    }

    // ---- What is to be confirmed ----

    /**
     * @param typed the names of devices as they were given once more
     * @throws UnconfirmedDeviceException when one is missing
     */
    public void confirm(Submission submission, Datasets datasets, Collection<String> typed) {
        confirm(destroyed(submission, datasets), typed);
    }

    /** The same for one target. */
    void confirm(Driver driver, Values values, Collection<String> typed) {
        confirm(driver.destroys(values).map(Set::of).orElse(Set.of()), typed);
    }

    private void confirm(Set<Path> destroyed, Collection<String> typed) {
        List<Path> missing = destroyed.stream().filter(d -> !typed.contains(d.toString())).toList();
        if (limited && !missing.isEmpty()) {
            throw new UnconfirmedDeviceException(missing);
        }
    }

    private static Set<Path> destroyed(Submission submission, Datasets datasets) {
        Set<Path> destroyed = new LinkedHashSet<>();
        for (Point point : submission.plan().everyPoint()) {
            Drivers.named(point.driver()).destroys(point.values()).ifPresent(destroyed::add);
            for (String name : submission.workload().datasets(point.values())) {
                StoredDataset dataset = datasets.named(name).where();
                Driver driver = Drivers.named(dataset.driver());
                Values values = driver.params().defaults();
                for (Map.Entry<String, String> setting : dataset.settings().entrySet()) {
                    values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
                }
                driver.destroys(values).ifPresent(destroyed::add);
            }
        }
        return destroyed;
    }
}
