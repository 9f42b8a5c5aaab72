package dev.tidemark.app;

import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Change;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.workload.Offered;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.Workloads;
import dev.tidemark.store.StoredDataset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An experiment with its plan: checked, and ready to run.
 *
 * @param experiment what was asked for
 * @param plan       what will be run
 * @param offered    how much work each point of the plan offers, in the plan's order
 */
public record Submission(Experiment experiment, Plan plan, List<Offered> offered) {

    /**
     * @param stored the user's stored defaults for the workload
     * @throws dev.tidemark.core.param.BadInput when something in it is wrong
     */
    public static Submission of(Experiment experiment, Map<String, String> stored) {
        return of(experiment, Planner.plan(experiment, stored));
    }

    /** The same points with what their datasets decide. */
    Submission on(Datasets datasets) {
        Plan settled = new Plan(plan.points().stream().map(p -> on(datasets, p)).toList(),
                on(datasets, plan.defaultPoint()), plan.order(), plan.rounds(), plan.seed());
        return of(experiment, settled);
    }

    /** A dataset was made with settings that a point cannot change; it takes them over. */
    private Point on(Datasets datasets, Point point) {
        Optional<String> name = workload().dataset(point.values());
        if (name.isEmpty()) {
            return point;
        }
        StoredDataset dataset = datasets.named(name.get()).where();
        if (!dataset.driver().equals(point.driver())) {
            throw new BadInput("dataset " + dataset.name() + " is held by driver " + dataset.driver()
                    + ", not by target " + point.target() + "; use --target " + dataset.driver());
        }
        Values values = point.values();
        for (Map.Entry<String, String> setting : dataset.settings().entrySet()) {
            Param<?> param = values.params().find(setting.getKey()).param();
            boolean asked = values.origin(param).compareTo(Origin.PRESET) >= 0;
            if (asked && param.change() == Change.REBUILD && !values.text(param).equals(setting.getValue())) {
                throw new BadInput(param.name() + ": dataset " + dataset.name() + " was made with "
                        + setting.getValue() + "; only a new dataset can have " + values.text(param));
            }
            values = asked ? values : values.with(setting.getKey(), setting.getValue(), Origin.SET);
        }
        return new Point(point.target(), point.driver(), values, point.tags());
    }

    private static Submission of(Experiment experiment, Plan plan) {
        Workload workload = Workloads.named(experiment.workload());
        return new Submission(experiment, plan, plan.points().stream().map(p -> workload.offered(p.values())).toList());
    }

    public Workload workload() {
        return Workloads.named(experiment.workload());
    }

    /** {@code single}, {@code matrix}, {@code study}, {@code list} or {@code compare}. */
    public String space() {
        boolean single = plan.points().size() == 1 && experiment.plan().space() != Space.STUDY;
        return single ? "single" : experiment.plan().space().name().toLowerCase(Locale.ROOT);
    }

    /** The workload's measures, then those that only the drivers have. */
    public MeasureSet measures() {
        MeasureSet measures = workload().measures();
        for (Point point : plan.points()) {
            measures = measures.plus(Drivers.named(point.driver()).measures());
        }
        return measures;
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

    /** Equal for experiments that run the same points in the same order. */
    public String specHash() {
        StringBuilder canonical = new StringBuilder(experiment.workload());
        plan.points().forEach(p -> canonical.append('\n').append(p.hash()).append(p.tags()));
        canonical.append('\n').append(plan.order()).append(plan.rounds());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(canonical.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has SHA-256
        }
    }

    /** User bytes of the whole plan; 0 when unknown. */
    public long bytes() {
        return offered.stream().mapToLong(Offered::bytes).sum() * plan.rounds();
    }
}
