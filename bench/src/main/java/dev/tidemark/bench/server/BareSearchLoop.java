package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.core.measure.LogHistogram;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Threads that do nothing but send queries by the JDK's client, read the hits of the answers and time each. Bodies are
 * made beforehand.
 */
final class BareSearchLoop {

    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int OK = 200;

    private final SearchPlace place;
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final byte[][] bodies;

    BareSearchLoop(SearchPlace place, List<String> queries) {
        this.place = place;
        bodies = queries.stream().map(query -> mapper.writeValueAsBytes(SearchPlace.body(query)))
                .toArray(byte[][]::new);
    }

    /**
     * Queries per second, mean, p50 and p99 of a query in µs (from its start), processor time of this process per query
     * in µs.
     */
    double[] run(SearchCell cell, int seconds) throws Exception {
        try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                ExecutorService threads = Executors.newFixedThreadPool(cell.clients())) {
            for (int i = 0; i < cell.clients(); i++) {
                ask(client, i);
            }
            long processor = SYSTEM.getProcessCpuTime();
            long start = System.nanoTime();
            List<Future<LogHistogram>> all = new ArrayList<>();
            for (int i = 0; i < cell.clients(); i++) {
                all.add(threads.submit(loop(cell, client, i, start, start + seconds * 1_000_000_000L)));
            }
            LogHistogram total = new LogHistogram();
            for (Future<LogHistogram> one : all) {
                total.add(one.get());
            }
            long elapsed = System.nanoTime() - start;
            double count = total.count();
            return new double[] {count * 1e9 / elapsed, total.mean() / 1e3, total.quantile(0.5) / 1e3,
                total.quantile(0.99) / 1e3, (SYSTEM.getProcessCpuTime() - processor) / count / 1e3};
        }
    }

    private Callable<LogHistogram> loop(SearchCell cell, HttpClient client, int first, long start, long end) {
        return () -> {
            LogHistogram times = new LogHistogram();
            for (long n = first;; n += cell.clients()) {
                if (cell.rate() > 0) {
                    waitUntil(start + (long) (n * 1e9 / cell.rate()));
                }
                long before = System.nanoTime();
                if (before >= end) {
                    return times;
                }
                ask(client, n);
                times.record(System.nanoTime() - before);
            }
        };
    }

    private static void waitUntil(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void ask(HttpClient client, long n) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(place.search()).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(bodies[(int) (n % bodies.length)]));
        place.login().ifPresent(login -> request.header("Authorization", login));
        HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
        JsonNode hits = mapper.readTree(answer.body()).path("hits");
        if (answer.statusCode() != OK || !hits.path("total").path("value").isNumber()) {
            throw new IOException("status " + answer.statusCode());
        }
        for (JsonNode hit : hits.path("hits")) {
            hit.path("_id").asString();
        }
    }
}
