package dev.tidemark.rig.postgres;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.FreePorts;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.run.Directories;
import dev.tidemark.rig.postgres.PostgresParams.Standby;

/**
 * Two servers of which the second follows the first. See "Log-Shipping Standby Servers" in PostgreSQL's manual. The
 * standby is a copy of the first's files as they lie on the disk while neither runs, made at each start; where it was
 * promoted the last time, it is what the first goes on from.
 */
final class PrimaryAndStandby {

    /** Ends both when it is told to, and when both have ended. */
    private static final String BOTH = "program=$1; shift; " + ServerCommand.endingAll("INT")
            + "for data in \"$@\"; do \"$program\" -D \"$data\" & all=\"$all $!\"; done; wait";
    private static final String FOLLOWS = "standby.signal";
    private static final String RUNS = "postmaster.pid";
    private static final String NAME = "standby";
    private static final String CONFIGURATION = "postgresql.conf";
    private static final Pattern CONNECTIONS = Pattern.compile("(?m)^max_connections\\s*=\\s*(\\d+)");

    private final Path home;
    private final String cluster;
    private final ServerPlace place;

    /** @param cluster what the folder of a server's data is called */
    PrimaryAndStandby(ServerPlace place, String cluster) {
        home = place.data().resolve("pair");
        this.cluster = cluster;
        this.place = place;
    }

    /** @param number 1 for the first, 2 for the standby */
    private Path data(int number) {
        return home.resolve("node-" + number).resolve(cluster);
    }

    /** Is there while the first is to be started before it is copied. */
    private Path unfinishedRecovery() {
        return data(1).resolveSibling(cluster + ".recovering");
    }

    private Path portFile() {
        return home.resolve("port");
    }

    /** Where the standby is. */
    ServerPlace standby() {
        try {
            return place.at(Integer.parseInt(Files.readString(portFile()).strip()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a cluster. */
    interface ClusterCreator {
        void make(Path cluster) throws IOException, RigException, InterruptedException;
    }

    void prepare(Values values, CommandRunner commands, ClusterCreator making)
            throws IOException, RigException, InterruptedException {
        Files.createDirectories(data(1).getParent());
        Files.createDirectories(data(2).getParent());
        choosePort();
        if (Files.exists(data(2)) && !Files.exists(data(2).resolve(FOLLOWS))) {
            Directories.delete(data(1));
            Files.move(data(2), data(1));
        }
        if (!Files.exists(data(1))) {
            making.make(data(1));
        }
        Files.writeString(data(1).resolve("pg_hba.conf"), PostgresqlConf.access(place));
        if (Files.exists(data(1).resolve(RUNS)) || Files.exists(unfinishedRecovery()) || hadMoreConnections(values)) {
            recover(values, commands);
        }
        configure(1, PostgresqlConf.settings(values, place, values.get(PostgresParams.STANDBY) == Standby.SYNCHRONOUS
                ? Map.of("synchronous_standby_names", PostgresqlConf.quoted(NAME)) : Map.of()));
        copy();
        configure(2, PostgresqlConf.settings(values, standby(), Map.of("primary_conninfo",
                PostgresqlConf.quoted(connection()))));
    }

    private void choosePort() throws IOException {
        boolean free = Files.exists(portFile()) && standby().port() != place.port()
                && FreePorts.isFree(standby().port());
        if (!free) {
            PrivateFile.write(portFile(), FreePorts.findOthers(place.port(), 1).getFirst() + "\n");
        }
    }

    private void configure(int number, String settings) throws IOException {
        Files.deleteIfExists(data(number).resolve(RUNS));
        PrivateFile.write(data(number).resolve(CONFIGURATION), settings);
    }

    /** A standby does not start with fewer connections than the files that it is copied from say that there may be. */
    private boolean hadMoreConnections(Values values) throws IOException {
        Matcher had = CONNECTIONS.matcher(Files.readString(data(1).resolve(CONFIGURATION)));
        long most = had.find() ? Long.parseLong(had.group(1)) : PostgresParams.MAX_CONNECTIONS.defaultValue();
        return most > values.get(PostgresParams.MAX_CONNECTIONS);
    }

    /**
     * A server that was killed recovers before its files are copied, and one that gets fewer connections takes note of
     * that; nobody waits for a standby meanwhile.
     */
    private void recover(Values values, CommandRunner commands)
            throws IOException, RigException, InterruptedException {
        Files.writeString(unfinishedRecovery(), "");
        configure(1, PostgresqlConf.settings(values, place));
        String program = place.program().resolve("bin/pg_ctl").toString();
        commands.run(List.of(program, "-D", data(1).toString(), "-l", home.resolve("recovery.log").toString(), "-w",
                "-t", "600", "start"));
        commands.run(List.of(program, "-D", data(1).toString(), "-w", "-t", "600", "-m", "fast", "stop"));
        Files.delete(unfinishedRecovery());
    }

    /** Copies aside, and deletes what was there aside as well, so that what lies there under its name is whole. */
    private void copy() throws IOException {
        Path unfinished = data(2).resolveSibling(cluster + ".new");
        Directories.delete(unfinished);
        if (Files.exists(data(2))) {
            Files.move(data(2), unfinished);
            Directories.delete(unfinished);
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(data(1))) {
            all = files.toList();
        }
        for (Path file : all) {
            Files.copy(file, unfinished.resolve(data(1).relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.createFile(unfinished.resolve(FOLLOWS));
        Files.move(unfinished, data(2));
    }

    private String connection() throws IOException {
        return "host=" + ServerPlace.HOST + " port=" + place.port() + " user=" + PostgresRig.USER + " password="
                + place.readPassword() + " application_name=" + NAME + place.tls().map(tls ->
                        " sslmode=verify-full sslrootcert='" + tls.authority().toString().replace("'", "\\'") + "'")
                        .orElse(" sslmode=disable");
    }

    /** It ends both when it ends; each of them ends by an interrupt, without waiting for its users. */
    ServerCommand command(String program) {
        return new ServerCommand(List.of("/bin/sh", "-c", BOTH, "postgres-pair", program, data(1).toString(),
                data(2).toString()), "TERM", "INT");
    }
}
