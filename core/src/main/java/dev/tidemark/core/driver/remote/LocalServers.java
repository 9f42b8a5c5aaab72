package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionSettings.Address;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.os.Network;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;

/** The servers of a target that are on this machine. */
public final class LocalServers {

    private LocalServers() {}

    /** Whether all of them are, by the settings: any other address may be another machine. */
    public static boolean areAll(Values values) {
        List<Address> all = ConnectionParams.nodes(values);
        return ConnectionParams.socket(values).isPresent()
                || !all.isEmpty() && all.stream().allMatch(address -> isHere(address.host()));
    }

    /** Whether there are servers, of which some may be on another machine. */
    public static boolean mayBeElsewhere(Values values) {
        return !ConnectionParams.nodes(values).isEmpty() && !areAll(values);
    }

    /**
     * Those that listen at the addresses of its settings, and where its nodes are, which are called so where they have
     * found each other; none over a Unix socket, which does not tell whose it is.
     */
    public static List<ServerProcess> of(OpenTarget target, Values values) {
        Set<InetSocketAddress> local = ConnectionParams.nodes(values).stream().flatMap(LocalServers::local)
                .collect(Collectors.toSet());
        if (ConnectionParams.socket(values).isPresent() || local.isEmpty()) {
            return List.of();
        }
        target.read().stream().filter(MetricSnapshot::ofTarget).flatMap(node -> Address.find(node.node()).stream())
                .flatMap(LocalServers::local).forEach(local::add);
        return ServerProcess.listeningAt(local);
    }

    /** Whether a host is this machine, by its name: the loopback. */
    public static boolean isHere(String host) {
        return loopback(host).findAny().isPresent();
    }

    private static Stream<InetSocketAddress> local(Address address) {
        return loopback(address.host()).map(host -> new InetSocketAddress(host, address.port()));
    }

    private static Stream<InetAddress> loopback(String host) {
        return host.equals("localhost") ? Stream.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1"))
                : Network.literal(host).stream().filter(InetAddress::isLoopbackAddress);
    }
}
