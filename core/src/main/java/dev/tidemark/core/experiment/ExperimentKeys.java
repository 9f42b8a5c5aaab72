package dev.tidemark.core.experiment;

import static dev.tidemark.core.experiment.Schemas.any;
import static dev.tidemark.core.experiment.Schemas.list;
import static dev.tidemark.core.experiment.Schemas.named;
import static dev.tidemark.core.experiment.Schemas.ordered;
import static dev.tidemark.core.experiment.Schemas.text;
import static dev.tidemark.core.experiment.Schemas.words;

import module java.base;
import dev.tidemark.core.experiment.FormField.Group;
import dev.tidemark.core.experiment.FormField.Typed;
import dev.tidemark.core.experiment.Key.Part;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Experiment.Order;
import dev.tidemark.core.plan.Experiment.PlanSpec;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.plan.RateSpec;
import dev.tidemark.core.plan.SearchSpec;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;

/**
 * The keys of an experiment file, each declared once: the reader, the record of an experiment, the JSON Schema, the
 * table in the manual and the form of a new job follow from this. Another key is one more declaration, listed in
 * {@link #ALL} or in the section where it stands.
 */
public final class ExperimentKeys {

    private static final long MOST_REPEATS = 1000;
    private static final int LEAST_CONFIRMING = 3;

    // ---- What is done to what ----

    static final Key<String> LABEL = Key.one("label",
            () -> text("groups the iterations in reports; the workload's name by default"),
            in -> in.workload().name(), (text, in) -> label(text))
            .docs("what groups the iterations in a report, 1 to 200 characters; a second run of a label adds to it",
                    "the workload's name")
            .form(new FormField(Group.HEAD, 1, Typed.LINE, "Label", "text", "",
                    "Groups the iterations in reports.").asMain());

    static final Key<Workload> WORKLOAD = Key.<Workload>one("workload", () -> words(workloads(), "what is done"),
            in -> in.mapping().fail("'workload' is missing; it is one of " + String.join(", ", workloads())),
            (text, in) -> Workloads.named(text)).written(Workload::name).required()
            .docs("[`ingest`](ingest.md), [`random-io`](random-io.md), [`volume`](volume.md), [`script`](script.md), "
                    + "[`query`](query.md) or [`api`](api.md)", "must be given");

    static final Key<String> PRESET = Key.one("preset", () -> words(Workloads.all().stream()
            .flatMap(w -> w.presets().keySet().stream()).toList(), "a named set of settings, under those of set"),
            in -> "", (text, in) -> Suggestions.known("preset", text, in.workload().presets().keySet()))
            .docs("a named set of settings of the workload, as `ycsb-a` of volume or `pgbench-tpcb` of script", "")
            .form(new FormField(Group.HEAD, 2, Typed.WORD, "Preset", "", "none",
                    "A named set of settings."));

    static final Key<String> TARGET = Key.one("target",
            () -> text("a driver, a stored target, a name under targets, or a URL"), in -> "", TargetReader::first)
            .docs("a driver (`rocksdb`, `null`), a name under `targets`, or a [URL](connection-urls.md)",
                    "all of `targets`");

    static final Key<Map<String, TargetSpec>> TARGETS = Key.names("targets",
            () -> any("named targets, each a driver and its settings, or a URL; or a list of stored targets and drivers",
                    ordered("type", "object", "additionalProperties", any(SchemaWriter.target(), Schemas.STRING)),
                    list(Schemas.STRING)),
            in -> Map.<String, TargetSpec>of(), TargetReader::declared).written(TargetReader::written)
            .docs("set-ups of drivers, or [URLs](connection-urls.md), under names of your own", "");

    static final Key<Map<String, String>> TAGS = Key.names("tags",
            () -> named("free names and values recorded with the run", Schemas.SCALAR), in -> Map.<String, String>of(),
            ExperimentReader::tags)
            .docs("free names and values to record with each iteration", "")
            .form(new FormField(Group.HEAD, 5, Typed.TAGS, "Tags", "NAME=VALUE, one a line", "",
                    "Free names for what this machine is, as in disk-type=ssd; recorded, and compared by."));

    // ---- Settings ----

