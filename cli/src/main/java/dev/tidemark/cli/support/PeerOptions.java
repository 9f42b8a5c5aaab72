package dev.tidemark.cli.support;

import module java.base;

/**
 * Options of pgbench, sysbench and redis-benchmark that {@code script} does not take, and what does the same there; those
 * that mean the same are taken.
 */
final class PeerOptions {

    private static final String ADDRESS = "write --address HOST:PORT";
    private static final String USER = "write --user NAME --password file:PATH";
    private static final String DATABASE = "write --database NAME";
    private static final String OPERATIONS = "write --operations N --duration none, of all clients together";
    private static final String PROGRESS = "leave it out: progress is shown, and reports have the course of time";
    private static final String STATEMENTS = "leave it out: reports have the times of each statement";
    private static final String FAILURES = "leave it out: failures are told with the statement and its reason";
    private static final String TABLES = "leave it out: built-in scripts make their tables before each run";

    private static final Map<String, String> ANSWERS = answers();

    private PeerOptions() {}

    private static Map<String, String> answers() {
        Map<String, String> answers = new HashMap<>();
        put(answers, "leave it out: each worker is a thread", "-j", "--jobs");
        put(answers, OPERATIONS, "--transactions");
        put(answers, "of pgbench: " + OPERATIONS + "; of redis-benchmark: write the commands into a file, for --script",
                "-t");
        put(answers, "of redis-benchmark: " + OPERATIONS + "; of pgbench: leave it out", "-n");
        put(answers, TABLES, "-i", "--initialize", "--no-vacuum", "-v", "--vacuum-all");
        put(answers, "of pgbench: " + STATEMENTS + "; of redis-benchmark: write \\set key random(1, N) into the file", "-r");
        put(answers, STATEMENTS, "--report-per-command", "--report-latencies");
        put(answers, "of pgbench: " + PROGRESS + "; of redis-benchmark: commands of Redis cannot be pipelined here", "-P");
        put(answers, PROGRESS, "--progress", "--report-interval");
        put(answers, "write --expect \"response.p99=< N ms\"; nothing is skipped", "-L", "--latency-limit");
        put(answers, "leave it out: show LABEL --slowest has the slowest and the failed operations", "-l", "--log",
                "--sampling-rate");
        put(answers, "write --interval TIME", "--aggregate-interval");
        put(answers, "write --seed N", "--random-seed", "--rand-seed");
        put(answers, FAILURES, "--failures-detailed", "--verbose-errors", "--mysql-ignore-errors");
        put(answers, "leave it out: failures above failure-limit make a run invalid", "--exit-on-abort");
        put(answers, "write --script select-only", "--select-only");
        put(answers, "write --script simple-update", "--skip-some-updates");
        put(answers, "write --script NAME", "--builtin");
        put(answers, "write --reconnect each", "--connect");
        put(answers, ADDRESS, "-p", "--pgsql-host", "--pgsql-port", "--mysql-host", "--mysql-port");
        put(answers, USER, "-U", "--username", "-a", "--pgsql-user", "--pgsql-password", "--mysql-user",
                "--mysql-password");
        put(answers, DATABASE, "--dbname", "--pgsql-db", "--mysql-db", "--dbnum");
        put(answers, "of pgbench: " + DATABASE + "; of redis-benchmark: write random_text(N, N) into the file", "-d");
        put(answers, "write --target mariadb or --target postgres", "--db-driver");
        put(answers, "write --protocol simple for disable", "--db-ps-mode");
        put(answers, "write --warm-up TIME", "--warmup-time");
        put(answers, "leave it out: keys are uniform; a file of your own may have random_zipfian", "--rand-type");
        put(answers, "leave it out: reports have p50, p95, p99 and more", "--percentile", "--histogram");
        put(answers, "write --quiet", "-q");
        return Map.copyOf(answers);
    }

    private static void put(Map<String, String> answers, String answer, String... options) {
        for (String option : options) {
            answers.put(option, answer);
        }
    }

    /**
     * How all of some options are said here that a command does not know, in one line.
     *
     * @param words that were not understood, values among them
     * @return empty where none of them is one of these
     */
    static Optional<String> explain(List<String> words) {
        String explanations = words.stream().map(PeerOptions::name).filter(ANSWERS::containsKey).distinct()
                .map(name -> "'" + name + "': " + ANSWERS.get(name)).collect(Collectors.joining(" · "));
        return explanations.isEmpty() ? Optional.empty() : Optional.of("unknown option " + explanations);
    }

    /** Without its value, which may follow a letter at once, as in {@code -j4}. */
    private static String name(String word) {
        return word.startsWith("--") ? word.replaceFirst("=.*", "") : word.matches("-[A-Za-z].*") ? word.substring(0, 2)
                : word;
    }
}
