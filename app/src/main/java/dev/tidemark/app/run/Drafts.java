package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.results.StoredDataset;

/**
 * What an experiment would run, as far as it is known without looking at anything that it names: by this is judged what
 * it may reach, before it is planned.
 *
 * @param all that between them have every value of every setting
 */
public record Drafts(List<Draft> all) {

    /**
     * A point.
     *
     * @param dataset that it works on, whose settings it has taken over
     */
    public record Draft(Point point, Optional<StoredDataset> dataset) {

        private Stream<Reached> reached() {
            return Stream.concat(ServerPolicy.reached(Drivers.named(point.driver()), point.values()),
                    device().map(device -> new Reached(Reach.DEVICE, point.target(), device.toString())).stream());
        }

        private Optional<Path> device() {
            return Drivers.named(point.driver()).destroys(point.values());
        }
    }

    /**
     * @param stored   the user's stored defaults for the workload
     * @param datasets that are stored
     */
    public static Drafts of(Experiment experiment, Map<String, String> stored, List<StoredDataset> datasets) {
        return of(Workloads.named(experiment.workload()), Planner.drafts(experiment, stored), datasets);
    }

    /** Of points that are known. */
    static Drafts of(Workload workload, Collection<Point> points, List<StoredDataset> datasets) {
        return new Drafts(points.stream().flatMap(point -> {
            List<String> names = workload.datasets(point.values());
            List<Draft> on = datasets.stream().filter(d -> names.contains(d.name()) && d.driver()
                    .equals(point.driver())).map(d -> new Draft(on(d, point), Optional.of(d))).toList();
            return on.isEmpty() ? Stream.of(new Draft(point, Optional.empty())) : on.stream();
        }).toList());
    }

    /** What the point does not say itself is as the dataset was made. */
    private static Point on(StoredDataset dataset, Point point) {
        Values values = point.values();
        Map<String, String> own = new LinkedHashMap<>(dataset.settings());
        own.keySet().removeIf(name -> values.params().lookUp(name).filter(f -> Submission.isExplicit(values, f.param()))
                .isPresent());
        return new Point(point.target(), point.driver(), values.withKnown(own, SettingOrigin.SET), point.tags());
    }

    /** Everything outside of Tidemark's own data that it reaches, each once, the gravest first. */
    public List<Reached> reached() {
        return all.stream().flatMap(Draft::reached).distinct().sorted(Comparator.comparing(Reached::reach)).toList();
    }

    /** The devices that it writes over. */
    Set<Path> devices() {
        return all.stream().flatMap(draft -> draft.device().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
