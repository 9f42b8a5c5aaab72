package dev.tidemark.rig.cassandra;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.FreePorts;
import dev.tidemark.core.rig.JavaServer;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerKeys;
import dev.tidemark.core.rig.ServerPlace;

/**
 * The processes of a cluster and their files. Each node has an address of its own and the same ports as the others,
 * which stay as they were the last time where they are still free.
 */
final class CassandraNodes {

    /** Ends all when it is told to, and when all have ended. */
    private static final String ALL = "java=$1; shift; " + ServerCommand.endingAll("TERM")
            + "for args in \"$@\"; do \"$java\" \"@$args\" & all=\"$all $!\"; done; wait";

    private final Path home;
    private final int count;

    /** @param data of one format of the rig's own */
    CassandraNodes(Path data, int count) {
        home = data.resolve("cluster-of-" + count);
        this.count = count;
    }

    /** @param storage where nodes speak to each other; @param management of JMX */
    record Ports(int storage, int management) {}

    int count() {
        return count;
    }

    private Path node(int number) {
        return home.resolve("node-" + (number + 1));
    }

    private Path arguments(int node) {
        return node(node).resolve("java.args");
    }

    private Path portsFile() {
        return home.resolve("ports");
    }

    /** As they were written when the nodes were last prepared. */
    Ports ports() {
        try {
            String[] words = Files.readString(portsFile()).strip().split(" ");
            return new Ports(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Ports choosePorts(int cql) throws IOException {
        if (Files.exists(portsFile())) {
            Ports last = ports();
            if (IntStream.of(last.storage(), last.management()).allMatch(p -> p != cql && FreePorts.isFree(p))) {
                return last;
            }
        }
        List<Integer> free = FreePorts.findOthers(cql, 2);
        PrivateFile.write(portsFile(), free.get(0) + " " + free.get(1) + "\n");
        return new Ports(free.get(0), free.get(1));
    }

    void prepare(Values values, ServerPlace place) throws IOException, RigException {
        Files.createDirectories(home);
        CassandraYaml configuration = new CassandraYaml(values, place, choosePorts(place.port()), count);
        Path keys = home.resolve("keys.p12");
        if (place.tls().isPresent()) {
            ServerKeys.write(keys, place.tls().get(), place.readPassword());
        }
        List<Path> classPath = new ArrayList<>(List.of(JavaServer.classes(CassandraRig.class)));
        classPath.addAll(place.libraries()); // behind ours, which holds what takes the place of one of its classes
        for (int i = 0; i < count; i++) {
            Path at = node(i);
            Files.createDirectories(at.resolve("triggers"));
            PrivateFile.write(at.resolve("cassandra.yaml"), configuration.text(i, at, keys));
            PrivateFile.write(at.resolve("logback.xml"), CassandraYaml.LOGGING);
            PrivateFile.write(at.resolve("jmx.password"), CassandraRig.USER + " " + place.readPassword() + "\n");
            PrivateFile.write(at.resolve("jmx.access"), CassandraRig.USER + " readwrite\n");
            new JavaServer(configuration.options(i, at), classPath, "org.apache.cassandra.service.CassandraDaemon",
                    List.of()).write(arguments(i));
        }
    }

    /** Of one node its own process; of several, of one that starts all and ends with the last. */
    List<String> command() {
        if (count == 1) {
            return JavaServer.words(arguments(0));
        }
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", ALL, "cassandra-cluster",
                JavaServer.words(arguments(0)).getFirst()));
        for (int i = 0; i < count; i++) {
            words.add(arguments(i).toString());
        }
        return words;
    }
}
