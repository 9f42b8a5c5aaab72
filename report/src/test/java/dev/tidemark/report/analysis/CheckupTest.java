package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Results;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.core.workload.verdict.Bottleneck;
import dev.tidemark.core.workload.verdict.GeneratorCheck;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Checkup.Found;
import dev.tidemark.report.analysis.Checkup.Symptom;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalCheckup;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What looks wrong is told where it was found, and nothing of a healthy target. */
class CheckupTest {

    private static final ParamSet SERVER = ParamSet.of(ConnectionParams.address("db1:5432")).plus(ConnectionParams.tls());

    private Values settings = SERVER.defaults().with("tls", "true", SettingOrigin.SET);
    private final Map<String, Double> values = new LinkedHashMap<>(Map.of("elapsed", 10.0, "documents-per-second",
            5000.0, "response.p50", 0.2,
            HostMeasures.CPU_STEAL.name(), 0.5, HostMeasures.FSYNC_P50.name(), 0.4));
    private final List<Setting> facts = new ArrayList<>(List.of(Setting.detected("durability", "durable"),
            Setting.detected("engine", "PostgreSQL 18.6")));
    private final List<Trial> trials = new ArrayList<>(List.of(new Trial("connect", TrialResult.WORKS, "")));
    private double roundTrip = 0.0002;
    private String driver = "postgres";
    private String finding = "Limited by the processors: 97 % busy.";

    private Checkup checkup() {
        List<Setting> all = new ArrayList<>(facts);
        all.add(Samples.param("workers", 4));
        Iteration run = Samples.iteration(0, 0, all, values);
        LabelResults label = Samples.label("made", Map.of(), "single", List.of(run));
        LabelResults with = label.with(label.measures().plus(HostMeasures.ALL).plus(OperationCosts.ALL)
                .plus(MeasureSet.of(new Measure(
                "documents-per-second", "Throughput", "documents/s", Direction.HIGHER, 0, ""), new Measure("get.min",
                "get min", "ms", Direction.LOWER, 3, ""))), List.of(run));
        return Checkup.of(new Found("shop", driver, settings, facts, trials, roundTrip > 0 ? OptionalDouble.of(roundTrip)
                : OptionalDouble.empty(),
                Optional.of(Report.of(with)), Optional.empty(), List.of()), _ -> new IterationDetail("ingest", List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of(), List.of(new Event(0, "finding", finding))));
    }

    private List<String> wrong() {
        return checkup().wrong().stream().map(Symptom::name).toList();
    }

    @Test
    void ofAHealthyTargetNothingLooksWrong() {
        assertThat(wrong()).isEmpty();
        assertThat(checkup().good()).contains("An acknowledged write survives a power failure (durable).");
        assertThat(checkup().loads()).singleElement().satisfies(load -> {
            assertThat(load.clients()).isEqualTo("4");
            assertThat(load.limitedBy()).contains("the processors");
            assertThat(load.throughput().orElseThrow().mean()).isEqualTo(5000);
        });
    }

    @ParameterizedTest
    @CsvSource({"durability, os-buffered, durability", "durability, volatile, durability", "durability, last-interval, ",
        "server-pooler, in transaction mode, pooler", "other-processes, 1.2, other-processes"})
    void whatTheServerTells(String fact, String value, String symptom) {
        facts.removeIf(f -> f.name().equals(fact));
        facts.add(Setting.detected(fact, value));
        assertThat(wrong()).isEqualTo(symptom == null ? List.of() : List.of(symptom));
    }

    @ParameterizedTest
    @CsvSource({"db1:5432, false, encryption", "127.0.0.1:5432, false, ", "localhost:5432, false, ", "[::1]:5432, false, ",
        "db1:5432, true, "})
    void whatIsSentToAnotherMachineWantsToBeEncrypted(String address, String tls, String symptom) {
        settings = SERVER.defaults().with("address", address, SettingOrigin.SET).with("tls", tls, SettingOrigin.SET);
        assertThat(checkup().wrong()).extracting(Symptom::name, Symptom::what).isEqualTo(symptom == null ? List.of()
                : List.of(tuple(symptom, "The server may be on another machine (its address is not the loopback), and "
                + "what is sent to it is not encrypted.")));
    }

    @Test
    void aLongRoundTripBoundsAClient() {
        roundTrip = 0.02;
        assertThat(checkup().wrong()).singleElement().satisfies(s -> assertThat(s.what())
                .isEqualTo("A round trip takes 20 ms, so that a client that waits for each answer gets at most 50 a second."));
    }

    @ParameterizedTest
    @CsvSource({"cpu-steal, 12, steal", "fsync-floor.p50, 14, fsync"})
    void whatTheMachineShows(String measure, double value, String symptom) {
        values.put(measure, value);
        assertThat(wrong()).containsExactly(symptom);
    }

