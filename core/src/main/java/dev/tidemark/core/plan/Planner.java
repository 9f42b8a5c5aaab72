package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.GroupSettings;
import dev.tidemark.core.workload.LoadSharing;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;

/** Turns an experiment into its plan. Pure: the same experiment and stored defaults give the same plan. */
public final class Planner {

    /** The most points that a plan may have. */
    public static final int MOST_POINTS = 10_000;

    /** The dimension that is not a param: which target. */
    public static final String TARGET = "target";

    /** Marks a stored default as a tag. */
    public static final String TAG_PREFIX = "tag:";

    private final Experiment experiment;
    private final Workload workload;
    private final Map<String, String> stored;
    /** What the experiment speaks of: what it does not mention, no group has its own way. */
    private final Set<String> mentioned;
    /** The commands that points have before them. */
    private final List<String> commands;

    private Planner(Experiment experiment, Map<String, String> stored) {
        this.experiment = experiment;
        this.workload = Workloads.named(experiment.workload());
        this.stored = stored;
        this.mentioned = mentioned();
        this.commands = everyText(Preparation.COMMAND.name()).toList();
    }

    /** All that the experiment, or what holds before it, says of a setting. */
    private Stream<String> everyText(String setting) {
        return Stream.of(experiment.vary().getOrDefault(setting, List.of()).stream(), Stream.concat(Stream.of(
                experiment.set(), stored), Stream.concat(experiment.points().stream(), experiment.targets().values()
                .stream().map(TargetSpec::settings))).flatMap(settings -> Stream.ofNullable(settings.get(setting))))
                .flatMap(texts -> texts);
    }

    private Set<String> mentioned() {
        Set<String> mentioned = new HashSet<>(experiment.set().keySet());
        mentioned.addAll(experiment.vary().keySet());
        mentioned.addAll(workload.presets().getOrDefault(experiment.preset(), Map.of()).keySet());
        experiment.points().forEach(p -> mentioned.addAll(p.keySet()));
        experiment.targets().values().forEach(t -> mentioned.addAll(t.settings().keySet()));
        return mentioned;
    }

    /**
     * Every param that a point with this workload and driver has, those of servers of rigs among them, but for those of
     * worker groups.
     */
    public static ParamSet params(Workload workload, Driver driver) {
        return workload.params(driver).plus(Rigs.withDriver(driver)).plus(RunParams.ALL);
    }

    /** Every param that a point with these worker groups, and one of these commands before it, can have. */
    public static ParamSet params(Workload workload, Driver driver, Collection<String> groups,
            Collection<String> commands) {
        ParamSet params = params(workload, driver).plus(WorkerGroups.params(workload, driver, groups));
        return params.plus(Preparation.params(commands, params, _ -> Optional.empty()));
    }

    /** The values of a point as they were written down. */
    public static Values values(Workload workload, Driver driver, List<Setting> settings) {
        Set<String> names = settings.stream().map(Setting::name).collect(Collectors.toSet());
        ParamSet known = params(workload, driver)
                .plus(WorkerGroups.params(workload, driver, WorkerGroups.names(settings))
                        .only(p -> names.contains(p.name())));
        return known.plus(Preparation.params(Preparation.commands(settings), known, _ -> Optional.empty())).defaults()
                .with(settings);
    }

    /** Names of the worker groups of an experiment's points; none where all workers are one. */
    public static List<String> groups(Experiment experiment) {
        Workload workload = Workloads.named(experiment.workload());
        String text = experiment.set().get(WorkerGroups.NAMES.name());
        if (text == null) {
            text = workload.presets().getOrDefault(experiment.preset(), Map.of()).get(WorkerGroups.NAMES.name());
        }
        return text == null ? List.of() : WorkerGroups.names(text);
    }