    static final Key<Map<String, String>> SET = Key.names("set", SchemaWriter::settings,
            in -> Map.<String, String>of(), (set, in) -> in.settings().texts(set))
            .docs("settings, one value each", "");

    static final Key<Map<String, List<String>>> VARY = Key.names("vary", SchemaWriter::lists,
            in -> Map.<String, List<String>>of(), (vary, in) -> in.settings().lists(vary, in))
            .docs("settings, a list of values each", "");

    /** How often each operation comes: a setting, which may also stand beside {@code set}. */
    static final Key<Map<String, String>> MIX = Key.any("mix", () -> SchemaWriter.of("mix"),
            in -> Map.<String, String>of(), SettingsReader::mix).written(mix -> mix.get("mix"))
            .docs("for [volume](volume.md): how often each operation comes, as `{get: 5, update: 1}`; the setting "
                    + "`mix`, written beside `set`", "the workload's");

    static final Key<Map<String, String>> GROUPS = Key.any(WorkerGroups.NAMES.name(), () -> ordered("type", "array",
            "minItems", 1, "description", "worker groups that run side by side, each with what it does otherwise than "
                    + "set says", "items", SchemaWriter.group()), in -> Map.<String, String>of(),
            GroupReader::settings).written(GroupReader::written)
            .docs("[groups of workers](random-io.md#groups-of-workers) that run side by side: a name, and settings of "
                    + "their own", "all workers do the same");

    static final Key<String> DO = option("do", () -> words(BackgroundReader.taskNames(), "the task")).required();

    /** What can be said of a background task, in a list; {@link ScheduledTask} reads it. */
    static final List<Key<?>> TASK = List.of(DO,
            option("at", () -> text("when it is started first, from the first slot on, as 30m")),
            option("every", () -> text("how long after a start the next one is due, as 10m")),
            option("window", () -> text("outside of which it is not started, as 1h..2h")),
            option("throttle", () -> ordered("type", List.of("string", "number"), "description",
                    "rows per second at most, as 20k/s")),
            option("instances", () -> words(Types.oneOf(ScheduledTask.Instances.class).words(),
                    "how several instances are done")),
            option("run", () -> text("the program, for command and fault")),
            option("node", () -> ordered("type", List.of("string", "integer"), "description",
                    "which server of a rig is ended or paused, from 1")),
            option("for", () -> text("how long a server stays away or connections are disturbed, as 5s")),
            option("by", () -> text("how long what is delayed is kept back, as 20ms")),
            option("to", () -> ordered("type", List.of("string", "integer"), "description",
                    "bytes per second that connections are throttled to, as 1MB")));

    static final Key<Map<String, BackgroundSchedule>> TIMETABLES = Key.any("timetables",
            () -> named("named lists of background tasks, which the setting background can have as its value", tasks()),
            in -> Map.<String, BackgroundSchedule>of(), BackgroundReader::named).written(BackgroundReader::written)
            .docs("named lists of [background tasks](background.md), which `background` can have as its value", "");

    /** Becomes the setting of that name before any other is read. */
    static final Key<String> BACKGROUND = Key.any(LoadParams.BACKGROUND.name(), ExperimentKeys::tasks,
            in -> LoadParams.BACKGROUND.absent(), (node, in) -> BackgroundReader.text(node, in.get(TIMETABLES)))
            .having(TASK)
            .docs("[tasks](background.md) that run concurrently with the load, and when; the setting `background`, "
                    + "written beside `set`", "none");

    /** A command before each iteration: a setting, which may also stand beside {@code set}. */
    static final Key<Map<String, String>> PREPARE = Key.any(Preparation.COMMAND.name(),
            () -> SchemaWriter.of(Preparation.COMMAND.name()), in -> Map.<String, String>of(),
            ExperimentKeys::prepare).written(set -> set.get(Preparation.COMMAND.name()))
            .docs("a [command before each iteration](prepare.md), as `./apply.sh {mount}`, where `mount` is then a "
                    + "name of your own to be set or varied; the setting `prepare`, written beside `set`", "none");

    private static Map<String, String> prepare(DocumentNode node, ExperimentReader in) {
        return SettingsReader.topLevelSetting(ExperimentKeys.PREPARE, node, in);
    }