    @ParameterizedTest
    @CsvSource({"': of 0.50 processors; it was stopped in 97 % of its periods.', cpu-quota"})
    void whatHeldTheLoad(String figures, String symptom) {
        finding = Bottleneck.BY_QUOTA + figures;
        assertThat(wrong()).containsExactly(symptom);
    }

    @Test
    void theGeneratorIsTheLimitOfAServerOnly() {
        assertThat(remedy(Bottleneck.BY_ITS_MACHINE + "96 % busy, 93 % of their time in the generator."))
                .isEqualTo("Take a machine with more processors, or several agents.");
        assertThat(remedy(Bottleneck.BY_GARBAGE + "stood it still for 20 % of the time; give it more memory."))
                .isEqualTo("Give it more memory.");
        assertThat(remedy(GeneratorCheck.LIMITED + ": it was late.")).isEqualTo("Run it on a machine of its own.");
        settings = ParamSet.of().defaults();
        roundTrip = 0;
        assertThat(wrong()).isEmpty();
    }

    /** What to do about the generator, of which a run has found something. */
    private String remedy(String found) {
        finding = found;
        List<Symptom> wrong = checkup().wrong();
        assertThat(wrong).extracting(Symptom::name).containsExactly("generator");
        return wrong.getFirst().remedy();
    }

    /** The kernel of a proxy answers packets at once, whatever it does with requests. */
    @Test
    void aProxyThatHoldsRequestsIsToldThoughPacketsAreAnswered() {
        values.put("get.min", 20.4);
        assertThat(checkup().wrong()).singleElement().satisfies(s -> {
            assertThat(s.name()).isEqualTo("round-trip");
            assertThat(s.what()).startsWith("Even the quickest read was answered after 20.4 ms, though a packet to the address "
                    + "and back takes 0.2 ms:");
        });
        roundTrip = 0.02;
        assertThat(wrong()).as("the packets tell it").containsExactly("round-trip");
    }

    @Test
    void redisForksBadlyWithHugePages() {
        driver = "redis";
        settings = SERVER.defaults().with("address", "127.0.0.1:6379", SettingOrigin.SET);
        facts.add(Setting.detected("huge-pages", "always"));
        facts.set(1, Setting.detected("engine", "Redis"));
        assertThat(wrong()).as("nobody knows its version").isEmpty();
        for (String old : List.of("Redis 5.0.14", "Redis 6.0.16", "Redis 6.1.240")) {
            facts.set(1, Setting.detected("engine", old));
            assertThat(wrong()).as(old).containsExactly("huge-pages");
        }
        driver = "postgres";
        assertThat(wrong()).isEmpty();
    }

    @Test
    void redisThatSwitchesHugePagesOffForItselfIsNotBlamed() {
        driver = "redis";
        settings = SERVER.defaults().with("address", "127.0.0.1:6379", SettingOrigin.SET);
        facts.add(Setting.detected("huge-pages", "always"));
        for (String engine : List.of("Redis 6.2.0", "Redis 7.4.1", "Redis 10.0.1", "Valkey 8.1.0")) {
            facts.set(1, Setting.detected("engine", engine));
            assertThat(wrong()).as(engine).isEmpty();
        }
        facts.add(Setting.detected("server-disable-thp", "no"));
        assertThat(checkup().wrong()).singleElement().satisfies(s -> {
            assertThat(s.name()).isEqualTo("huge-pages");
            assertThat(s.remedy()).startsWith("Set disable-thp to yes");
        });
    }

    @Test
    void whatDoesNotWorkIsNamedAndLeadsToTheDoctor() {
        trials.add(new Trial("scan", TrialResult.REFUSED, "permission denied"));
        assertThat(checkup().wrong()).singleElement().satisfies(s -> assertThat(s.what())
                .isEqualTo("Scan does not work: permission denied."));
        trials.add(new Trial("compact", TrialResult.BROKEN, "It is over."));
        assertThat(checkup().wrong()).singleElement().satisfies(s -> assertThat(s.what())
                .isEqualTo("Scan does not work: permission denied; compact does not work: It is over."));
        assertThat(checkup().next().getFirst()).containsExactly("doctor", "--target", "shop");
        assertThat(checkup().with(Map.of("address", "db2")).next()).allSatisfy(words -> assertThat(words.contains("--address"))
                .isEqualTo(words.contains("--target"))).first().asString().isEqualTo("[doctor, --target, shop, --address, db2]");
    }

