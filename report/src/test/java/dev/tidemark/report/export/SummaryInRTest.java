package dev.tidemark.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.report.Samples;
import dev.tidemark.testing.ByTurns;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is exported for basho_bench, read and drawn by R: with basho_bench's own script where its packages are there.
 */
class SummaryInRTest {

    private static final long SECOND = 1_000_000_000L;
    private static final int WINDOWS = 30;
    private static final Set<String> PACKAGES = Set.of("plyr", "grid", "getopt", "proto", "ggplot2");

    @TempDir
    Path folder;

    private Path tests;

    /** Thirty windows and a bit; in one of them nothing was updated. */
    @BeforeEach
    void export() throws IOException {
        List<Interval> intervals = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i <= WINDOWS; i++) {
            SeriesSet series = new SeriesSet();
            add(series, "get", i == WINDOWS ? 5 : 1000, 0, random);
            add(series, "update", i == WINDOWS ? 1 : i == 7 ? 0 : 100, i == 7 ? 3 : 0, random);
            intervals.add(new Interval(0, i, 0, i * 10 * SECOND, (i + 1) * 10 * SECOND, 0, SeriesCodec.encode(series)));
        }
        IterationDetail detail = new IterationDetail("volume", List.of(),
                List.of(new PhaseSpan(0, Phase.MEASURE, true, 0,
                WINDOWS * 10 * SECOND + SECOND / 50, 0, 4, false, 0, 0)), intervals, List.of(), List.of(), List.of(),
                List.of());
        tests = Files.createDirectories(folder.resolve("current"));
        for (Map.Entry<String, String> file : new BashoBench().files(Samples.label("L", Map.of(), "single", List.of(
                Samples.iteration(0, 0, List.of(), Map.of("elapsed", 300.0)))), id -> detail).entrySet()) {
            Files.writeString(tests.resolve(file.getKey()), file.getValue());
        }
    }

    private static void add(SeriesSet series, String kind, int done, int failed, SplittableRandom random) {
        LogHistogram times = new LogHistogram();
        for (int i = 0; i < done; i++) {
            times.record(200_000 + random.nextInt(1_000_000));
        }
        if (done > 0) {
            series.add(SeriesKey.of(kind, LatencyKind.SERVICE), times);
        }
        series.add(kind, new Totals(done + failed, done, 0, done, failed, 0, 0, 0));
    }

    @Test
    void aPlainReadCsvReadsNumbers() throws Exception {
        for (String file : List.of("summary.csv", "get_latencies.csv", "update_latencies.csv")) {
            String columns = r("-e", "x <- read.csv('" + tests.resolve(file)
                    + "'); cat(nrow(x), all(sapply(x, is.numeric)), "
                    + "sum(is.na(x)), min(x$window))");
            assertThat(columns).as(file).isEqualTo(WINDOWS + " TRUE " + (file.startsWith("update") ? 7 : 0) + " 10");
        }
    }

    @ByTurns(days = 10, heldBy = "SummaryInRTest.aPlainReadCsvReadsNumbers")
    @Test
    void bashoBenchsOwnScriptDrawsThem() throws Exception {
        String missing = r("-e", "for (p in c('" + String.join("', '", PACKAGES.stream().sorted().toList())
                + "')) if (!requireNamespace(p, quietly = TRUE)) cat(p, '')");
        assumeThat(missing).as("packages that R lacks, in Debian r-cran-ggplot2, r-cran-getopt and r-cran-proto")
                .isEmpty();
        for (String script : List.of("summary.r", "common.r")) {
            try (InputStream in = SummaryInRTest.class.getResourceAsStream("/basho_bench/" + script)) {
                Files.copy(in, folder.resolve(script));
            }
        }
        r(folder.resolve("summary.r").toString(), "-i", tests.toString());
        BufferedImage image = ImageIO.read(tests.resolve("summary.png").toFile());
        assertThat(image.getWidth()).isEqualTo(1280);
        assertThat(image.getHeight()).isEqualTo(960);
        Set<Integer> colours = new HashSet<>();
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                colours.add(image.getRGB(x, y) & 0xFFFFFF);
            }
        }
        assertThat(colours).as("its points").contains(0xFF665F, 0x188125, 0x009D91, 0xFFA700);
    }

    /** @return what it wrote to its standard output, without blanks at the ends */
    private String r(String... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        List<String> command = new ArrayList<>(List.of("Rscript"));
        command.addAll(List.of(arguments));
        Process process = started(command, out, err);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(() -> text(err)).isZero();
        return text(out).strip();
    }

    private static Process started(List<String> command, Path out, Path err) {
        Process process = null;
        try {
            process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        } catch (IOException e) {
            assumeThat(e).as("Rscript, in Debian r-base-core").isNull();
        }
        return process;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
