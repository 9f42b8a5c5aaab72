package dev.tidemark.bench.server;

import module java.base;

/**
 * OpenSearch Benchmark (PyPI), asking the same queries. It is many processes, most of which outlive the one that is
 * started by a little: they are adopted and waited for, so that their processor time is known. What it takes to start
 * and to report is left out: that of a run of one second is taken off.
 */
final class OpenSearchBenchmark {

    static final String PROGRAM = "opensearch-benchmark";
    private static final int WARM_UP_SECONDS = 3;
    private static final int SHORT = 1;

    /** Adopts what its children leave behind, and ends when all have ended. */
    private static final String ADOPT = """
            import ctypes, os, subprocess, sys
            ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
            program = subprocess.Popen(sys.argv[1:])
            status = 1
            while True:
                try:
                    child, ended = os.wait()
                except ChildProcessError:
                    break
                if child == program.pid:
                    status = os.waitstatus_to_exitcode(ended)
            sys.exit(status)
            """;

    private static final String SOURCE = """
            import itertools, json

            class Lines:
                def __init__(self, workload, params, **more):
                    with open(params["file"]) as lines:
                        self.queries = [line.rstrip("\\n") for line in lines]
                    self.params_ = params

                def partition(self, index, count):
                    part = Lines.__new__(Lines)
                    part.params_ = self.params_
                    part.next_ = itertools.cycle(self.queries[index::count])
                    return part

                def params(self):
                    return {"index": self.params_["index"], "cache": False,
                            "request-params": {"filter_path": self.params_["wanted"]},
                            "body": {"query": {"query_string": {"query": next(self.next_), "default_field": "text"}},
                                     "size": 10, "_source": False, "track_total_hits": True}}

            def register(registry):
                registry.register_param_source("lines", Lines)
            """;

    private final SearchPlace place;
    private final Path folder;
    private final Path queries;

    OpenSearchBenchmark(SearchPlace place, Path folder, Path queries) throws IOException {
        this.place = place;
        this.folder = Files.createDirectories(folder.resolve("osb"));
        this.queries = queries;
        Files.writeString(this.folder.resolve("workload.py"), SOURCE);
    }

    /** As {@link BareSearchLoop#run}; it does not report the mean. */
    double[] run(SearchCell cell, int seconds) throws Exception {
        Figures little = measure(cell, SHORT);
        Figures much = measure(cell, SHORT + seconds);
        double queries = much.rate() * seconds;
        return new double[] {much.rate(), Double.NaN, much.p50() * 1e3, much.p99() * 1e3,
            (much.processor() - little.processor()) / queries * 1e6};
    }

    /** @param p50 of the service time, in ms */
    private record Figures(double rate, double p50, double p99, double processor) {}

    private Figures measure(SearchCell cell, int seconds) throws Exception {
        Files.writeString(folder.resolve("workload.json"), workload(cell, seconds));
        Path results = folder.resolve("results.csv");
        Files.deleteIfExists(results); // it would be added to
        List<String> command = new ArrayList<>(List.of("python3", "-c", ADOPT, PROGRAM, "run",
                "--pipeline=benchmark-only", "--workload-path=" + folder, "--results-format=csv",
                "--results-file=" + results, "--target-hosts=" + place.server().host() + ":" + place.server().port()));
        if (!place.server().user().isEmpty()) {
            command.add("--client-options=basic_auth_user:'" + place.server().user() + "',basic_auth_password:'"
                    + place.server().password() + "'");
        }
        Peer.ProgramOutput output = Peer.run(Map.of(), command);
        List<String> lines = Files.readAllLines(results);
        return new Figures(number(lines, "Mean Throughput"), number(lines, "50th percentile service time"),
                number(lines, "99th percentile service time"), output.processor());
    }

    private String workload(SearchCell cell, int seconds) {
        return """
                {"version": 2, "description": "lines of a file", "schedule": [{
                  "operation": {"name": "lines", "operation-type": "search", "param-source": "lines",
                    "index": "%s", "file": "%s", "wanted": "%s"},
                  "clients": %d, "warmup-time-period": %d, "time-period": %d%s}]}
                """.formatted(place.index(), queries, SearchPlace.WANTED, cell.clients(), WARM_UP_SECONDS, seconds,
                cell.rate() > 0 ? ", \"target-throughput\": " + cell.rate() : "");
    }

    private static double number(List<String> lines, String metric) {
        return lines.stream().filter(line -> line.startsWith(metric + ",")).findFirst().map(line ->
                Double.parseDouble(line.split(",")[2])).orElseThrow(() ->
                new IllegalStateException(metric + " in " + lines));
    }
}