    @Test
    void howGoodItIsHasNoHeadingWhereNothingIsKnown() {
        Checkup checkup = Checkup.of(new Found("shop", driver, settings, List.of(), List.of(new Trial("connect", TrialResult.BROKEN,
                "gone")), OptionalDouble.empty(), Optional.empty(), Optional.empty(), List.of()), _ -> {
                    throw new NoSuchElementException();
                });
        assertThat(TerminalCheckup.of(checkup, new TerminalStyle(80, false, true, ZoneOffset.UTC))).doesNotContain("How good")
                .contains("Connect does not work: gone.");
        assertThat(HtmlReport.content(checkup)).doesNotContain("How good").contains("Connect does not work: gone.");
    }

    @ParameterizedTest
    @CsvSource({"connection refused, connection refused, ': connection refused'",
        "connection refused, the disk is full, '; the first: connection refused'"})
    void whyOneLoadWasNotSoundIsNotToldOfAll(String first, String second, String why) {
        LabelResults label = Samples.label("made", Map.of(), "single", List.of(
                Samples.iteration(1, 0, 0, IterationState.FAILED, first, facts, Map.of()),
                Samples.iteration(1, 0, 1, IterationState.FAILED, second, facts, Map.of())));
        Checkup checkup = Checkup.of(new Found("shop", driver, settings, facts, trials, OptionalDouble.of(roundTrip),
                Optional.of(Report.of(label)), Optional.empty(), List.of()), _ -> {
                    throw new NoSuchElementException();
                });
        assertThat(checkup.wrong()).extracting(Symptom::what).containsExactly("2 of 2 loads were not sound" + why);
    }

    /** Of an engine in this process its settings say what it promises: that is the user's choice. */
    @Test
    void anEngineInThisProcessIsNoServer() {
        settings = ParamSet.of().defaults();
        roundTrip = 0; // which is none
        facts.set(0, Setting.detected("durability", "os-buffered"));
        assertThat(wrong()).isEmpty();
        values.put(OperationCosts.GENERATOR_CPU.name(), 12.0);
        assertThat(checkup().good()).contains("With 4 clients one operation took processor time: 12.0 µs of the "
                + "process with the engine in it.");
        settings = SERVER.defaults().with("tls", "true", SettingOrigin.SET);
        values.put(OperationCosts.SERVER_CPU.name(), 30.0);
        assertThat(checkup().good()).contains("With 4 clients one operation took processor time: 12.0 µs of the "
                + "generator and 30.0 µs of the server.");
    }

