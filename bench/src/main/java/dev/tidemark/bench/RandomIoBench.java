package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Measured;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.run.DatasetRequest;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;

/**
 * Random reads and writes of 8 KiB on one file: the workload {@code random-io} on the driver {@code file}, whole,
 * beside {@link Fio} on the same file.
 */
final class RandomIoBench {

    static final int BLOCK = 8192;
    private static final String OURS = "tidemark";
    private static final String FIO = "fio";
    private static final long SEED = 1;

    /**
     * A load.
     *
     * @param operation read or write
     * @param direct    past the page cache
     * @param workers   that run at once
     * @param depth     operations that each has in progress; above 1 through io_uring
     */
    record Cell(String operation, boolean direct, int workers, int depth) {

        @Override
        public String toString() {
            return String.format("%-5s %-8s %2d workers, depth %2d", operation, direct ? "direct" : "buffered", workers,
                    depth);
        }
    }

    private final Path folder;
    private final int seconds;
    private final InProcessRunner runner = new InProcessRunner(Clock.system());

    private RandomIoBench(Path folder, int seconds) {
        this.folder = folder;
        this.seconds = seconds;
    }

    /**
     * @param parent  folder on the disk to measure
     * @param size    of the file in bytes
     * @param seconds that each turn takes
     */
    static void run(int rounds, Path parent, long size, int seconds) throws Exception {
        String fio = Fio.version().orElseThrow(() -> new IllegalStateException("there is no fio; install it first"));
        Path own = Files.createTempDirectory(Files.createDirectories(parent), "tidemark-bench");
        RandomIoBench bench = new RandomIoBench(own, seconds);
        try {
            Path file = bench.make(size / BLOCK);
            System.out.printf("Beside %s on one file of %.1f GB, %d s a turn: median (smallest–largest) of %d rounds%n",
                    fio, size / 1e9, seconds, rounds);
            for (Cell cell : cells()) {
                bench.measure(cell, file, rounds);
            }
        } finally {
            bench.runner.close();
            Directories.delete(own);
        }
    }

    /** Direct ones first: direct writes throw pages out of the cache that buffered reads must find there. */
    private static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (boolean direct : List.of(true, false)) {
            for (String operation : List.of("read", "write")) {
                for (int workers : List.of(1, 4, 16)) {
                    cells.add(new Cell(operation, direct, workers, 1));
                }
                if (direct) {
                    cells.add(new Cell(operation, true, 1, 32));
                }
            }
        }
        return cells;
    }

    private Path make(long blocks) throws IOException {
        runner.carryOut(new DatasetRequest(DatasetRequest.Action.CREATE, "bench", "file", List.of(),
                RunnerPath.absolute(folder.toString()), 1, blocks, BLOCK, SEED), Measured::complain);
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".blocks")).findFirst().orElseThrow();
        }
    }

    private void measure(Cell cell, Path file, int rounds) throws Exception {
        Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
        contenders.put(FIO, () -> onCleanDisk(() -> Fio.run(file, cell, seconds)));
        contenders.put(OURS, () -> onCleanDisk(() -> harness(cell)));
        Rounds result = Rounds.alternate(1, rounds, contenders);
        for (String name : contenders.keySet()) {
            System.out.printf("%s  %-8s %s/s, µs: mean %s p50 %s p99 %s p99.9 %s%n", cell, name,
                    result.of(name, 0).text(0), result.of(name, 1).text(1), result.of(name, 2).text(1),
                    result.of(name, 3).text(1), result.of(name, 4).text(1));
        }
        System.out.printf("%s  tidemark ÷ fio  %s%n", cell, result.ratio(OURS, FIO).text(3));
    }

    /** What one turn left for the disk to write must not burden the next. */
    private static double[] onCleanDisk(Rounds.Turn turn) throws Exception {
        new ProcessBuilder("sync").start().waitFor();
        return turn.run();
    }

    private double[] harness(Cell cell) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("dataset", "bench");
        values.put("workers", cell.workers());
        values.put("read-percent", cell.operation().equals("read") ? 100 : 0);
        values.put("duration", seconds + "s");
        values.put("io", cell.direct() ? "direct" : "buffered");
        values.put("queue-depth", cell.depth());
        Measured measured = new Measured();
        runner.run(new RunRequest(1, "random-io", "file", Setting.given(values), SEED, folder.toString(), true),
                measured::accept);
        LogHistogram service = measured.times(LatencyKind.SERVICE);
        double[] figures = measured.figures(service);
        return new double[] {figures[0], figures[1], figures[2], figures[3], service.quantile(0.999) / 1e3};
    }
}
