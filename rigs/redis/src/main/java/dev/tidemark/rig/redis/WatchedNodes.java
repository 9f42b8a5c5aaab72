package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.ConfigFile;
import dev.tidemark.core.rig.FreePorts;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.ServerPlace;

/**
 * A primary, its replica and Sentinels that put the one into the other's place, each in a folder of its own. The first
 * server listens where the rig does, the others on ports that are free, the same as the last time where they still are.
 * Who is the primary is as the Sentinels left it; of each other they know nothing at a start, and find out.
 */
final class WatchedNodes implements Servers {

    /** The primary and its replica. */
    static final int SERVERS = 2;
    /** By which Sentinels know the primary. */
    private static final String NAME = "tidemark";
    private static final String CONFIGURATION = "redis.conf";

    private final Path home;
    private final int sentinels;

    /** @param data of the rig's own */
    WatchedNodes(Path data, int sentinels) {
        home = data.resolve("watched-by-" + sentinels);
        this.sentinels = sentinels;
    }

    private Path server(int number) {
        return home.resolve("node-" + (number + 1));
    }

    private Path sentinel(int number) {
        return home.resolve("sentinel-" + (number + 1)).resolve(ClusterNodes.SENTINEL);
    }

    private Path portsFile() {
        return home.resolve("ports");
    }

    /** Those of both servers, and of each Sentinel. */
    private List<Integer> ports() throws IOException {
        return Stream.of(Files.readString(portsFile()).strip().split(" ")).map(Integer::valueOf).toList();
    }

    /** {@inheritDoc} The addresses are those of the Sentinels. */
    @Override
    public Map<String, String> target() {
        try {
            return Map.of("sentinel-primary", NAME, "address", ports().stream().skip(SERVERS)
                    .map(port -> ServerPlace.HOST + ":" + port).collect(Collectors.joining(",")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void prepare(Values values, ServerPlace place) throws IOException {
        int primary = primary();
        List<Integer> ports = choosePorts(place.port());
        String password = ConfigFile.quoted(place.readPassword());
        for (int i = 0; i < SERVERS; i++) {
            Files.createDirectories(server(i));
            RedisConf.write(server(i).resolve(CONFIGURATION), values, RedisConf.text(values, place, server(i),
                    ports.get(i)) + "masterauth " + password + "\n"
                    + (i == primary ? "" : "replicaof " + ServerPlace.HOST + " " + ports.get(primary) + "\n"));
        }
        for (int i = 0; i < sentinels; i++) {
            Path file = sentinel(i);
            Files.createDirectories(file.getParent());
            PrivateFile.write(file, "bind " + ServerPlace.HOST + "\nport " + ports.get(SERVERS + i) + "\ndir "
                    + ConfigFile.quoted(file.getParent().toString()) + "\nrequirepass " + password
                    + "\nsentinel sentinel-pass " + password + "\nsentinel monitor " + NAME + " " + ServerPlace.HOST
                    + " " + ports.get(primary) + " " + (sentinels / 2 + 1) + "\nsentinel auth-pass " + NAME + " "
                    + password + "\nsentinel down-after-milliseconds " + NAME + " "
                    + values.get(RedisParams.DOWN_AFTER).toMillis() + "\n");
        }
    }

    private List<Integer> choosePorts(int first) throws IOException {
        Files.createDirectories(home);
        List<Integer> last = Files.exists(portsFile()) ? ports() : List.of();
        List<Integer> free = FreePorts.findOthers(first, SERVERS + sentinels);
        List<Integer> ports = new ArrayList<>(List.of(first));
        for (int i = 1; i < SERVERS + sentinels; i++) {
            boolean asBefore = i < last.size() && last.get(i) != first && FreePorts.isFree(last.get(i));
            ports.add(asBefore ? last.get(i) : free.get(i));
        }
        PrivateFile.write(portsFile(), ports.stream().map(String::valueOf).collect(Collectors.joining(" ")) + "\n");
        return ports;
    }

    /** The number of the server that most Sentinels wrote down last. */
    private int primary() throws IOException {
        if (!Files.exists(portsFile())) {
            return 0;
        }
        String second = "sentinel monitor " + NAME + " " + ServerPlace.HOST + " " + ports().get(1) + " ";
        int votes = 0;
        for (int i = 0; i < sentinels; i++) {
            votes += Files.exists(sentinel(i)) && Files.readAllLines(sentinel(i)).stream()
                    .anyMatch(line -> line.startsWith(second)) ? 1 : 0;
        }
        return 2 * votes > sentinels ? 1 : 0;
    }

    /** {@inheritDoc} The replica has caught up, and each Sentinel knows enough of the others to put it in the primary's place. */
    @Override
    public void probe(ServerPlace place) throws IOException {
        int primaries = 0;
        for (int port : ports().subList(0, SERVERS)) {
            primaries += RedisProbe.askRole(place.at(port)) ? 1 : 0;
        }
        if (primaries != 1) {
            throw new IOException(primaries + " of both servers are primaries");
        }
        for (int port : ports().subList(SERVERS, SERVERS + sentinels)) {
            RedisProbe.askSentinel(place.at(port), NAME);
        }
    }

    @Override
    public List<String> command(Path program) {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", ClusterNodes.ALL, "redis-watched",
                program.toString()));
        for (int i = 0; i < SERVERS; i++) {
            words.add(server(i).resolve(CONFIGURATION).toString());
        }
        for (int i = 0; i < sentinels; i++) {
            words.add(sentinel(i).toString());
        }
        return words;
    }
}