    /** Whatever of a healthy target is drawn nothing looks wrong, and of a planted fault that and no more. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aPlantedFaultIsNamedAndNoOther(int tens) {
        for (int seed = 5 * tens; seed < 5 * tens + 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            healthy(random);
            assertThat(wrong()).as("healthy, seed " + seed).isEmpty();
            List<Map.Entry<String, Runnable>> faults = faults(random);
            Map.Entry<String, Runnable> fault = faults.get(random.nextInt(faults.size()));
            fault.getValue().run();
            assertThat(wrong()).as("seed " + seed).containsExactly(fault.getKey());
        }
    }

    private void healthy(SplittableRandom random) {
        boolean here = random.nextBoolean();
        driver = random.nextBoolean() ? "postgres" : "redis";
        settings = SERVER.defaults().with("address", here ? "127.0.0.1:5432" : "db1:5432", SettingOrigin.SET)
                .with("tls", String.valueOf(!here || random.nextBoolean()), SettingOrigin.SET);
        roundTrip = random.nextDouble(20e-6, 1.9e-3);
        values.put(HostMeasures.CPU_STEAL.name(), random.nextDouble(0, 4.9));
        values.put(HostMeasures.FSYNC_P50.name(), random.nextDouble(0.02, 9.9));
        values.put("get.min", random.nextDouble(0.01, 1.9));
        facts.clear();
        facts.add(Setting.detected("engine", "PostgreSQL 18.6"));
        facts.add(Setting.detected("durability", random.nextBoolean() ? "durable" : "last-interval"));
        facts.add(Setting.detected("huge-pages", random.nextBoolean() ? "madvise" : "never"));
        trials.clear();
        trials.add(new Trial("connect", TrialResult.WORKS, ""));
        trials.add(new Trial("scan", random.nextBoolean() ? TrialResult.NOT_OFFERED : TrialResult.NOT_TRIED, ""));
        finding = List.of(Bottleneck.BY_WORKERS + ": 4 workers spent 97 % of the time in the target.",
                "Limited by the processors: 97 % busy.", "Limited by the disk: sda 97 % busy.").get(random.nextInt(3));
    }

    private List<Map.Entry<String, Runnable>> faults(SplittableRandom random) {
        return List.of(
                Map.entry("durability", () -> facts.set(1, Setting.detected("durability", random.nextBoolean() ? "os-buffered"
                        : "volatile"))),
                Map.entry("encryption", () -> settings = SERVER.defaults().with("address", "db1:5432", SettingOrigin.SET)),
                Map.entry("round-trip", () -> roundTrip = random.nextDouble(2e-3, 0.2)),
                Map.entry("round-trip", () -> values.put("get.min", random.nextDouble(2, 200))),
                Map.entry("pooler", () -> facts.add(Setting.detected("server-pooler", "PgBouncer"))),
                Map.entry("fsync", () -> values.put(HostMeasures.FSYNC_P50.name(), random.nextDouble(10, 100))),
                Map.entry("cpu-quota", () -> finding = Bottleneck.BY_QUOTA + ": of 0.50 processors."),
                Map.entry("steal", () -> values.put(HostMeasures.CPU_STEAL.name(), random.nextDouble(5, 60))),
                Map.entry("other-processes", () -> facts.add(Setting.detected("other-processes", "1.2"))),
                Map.entry("generator", () -> finding = GeneratorCheck.LIMITED + ": it was late."),
                Map.entry("trials", () -> trials.add(new Trial("scan", TrialResult.BROKEN, "lost"))));
    }

    @Test
    void whatWasKeptStandsBesideIt() {
        Checkup alone = checkup();
        Checkup.Reference kept = new Checkup.Reference("laptop", "PostgreSQL 16.1", Optional.of(Durability.VOLATILE),
                alone.loads());
        Checkup beside = new Checkup(alone.target(), alone.engine(), alone.loads(), List.of(kept), alone.good(), alone.wrong(),
                alone.next());
        assertThat(TerminalCheckup.of(alone, new TerminalStyle(80, false, true, ZoneOffset.UTC))).doesNotContain("laptop");
        assertThat(TerminalCheckup.of(beside, new TerminalStyle(80, false, true, ZoneOffset.UTC))).contains("Beside what was kept", "clients",
                "nothing is claimed of a difference").containsPattern("laptop +PostgreSQL 16.1 +volatile +5000");
        assertThat(HtmlReport.content(beside)).contains("laptop", "PostgreSQL 16.1", "nothing is claimed of a difference");
        assertThat(JsonReport.checkup(beside)).contains("\"name\" : \"laptop\"");
    }

    @Test
    void onlyTheSameLoadIsKeptBeside() {
        Map<String, String> documents = new LinkedHashMap<>(Map.of("checkup-shop", "2000", "reference-old", "2000",
                "reference-other-load", "9000", "not-kept", "2000"));
        Results store = new Results() {
            @Override
            public List<LabelSummary> labels() {
                return documents.keySet().stream().map(label -> new LabelSummary(label, "ingest", Instant.EPOCH, Map.of()))
                        .toList();
            }

            @Override
            public Optional<LabelResults> label(String label) {
                return Optional.of(Samples.label(label, Map.of(), "single", List.of(Samples.iteration(0, 0, List.of(
                        Samples.param("workers", 4), Samples.param("documents", documents.get(label)),
                        Setting.detected("engine", "PostgreSQL 16.1"), Setting.detected("durability", "volatile")), values))));
            }

            @Override
            public IterationDetail detail(long iteration) {
                throw new NoSuchElementException();
            }
        };
        Found found = Found.of(store, "shop", driver, settings, facts, trials, OptionalDouble.empty(), Optional.of("checkup-shop"),
                Optional.empty());
        assertThat(found.references()).extracting(Report::label).containsExactly("reference-old");
        assertThat(Found.of(store, "shop", driver, settings, facts, trials, OptionalDouble.empty(), Optional.empty(),
                Optional.empty()).references()).as("nothing was run to stand beside").isEmpty();
    }

    @Test
    void programsReadTheSame() {
        roundTrip = 0.02;
        assertThat(JsonReport.checkup(checkup())).contains("\"format\" : \"tidemark-checkup\"", "\"name\" : \"round-trip\"",
                "\"engine\" : \"PostgreSQL 18.6\"", "tidemark ingest --target shop --plan ramp");
    }

    @Test
    void timesThatMayBeLargerAndLargestOnesAreMarked() {
        Checkup known = checkup();
        Checkup.Load load = known.loads().getFirst();
        Checkup marked = new Checkup(known.target(), known.engine(), List.of(new Checkup.Load(load.clients(), load.offered(),
                load.measure(), load.throughput(), Optional.of(new Cell(Estimate.single(12), true)),
                Optional.of(new Cell(Estimate.single(40), true, true)), load.limitedBy())), List.of(), known.good(),
                known.wrong(), known.next());
        assertThat(TerminalCheckup.of(marked, new TerminalStyle(120, false, true, ZoneOffset.UTC)))
                .contains("≥12.000", "max ≥40.000");
        assertThat(JsonReport.checkup(marked)).contains("\"p50\" : 12.0", "\"p99\" : 40.0",
                "\"atLeast\" : [ \"p50\", \"p99\" ]", "\"maximum\" : [ \"p99\" ]");
        assertThat(JsonReport.checkup(known)).doesNotContain("atLeast", "maximum");
    }
}