    /**
     * @param stored the user's stored defaults for the workload, param name (or {@code tag:name}) to text; those that
     *               a target's driver does not have are passed over
     * @throws InvalidInputException when a setting is unknown, wrong, or contradicts another
     */
    public static Plan plan(Experiment experiment, Map<String, String> stored) {
        return new Planner(experiment, stored).plan();
    }

    /**
     * What holds before an experiment says anything: the declared and the stored defaults, tags included, by name.
     *
     * @param stored the user's stored defaults for the workload, as for {@link #plan(Experiment, Map)}
     */
    public static Map<String, String> baseDefaults(Experiment experiment, Map<String, String> stored) {
        Planner planner = new Planner(experiment, stored);
        Map<String, String> baseDefaults = new LinkedHashMap<>(planner.storedOrDeclared(
                planner.target(planner.defaultTarget())).texts());
        baseDefaults.putAll(planner.storedTags());
        return baseDefaults;
    }

    /**
     * Values that are varied and equal to others before them, however they are written, so that they are not run again.
     *
     * @return a sentence for each
     * @throws InvalidInputException when a setting is unknown or wrong
     */
    public static List<String> repeated(Experiment experiment) {
        Planner planner = new Planner(experiment, Map.of());
        Values declared = planner.storedOrDeclared(planner.target(planner.defaultTarget()));
        List<String> sentences = new ArrayList<>();
        experiment.vary().forEach((name, texts) -> {
            Map<Object, String> seen = new LinkedHashMap<>();
            for (String text : texts) {
                Object value = name.equals(TARGET) ? text
                        : declared.with(name, text, SettingOrigin.VARY).find(declared.params().find(name).param());
                String first = seen.putIfAbsent(value, text);
                if (first != null) {
                    sentences.add(name + ": "
                            + (text.equals(first) ? text + " was given twice" : text + " is the same as "
                            + first) + " and runs once.");
                }
            }
        });
        return sentences;
    }

    /**
     * Points that between them have every value of every setting that the plan has, made without looking at anything
     * that these name: by them is judged what an experiment reaches, before it is planned.
     *
     * @throws InvalidInputException when a setting is unknown or cannot be read
     */
    public static List<Point> drafts(Experiment experiment, Map<String, String> stored) {
        Planner planner = new Planner(experiment, stored);
        return experiment.targets().values().stream().flatMap(t -> planner.drafts(t).stream()).toList();
    }

    private List<Point> drafts(TargetSpec target) {
        List<Point> drafts = new ArrayList<>();
        Point start = defaultPoint(target);
        drafts.add(start);
        experiment.vary().forEach((name, texts) -> {
            if (!name.equals(TARGET)) {
                texts.forEach(text -> drafts.add(vary(start, name, text)));
            }
        });
        experiment.points().stream().filter(p -> p.getOrDefault(TARGET, target.name()).equals(target.name()))
                .forEach(settings -> drafts.add(listed(start, settings)));
        // What the leave to destroy is varied beside may be what is destroyed.
        Drivers.named(target.driver()).destroying()
                .filter(leave -> drafts.stream().anyMatch(d -> d.values().find(leave).orElse(false)))
                .ifPresent(leave -> drafts.addAll(List.copyOf(drafts).stream().map(d -> vary(d, leave.name(), "true"))
                        .toList()));
        return drafts;
    }

    private Plan plan() {
        experiment.targets().values().forEach(this::checkStoredTags);
        Point defaultPoint = expandAllValues(defaultPoint(target(defaultTarget()))).getFirst();
        List<Point> points = distinct(atFirstStep(switch (experiment.plan().space()) {
            case MATRIX -> matrix();
            case STUDY -> expandAllValues(study(defaultPoint(target(defaultTarget()))));
            case LIST -> expandAllValues(list());
            case COMPARE -> sideBySide(matrix());
        }));
        for (Point point : points) {
            check(point);
            checkBackground(point);
            checkProcess(point);
        }
        checkVaried(points);
        boolean prepared = points.stream().anyMatch(p -> Preparation.of(p.values()).isPresent());
        Plan plan = new Plan(points, effective(defaultPoint), experiment.plan().order(), experiment.plan().repeat(),
                experiment.seed(), points.stream().flatMap(p -> search(p).stream()).toList(),
                points.stream().map(p -> prepared ? "" : content(p)).toList(), experiment.plan().confirm());
        checkConfirmation(plan);
        return plan;
    }

