package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;

/** Several open targets of one driver, each with a dataset of its own. Sessions are opened on each. */
public final class TargetsByDataset extends CompositeTarget {

    /** Begins the node of what one of them counts, before the dataset's name. */
    private static final String NODE = "dataset:";

    private TargetsByDataset(SequencedMap<String, Opener> openings) throws DriverException {
        super(openings);
    }

    /** Opens all or none. @param openings by the dataset's name, at least one */
    public static TargetsByDataset open(SequencedMap<String, Opener> openings) throws DriverException {
        return new TargetsByDataset(openings);
    }

    /** The one with a dataset. */
    public OpenTarget named(String dataset) {
        OpenTarget target = byName().get(dataset);
        if (target == null) {
            throw new IllegalArgumentException("no target holds dataset " + dataset);
        }
        return target;
    }

    /** Settings in which they differ, each under the name of its dataset, as in {@code small.block-size}. */
    public List<Setting> differences() {
        List<Values> all = targets().stream().map(OpenTarget::effective).toList();
        List<Setting> differences = new ArrayList<>();
        byName().forEach((dataset, target) -> target.effective().settings().stream()
                .filter(s -> !agree(all, all.getFirst().params().find(s.name()).param()))
                .forEach(s -> differences.add(new Setting(QualifiedNames.name(dataset, s.name()), s.text(), s.number(),
                s.unit(),
                        s.origin()))));
        return differences;
    }

    @Override
    public List<MetricSnapshot> read() {
        List<MetricSnapshot> readings = new ArrayList<>();
        readings().forEach((dataset, own) -> own.forEach(r -> readings.add(new MetricSnapshot(
                NODE + dataset + (r.node().isEmpty() ? "" : "/" + r.node()), r.counters(), r.gauges()))));
        return readings;
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        for (OpenTarget target : targets()) {
            target.settle(progress);
        }
    }
}