    /** Who offers the load: a setting, which may also stand beside {@code set}. */
    static final Key<Map<String, String>> AGENTS = Key.any(Agents.PARAM.name(),
            () -> SchemaWriter.of(Agents.PARAM.name()), in -> Map.<String, String>of(),
            ExperimentKeys::agents).written(set -> set.get(Agents.PARAM.name()))
            .docs("[processes](agents.md) that offer the load together, as `local:2` or `ssh:gen1,ssh:gen2`; the "
                    + "setting `agents`, written beside `set`", "one process of this machine");

    private static Map<String, String> agents(DocumentNode node, ExperimentReader in) {
        return SettingsReader.topLevelSetting(ExperimentKeys.AGENTS, node, in);
    }

    static final Key<List<Map<String, String>>> POINTS = Key.any("points", () -> list(SchemaWriter.point()),
            in -> List.<Map<String, String>>of(), SettingsReader::points)
            .docs("for `plan: list`: the points, each a map of settings", "");

    // ---- Plan ----

    static final Key<Space> SPACE = Key.<Space>one("space",
            () -> words(spaces(), "which points there are; ramp, find-rate: a matrix with such a search at every "
            + "point"),
            in -> PlanSpec.DEFAULT.space(), (text, in) -> space("space", text)).written(Types::word);

    static final Key<Order> ORDER = Key.word("order", Order.class, "the order within a round",
            in -> PlanSpec.of(in.get(SPACE)).order())
            .form(new FormField(Group.TAIL, 2, Typed.WORD, "Order", "", "",
                    "Of the points within a round."));

    static final Key<Integer> REPEAT = Key.one("repeat",
            () -> ordered("type", "integer", "minimum", 1, "description", "rounds"),
            in -> PlanSpec.of(in.get(SPACE)).repeat(), (text, in) -> Math.toIntExact(
                    Param.count("repeat").atLeast(1).atMost(MOST_REPEATS).parse(text)))
            .form(new FormField(Group.HEAD, 3, Typed.LINE, "Repeat", "count", "",
                    "Rounds over all points; a confidence interval needs two.").asMain());

    static final Key<Fork> FORK = Key.word("fork", Fork.class, "what gets a fresh process",
            in -> PlanSpec.of(in.get(SPACE)).fork())
            .form(new FormField(Group.TAIL, 3, Typed.WORD, "Fresh process", "", "",
                    "How often the measuring process is begun anew."));

    static final Key<Integer> CONFIRM = Key.one("confirm",
            () -> ordered("type", "integer", "minimum", 0, "description",
                    "three or more rounds of the defaults against the point that came first, after all others"),
            in -> PlanSpec.of(in.get(SPACE)).confirm(), (text, in) -> confirm(text))
            .form(new FormField(Group.HEAD, 4, Typed.LINE, "Confirm", "count", "0",
                    "Rounds of the defaults against the point that came first, run after all others; the headline "
                            + "comes from them alone. Three or more; 0 for none."));

    /** Two rounds would have an interval, but none that anybody could use. */
    private static int confirm(String text) {
        int rounds = Math.toIntExact(Param.count("confirm").atLeast(0).atMost(MOST_REPEATS).parse(text));
        if (rounds > 0 && rounds < LEAST_CONFIRMING) {
            throw new InvalidInputException("confirm: " + text + " is too small; the smallest is " + LEAST_CONFIRMING
                    + ", or 0 for none");
        }
        return rounds;
    }

    private static final Key<PlanSpec> PLAN_PARTS = Key.section("plan", "key of plan", in -> PlanSpec.DEFAULT,
            in -> new PlanSpec(in.get(SPACE), in.get(ORDER), in.get(REPEAT), in.get(FORK), in.get(CONFIRM)),
            new Part<>(SPACE, PlanSpec::space), new Part<>(ORDER, PlanSpec::order),
            new Part<>(REPEAT, PlanSpec::repeat), new Part<>(FORK, PlanSpec::fork),
            new Part<>(CONFIRM, PlanSpec::confirm));