    /** What is varied without an effect makes no difference, which nobody has measured. */
    private void checkVaried(List<Point> points) {
        List<Values> places = points.stream().flatMap(p -> WorkerGroups.of(workload, p.values()).stream())
                .map(GroupSettings::values).toList();
        workload.preconditions().stream().flatMap(p -> p.complaint(places).stream()).findFirst().ifPresent(wrong -> {
            throw new InvalidInputException(wrong);
        });
    }

    private void checkConfirmation(Plan plan) {
        if (plan.confirm() == 0) {
            return;
        }
        if (plan.searching()) {
            throw new InvalidInputException("plan: confirm is not for a search, which repeats by itself");
        }
        if (experiment.plan().space() == Experiment.Space.COMPARE) {
            throw new InvalidInputException("plan: confirm is not for compare, whose rounds are side by side already; "
                    + "use repeat");
        }
        if (plan.points().stream().noneMatch(p -> Screening.isRival(p, plan.defaultPoint(), workload))) {
            throw new InvalidInputException("plan: confirm runs the defaults against the point that came first, so it "
                    + "needs a point besides the defaults, as durable as these; vary a setting");
        }
        check(plan.defaultPoint());
        checkBackground(plan.defaultPoint());
        checkProcess(plan.defaultPoint());
    }

    /**
     * What a point works on, with everything by which another point would need another one: the place, and settings for
     * which data is built again or a process started anew. Empty where each iteration makes its own.
     */
    private String content(Point point) {
        Values values = point.values();
        return workload.content(values).map(content -> Stream.concat(
                Stream.of(point.target(), content, ConnectionParams.place(values).orElse("")),
                values.params().all().stream().filter(p -> p.change().compareTo(ChangeCost.RESTART) >= 0)
                        .map(p -> p.name() + "=" + values.text(p)))
                .collect(Collectors.joining("\n"))).orElse("");
    }

    private Optional<Search> search(Point point) {
        return experiment.search().map(spec -> switch (spec) {
            case RampSpec ramp -> Ramp.at(ramp, point, workload);
            case RateSpec rate -> FindRate.at(rate, point);
        });
    }

    /** Points that a search is made at stand where it begins, and groups take what they have not set from each step. */
    private List<Point> atFirstStep(List<Point> points) {
        return experiment.search().map(search -> points.stream().map(p -> atFirstStep(p, search)).toList())
                .orElse(points);
    }

    private Point atFirstStep(Point point, SearchSpec search) {
        String name = search.param();
        String verb = search instanceof RampSpec ? "ramped" : "searched for";
        Values values = WorkerGroups.following(point.values(), name);
        if (values.origin(values.params().find(name).param()) == SettingOrigin.VARY) {
            throw new InvalidInputException(name + " is varied and " + verb + "; leave one of them out");
        }
        if (WorkerGroups.of(workload, values).stream().noneMatch(group -> follows(group, values, name))) {
            throw new InvalidInputException(name + " is " + verb + ", but each group has its own; leave out that of one "
                    + "of them");
        }
        return new Point(point.target(), point.driver(), values.with(name, search.first(), SettingOrigin.VARY),
                point.tags());
    }

    /** Whether a step of a search changes what a group does. */
    private static boolean follows(GroupSettings group, Values point, String setting) {
        return group.name().isEmpty() || point.params().lookUp(QualifiedNames.name(group.name(), setting)).isEmpty()
                && !(setting.equals(RateSpec.PARAM) && Arrivals.scheduled(group.values()));
    }

