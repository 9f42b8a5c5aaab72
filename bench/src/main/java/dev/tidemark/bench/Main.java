package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.server.ScriptBench;
import dev.tidemark.bench.server.SearchBench;
import dev.tidemark.bench.server.ServerBench;
import dev.tidemark.bench.server.StyleBench;
import dev.tidemark.bench.tasks.FourTasks;
import dev.tidemark.bench.tasks.TerminalCast;

/**
 * Measures Tidemark beside floors and peers. {@code ingest}, {@code random-io} and {@code volume} write below the
 * folder; {@code night} tells what a long run costs afterwards,
 * {@code long-run} whether memory stays flat in one; {@code web-pages} and {@code live-view} are about the web
 * application, {@code tasks} about the people at it. See the module's README for the class path. JMH's
 * benchmarks are run by JMH's main class.
 */
public final class Main {

    private static final String USAGE = """
            usage: harness     [ROUNDS]
                   pacing      [ROUNDS]
                   in-flight   [ROUNDS]
                   slow-answers [ROUNDS]
                   ingest      [ROUNDS [FOLDER [MEMTABLE]]]
                   random-io   [ROUNDS [FOLDER [GIGABYTES [SECONDS]]]]
                   servers     ROUNDS DRIVER HOST:PORT USER PASSWORDFILE [SECONDS]
                   scripts     ROUNDS HOST:PORT USER PASSWORDFILE [SECONDS]
                   searches    ROUNDS HOST:PORT USER PASSWORDFILE [SECONDS [LOADS]]
                   volume      [ROUNDS [FOLDER [KEYS [OPERATIONS [FIELDS]]]]]
                   volume-path [ROUNDS [OPERATIONS]]
                   sampler     [SECONDS [FOLDER]]
                   styles      ROUNDS DRIVER DOCUMENTS [NAME=VALUE]...
                   style-peers ROUNDS HOST:PORT USER PASSWORDFILE DOCUMENTS
                   night       HOURS FOLDER
                   long-run    MINUTES FOLDER [TARGET]
                   web-pages   REQUESTS FOLDER [PART]
                   live-view   ROUNDS FOLDER
                   agents      ROUNDS FOLDER [throughput|processor|memory]
                   tasks       LAUNCHER FOLDER
                   cast        LAUNCHER COMMAND FOLDER SVG""";

    private Main() {}

    public static void main(String[] args) throws Exception {
        if (isOfTasks(args)) {
            return;
        }
        int rounds = Integer.parseInt(argument(args, 1, "5"));
        Path folder = Path.of(argument(args, 2, "."));
        switch (argument(args, 0, "")) {
            case "harness" -> HarnessCost.run(rounds);
            case "pacing" -> PacingBench.run(rounds);
            case "in-flight" -> InFlightBench.run(rounds);
            case "ingest" -> IngestBench.run(rounds, folder, argument(args, 3, "1GB"));
            case "random-io" -> RandomIoBench.run(rounds, folder,
                    Long.parseLong(argument(args, 3, "4")) * 1_000_000_000, Integer.parseInt(argument(args, 4, "5")));
            case "servers" -> ServerBench.run(rounds, args[2], args[3], args[4], args[5],
                    Integer.parseInt(argument(args, 6, "5")));
            case "scripts" -> ScriptBench.run(rounds, args[2], args[3], args[4],
                    Integer.parseInt(argument(args, 5, "8")));
            case "searches" -> SearchBench.run(rounds, args[2], args[3], args[4],
                    Integer.parseInt(argument(args, 5, "10")), Integer.parseInt(argument(args, 6, "3")));
            case "styles" -> StyleBench.run(rounds, args[2], Integer.parseInt(argument(args, 3, "2000")),
                    List.of(args).subList(Math.min(4, args.length), args.length));
            case "style-peers" -> StyleBench.peers(rounds, args[2], args[3], args[4],
                    Integer.parseInt(argument(args, 5, "2000")));
            case "slow-answers" -> InFlightBench.slowAnswers(rounds);
            case "volume" -> VolumeBench.run(rounds, folder, Integer.parseInt(argument(args, 3, "1000000")),
                    Integer.parseInt(argument(args, 4, "500000")), Integer.parseInt(argument(args, 5, "10")));
            case "volume-path" -> VolumePath.run(rounds, Long.parseLong(argument(args, 2, "12000000")));
            case "sampler" -> SamplerBench.run(Integer.parseInt(argument(args, 1, "30")), folder);
            case "web-pages" -> WebPages.run(rounds, folder, argument(args, 3, ""));
            case "live-view" -> LiveViewBench.run(rounds, folder);
            case "agents" -> AgentsBench.run(rounds, folder, argument(args, 3, ""));
            case "long-run" -> LongRun.run(rounds, folder, argument(args, 3, "null"));
            case "night" -> LongRunFixture.run(rounds, folder);
            default -> {
                System.err.println(USAGE);
                System.exit(2);
            }
        }
    }

    private static boolean isOfTasks(String[] args) throws Exception {
        switch (args.length == 0 ? "" : args[0] + " " + (args.length - 1)) {
            case "tasks 2" -> FourTasks.run(absolute(args[1]), absolute(args[2]));
            case "cast 4" -> TerminalCast.record(absolute(args[1]), args[2], absolute(args[3]), absolute(args[4]));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static Path absolute(String path) {
        return Path.of(path).toAbsolutePath();
    }

    private static String argument(String[] args, int i, String otherwise) {
        return i < args.length ? args[i] : otherwise;
    }
}