    static final Key<PlanSpec> PLAN = PLAN_PARTS.or((node, in) -> switch (node) {
        case DocumentNode.Scalar s -> PlanSpec.of(s.at(() -> space("plan", s.text())));
        case DocumentNode.Mapping m -> PLAN_PARTS.reader().apply(m, in);
        case DocumentNode.Sequence s -> s.fail(
                "plan: write matrix, study, list, compare, ramp or find-rate, or a mapping with space, order, repeat, "
                + "confirm");
    }, parts -> any(words(spaces(), "the space alone"), parts))
            .docs("`space`, `order`, `repeat`, `fork`, `confirm`; or just the word for the space", "`matrix`");

    // ---- Search ----

    static final Key<String> PARAM = Key.one("param",
            () -> words(SchemaWriter.names(), "the setting that grows; workers by default"),
            in -> SearchReader.USUAL_PARAM, (text, in) -> text.strip())
            .form(new FormField(Group.RAMP, 1, Typed.LINE, "Raised setting", "name",
                    SearchReader.USUAL_PARAM, "Which setting is raised."));

    static final Key<List<String>> STEPS = Key.any("steps", () -> Schemas.oneOrMore(ordered("type",
            List.of("string", "number"), "description",
            "a value, +10 for so much more, x2 for so many times; the last goes on")), in -> List.<String>of(),
            (node, in) -> node.items().stream().map(s -> Key.single("steps", s).text().strip()).toList())
            .form(new FormField(Group.RAMP, 2, Typed.LIST, "Steps", "list", "1, x2",
                    "Where it begins and how it goes on: numbers, +10 to add, x2 to multiply."));

    static final Key<SearchReader.Until> UNTIL = Key.any("until", () -> named(
            "when it ends, as in response.mean: \"> 10ms\" for two steps, gain: \"< 10%\"", Schemas.SCALAR),
            in -> SearchReader.until(new DocumentNode.Mapping(Map.of(), ""), in), SearchReader::until)
            .written(SearchReader.Until::written)
            .form(new FormField(Group.RAMP, 3, Typed.CONDITIONS, "Until", "MEASURE: CONDITION, one a line",
                    "gain: " + SearchReader.USUAL_GAIN, "Ends the ramp: a limit that holds, as in response.mean: > "
                            + "10ms, or a step that gains less throughput than this; gain: none for never."));

    /** Becomes the setting {@code duration} before a search is read. */
    static final Key<String> FOR = option("for", () -> text("how long a step lasts: the setting duration"));

    static final Key<RampSpec> RAMP = Key.<RampSpec>section("ramp", "key of ramp", in -> null,
            in -> new RampSpec(in.get(PARAM), in.get(STEPS), in.get(UNTIL).limit(), in.get(UNTIL).gain()),
            new Part<>(PARAM, RampSpec::param), new Part<>(STEPS, RampSpec::steps),
            new Part<>(UNTIL, ramp -> new SearchReader.Until(ramp.limit(), ramp.gain())),
            new Part<>(FOR, ramp -> null));

    static final Key<Double> START = Key.<Double>one("start", () -> text("the rate at which it begins"),
            in -> Types.RATE.parse(RateReader.USUAL_START), (text, in) -> RateReader.start(text))
            .written(Types.RATE::format)
            .form(new FormField(Group.FIND_RATE, 1, Typed.LINE, "First rate", "rate",
                    RateReader.USUAL_START, "Where it begins; it is doubled until it is too much."));

    static final Key<List<Threshold>> LIMITS = Key.any("limits", () -> named(
            "what must hold, as in response.p99: \"< 1s\"; may also stand beside the other keys", Schemas.SCALAR),
            in -> RateReader.usualLimits(in), RateReader::limits).written(RateReader::written)
            .form(new FormField(Group.FIND_RATE, 2, Typed.CONDITIONS, "Limits",
                    "MEASURE: CONDITION, one a line", RateReader.USUAL_MEASURE + ": " + RateReader.USUAL_LIMIT,
                    "What must hold at a rate that is sustained."));

    /** Becomes the setting {@code duration} before a search is read. */
    static final Key<String> STEP = option("step", () -> text("how long a step lasts: the setting duration"))
            .form(new FormField(Group.FIND_RATE, 3, Typed.LINE, "Step", "duration",
                    RateReader.USUAL_STEP, "How long each rate is offered; the longer, the surer."));