    private void check(Point point) {
        Driver driver = Drivers.named(point.driver());
        refuseWithout(workload.needs(), driver, cannotRun(point));
        if (OwnDatabase.isOf(point.values())
                && !driver.capabilities(point.values().only(driver.params())).containsAll(workload.needs())) {
            throw new InvalidInputException(cannotRun(point) + " on a database of your own; volume can, with random "
                    + "reads and writes of keys that are there, as by mix: get=4,update=1");
        }
        Preparation.check(point.values());
        point.values().params().all().stream().filter(p -> p.required() && p.reach() != Reach.ARGUMENT)
                .forEach(p -> point.values().get(p));
        for (GroupSettings groupSettings : WorkerGroups.of(workload, point.values())) {
            try {
                refuseWithout(workload.needs(groupSettings.values()), driver, "target '" + point.target()
                        + "' cannot run this " + workload.name());
                groupSettings.values().params().check(groupSettings.values());
            } catch (InvalidInputException e) {
                throw new InvalidInputException(groupSettings.lead() + e.getMessage());
            }
        }
    }

    private String cannotRun(Point point) {
        return "target '" + point.target() + "' cannot run " + workload.name();
    }

    private static void refuseWithout(Set<Capability> needs, Driver driver, String lead) {
        needs.stream().filter(need -> !driver.capabilities().contains(need)).findFirst().ifPresent(need -> {
            throw new InvalidInputException(lead + ": driver " + driver.name() + " has no "
                    + need.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        });
    }

    /** The targets that are compared. */
    private List<String> targets() {
        return experiment.vary().getOrDefault(TARGET, experiment.targetNames());
    }

    /** The target of the default point: the experiment's first, if it is among those that are compared. */
    private String defaultTarget() {
        String first = experiment.targetNames().getFirst();
        return targets().contains(first) ? first : targets().getFirst();
    }

    private TargetSpec target(String name) {
        TargetSpec target = experiment.targets().get(name);
        if (target == null) {
            throw new InvalidInputException("unknown target '" + name + "'"
                    + Suggestions.hint(name, experiment.targetNames()));
        }
        return target;
    }

    /** Declared default ← stored default ← preset ← the target's own settings ← the experiment's {@code set}. */
    private Point defaultPoint(TargetSpec target) {
        Map<String, String> tags = storedTags();
        tags.putAll(experiment.tags());
        Values values = storedOrDeclared(target).withKnown(preset(), SettingOrigin.PRESET)
                .with(target.settings(), SettingOrigin.SET).with(experiment.set(), SettingOrigin.SET);
        return new Point(target.name(), target.driver(), values, tags);
    }

    private Values storedOrDeclared(TargetSpec target) {
        Driver driver = Drivers.named(target.driver());
        ParamSet known = params(workload, driver).plus(WorkerGroups.params(workload, driver, groups(experiment))
                .only(p -> mentioned.contains(p.name())));
        return known.plus(Preparation.params(commands, known, name -> everyText(name).findFirst())).defaults()
                .withKnown(stored, SettingOrigin.DEFAULT);
    }

    /** Those that are stored now are checked before; older stores have others. */
    private void checkStoredTags(TargetSpec target) {
        storedTags().keySet().forEach(name -> TagNames.refuseSetting(name, n -> params(workload,
                Drivers.named(target.driver()), groups(experiment), commands).lookUp(n).isPresent(),
                "it is a stored default; give it up: " + ShellCommand.of("defaults", "reset", workload.name(),
                        TAG_PREFIX + name)));
    }

    private Map<String, String> storedTags() {
        Map<String, String> tags = new LinkedHashMap<>();
        stored.forEach((name, text) -> {
            if (name.startsWith(TAG_PREFIX)) {
                tags.put(name.substring(TAG_PREFIX.length()), text);
            }
        });
        return tags;
    }

    private Map<String, String> preset() {
        if (experiment.preset().isEmpty()) {
            return Map.of();
        }
        Map<String, String> preset = workload.presets().get(experiment.preset());
        if (preset == null) {
            throw new InvalidInputException("unknown preset '" + experiment.preset() + "'"
                    + Suggestions.hint(experiment.preset(), workload.presets().keySet()));
        }
        return preset;
    }

    private List<Point> matrix() {
        List<Point> points = targets().stream().map(name -> defaultPoint(target(name))).toList();
        for (Map.Entry<String, List<String>> dimension : experiment.vary().entrySet()) {
            if (!dimension.getKey().equals(TARGET)) {
                points = product(points, dimension.getValue(), (point, text) -> vary(point, dimension.getKey(), text));
            }
        }
        return expandAllValues(points);
    }

    private List<Point> expandAllValues(List<Point> points) {
        List<Point> all = points.stream().flatMap(point -> expandAllValues(point).stream()).toList();
        limit(all.size());
        return all;
    }

    /** A setting that is left to all its values is as good as varied. */
    private List<Point> expandAllValues(Point point) {
        List<Point> points = List.of(point);
        Driver driver = Drivers.named(point.driver());
        refuseWithout(workload.needs(), driver, cannotRun(point));
        for (Map.Entry<String, List<String>> setting : workload.allValues(driver, point.values()).entrySet()) {
            points = product(points, setting.getValue(), (p, text) -> vary(p, setting.getKey(), text));
        }
        return points;
    }

    /**
     * What is compared varies most slowly in a matrix: the targets, or with one target the setting that is varied
     * first.
     * For comparing it varies fastest, so that what drifts within a round hits both sides alike.
     */
    private List<Point> sideBySide(List<Point> matrix) {
        int sides = targets().size() > 1 ? targets().size() : experiment.vary().entrySet().stream()
                .filter(e -> !e.getKey().equals(TARGET)).map(e -> e.getValue().size()).findFirst().orElse(1);
        if (sides < 2) {
            throw new InvalidInputException(
                    "plan: compare needs two targets or more, or two values or more of a setting under vary");
        }
        int apart = matrix.size() / sides;
        if (apart * sides != matrix.size()) {
            throw new InvalidInputException("plan: compare needs the same settings on each side; say which values are "
                    + "meant of those that are left to all there are");
        }
        List<Point> points = new ArrayList<>();
        for (int other = 0; other < apart; other++) {
            for (int side = 0; side < sides; side++) {
                points.add(matrix.get(side * apart + other));
            }
        }
        if (distinct(points.subList(0, sides)).size() < 2) {
            throw new InvalidInputException(
                    "plan: compare has one side only: what is varied comes to the same each time");
        }
        return points;
    }

    private static List<Point> product(List<Point> points, List<String> texts,
            BiFunction<Point, String, Point> change) {
        limit((long) points.size() * texts.size());
        List<Point> product = new ArrayList<>();
        for (Point point : points) {
            for (String text : texts) {
                product.add(change.apply(point, text));
            }
        }
        return product;
    }

    private static Point vary(Point point, String name, String text) {
        return new Point(point.target(), point.driver(), point.values().with(name, text, SettingOrigin.VARY),
                point.tags());
    }

    private static void limit(long points) {
        if (points > MOST_POINTS) {
            throw new InvalidInputException("the plan has more than " + MOST_POINTS + " points; vary fewer values"
                    + ", or each alone with plan: study");
        }
    }

    private List<Point> study(Point defaultPoint) {
        List<Point> points = new ArrayList<>(List.of(defaultPoint));
        targets().forEach(name -> points.add(defaultPoint(target(name))));
        experiment.vary().forEach((name, texts) -> {
            if (!name.equals(TARGET)) {
                texts.forEach(text -> points.add(vary(defaultPoint, name, text)));
            }
        });
        return points;
    }

    /** The points as they were listed; one that names no target is meant for each. */
    private List<Point> list() {
        List<Point> points = new ArrayList<>();
        for (Map<String, String> settings : experiment.points()) {
            String named = settings.get(TARGET);
            for (String name : named == null ? targets() : List.of(named)) {
                points.add(listed(defaultPoint(target(name)), settings));
            }
        }
        return points;
    }

    private static Point listed(Point start, Map<String, String> settings) {
        Point point = start;
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            if (!setting.getKey().equals(TARGET)) {
                point = vary(point, setting.getKey(), setting.getValue());
            }
        }
        return point;
    }

