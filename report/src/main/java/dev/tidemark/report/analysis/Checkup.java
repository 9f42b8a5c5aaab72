package dev.tidemark.report.analysis;

import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Throughput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * How good a target is: what a small standard load did there, what looks wrong, and what to try next.
 *
 * @param target  as its user names it
 * @param engine  with its version; its driver where nobody told
 * @param loads   the closed ones by clients, then the one at a rate; none where nothing was run
 * @param good    sentences that stand below them
 * @param wrong   what looks wrong
 * @param next    command lines of the program, without its name
 */
public record Checkup(String target, String engine, List<Load> loads, List<String> good, List<Symptom> wrong,
        List<List<String>> next) {

    /** From here on a round trip bounds what a client can do. */
    private static final double LONG_ROUND_TRIP = 2e-3;
    private static final double MUCH_STOLEN = 5;
    /** Milliseconds of a small synced write; a disk that turns takes about as many. */
    private static final double SLOW_FSYNC = 10;
    private static final String CLIENTS = "workers";
    private static final String P50 = "response.p50";
    private static final String P99 = "response.p99";

    /**
     * One load.
     *
     * @param clients how many there were
     * @param offered per second; empty where they went as fast as they could
     * @param measure what the throughput counts
     * @param p50     milliseconds, as p99
     * @param limitedBy in a few words; empty where nothing was found to
     */
    public record Load(String clients, Optional<Double> offered, Measure measure, Optional<Cell> throughput,
            Optional<Cell> p50, Optional<Cell> p99, Optional<String> limitedBy) {}

    /**
     * Something that looks wrong.
     *
     * @param name   a word by which programs know it: {@code round-trip}
     * @param what   was found, in a sentence
     * @param remedy what to do about it, in a sentence
     */
    public record Symptom(String name, String what, String remedy) {}

    public Checkup {
        loads = List.copyOf(loads);
        good = List.copyOf(good);
        wrong = List.copyOf(wrong);
        next = List.copyOf(next);
    }

    /**
     * What was found out.
     *
     * @param target    as its user names it
     * @param driver    its driver's name
     * @param values    of the target's settings, its defaults included
     * @param facts     that the doctor was told
     * @param trials    of the doctor
     * @param roundTrip seconds; empty where it is in this process or was not measured
     * @param closed    as fast as clients went; empty where nothing was run
     * @param atRate    at a rate; empty where nothing was
     */
    public record Found(String target, String driver, Values values, List<Setting> facts,
            List<Trial> trials, OptionalDouble roundTrip, Optional<Report> closed, Optional<Report> atRate) {

        /** The rate to be offered: half of the best throughput; empty where nothing was done. */
        public static OptionalDouble rate(Report closed) {
            return throughput(closed).map(m -> closed.table().rows().stream().flatMap(r -> r.cell(m.name()).stream())
                    .mapToDouble(Cell::mean).max().orElse(0)).filter(best -> best > 0)
                    .map(best -> OptionalDouble.of(best / 2)).orElse(OptionalDouble.empty());
        }

        /** Whatever is known of the machine and the server; each name once. */
        private Map<String, String> known() {
            Map<String, String> known = new LinkedHashMap<>();
            facts.forEach(f -> known.put(f.name(), f.text()));
            closed.stream().flatMap(r -> r.results().iterations().stream()).limit(1)
                    .flatMap(i -> i.settings().stream()).forEach(s -> known.put(s.name(), s.text()));
            return known;
        }

        private List<Row> rows() {
            return Stream.concat(closed.stream().flatMap(r -> r.table().rows().stream().sorted(Comparator.comparing(
                    row -> row.level(CLIENTS)))), atRate.stream().flatMap(r -> r.table().rows().stream())).toList();
        }

        private List<Iteration> iterations() {
            return Stream.of(closed, atRate).flatMap(Optional::stream).flatMap(r -> r.results().iterations().stream())
                    .toList();
        }
    }

    private static Optional<Measure> throughput(Report report) {
        return Throughput.of(report.results());
    }

    /** @param details raw data of an iteration by its id */
    public static Checkup of(Found found, LongFunction<IterationDetail> details) {
        Map<String, String> known = found.known();
        return new Checkup(found.target(), known.getOrDefault("engine", found.driver()), loads(found, details),
                good(found, known, details), new Symptoms(found, known, details).all(), next(found));
    }

    private static List<Load> loads(Found found, LongFunction<IterationDetail> details) {
        return found.rows().stream().flatMap(row -> found.closed().flatMap(Checkup::throughput).stream()
                .map(m -> new Load(text(row, CLIENTS).orElse(""), number(row, "rate"), m, row.cell(m.name()), row.cell(P50),
                        row.cell(P99), Limits.of(row, details)))).toList();
    }

    private static Optional<String> text(Row row, String setting) {
        return row.iterations().getFirst().setting(setting).map(Setting::text);
    }

    private static Optional<Double> number(Row row, String setting) {
        return row.iterations().getFirst().setting(setting).map(Setting::number);
    }

    private static List<String> good(Found found, Map<String, String> known, LongFunction<IterationDetail> details) {
        List<String> good = new ArrayList<>();
        Optional.ofNullable(known.get(Durability.FACT)).flatMap(Durability::of)
                .ifPresent(d -> good.add(FindingText.capital(d.meaning()) + " (" + d.word() + ")."));
        found.roundTrip().ifPresent(seconds -> good.add("A round trip to the server takes " + millis(seconds)
                + " (TCP, the median of nine)."));
        found.closed().ifPresent(report -> {
            report.ceiling().map(Ceiling::sentence).ifPresent(good::add);
            report.table().rows().stream().findFirst().flatMap(Checkup::cost).ifPresent(good::add);
        });
        return good;
    }

    private static String millis(double seconds) {
        return Numbers.rounded(seconds * 1e3) + " ms";
    }

    /** What an operation of a row cost in processor time. */
    private static Optional<String> cost(Row row) {
        List<String> parts = Stream.of(Map.entry("the generator", OperationCosts.GENERATOR_CPU),
                        Map.entry("the server", OperationCosts.SERVER_CPU))
                .flatMap(e -> row.cell(e.getValue().name()).map(c -> Numbers.figure(c.mean(), 1) + " µs of " + e.getKey())
                        .stream()).toList();
        return parts.isEmpty() ? Optional.empty() : Optional.of("With " + text(row, CLIENTS).orElse("")
                + " clients one operation took " + FindingText.list(parts) + " of processor time.");
    }

    private static List<List<String>> next(Found found) {
        List<List<String>> next = new ArrayList<>();
        found.closed().ifPresent(report -> {
            String workload = report.results().workload();
            next.add(List.of(workload, "--target", found.target(), "--plan", "ramp"));
            next.add(List.of(workload, "--target", found.target(), "--plan", "find-rate"));
            next.add(List.of("report", report.label(), "--html", "checkup.html"));
        });
        if (found.trials().stream().anyMatch(Trial::failed)) {
            next.addFirst(List.of("doctor", "--target", found.target()));
        }
        return next;
    }

    /** The rules. Each says nothing where what it looks at is not known. */
    private record Symptoms(Found found, Map<String, String> known, LongFunction<IterationDetail> details) {

        List<Symptom> all() {
            return Stream.of(trials(), failures(), durability(), encryption(), roundTrip(), pooler(), fsync(), quota(),
                    stolen(), others(), generator(), hugePages()).flatMap(Optional::stream).toList();
        }

        private Optional<Symptom> trials() {
            List<String> failed = found.trials().stream().filter(Trial::failed).map(Trial::name).toList();
            return when(!failed.isEmpty(), "trials", "Of what the driver offers " + FindingText.list(failed)
                    + (failed.size() == 1 ? " does" : " do") + " not work.", "The doctor has the server's words.");
        }

        private Optional<Symptom> failures() {
            List<Iteration> bad = found.iterations().stream().filter(i -> !i.verdict().isEmpty()).toList();
            return when(!bad.isEmpty(), "load", bad.size() + " of " + found.iterations().size()
                    + (bad.size() == 1 ? " loads was not sound: " : " loads were not sound: ")
                    + bad.stream().findFirst().map(Iteration::verdict).orElse(""), "Its report tells more.");
        }

        /** Of an engine in this process it is the user's own choice, and told without this. */
        private Optional<Symptom> durability() {
            Optional<Durability> promised = Optional.ofNullable(known.get(Durability.FACT)).flatMap(Durability::of);
            return when(isServer() && promised.filter(d -> d.compareTo(Durability.OS_BUFFERED) >= 0).isPresent(), "durability",
                    "Writes that the server has acknowledged may be lost: " + promised.map(Durability::inShort).orElse("")
                            + ".", "Look at what of its settings gives that up, as fsync or an append-only file that is off.");
        }

        private Optional<Symptom> encryption() {
            return when(isServer() && !isHere() && offersTls() && !found.values().get(ConnectionParams.TLS), "encryption",
                    "The server is on another machine, and what is sent to it is not encrypted.", "Set tls to true.");
        }

        private Optional<Symptom> roundTrip() {
            if (found.roundTrip().isEmpty()) {
                return Optional.empty();
            }
            double seconds = found.roundTrip().getAsDouble();
            return when(seconds >= LONG_ROUND_TRIP, "round-trip", "A round trip takes " + millis(seconds)
                    + ", so that a client that waits for each answer gets at most " + Numbers.rounded(1 / seconds)
                    + " a second.", "Measure from where the application runs, and send several operations at once.");
        }

        private Optional<Symptom> pooler() {
            return when(known.containsKey("server-pooler"), "pooler", "A connection pooler "
                    + known.getOrDefault("server-pooler", "") + " stands before the server.",
                    "Measure once without it, to know its share.");
        }

        private Optional<Symptom> fsync() {
            double millis = most(HostMeasures.FSYNC_P50.name());
            return when(millis >= SLOW_FSYNC, "fsync", "Half of the small writes to the disk took " + Numbers.figure(millis, 1)
                    + " ms or more until they were durable, on the idle disk.", "That bounds every synced commit; measure "
                    + "the disk by itself with probe.");
        }

        private Optional<Symptom> quota() {
            return when(limited().anyMatch("a CPU quota"::equals), "cpu-quota", "A control group, as a container's limit, "
                    + "stopped the process in at least half of its periods.", "Raise its CPU quota, or take the figures for "
                    + "those of such a container.");
        }

        private Optional<Symptom> stolen() {
            double percent = most(HostMeasures.CPU_STEAL.name());
            return when(percent >= MUCH_STOLEN, "steal", "The machine beneath this virtual one took " + Numbers.figure(percent,
                    1) + " % of its processors' time.", "Others share the machine: figures will vary with what they do.");
        }

        private Optional<Symptom> others() {
            return when(known.containsKey(CpuContention.FACT), "other-processes", "Other processes used "
                    + known.getOrDefault(CpuContention.FACT, "") + " of this machine when the load began.",
                    "Measure again when nothing else runs.");
        }

        private Optional<Symptom> generator() {
            return when(limited().anyMatch("the generator"::equals), "generator", "The generator was the limit, and not the "
                    + "target.", "Run it on a machine of its own.");
        }

        private Optional<Symptom> hugePages() {
            return when(found.driver().equals("redis") && isHere() && known.getOrDefault("huge-pages", "").equals("always"),
                    "huge-pages", "Transparent huge pages are always used, which makes Redis stand still when it forks to save.",
                    "Write madvise to /sys/kernel/mm/transparent_hugepage/enabled.");
        }

        private boolean isServer() {
            return found.values().params().lookUp(ConnectionParams.ADDRESS).isPresent();
        }

        private boolean isHere() {
            return ConnectionParams.socket(found.values()).isPresent()
                    || ConnectionParams.localPort(found.values()).isPresent();
        }

        private boolean offersTls() {
            return found.values().params().contains(ConnectionParams.TLS);
        }

        private Stream<String> limited() {
            return found.rows().stream().flatMap(row -> Limits.of(row, details).stream());
        }

        /** The largest value of a measure; 0 where there is none. */
        private double most(String measure) {
            return found.rows().stream().flatMap(r -> r.cell(measure).stream()).mapToDouble(Cell::mean).max().orElse(0);
        }

        private static Optional<Symptom> when(boolean is, String name, String what, String remedy) {
            return is ? Optional.of(new Symptom(name, what, remedy)) : Optional.empty();
        }
    }
}
