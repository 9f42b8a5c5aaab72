package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.os.Sha256;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.plan.Search;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.results.StoredDataset;

/**
 * An experiment with its plan: checked, and ready to run.
 *
 * @param experiment what was asked for
 * @param plan       what will be run
 * @param offered    how much work an iteration of each point of the plan offers, in the plan's order; data that several
 *                   share is of the first of them
 * @param baseDefaults   the defaults that held before the experiment said anything, stored or declared, by name
 */
public record Submission(Experiment experiment, Plan plan, List<WorkEstimate> offered, Map<String,
        String> baseDefaults) {

    /** Laws of arrivals that say by themselves how much comes when. */
    private static final Set<String> SCHEDULES = Set.of("steps", "trace");
    private static final int HASH = 32;

    /**
     * @param stored the user's stored defaults for the workload
     * @throws dev.tidemark.core.param.InvalidInputException when something in it is wrong
     */
    public static Submission of(Experiment experiment, Map<String, String> stored) {
        return of(experiment, Planner.plan(experiment, stored), Planner.baseDefaults(experiment, stored));
    }

    /** The same points with what their datasets decide. */
    public Submission on(Datasets datasets) {
        Point standard = on(datasets, plan.defaultPoint());
        Plan settled = new Plan(plan.points().stream().map(p -> checked(datasets, on(datasets, p))).toList(),
                plan.confirm() > 0 ? checked(datasets, standard) : standard, plan.order(), plan.rounds(), plan.seed(),
                plan.searches(), plan.contents(), plan.confirm());
        return of(experiment, settled, baseDefaults);
    }

    /**
     * A dataset was made with settings that a point cannot change; it takes them over. Of several datasets, those in
     * which they agree: in the others each is opened in its own way.
     */
    private Point on(Datasets datasets, Point point) {
        List<StoredDataset> all = workload().datasets(point.values()).stream().map(name -> datasets.named(name).where())
                .toList();
        Values values = point.values();
        for (StoredDataset dataset : all) {
            if (!dataset.driver().equals(point.driver())) {
                throw new InvalidInputException("dataset " + dataset.name() + " is held by driver " + dataset.driver()
                        + ", not by target " + point.target() + "; use --target " + dataset.driver());
            }
            plan.searches().forEach(s -> canChange(searched(point, s), dataset));
            for (Map.Entry<String, String> setting : dataset.settings().entrySet()) {
                Param<?> param = values.params().find(setting.getKey()).param();
                boolean explicit = isExplicit(point.values(), param);
                if (explicit && decides(datasets, dataset, param) && !values.text(param).equals(setting.getValue())) {
                    throw new InvalidInputException(param.name() + ": dataset " + dataset.name() + " was made with "
                            + setting.getValue() + "; only a new dataset can have " + values.text(param));
                }
                boolean agreed = all.stream().allMatch(d -> setting.getValue().equals(d.settings().get(param.name())));
                values = explicit || !agreed ? values
                        : values.with(param.name(), setting.getValue(), SettingOrigin.SET);
            }
        }
        return new Point(point.target(), point.driver(), values, point.tags());
    }

    /** What others made is read in blocks of any size: all of it is read in any case. */
    private static boolean decides(Datasets datasets, StoredDataset dataset, Param<?> param) {
        boolean blocks = Drivers.named(dataset.driver()).blockSize().stream().anyMatch(b -> b.name()
                .equals(param.name()));
        return param.change() == ChangeCost.REBUILD && !(blocks && datasets.named(dataset.name()).onlyRead());
    }

    /** Whether a point says itself what a setting is, so that no dataset decides it. */
    static boolean isExplicit(Values values, Param<?> param) {
        return values.origin(param).compareTo(SettingOrigin.PRESET) >= 0;
    }

    private Point checked(Datasets datasets, Point point) {
        Map<String, DatasetManifest> manifests = new LinkedHashMap<>();
        workload().datasets(point.values()).forEach(name -> manifests.put(name, datasets.whole(name)));
        workload().check(point.values(), manifests);
        return point;
    }

    /** What it runs, to be judged. @param datasets that are stored */
    public Drafts drafts(List<StoredDataset> datasets) {
        return Drafts.of(workload(), plan.everyPoint(), datasets);
    }

    /** Where the datasets of a settled point are; none where it works on one at most. */
    List<RunRequest.DatasetLocation> places(Datasets datasets, DataFolder folder, Point point) {
        List<String> names = workload().datasets(point.values());
        return names.size() < 2 ? List.of() : names.stream()
                .map(name -> place(datasets.named(name).where(), folder, point)).toList();
    }

    private static RunRequest.DatasetLocation place(StoredDataset dataset, DataFolder folder, Point point) {
        List<Setting> settings = new ArrayList<>();
        dataset.settings().forEach((name, text) -> {
            if (!isExplicit(point.values(), point.values().params().find(name).param())) {
                settings.add(new Setting(name, text, null, "", SettingOrigin.SET));
            }
        });
        return new RunRequest.DatasetLocation(dataset.name(), folder.name(dataset.folder()), settings);
    }

    private static Param<?> searched(Point point, Search search) {
        return point.values().params().find(search.param()).param();
    }

    /** A search goes from value to value on one dataset. */
    private static void canChange(Param<?> searched, StoredDataset dataset) {
        boolean ofDriver = Drivers.named(dataset.driver()).params().lookUp(searched.name()).isPresent();
        if (ofDriver && searched.change() == ChangeCost.REBUILD) {
            throw new InvalidInputException(searched.name()
                    + ": only a new dataset can have another value, so it cannot be ramped "
                    + "on dataset " + dataset.name());
        }
    }

    private static Submission of(Experiment experiment, Plan plan, Map<String, String> storedDefaults) {
        Workload workload = Workloads.named(experiment.workload());
        return new Submission(experiment, plan, estimates(workload, plan, experiment.plan().fork()), storedDefaults);
    }

    /** Of points that share their data the first makes it, unless each has a process of its own. */
    private static List<WorkEstimate> estimates(Workload workload, Plan plan, Experiment.Fork fork) {
        Set<String> made = new HashSet<>();
        return IntStream.range(0, plan.points().size()).mapToObj(i -> {
            WorkEstimate estimate = workload.estimate(plan.points().get(i).values());
            String content = plan.contents().get(i);
            boolean first = content.isEmpty() || fork == Experiment.Fork.ITERATION || made.add(content);
            return first ? estimate : estimate.after(WorkEstimate.Data.NONE);
        }).toList();
    }

    public Workload workload() {
        return Workloads.named(experiment.workload());
    }

    /**
     * {@code single}, {@code matrix}, {@code study}, {@code list} or {@code compare}; {@code ramp} or
     * {@code find-rate} for such a search at a single point.
     */
    public String space() {
        boolean single = plan.points().size() == 1 && experiment.plan().space() != Space.STUDY;
        return !single ? experiment.plan().space().name().toLowerCase(Locale.ROOT)
                : plan.searching() ? experiment.search().orElseThrow() instanceof RampSpec ? "ramp" : "find-rate"
                : "single";
    }

    /** The workload's measures, then those that only the drivers have, then those of each group of workers. */
    public MeasureSet measures() {
        Map<String, List<String>> texts = new HashMap<>();
        plan.everyPoint().stream().flatMap(point -> point.values().texts().entrySet().stream()).distinct().forEach(
                setting -> texts.computeIfAbsent(setting.getKey(), n -> new ArrayList<>()).add(setting.getValue()));
        MeasureSet measures = workload().measures(texts);
        Set<String> drivers = plan.everyPoint().stream().map(Point::driver).collect(Collectors.toSet());
        if (drivers.size() == 1) { // a system's own users read its own words
            measures = measures.headedAs(Drivers.named(drivers.iterator().next()).measures());
        }
        for (Point point : plan.everyPoint()) {
            measures = measures.plus(Drivers.named(point.driver()).measures());
        }
        return measures.plus(WorkerGroups.measures(workload(), Planner.groups(experiment)));
    }

    /**
     * What decides which point came first, as it does in a report: the objective; where that is a time and the points are
     * to do different amounts of work, how many units they did per second instead.
     */
    Measure screenedBy(List<Iteration> iterations) {
        Measure objective = measures().find(workload().objective(iterations)).orElseThrow();
        boolean same = offered.stream().map(o -> List.of(o.units(), o.bytes())).distinct().count() == 1
                && offered.getFirst().units() > 0;
        return !objective.unit().equals("s") || same ? objective : measures().find(workload().throughput()).orElseThrow();
    }

    /** What "others at their defaults" means, tags included. */
    public Map<String, String> defaults() {
        Point point = plan.defaultPoint();
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put(Planner.TARGET, point.target());
        defaults.putAll(point.values().texts());
        defaults.putAll(point.tags());
        return defaults;
    }

    /** Equal for experiments that run the same points in the same order, in such processes. */
    public String specHash() {
        StringBuilder canonical = new StringBuilder(experiment.workload());
        plan.points().forEach(p -> canonical.append('\n').append(p.hash()).append(p.tags()));
        canonical.append('\n').append(plan.order()).append(plan.rounds());
        plan.searches().forEach(s -> canonical.append('\n').append(s.describe()));
        if (plan.confirm() > 0) {
            canonical.append("\nconfirm ").append(plan.confirm()).append(' ').append(plan.defaultPoint().hash())
                    .append(plan.defaultPoint().tags());
        }
        Experiment.Fork fork = experiment.plan().fork();
        if (fork != Experiment.PlanSpec.of(experiment.plan().space()).fork()) { // the usual one is not in that of older batches
            canonical.append("\nfork ").append(fork);
        }
        return Sha256.hex(canonical.toString()).substring(0, HASH);
    }

    /** Whether a worker group, or all workers, have steps or a trace instead of a rate. */
    public static boolean bySchedule(Point point) {
        return point.values().texts().entrySet().stream().anyMatch(s -> s.getKey().matches("(.*\\.)?arrivals")
                && SCHEDULES.contains(s.getValue()));
    }

    /** What steps or a trace come to, as a fact to be recorded: neither says so by itself. */
    Optional<Setting> meanRate(Point point) {
        return !bySchedule(point) || point.tags().containsKey(WorkEstimate.MEAN_RATE) ? Optional.empty()
                : workload().estimate(point.values()).meanRate().map(rate -> new Setting(WorkEstimate.MEAN_RATE,
                        Types.RATE.format(rate), rate, Types.RATE.unit(), SettingOrigin.DETECTED));
    }

    /** User bytes that the loads of the whole plan store, at most; 0 when unknown of any, as with searches. */
    public long bytes() {
        return plan.searching() || offered.stream().anyMatch(o -> o.bytes() == 0) ? 0
                : times(offered.stream().mapToLong(WorkEstimate::bytes));
    }

    /** Over the whole plan; which point will be confirmed nobody knows yet, so that it counts as the largest. */
    public long times(LongStream ofPoints) {
        LongSummaryStatistics each = ofPoints.summaryStatistics();
        return each.getSum() * plan.rounds() + 2L * plan.confirm() * each.getMax();
    }
}