    static final Key<Double> PRECISION = share("precision", RateReader.USUAL_PRECISION, 0.001, 1,
            "how near the rates that hold and break are brought to each other", 4, "Precision",
            "How far apart, at most, the two rates are between which it lies.");

    static final Key<Integer> REPEATS = Key.one("repeats", () -> ordered("type", "integer", "minimum", RateReader.LEAST,
            "description", "the most runs of one rate"), in -> RateReader.USUAL_REPEATS,
            (text, in) -> Math.toIntExact(Param.count("repeats").atLeast(RateReader.LEAST).atMost(RateReader.MOST)
                    .parse(text)))
            .form(new FormField(Group.FIND_RATE, 5, Typed.LINE, "Repeats", "count",
                    String.valueOf(RateReader.USUAL_REPEATS), "The most runs of one rate, until it is sure."));

    static final Key<Double> CHANCE = share("chance", RateReader.USUAL_CHANCE, 0.0001, 0.5,
            "that the sustainable rate lies outside the interval found", 6, "Chance of error",
            "Chance that the rate lies outside the interval found.");

    static final Key<Double> BACKLOG_GROWTH = share("backlog-growth", RateReader.USUAL_GROWTH, 0, 1,
            "growth of the backlog that is not worth the name, as a share of what is offered", 7, "Backlog growth",
            "Growth of the backlog, as a share of what is offered, that is not worth the name.");

    static final Key<Double> BACKLOG_CHANCE = share("backlog-chance", RateReader.USUAL_BACKLOG_CHANCE, 0.000001, 0.5,
            "that a backlog which does not grow is said to, in one step", 8, "Backlog chance",
            "Chance that a step is said to have a growing backlog although it has none.");

    static final Key<RateSpec> FIND_RATE = Key.<RateSpec>section("find-rate", "key of find-rate", in -> null,
            in -> new RateSpec(in.get(START), in.get(LIMITS), in.get(PRECISION), in.get(REPEATS), in.get(CHANCE),
                    in.get(BACKLOG_GROWTH), in.get(BACKLOG_CHANCE)),
            new Part<>(START, RateSpec::start), new Part<>(LIMITS, RateSpec::limits), new Part<>(STEP, rate -> null),
            new Part<>(PRECISION, RateSpec::precision), new Part<>(REPEATS, RateSpec::repeats),
            new Part<>(CHANCE, RateSpec::chance), new Part<>(BACKLOG_GROWTH, RateSpec::backlogGrowth),
            new Part<>(BACKLOG_CHANCE, RateSpec::backlogChance))
            .described(RateReader::withMeasures);

    static final Key<Optional<SearchSpec>> SEARCH = Key.<Optional<SearchSpec>>section("search", "key of search",
            in -> Optional.empty(), in -> Optional.<SearchSpec>ofNullable(in.get(RAMP))
                    .or(() -> Optional.ofNullable(in.get(FIND_RATE))),
            new Part<>(RAMP, search -> search.filter(RampSpec.class::isInstance).map(RampSpec.class::cast)
                    .orElse(null)),
            new Part<>(FIND_RATE, search -> search.filter(RateSpec.class::isInstance).map(RateSpec.class::cast)
                    .orElse(null)))
            .described(parts -> any("what is looked for at every point, in iterations one after the other",
                    words(searches(), "ramp: a ramp over workers; find-rate: the sustainable rate"), one(parts)))
            .docs("what is looked for at every point: [`ramp`](ramp.md) or [`find-rate`](find-rate.md)", "");

    // ---- What is expected, and chance ----

    static final Key<Map<String, String>> EXPECT = Key.any("expect", ExperimentKeys::expectations,
            in -> Map.<String, String>of(), ExperimentReader::expect)
            .docs("measures and the conditions they must meet", "")
            .form(new FormField(Group.TAIL, 1, Typed.CONDITIONS, "Expect", "MEASURE: CONDITION, one a line",
                    "", "Conditions by which the report judges, as in response.p99: < 50ms."));

