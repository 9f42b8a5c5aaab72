package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.LocalServers;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.CheckupLabels;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.Results;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.core.workload.verdict.Bottleneck;
import dev.tidemark.core.workload.verdict.GeneratorCheck;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Throughput;

/**
 * How good a target is: what a small standard load did there, what looks wrong, and what to try next.
 *
 * @param target  as its user names it
 * @param engine  with its version; its driver where nobody told
 * @param loads   the closed ones by clients, then the one at a rate; none where nothing was run
 * @param references what was kept of others that did the same load
 * @param good    sentences that stand below them
 * @param wrong   what looks wrong
 * @param next    command lines of the program, without its name
 */
public record Checkup(String target, String engine, List<Load> loads, List<Reference> references, List<String> good,
        List<Symptom> wrong, List<List<String>> next) {

    /** From here on a round trip bounds what a client can do. */
    private static final double LONG_ROUND_TRIP = 2e-3;
    private static final String ROUND_TRIP = "round-trip";
    private static final double MUCH_STOLEN = 5;
    /** Operations per second that are offered at most. */
    private static final double FASTEST = 10_000;
    /** Milliseconds of a small synced write; a disk that turns takes about as many. */
    private static final double SLOW_FSYNC = 10;
    private static final String BY_QUOTA = Bottleneck.BY_QUOTA.substring(Bottleneck.BEGINS.length());
    private static final String CLIENTS = "workers";
    private static final String TARGET = "--target";
    /** Settings by which a load is the same. */
    private static final List<String> LOAD = List.of("key-count", "mix", "duration", "documents", "payload");
    private static final String ENGINE = "engine";
    /** It switches transparent huge pages off for itself from 6.2 on, as all of Valkey does. */
    private static final Pattern OLD_REDIS = Pattern.compile("Redis ([0-5]\\.|6\\.[01]\\b).*");
    private static final String P50 = "response.p50";
    private static final String P99 = "response.p99";
    /** Milliseconds of the quickest read, which a server has in memory. */
    private static final String QUICKEST = "get.min";

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
     * A target that was kept under a name.
     *
     * @param engine     with its version; empty where that is not known
     * @param durability what an acknowledged write of it survived; empty where that is not known
     * @param loads      as fast as clients went, by their number
     */
    public record Reference(String name, String engine, Optional<Durability> durability, List<Load> loads) {}

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
        references = List.copyOf(references);
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
     * @param references closed loads that were kept
     */
    public record Found(String target, String driver, Values values, List<Setting> facts,
            List<Trial> trials, OptionalDouble roundTrip, Optional<Report> closed, Optional<Report> atRate,
            List<Report> references) {

        /** The same of loads that are stored. @param closed their label, as atRate */
        public static Found of(Results store, String target, String driver, Values values, List<Setting> facts,
                List<Trial> trials, OptionalDouble roundTrip, Optional<String> closed, Optional<String> atRate) {
            Optional<Report> own = closed.flatMap(label -> Report.newest(store, label));
            return new Found(target, driver, values, facts, trials, roundTrip, own, atRate.flatMap(label -> Report.newest(
                    store, label)), own.map(o -> earlierReports(store, o)).orElse(List.of()));
        }

        private static List<Report> earlierReports(Results store, Report own) {
            return store.labels().stream().map(LabelSummary::label).filter(CheckupLabels::isKept)
                    .filter(label -> !label.equals(own.label())).flatMap(label -> Report.newest(store, label).stream())
                    .filter(other -> load(other).equals(load(own))).toList();
        }

        /** By which two loads are the same. */
        private static List<String> load(Report report) {
            return Stream.concat(Stream.of(report.results().workload()), LOAD.stream().flatMap(name -> report.results()
                    .iterations().stream().limit(1).flatMap(i -> i.setting(name).stream()).map(s -> name + s.text()))).toList();
        }

        /**
         * The rate to be offered: half of the best throughput under a label, but no more than any generator can offer on
         * time beside an engine in its own process; empty where nothing was done.
         */
        public static OptionalDouble rate(Results store, String label) {
            return Report.newest(store, label).map(Found::rate).orElse(OptionalDouble.empty());
        }

        private static OptionalDouble rate(Report closed) {
            return throughput(closed).map(m -> closed.table().rows().stream().flatMap(r -> r.cell(m.name()).stream())
                    .mapToDouble(Cell::mean).max().orElse(0)).filter(best -> best > 0)
                    .map(best -> OptionalDouble.of(Math.min(best / 2, FASTEST))).orElse(OptionalDouble.empty());
        }

        /** Whatever is known of the machine and the server; each name once. */
        private Map<String, String> known() {
            Map<String, String> known = new LinkedHashMap<>();
            facts.forEach(f -> known.put(f.name(), f.text()));
            closed.stream().flatMap(r -> r.results().iterations().stream()).limit(1)
                    .flatMap(i -> i.settings().stream()).forEach(s -> known.put(s.name(), s.text()));
            return known;
        }

        private boolean isServer() {
            return values.params().lookUp(ConnectionParams.ADDRESS).isPresent();
        }

        private List<Row> rows() {
            return Stream.concat(closed.stream().flatMap(r -> byClients(r).stream()), atRate.stream().flatMap(r ->
                    r.table().rows().stream())).toList();
        }

        private List<Iteration> iterations() {
            return Stream.of(closed, atRate).flatMap(Optional::stream).flatMap(r -> r.results().iterations().stream())
                    .toList();
        }
    }

    private static Optional<Measure> throughput(Report report) {
        return Throughput.of(report.results());
    }

    /** In a few words: whether anything looks wrong. */
    public String verdict() {
        return wrong.isEmpty() ? "nothing looks wrong" : wrong.size() == 1 ? "1 thing looks wrong"
                : wrong.size() + " things look wrong";
    }

    /**
     * The same of a target of which some settings were others this time, which its commands then say, too.
     *
     * @param settings name to text, as they were typed
     */
    public Checkup with(Map<String, String> settings) {
        List<String> flags = settings.entrySet().stream().flatMap(s -> Stream.of("--" + s.getKey(), s.getValue())).toList();
        return new Checkup(target, engine, loads, references, good, wrong, next.stream().map(words -> words.contains(TARGET)
                ? Stream.concat(words.stream(), flags.stream()).toList() : words).toList());
    }

    /** @param details raw data of an iteration by its id */
    public static Checkup of(Found found, LongFunction<IterationDetail> details) {
        Map<String, String> known = found.known();
        return new Checkup(found.target(), known.getOrDefault(ENGINE, found.driver()), loads(found.rows(), found.closed(),
                row -> Limits.of(row, details)), found.references().stream().map(Checkup::reference).toList(),
                good(found, known, details), new Symptoms(found, known, details).all(), next(found));
    }

    private static List<Load> loads(List<Row> rows, Optional<Report> closed, Function<Row, Optional<String>> limit) {
        return rows.stream().flatMap(row -> closed.flatMap(Checkup::throughput).stream()
                .map(m -> new Load(text(row, CLIENTS).orElse(""), number(row, "rate"), m, row.cell(m.name()), row.cell(P50),
                        row.cell(P99), limit.apply(row)))).toList();
    }

    private static Reference reference(Report earlier) {
        Iteration first = earlier.results().iterations().getFirst();
        return new Reference(CheckupLabels.name(earlier.label()), first.setting(ENGINE).map(Setting::text).orElse(""),
                first.setting(Durability.FACT).map(Setting::text).flatMap(Durability::of), loads(byClients(earlier),
                Optional.of(earlier), _ -> Optional.empty()));
    }

    private static List<Row> byClients(Report closed) {
        return closed.table().rows().stream().sorted(Comparator.comparing(row -> row.level(CLIENTS))).toList();
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
            report.table().rows().stream().findFirst().flatMap(row -> cost(row, found.isServer())).ifPresent(good::add);
        });
        return good;
    }

    private static String millis(double seconds) {
        return Numbers.rounded(seconds * 1e3) + " ms";
    }

    /** What an operation of a row cost in processor time. */
    private static Optional<String> cost(Row row, boolean server) {
        String own = server ? "the generator" : "the process with the engine in it";
        List<String> parts = Stream.of(Map.entry(own, OperationCosts.GENERATOR_CPU),
                        Map.entry("the server", OperationCosts.SERVER_CPU))
                .flatMap(e -> row.cell(e.getValue().name()).map(c -> Numbers.figure(c.mean(), 1) + " µs of " + e.getKey())
                        .stream()).toList();
        return parts.isEmpty() ? Optional.empty() : Optional.of("With " + clients(text(row, CLIENTS).orElse(""))
                + " one operation took processor time: " + FindingText.list(parts) + ".");
    }

    /** {@code 1 client}, {@code 4 clients}. */
    public static String clients(String number) {
        return number + (number.equals("1") ? " client" : " clients");
    }

    private static List<List<String>> next(Found found) {
        List<List<String>> next = new ArrayList<>();
        found.closed().ifPresent(report -> {
            String workload = report.results().workload();
            next.add(List.of(workload, TARGET, found.target(), "--plan", "ramp"));
            next.add(List.of(workload, TARGET, found.target(), "--plan", "find-rate"));
            next.add(List.of("report", report.label(), "--html", "checkup.html"));
        });
        if (found.trials().stream().anyMatch(Trial::failed)) {
            next.addFirst(List.of("doctor", TARGET, found.target()));
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
            List<String> failed = found.trials().stream().filter(Trial::failed).map(Symptoms::failure).toList();
            return when(!failed.isEmpty(), "trials", FindingText.capital(String.join("; ", failed)) + ".",
                    "Mend that first: no load was run. The doctor tries all of it again.");
        }

        /** With the target's own words, or its driver's. */
        private static String failure(Trial trial) {
            String why = trial.message().endsWith(".") ? trial.message().substring(0, trial.message().length() - 1)
                    : trial.message();
            return trial.name() + " does not work" + (why.isEmpty() ? "" : ": " + why);
        }

        private Optional<Symptom> failures() {
            List<Iteration> bad = found.iterations().stream().filter(i -> !i.verdict().isEmpty()).toList();
            return when(!bad.isEmpty(), "load", bad.size() + " of " + found.iterations().size()
                    + (bad.size() == 1 ? " loads was not sound" : " loads were not sound")
                    + IterationState.reason(bad.stream().map(Iteration::verdict)), "Its report tells more.");
        }

        /** Of an engine in this process it is the user's own choice, and told without this. */
        private Optional<Symptom> durability() {
            Optional<Durability> promised = Optional.ofNullable(known.get(Durability.FACT)).flatMap(Durability::of);
            return when(found.isServer() && promised.filter(d -> d.compareTo(Durability.OS_BUFFERED) >= 0).isPresent(),
                    "durability", "Writes that the server has acknowledged may be lost: "
                            + promised.map(Durability::inShort).orElse("") + ".",
                    "Look at what of its settings gives that up, as fsync or an append-only file that is off.");
        }

        private Optional<Symptom> encryption() {
            return when(found.isServer() && !isHere() && offersTls() && !found.values().get(ConnectionParams.TLS),
                    "encryption", "The server may be on another machine (its address is not the loopback), and what is "
                            + "sent to it is not encrypted.", "Set tls to true.");
        }

        private Optional<Symptom> roundTrip() {
            if (found.roundTrip().isEmpty()) {
                return Optional.empty();
            }
            double seconds = found.roundTrip().getAsDouble();
            return when(seconds >= LONG_ROUND_TRIP, ROUND_TRIP, "A round trip takes " + millis(seconds)
                    + ", so that a client that waits for each answer gets at most " + Numbers.rounded(1 / seconds)
                    + " a second.", "Measure from where the application runs, and send several operations at once.")
                    .or(() -> bottleneck(seconds));
        }

        /** A packet is answered by the nearest kernel, which is a proxy's or a tunnel's where one stands before the server. */
        private Optional<Symptom> bottleneck(double packet) {
            double quickest = found.rows().stream().flatMap(r -> r.cell(QUICKEST).stream()).mapToDouble(Cell::mean).min()
                    .orElse(0) / 1e3;
            return when(found.isServer() && quickest >= LONG_ROUND_TRIP, ROUND_TRIP,
                    "Even the quickest read was answered after " + millis(quickest) + ", though a packet to the "
                    + "address and back takes " + millis(packet) + ": what stands before the server, as a tunnel or a "
                    + "proxy, or the server itself holds each request.",
                    "Measure beside the server, to know the share of what stands between.");
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
            return when(limited().anyMatch(BY_QUOTA::equals), "cpu-quota", "A control group, as a container's limit, "
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

        /** An engine in this process shares it with the generator; fast ones take less time than it does. */
        private Optional<Symptom> generator() {
            return found.rows().stream().flatMap(row -> Limits.found(row, details).stream())
                    .filter(why -> found.isServer() && why.startsWith(GeneratorCheck.LIMITED + ":")).findFirst()
                    .map(why -> new Symptom("generator", "The generator was the limit, and not the target.",
                    faster(why)));
        }

        /** What gives a generator more of what it lacked. */
        private static String faster(String why) {
            if (why.startsWith(Bottleneck.BY_ITS_MACHINE)) {
                return "Take a machine with more processors, or several agents.";
            }
            return why.startsWith(Bottleneck.BY_GARBAGE) ? "Give it more memory." : "Run it on a machine of its own.";
        }

        private Optional<Symptom> hugePages() {
            boolean always = known.getOrDefault("huge-pages", "").equals("always");
            return when(found.driver().equals("redis") && isHere() && always && takesHugePages(), "huge-pages",
                    "Transparent huge pages are always used, which makes Redis stand still when it forks to save.",
                    "Set disable-thp to yes, which Redis has from 6.2 on, or write madvise to "
                            + "/sys/kernel/mm/transparent_hugepage/enabled.");
        }

        /** Several nodes that differ tell {@code no, yes}. */
        private boolean takesHugePages() {
            return known.getOrDefault(NonDefaultSettings.LEAD + "disable-thp", "").startsWith("no")
                    || OLD_REDIS.matcher(known.getOrDefault(ENGINE, "")).matches();
        }

        private boolean isHere() {
            return LocalServers.areAll(found.values());
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