    /** Each point once: a value that was listed twice, or that equals the default of a study, is not run again. */
    private List<Point> distinct(List<Point> points) {
        limit(points.size());
        Map<String, Point> byHash = new LinkedHashMap<>();
        points.stream().map(this::effective).forEach(point -> byHash.putIfAbsent(point.hash(), point));
        return List.copyOf(byHash.values());
    }

    private Point effective(Point point) {
        return new Point(point.target(), point.driver(), workload.effective(WorkerGroups.filled(point.values())),
                point.tags());
    }

    /** What cannot be done in the background is not begun. */
    private void checkProcess(Point point) {
        if (experiment.plan().fork() == Fork.NONE && Drivers.named(point.driver()).needsProcess()) {
            throw new InvalidInputException("plan: fork: none runs in the main process, and driver " + point.driver()
                    + " needs a process of its own; use fork: round or fork: iteration");
        }
        if (experiment.plan().fork() == Fork.NONE && point.values().find(RunParams.MEMORY_LIMIT).isPresent()) {
            throw new InvalidInputException("memory-limit: it takes a process of the runner's own, and fork: none gives "
                    + "it none; leave one of them out");
        }
        Agents.of(point.values()).ifPresent(agents -> checkAgents(point, agents));
    }

    private void checkAgents(Point point, Agents agents) {
        if (experiment.plan().fork() == Fork.NONE) {
            throw new InvalidInputException("agents: they are processes of their own, and fork: none runs in the main "
                    + "process; leave one of them out");
        }
        if (point.values().find(RunParams.MEMORY_LIMIT).isPresent()) {
            throw new InvalidInputException("memory-limit: it is kept by the runner of this machine, and agents offer "
                    + "the load; leave one of them out");
        }
        LoadSharing.refusal(workload, Drivers.named(point.driver()), point.values(), agents.all().size())
                .ifPresent(why -> {
                    throw new InvalidInputException(why);
                });
    }

