package dev.tidemark.core.driver;

import dev.tidemark.core.param.Grouped;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Reading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Several open targets of one driver, each with a dataset of its own, that are opened, watched and closed like one.
 * Sessions are had of each.
 */
public final class OpenTargets implements OpenTarget {

    /** Begins the node of what one of them counts, before the dataset's name. */
    private static final String NODE = "dataset:";

    private final SequencedMap<String, OpenTarget> byDataset = new LinkedHashMap<>();

    /** Opens one of them. */
    @FunctionalInterface
    public interface Opening {
        OpenTarget open() throws DriverException;
    }

    private OpenTargets() {}

    /** Opens all or none. @param openings by the dataset's name, at least one */
    public static OpenTargets open(SequencedMap<String, Opening> openings) throws DriverException {
        OpenTargets targets = new OpenTargets();
        try {
            for (Map.Entry<String, Opening> opening : openings.entrySet()) {
                targets.byDataset.put(opening.getKey(), opening.getValue().open());
            }
            return targets;
        } catch (DriverException | RuntimeException e) {
            targets.close();
            throw e;
        }
    }

    /** The one with a dataset. */
    public OpenTarget named(String dataset) {
        OpenTarget target = byDataset.get(dataset);
        if (target == null) {
            throw new IllegalArgumentException("no target holds dataset " + dataset);
        }
        return target;
    }

    @Override
    public void create() throws DriverException {
        for (OpenTarget target : byDataset.values()) {
            target.create();
        }
    }

    @Override
    public void drop() throws DriverException {
        for (OpenTarget target : byDataset.values()) {
            target.drop();
        }
    }

    @Override
    public Session session(int worker) {
        throw new UnsupportedOperationException("a session is had of one of them");
    }

    /** {@inheritDoc} Those on which all agree. */
    @Override
    public Values effective() {
        List<Values> all = byDataset.values().stream().map(OpenTarget::effective).toList();
        Values first = all.getFirst();
        return first.only(first.params().only(p -> agree(all, p)));
    }

    private static boolean agree(List<Values> all, Param<?> param) {
        return all.stream().map(v -> v.text(param)).distinct().count() == 1;
    }

    /** Settings in which they differ, each under the name of its dataset, as in {@code small.block-size}. */
    public List<Setting> differences() {
        List<Values> all = byDataset.values().stream().map(OpenTarget::effective).toList();
        List<Setting> differences = new ArrayList<>();
        byDataset.forEach((dataset, target) -> target.effective().settings().stream()
                .filter(s -> !agree(all, all.getFirst().params().find(s.name()).param()))
                .forEach(s -> differences.add(new Setting(Grouped.name(dataset, s.name()), s.text(), s.number(), s.unit(),
                        s.origin()))));
        return differences;
    }

    @Override
    public List<Reading> read() {
        List<Reading> readings = new ArrayList<>();
        byDataset.forEach((dataset, target) -> target.read().forEach(r -> readings.add(new Reading(
                NODE + dataset + (r.node().isEmpty() ? "" : "/" + r.node()), r.counters(), r.gauges()))));
        return readings;
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        for (OpenTarget target : byDataset.values()) {
            target.settle(progress);
        }
    }

    @Override
    public void abort() {
        byDataset.values().forEach(OpenTarget::abort);
    }

    @Override
    public List<Path> directories() {
        return byDataset.values().stream().flatMap(t -> t.directories().stream()).distinct().toList();
    }

    /** {@inheritDoc} All are closed, whatever becomes of the others; the first trouble is told. */
    @Override
    public void close() throws DriverException {
        DriverException first = null;
        for (OpenTarget target : byDataset.values()) {
            try {
                target.close();
            } catch (DriverException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
