package dev.tidemark.bench;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * fio, as a process of its own, on one file. Blocks are drawn as we draw them, uniformly and each time anew
 * ({@code norandommap}); all else is as fio has it by default.
 */
final class Fio {

    private static final JsonMapper JSON = new JsonMapper();

    private Fio() {}

    /** What {@code fio --version} says; empty where there is none. */
    static Optional<String> version() throws InterruptedException {
        try {
            return Optional.of(output(List.of("fio", "--version")).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** @return operations per second, then mean, p50, p99 and p99.9 of the time of one in µs */
    static double[] run(Path file, RandomIoBench.Cell cell, int seconds) throws IOException, InterruptedException {
        JsonNode job = JSON.readTree(output(List.of("fio", "--name=cell", "--filename=" + file, "--output-format=json",
                "--rw=rand" + cell.operation(), "--bs=" + RandomIoBench.BLOCK, "--direct=" + (cell.direct() ? 1 : 0),
                "--ioengine=" + (cell.depth() > 1 ? "io_uring" : "psync"), "--iodepth=" + cell.depth(),
                "--numjobs=" + cell.workers(), "--thread", "--group_reporting", "--norandommap", "--invalidate=0",
                "--time_based", "--runtime=" + seconds, "--randseed=" + cell.hashCode(),
                "--percentile_list=50:99:99.9"))).get("jobs").get(0).get(cell.operation());
        JsonNode percentiles = job.get("clat_ns").get("percentile");
        return new double[] {job.get("iops").asDouble(), job.get("clat_ns").get("mean").asDouble() / 1e3,
            micros(percentiles, "50.000000"), micros(percentiles, "99.000000"), micros(percentiles, "99.900000")};
    }

    private static double micros(JsonNode percentiles, String name) {
        return percentiles.get(name).asDouble() / 1e3;
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("fio failed: " + output);
        }
        return output.substring(Math.max(0, output.indexOf('{')));
    }
}
