package dev.tidemark.core.driver.remote;

import module java.base;

/**
 * Makes each connection to the next of a server's nodes, or to another where that one cannot be reached, so that all of
 * them serve the workers.
 */
public final class ConnectorInTurn<C> implements Connector<C> {

    private final List<Connector<C>> nodes;
    private final String place;
    private final AtomicInteger next = new AtomicInteger();
    private final Map<C, Connector<C>> makers = new ConcurrentHashMap<>();

    /** @param connector to one node */
    public ConnectorInTurn(List<ConnectionSettings> nodes, Function<ConnectionSettings, Connector<C>> connector) {
        this.nodes = nodes.stream().map(connector).toList();
        place = nodes.stream().map(ConnectionSettings::address).collect(Collectors.joining(", "));
    }

    @Override
    public C connect() throws Exception {
        int turn = next.getAndIncrement();
        for (int tried = 1;; tried++) {
            Connector<C> node = nodes.get(Math.floorMod(turn + tried - 1, nodes.size()));
            try {
                C made = node.connect();
                makers.put(made, node);
                return made;
            } catch (Exception e) {
                if (tried == nodes.size() || e instanceof InterruptedException) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close(C connection) throws Exception {
        Connector<C> maker = makers.remove(connection);
        if (maker != null) {
            maker.close(connection);
        }
    }

    @Override
    public void close() {
        nodes.forEach(Connector::close);
    }

    @Override
    public boolean isAlive(C connection) {
        return nodes.getFirst().isAlive(connection);
    }

    @Override
    public String place(ConnectionSettings settings) {
        return place;
    }

    @Override
    public String message(Exception e) {
        return nodes.getFirst().message(e);
    }

    @Override
    public String hint(Exception e) {
        return nodes.getFirst().hint(e);
    }

    @Override
    public Failure failure(Exception e) {
        return nodes.getFirst().failure(e);
    }
}
