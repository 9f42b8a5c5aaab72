package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.bench.support.Measured;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.core.data.search.GeneratedDocuments;
import dev.tidemark.core.data.search.GeneratedQueries;
import dev.tidemark.core.data.search.QueryMix;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.verdict.GeneratorCheck;

/**
 * The workload {@code query}, whole, on OpenSearch, with an index of Tidemark's and with the same one as an index of
 * one's own that is sent the same requests from a file, beside threads that send the same by the same client, and
 * beside OpenSearch Benchmark where it is installed.
 */
public final class SearchBench {

    private static final String OURS = "tidemark";
    private static final String OWN = "own index";
    private static final String BARE = "bare loop";
    private static final String INDEX = "tidemark";
    private static final int DOCUMENTS = 20_000;
    private static final int WORDS = 200;
    private static final int VOCABULARY = 100_000;
    private static final int QUERIES = 5_000;
    private static final long SEED = 1;
    private static final List<SearchCell> CELLS = List.of(new SearchCell(1, 0), new SearchCell(4, 0),
            new SearchCell(4, 100));

    private final SearchPlace place;
    private final Path folder;
    private final int seconds;

    private SearchBench(SearchPlace place, Path folder, int seconds) {
        this.place = place;
        this.folder = folder;
        this.seconds = seconds;
    }

    /**
     * @param address      of a server without TLS whose index {@code tidemark} may be made anew, HOST:PORT
     * @param user         empty for none
     * @param passwordFile one line, readable by nobody else
     * @param loads        of those that are offered, so many from the first
     */
    public static void run(int rounds, String address, String user, String passwordFile, int seconds, int loads)
            throws Exception {
        SearchPlace place = new SearchPlace(ServerAddress.of(address, user, passwordFile), INDEX);
        Path folder = Files.createTempDirectory("tidemark-bench");
        try (InProcessRunner runner = new InProcessRunner(Clock.system());
                InProcessRunner asking = new InProcessRunner(Clock.system())) { // each keeps its target open
            new SearchBench(place, folder, seconds).run(rounds, CELLS.subList(0, loads), runner, asking);
        } finally {
            Directories.delete(folder);
        }
    }

    private void run(int rounds, List<SearchCell> cells, InProcessRunner runner, InProcessRunner asking)
            throws Exception {
        List<String> queries = queries();
        Path file = Files.write(folder.resolve("queries.txt"), queries);
        Path requests = Files.write(folder.resolve("requests.ndjson"), queries.stream().map(SearchPlace::line)
                .toList());
        BareSearchLoop bare = new BareSearchLoop(place, queries);
        OpenSearchBenchmark peer = new OpenSearchBenchmark(place, folder, file);
        boolean isThere = Peer.isThere(OpenSearchBenchmark.PROGRAM);
        harness(CELLS.getFirst(), file, runner); // makes the index
        System.out.printf("%,d documents of %d words, %,d queries, %d s a turn: median (smallest–largest) of %d "
                + "rounds%n", DOCUMENTS, WORDS, QUERIES, seconds, rounds);
        for (SearchCell cell : cells) {
            Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
            contenders.put(BARE, () -> bare.run(cell, seconds));
            contenders.put(OURS, () -> harness(cell, file, runner));
            contenders.put(OWN, () -> own(cell, requests, asking));
            if (isThere) {
                contenders.put(OpenSearchBenchmark.PROGRAM, () -> peer.run(cell, seconds));
            }
            print(cell, contenders, Rounds.alternate(1, rounds, contenders));
        }
    }

    /** Terms, phrases and mixes with must and must not, each another, in the order in which they were made. */
    private static List<String> queries() {
        QueryMix mix = new QueryMix(Map.of(QueryMix.Shape.TERM, 4, QueryMix.Shape.PHRASE, 1, QueryMix.Shape.BOOLEAN,
                3));
        GeneratedQueries made = new GeneratedQueries(new GeneratedQueries.Spec(SEED, mix, QUERIES, 0, 0, 0, false,
                VOCABULARY), new GeneratedDocuments(SEED, DOCUMENTS, WORDS, VOCABULARY, null), null);
        return IntStream.range(0, QUERIES).mapToObj(i -> made.query(i).toString()).toList();
    }

    private static void print(SearchCell cell, Map<String, Rounds.Turn> contenders, Rounds result) {
        for (String name : contenders.keySet()) {
            System.out.printf("%s  %-20s %s/s, µs: mean %s p50 %s p99 %s, processor %s%n", cell, name,
                    result.of(name, 0).text(0), result.of(name, 1).text(0), result.of(name, 2).text(0),
                    result.of(name, 3).text(0), result.of(name, 4).text(0));
        }
        for (String ours : List.of(OURS, OWN)) {
            contenders.keySet().stream().filter(name -> !name.equals(ours) && !name.equals(OWN)).forEach(name ->
                    System.out.printf("%s  %s ÷ %s: rate %s p50 %s p99 %s processor %s%n", cell, ours, name,
                            result.ratio(ours, name).text(2), result.ratio(ours, name, 2).text(2),
                            result.ratio(ours, name, 3).text(2), result.ratio(ours, name, 4).text(2)));
        }
    }

    /** Queries as texts, on an index that is made where it is not there. */
    private double[] harness(SearchCell cell, Path file, InProcessRunner runner) {
        return run(cell, Map.of("namespace", INDEX, "documents", DOCUMENTS, "document-words", WORDS, "vocabulary",
                VOCABULARY, "query-log", file), runner);
    }

    /** The same as requests, on the same index as if others had made it. */
    private double[] own(SearchCell cell, Path requests, InProcessRunner runner) {
        return run(cell, Map.of("index", INDEX, "query-log", requests), runner);
    }

    private double[] run(SearchCell cell, Map<String, Object> asked, InProcessRunner runner) {
        Map<String, Object> values = new LinkedHashMap<>(asked);
        values.put("address", place.server().host() + ":" + place.server().port());
        if (!place.server().user().isEmpty()) {
            values.put("user", place.server().user());
            values.put("password", "file:" + place.server().passwordFile());
        }
        values.put("queries", "unlimited");
        values.put("duration", seconds + "s");
        values.put("warm-up-queries", "none");
        values.put("checked-queries", "none");
        values.put("slowest-queries", "none");
        values.put("workers", cell.clients());
        if (cell.rate() > 0) {
            values.put("rate", cell.rate() + "/s");
        }
        Measured measured = new Measured();
        runner.run(new RunRequest(1, "query", "opensearch", Setting.given(values), SEED,
                RunnerPath.absolute(folder.toString()), true, List.of(), "bench", 0), event -> {
                    if (!isLate(event)) {
                        measured.accept(event);
                    }
                });
        return measured.figures(measured.times(LatencyKind.SERVICE));
    }

    /** The server takes processors that the generator would need; the bare loop does not even know that it is late. */
    private static boolean isLate(RunEvent event) {
        return event instanceof RunEvent.Ended ended && ended.state() == IterationState.INVALID
                && ended.verdict().startsWith(GeneratorCheck.LIMITED);
    }
}
