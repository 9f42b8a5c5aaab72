package dev.tidemark.bench;

import java.nio.file.Path;

/**
 * Measures Tidemark beside floors and peers: {@code Main harness|pacing|ingest [ROUNDS [FOLDER [MEMTABLE]]]}, where
 * {@code ingest} writes below the folder; and what a long run costs afterwards: {@code Main night HOURS FOLDER}. See
 * the module's README for the class path. JMH's benchmarks are run by JMH's
 * main class.
 */
public final class Main {

    private static final String USAGE =
            "usage: harness|pacing|ingest [ROUNDS [FOLDER [MEMTABLE]]] | night HOURS FOLDER";

    private Main() {}

    public static void main(String[] args) throws Exception {
        String what = args.length == 0 ? "" : args[0];
        int rounds = args.length < 2 ? 5 : Integer.parseInt(args[1]);
        switch (what) {
            case "harness" -> HarnessCost.run(rounds);
            case "pacing" -> PacingBench.run(rounds);
            case "ingest" -> IngestBench.run(rounds, Path.of(args.length < 3 ? "." : args[2]),
                    args.length < 4 ? "1GB" : args[3]);
            case "night" -> Night.run(rounds, Path.of(args.length < 3 ? "." : args[2]));
            default -> {
                System.err.println(USAGE);
                System.exit(2);
            }
        }
    }
}