    static final Key<Long> SEED = Key.one("seed",
            () -> ordered("type", "integer", "description", "from which every random choice follows"), in -> 1L,
            (text, in) -> seed(text))
            .docs("a whole number from which every random choice follows: documents, keys, arrivals and the order", "1")
            .form(new FormField(Group.TAIL, 4, Typed.LINE, "Seed", "number", "1",
                    "From which every random choice follows."));

    /** What came from elsewhere keeps this wherever it goes, so that it never runs as if it had been written here. */
    public static final Key<Optional<String>> ORIGIN = Key.<Optional<String>>one("origin",
            () -> text("where the experiment came from, when not from here"), in -> Optional.empty(),
            (text, in) -> Optional.of(text).filter(t -> !t.isBlank()))
            .written(origin -> origin.orElse(""))
            .docs("where the experiment came from, as `again` has it of what was imported: it then runs only after all "
                    + "that it [reaches](experiments.md#what-came-from-elsewhere) was agreed to", "written here");

    /** All that an experiment can have. */
    public static final List<Key<?>> ALL = List.of(LABEL, WORKLOAD, PRESET, TARGET, TARGETS, TAGS, SET, VARY, MIX,
            GROUPS, BACKGROUND, TIMETABLES, PREPARE, AGENTS, POINTS, PLAN, SEARCH, EXPECT, SEED, ORIGIN);

    private ExperimentKeys() {}

    /** What holds for a plan of which only the space is given, as it is written. */
    public static DocumentNode.Mapping usualPlan(Space space) {
        return (DocumentNode.Mapping) DocumentNode.of(PLAN.writer().apply(PlanSpec.of(space)), "");
    }

    /** The names of searches, each of which may stand for a search with all defaults. */
    static List<String> searches() {
        return List.of("ramp", "find-rate");
    }

    /** Exactly one of them stands there. */
    private static Map<String, Object> one(Map<String, Object> parts) {
        Map<String, Object> one = new LinkedHashMap<>(parts);
        one.put("minProperties", 1);
        one.put("maxProperties", 1);
        return one;
    }

    private static Key<Double> share(String name, double usual, double least, double most, String description, int rank,
            String title, String help) {
        Param<Double> param = Param.share(name).atLeast(100 * least).atMost(100 * most);
        return Key.<Double>one(name, () -> ordered("type", List.of("string", "number"), "description", description),
                in -> usual, (text, in) -> param.parse(text)).written(param::format)
                .form(new FormField(Group.FIND_RATE, rank, Typed.LINE, title, "share",
                        param.format(usual), help));
    }

    private static Key<String> option(String name, Supplier<Map<String, Object>> schema) {
        return Key.one(name, schema, in -> "", (text, in) -> text);
    }

    private static List<String> workloads() {
        return Workloads.all().stream().map(Workload::name).toList();
    }

    /** What can stand for a plan's space. */
    private static List<String> spaces() {
        return Stream.concat(Types.oneOf(Space.class).words().stream(), searches().stream()).toList();
    }

    private static String label(String text) {
        if (text.isBlank() || text.length() > 200 || PlainText.hasControls(text)) {
            throw new InvalidInputException("label: a label is 1 to 200 visible characters");
        }
        return text.strip();
    }

    /** One of the spaces; a complaint names the searches, too, which were read as such by now. */
    private static Space space(String key, String text) {
        if (spaces().stream().noneMatch(text.strip()::equalsIgnoreCase)) {
            throw new InvalidInputException(key + ": '" + text + "' is not one of " + String.join(", ", spaces())
                    + Suggestions.hint(text, spaces()));
        }
        return Param.oneOf(key, Space.class).parse(text);
    }

    private static long seed(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new InvalidInputException("seed: '" + text + "' is not a whole number");
        }
    }

    private static Map<String, Object> tasks() {
        return any("tasks that run concurrently with the load, and when; a timetable's name; or none",
                Schemas.STRING, list(Schemas.of(TASK)));
    }

    private static Map<String, Object> expectations() {
        Map<String, Object> conditions =
                named("conditions on measures, as in response.p99: \"< 50ms\"", Schemas.SCALAR);
        Map<String, Object> name = words(Workloads.all().stream().flatMap(w -> w.expectations().keySet().stream())
                .toList(), "a named set of conditions");
        return any(conditions, name, list(any(conditions, name)));
    }
}