    private static String upkeep(Driver driver) {
        return driver.maintenance().isEmpty() ? " has no such task" : " has only "
                + driver.maintenance().stream().sorted().map(Types::word).collect(Collectors.joining(" and "));
    }

    private void checkBackground(Point point) {
        List<ScheduledTask> entries = point.values().find(LoadParams.BACKGROUND).map(BackgroundSchedule::entries)
                .orElse(List.of());
        Driver driver = Drivers.named(point.driver());
        for (ScheduledTask entry : entries) {
            if (entry.task().walks() && workload.needs().stream()
                    .noneMatch(need -> need == Capability.KEYSPACES || need == Capability.KEY_VALUES)) {
                throw new InvalidInputException("background: " + entry.name() + " goes over keys, and "
                        + workload.name() + " stores none");
            }
            entry.task().maintenance().filter(part -> !driver.maintenance().contains(part)).ifPresent(_ -> {
                throw new InvalidInputException("background: target '" + point.target() + "' cannot do "
                        + entry.name() + ": driver " + driver.name() + upkeep(driver));
            });
            entry.task().needs().stream().filter(need -> !driver.capabilities().contains(need)).sorted().findFirst()
                    .ifPresent(need -> {
                        throw new InvalidInputException("background: target '" + point.target() + "' cannot do "
                                + entry.name()
                                + ": driver " + driver.name() + " has no " + Types.word(need).replace('-', ' ')
                                + (need == Capability.COMPACT && !driver.compaction().isEmpty()
                                        ? "; " + driver.compaction() : ""));
                    });
        }
    }
}
