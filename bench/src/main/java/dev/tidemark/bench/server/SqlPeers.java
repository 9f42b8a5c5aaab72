package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.core.measure.LogHistogram;

/** pgbench and sysbench as Debian has them. */
final class SqlPeers {

    static final int ACCOUNTS = 1_000_000;

    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+)");
    private static final Pattern TRANSACTIONS = Pattern.compile("transactions: +[0-9]+ +\\(([0-9.]+) per sec");
    private static final Pattern AVERAGE = Pattern.compile("avg: +([0-9.]+)");
    private static final Pattern PERCENTILE = Pattern.compile("99th percentile: +([0-9.]+)");

    private final ServerAddress place;
    private final Path folder;

    SqlPeers(ServerAddress place, Path folder) {
        this.place = place;
        this.folder = folder;
    }

    void prepare() throws Exception {
        run(pgbench("-i", "-q", "-s", "" + ACCOUNTS / 100_000, "postgres"));
        try {
            run(sysbench(1, "cleanup"));
        } catch (IOException e) {
            // there is nothing to clean up
        }
        run(sysbench(1, "prepare"));
    }

    /** Scripts per second, mean, p50 and p99 in µs, processor time of the program per script in µs. */
    double[] run(ScriptCell cell, int seconds) throws Exception {
        return cell.script() == PeerScript.READ_WRITE ? sysbench(cell, seconds) : pgbench(cell, seconds);
    }

    private Peer.ProgramOutput run(List<String> command) throws Exception {
        return Peer.run(Map.of("PGPASSWORD", place.password(), "PGOPTIONS", "-c search_path=public"), command);
    }

    private List<String> pgbench(String... more) throws IOException {
        List<String> all = new ArrayList<>(List.of("pgbench", "-h", place.host(), "-p", "" + place.port(), "-U",
                place.user()));
        all.addAll(List.of(more));
        return all;
    }

    /** With a log, which it alone has percentiles from. */
    private double[] pgbench(ScriptCell cell, int seconds) throws Exception {
        Path log = folder.resolve("log");
        List<String> command = pgbench("-n", "-M", "prepared", "-c", "" + cell.clients(), "-j",
                "" + Math.min(2, cell.clients()), "-T", "" + seconds, "-l", "--log-prefix", log.toString(), "-f",
                cell.script().file(folder).toString());
        if (cell.paced() > 0) {
            command.addAll(List.of("-R", "" + cell.paced()));
        }
        command.add("postgres");
        Peer.ProgramOutput output = run(command);
        LogHistogram times = logged();
        double rate = Peer.number(TPS, output.text());
        return new double[] {rate, times.mean() / 1e3, times.quantile(0.5) / 1e3, times.quantile(0.99) / 1e3,
            output.processor() / times.count() * 1e6};
    }

    /** The third column is µs since the script was due. */
    private LogHistogram logged() throws IOException {
        LogHistogram times = new LogHistogram();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "log.*")) {
            for (Path file : files) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.forEach(line -> times.record(Long.parseLong(line.split(" ")[2]) * 1000));
                }
                Files.delete(file);
            }
        }
        return times;
    }

    private List<String> sysbench(int clients, String... more) throws IOException {
        List<String> all = new ArrayList<>(List.of("sysbench", "oltp_read_write", "--db-driver=pgsql", "--pgsql-host="
                + place.host(), "--pgsql-port=" + place.port(), "--pgsql-user=" + place.user(), "--pgsql-password="
                + place.password(), "--pgsql-db=postgres", "--tables=1", "--table-size=100000", "--rand-type=uniform",
                "--percentile=99", "--threads=" + clients));
        all.addAll(List.of(more));
        return all;
    }

    private double[] sysbench(ScriptCell cell, int seconds) throws Exception {
        Peer.ProgramOutput output = run(sysbench(cell.clients(), "--time=" + seconds, "run"));
        double rate = Peer.number(TRANSACTIONS, output.text());
        return new double[] {rate, Peer.number(AVERAGE, output.text()) * 1e3, Double.NaN,
            Peer.number(PERCENTILE, output.text()) * 1e3, output.processor() / (rate * seconds) * 1e6};
    }
}
