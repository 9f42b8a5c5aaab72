package dev.tidemark.bench;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * Whether memory stays flat through a long run at full speed: the program itself runs {@code volume} with intervals of
 * one second, and every minute the heap of its two processes after a full collection is told, and what they hold of the
 * machine's memory. What a collection costs the run is not left out: its times are not looked at.
 */
final class LongRun {

    private static final long MINUTE = 60_000_000_000L;
    /** Until then the JVM compiles and caches fill: what grows then need not go on growing. */
    private static final int WARM_UP = 10;
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    /** The last line of a count of live objects, which begins with a full collection. */
    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");
    private static final Clock CLOCK = Clock.system();

    /** What the processes held in a minute, in MB. */
    private record Sample(int minute, double runnerHeap, double runnerResident, double mainHeap, double mainResident) {}

    private LongRun() {}

    /** @param folder for a store and the data */
    static void run(int minutes, Path folder, String target) throws Exception {
        Path own = Files.createDirectories(folder.toAbsolutePath());
        List<String> command = new ArrayList<>(List.of("./tidemark", "volume", "--label",
                "long-" + target + "-" + CLOCK.wallTime().toEpochMilli(), "--target", target, "--mix", "get=5,update=1",
                "--keys", "zipf", "--key-count", "1M", "--value-size", "1kB", "--workers", "2", "--duration",
                minutes + "min", "--interval", "1s", "--background", "none", "--keep", "none", "--alongside"));
        if (!target.equals("null")) {
            command.addAll(List.of("--directory", own.resolve("data").toString()));
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(own.resolve("run.txt").toFile());
        builder.environment().put("TIDEMARK_STORE", own.resolve("results.db").toString());
        Process main = builder.start();
        try {
            List<Sample> samples = watch(main, minutes);
            if (main.waitFor() != 0) {
                throw new IllegalStateException("the run ended with " + main.exitValue());
            }
            growth(samples);
        } finally {
            main.descendants().forEach(ProcessHandle::destroy);
            main.destroy();
        }
    }

    private static List<Sample> watch(Process main, int minutes) throws Exception {
        System.out.println("| Minute | Runner: heap after a collection, MB | resident, MB "
                + "| Main process: heap after a collection, MB | resident, MB |");
        System.out.println("| --- | --- | --- | --- | --- |");
        List<Sample> samples = new ArrayList<>();
        long start = CLOCK.nanoTime();
        for (int minute = 1; minute <= minutes; minute++) {
            CLOCK.sleepUntil(start + minute * MINUTE);
            ProcessHandle runner = main.children().findFirst().orElse(null);
            if (runner == null) {
                break; // over before the last minute was
            }
            Sample s = new Sample(minute, heap(runner.pid()), resident(runner.pid()), heap(main.pid()),
                    resident(main.pid()));
            samples.add(s);
            System.out.printf("| %d | %.2f | %.1f | %.2f | %.1f |%n", minute, s.runnerHeap, s.runnerResident,
                    s.mainHeap, s.mainResident);
        }
        return samples;
    }

    /** Bytes of live objects, in MB. */
    private static double heap(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                String.valueOf(pid), "GC.class_histogram").redirectErrorStream(true).start();
        String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jcmd.waitFor();
        return found(TOTAL, answer) / 1e6;
    }

    private static double resident(long pid) throws IOException {
        return found(RESIDENT, Files.readString(Path.of("/proc", String.valueOf(pid), "status"))) * 1024 / 1e6;
    }

    private static double found(Pattern pattern, String text) {
        Matcher m = pattern.matcher(text);
        double last = Double.NaN;
        while (m.find()) {
            last = Double.parseDouble(m.group(1));
        }
        return last;
    }

    /** The slope of the least-squares line from the end of the warm-up on. */
    private static void growth(List<Sample> samples) {
        List<Sample> later = samples.stream().filter(s -> s.minute > WARM_UP).toList();
        System.out.println();
        System.out.println("Growth from minute " + (WARM_UP + 1) + " on, MB an hour (least squares): runner's heap "
                + perHour(later, later.stream().mapToDouble(Sample::runnerHeap).toArray()) + ", resident "
                + perHour(later, later.stream().mapToDouble(Sample::runnerResident).toArray())
                + "; main process's heap " + perHour(later, later.stream().mapToDouble(Sample::mainHeap).toArray())
                + ", resident " + perHour(later, later.stream().mapToDouble(Sample::mainResident).toArray()) + ".");
    }

    private static String perHour(List<Sample> samples, double[] megabytes) {
        OptionalDouble slope = slope(samples.stream().mapToDouble(s -> s.minute / 60.0).toArray(), megabytes);
        return slope.isEmpty() ? "–" : "%.2f".formatted(slope.getAsDouble());
    }

    private static OptionalDouble slope(double[] x, double[] y) {
        double meanX = mean(x);
        double meanY = mean(y);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < x.length; i++) {
            products += (x[i] - meanX) * (y[i] - meanY);
            squares += (x[i] - meanX) * (x[i] - meanX);
        }
        return squares == 0 ? OptionalDouble.empty() : OptionalDouble.of(products / squares);
    }

    private static double mean(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number;
        }
        return sum / Math.max(1, numbers.length);
    }
}
