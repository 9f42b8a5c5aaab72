package dev.tidemark.report.chart;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.host.HostCounters;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.measures.NodeSums;

/**
 * What the machines, the generator and the engine did over time, from the differences of their counters. Where
 * there are too many readings, some are left out: the differences between those that stay are exact means.
 */
public final class ResourceSeries {

    /** Devices that get lines of their own; more could not be distinguished. */
    private static final int DEVICES = 3;
    /** Readings nearer to each other than this, in nanoseconds, would make noise of counters that tick. */
    private static final long NEAREST = 250_000_000;
    /** A stretch this many times longer than those beside it is a gap in the record. */
    private static final double GAP = 2.5;
    private static final double NANOS = 1e9;

    /** Stretches of time that figures were counted over, and the panels over them. */
    public record Section(String title, List<Span> spans, List<Panel> panels) {}

    /** From and to, in seconds since the iteration's start; neighbours that don't touch have a gap between them. */
    public record Span(double start, double end) {}

    /**
     * Lines over one axis.
     *
     * @param name    what it shows
     * @param unit    of all its lines
     * @param drawn   whether it belongs to the chart, not only to the table behind it
     * @param stacked whether the lines are parts of a whole
     * @param top     the end of the axis; null when the figures tell
     * @param lines   its lines
     */
    public record Panel(String name, String unit, boolean drawn, boolean stacked, Double top, List<Line> lines) {}

    /** One figure for each span; null where it was not counted. */
    public record Line(String name, List<Double> values) {}

    /** Everything that was counted at about one moment. */
    private record Snapshot(long at, List<TimedSnapshot> readings) {}

    private record Stretch(Snapshot from, Snapshot to) {

        long nanos() {
            return to.at() - from.at();
        }

        double seconds() {
            return nanos() / NANOS;
        }
    }

    private ResourceSeries() {}

    /** The parts that were counted, each with at most about {@code most} spans. */
    static List<Section> of(IterationDetail detail, int most) {
        List<Section> parts = new ArrayList<>();
        List<Stretch> host = stretches(detail, r -> r.node().equals(MetricSnapshot.HOST)
                || r.node().startsWith(MetricSnapshot.DEVICE), most);
        add(parts, "Processors, devices and memory", host, host(host));
        List<Stretch> servers = stretches(detail, r -> r.node().startsWith(MetricSnapshot.SERVER), most);
        add(parts, "Server processes", servers, servers(servers));
        List<Stretch> engine = stretches(detail, MetricSnapshot::ofTarget, most);
        add(parts, "Engine", engine, engine(engine));
        List<Stretch> generator = stretches(detail, r -> r.node().equals(MetricSnapshot.GENERATOR), most);
        add(parts, "Generator", generator, generator(generator));
        List<Stretch> machine = stretches(detail, r -> r.node().equals(MetricSnapshot.GENERATOR_HOST), most);
        add(parts, "The generator's machine", machine, generatorsMachine(machine));
        return parts;
    }

    private static void add(List<Section> parts, String title, List<Stretch> stretches, List<Panel> panels) {
        if (!panels.isEmpty()) {
            parts.add(new Section(title, stretches.stream()
                    .map(s -> new Span(s.from().at() / NANOS, s.to().at() / NANOS)).toList(), panels));
        }
    }

    // From readings to stretches

    private static List<Stretch> stretches(IterationDetail detail, Predicate<MetricSnapshot> which,
            int most) {
        List<Snapshot> snapshots = apart(snapshots(detail.readings().stream().filter(r -> which.test(r.reading()))
                .sorted(Comparator.comparingLong(TimedSnapshot::at)).toList()));
        List<Stretch> stretches = new ArrayList<>();
        for (int i = 1; i < snapshots.size(); i++) {
            stretches.add(new Stretch(snapshots.get(i - 1), snapshots.get(i)));
        }
        return merged(withoutGaps(stretches), Math.max(1, (stretches.size() + most - 1) / most));
    }

    /** Readings of different nodes one after the other are of one moment. */
    private static List<Snapshot> snapshots(List<TimedSnapshot> readings) {
        List<Snapshot> snapshots = new ArrayList<>();
        Set<String> nodes = new HashSet<>();
        for (TimedSnapshot reading : readings) {
            boolean far = !snapshots.isEmpty() && reading.at() - snapshots.getLast().at() > NEAREST;
            if (snapshots.isEmpty() || far || nodes.contains(reading.reading().node())) {
                snapshots.add(new Snapshot(reading.at(), new ArrayList<>()));
                nodes.clear();
            }
            nodes.add(reading.reading().node());
            snapshots.getLast().readings().add(reading);
        }
        return snapshots;
    }

    /** Leaves out what is too near to the one before; the first and the last stay. */
    private static List<Snapshot> apart(List<Snapshot> snapshots) {
        List<Snapshot> retained = new ArrayList<>();
        for (int i = 0; i < snapshots.size(); i++) {
            boolean near = !retained.isEmpty() && snapshots.get(i).at() - retained.getLast().at() < NEAREST;
            boolean last = i == snapshots.size() - 1;
            if (near && last && retained.size() > 1) {
                retained.removeLast();
            }
            if (!near || last) {
                retained.add(snapshots.get(i));
            }
        }
        return retained;
    }

    private static List<Stretch> withoutGaps(List<Stretch> stretches) {
        List<Stretch> whole = new ArrayList<>();
        for (int i = 0; i < stretches.size(); i++) {
            long before = i > 0 ? stretches.get(i - 1).nanos() : 0;
            long after = i < stretches.size() - 1 ? stretches.get(i + 1).nanos() : 0;
            long usual = Math.max(before, after);
            if (usual == 0 || stretches.get(i).nanos() <= GAP * Math.max(usual, 2 * NEAREST)) {
                whole.add(stretches.get(i));
            }
        }
        return whole;
    }

    private static List<Stretch> merged(List<Stretch> stretches, int together) {
        List<Stretch> merged = new ArrayList<>();
        int in = 0;
        for (Stretch next : stretches) {
            boolean joins = in > 0 && in < together && merged.getLast().to() == next.from();
            if (joins) {
                merged.set(merged.size() - 1, new Stretch(merged.getLast().from(), next.to()));
            } else {
                merged.add(next);
            }
            in = joins ? in + 1 : 1;
        }
        return merged;
    }

    // From stretches to panels

    private static List<Panel> host(List<Stretch> stretches) {
        List<HostUtilization> uses = uses(stretches);
        List<Panel> panels = new ArrayList<>();
        processors(panels, "processors", uses, HostUtilization::processors);
        List<String> devices = devices(uses);
        add(panels, "disk", "MB/s", true, false, null, ofDevices(devices, uses, Map.of(
                "read", d -> d.readBytes() / d.seconds() / 1e6, "write", d -> d.writeBytes() / d.seconds() / 1e6)));
        add(panels, "disk busy", "%", true, false, 100.0,
                ofDevices(devices, uses, Map.of("", d -> d.utilisation() * 100)));
        add(panels, "disk await", "ms", true, false, null, ofDevices(devices, uses, Map.of("",
                d -> d.await().isPresent() ? d.await().getAsDouble() * 1e3 : null)));
        add(panels, "disk requests", "/s", false, false, null, ofDevices(devices, uses, Map.of(
                "reads", d -> d.reads() / d.seconds(), "writes", d -> d.writes() / d.seconds())));
        add(panels, "disk queue", "", false, false, null,
                ofDevices(devices, uses, Map.of("", HostUtilization.Device::queue)));
        memory(panels, "memory", stretches);
        return panels;
    }

    /** Of one that the target is not on. */
    private static List<Panel> generatorsMachine(List<Stretch> stretches) {
        List<Panel> panels = new ArrayList<>();
        processors(panels, "the generator's processors", uses(stretches), HostUtilization::ofGenerator);
        memory(panels, "the generator's memory", stretches);
        return panels;
    }

    private static List<HostUtilization> uses(List<Stretch> stretches) {
        return stretches.stream().map(s -> HostUtilization.between(s.from().readings(), s.to().readings())).toList();
    }

    private static void processors(List<Panel> panels, String name, List<HostUtilization> uses,
            Function<HostUtilization, Optional<HostUtilization.Processors>> whose) {
        add(panels, name, "%", true, true, 100.0, List.of(
                line("user", uses, u -> share(whose.apply(u), HostUtilization.Processors::user)),
                line("system", uses, u -> share(whose.apply(u), HostUtilization.Processors::system)),
                line("I/O wait", uses, u -> share(whose.apply(u), HostUtilization.Processors::iowait)),
                line("steal", uses, u -> share(whose.apply(u), HostUtilization.Processors::steal))));
    }

    private static void memory(List<Panel> panels, String name, List<Stretch> stretches) {
        add(panels, name, "MB", false, false, null, List.of(
                line("used", stretches, s -> level(s, HostCounters.MEMORY_USED)),
                line("page cache", stretches, s -> level(s, HostCounters.PAGE_CACHE)),
                line("still to write", stretches, s -> level(s, HostCounters.DIRTY))));
    }

    /** Of each process, named by its port, what it had the disks do. */
    private static List<Panel> servers(List<Stretch> stretches) {
        List<String> nodes = stretches.stream().flatMap(s -> s.to().readings().stream()).map(r -> r.reading().node())
                .distinct().sorted().toList();
        List<Line> bytes = new ArrayList<>();
        List<Line> faults = new ArrayList<>();
        for (String node : nodes) {
            String name = node.substring(MetricSnapshot.SERVER.length());
            bytes.add(line(name + " read", stretches, s -> rate(s, node, HostCounters.READ_BYTES, 1e6)));
            bytes.add(line(name + " write", stretches, s -> rate(s, node, HostCounters.WRITE_BYTES, 1e6)));
            faults.add(line(name, stretches, s -> rate(s, node, HostCounters.MAJOR_FAULTS, 1)));
        }
        List<Panel> panels = new ArrayList<>();
        add(panels, "server disk", "MB/s", nodes.size() <= DEVICES, false, null, bytes);
        add(panels, "server page faults", "/s", false, false, null, faults);
        return panels;
    }

    /** A counter of one node per second; null where it was not counted at both ends. */
    private static Double rate(Stretch stretch, String node, String counter, double unit) {
        Double from = counter(stretch.from(), node, counter);
        Double to = counter(stretch.to(), node, counter);
        return from == null || to == null || to < from ? null : Double.valueOf((to - from) / stretch.seconds() / unit);
    }

    private static Double counter(Snapshot snapshot, String node, String counter) {
        return snapshot.readings().stream().filter(r -> r.reading().node().equals(node))
                .map(r -> r.reading().counters().get(counter)).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private static List<Panel> generator(List<Stretch> stretches) {
        List<HostUtilization> uses = uses(stretches);
        List<Panel> panels = new ArrayList<>();
        add(panels, "generator", "%", true, false, null, List.of(
                line("CPU", uses, u -> ofGenerator(u, g -> g.cpu() * 100)),
                line("GC pauses", uses, u -> ofGenerator(u, g -> g.gcPause() / g.seconds() * 100))));
        add(panels, "allocation", "MB/s", false, false, null,
                List.of(line("", uses, u -> ofGenerator(u, g -> g.allocated() / g.seconds() / 1e6))));
        return panels;
    }

    private static List<Panel> engine(List<Stretch> stretches) {
        List<Line> lines = new ArrayList<>();
        for (Measure measure : List.of(EngineMeasures.COMPACTION_WRITE, EngineMeasures.FLUSH_WRITE,
                EngineMeasures.JOURNAL_WRITE)) {
            lines.add(line(measure.name().replace("-write", ""), stretches, s -> rate(s, measure.name())));
        }
        List<Panel> panels = new ArrayList<>();
        add(panels, "engine writes", "MB/s", true, false, null, lines);
        return panels;
    }

    /** Adds a panel of the lines that have anything to show; none when no line has. */
    private static void add(List<Panel> panels, String name, String unit, boolean drawn, boolean stacked, Double top,
            List<Line> lines) {
        List<Line> counted = lines.stream().filter(l -> l.values().stream().anyMatch(Objects::nonNull)).toList();
        if (!counted.isEmpty()) {
            panels.add(new Panel(name, unit, drawn, stacked, top, counted));
        }
    }

    /** What is no number, as a rate between two readings of one moment, is not known. */
    private static <T> Line line(String name, List<T> of, Function<T, Double> value) {
        List<Double> values = new ArrayList<>();
        of.forEach(t -> {
            Double figure = value.apply(t);
            values.add(figure == null || !Double.isFinite(figure) ? null : figure);
        });
        return new Line(name, values);
    }

    private static Double share(Optional<HostUtilization.Processors> processors,
            ToDoubleFunction<HostUtilization.Processors> figure) {
        return processors.map(p -> figure.applyAsDouble(p) * 100).orElse(null);
    }

    private static Double ofGenerator(HostUtilization use, ToDoubleFunction<HostUtilization.Generator> figure) {
        return use.generator().map(g -> figure.applyAsDouble(g)).orElse(null);
    }

    /** The devices that moved most, in the order of their names. */
    private static List<String> devices(List<HostUtilization> uses) {
        Map<String, Double> bytes = new TreeMap<>();
        uses.forEach(u -> u.devices().forEach(d -> bytes.merge(d.name(), d.readBytes() + d.writeBytes(), Double::sum)));
        return bytes.entrySet().stream().sorted(Map.Entry.<String, Double>comparingByValue().reversed()).limit(DEVICES)
                .map(Map.Entry::getKey).sorted().toList();
    }

    /** A line for each device and figure; the device is named where there are several or nothing else is. */
    private static List<Line> ofDevices(List<String> devices, List<HostUtilization> uses,
            Map<String, Function<HostUtilization.Device, Double>> figures) {
        List<Line> lines = new ArrayList<>();
        for (String device : devices) {
            new TreeMap<>(figures).forEach((figure, value) -> lines.add(line(
                    devices.size() > 1 || figure.isEmpty() ? (device + " " + figure).strip() : figure, uses,
                    u -> u.devices().stream().filter(d -> d.name().equals(device)).findFirst().map(value)
                            .orElse(null))));
        }
        return lines;
    }

    /** A gauge of a machine at the end of a stretch, in MB. */
    private static Double level(Stretch stretch, String gauge) {
        return stretch.to().readings().stream()
                .map(r -> r.reading().gauges().get(gauge)).filter(Objects::nonNull).findFirst().map(b -> b / 1e6)
                .orElse(null);
    }

    /** MB per second of a counter, over the engine's nodes; null where it is not known of each that tells it. */
    private static Double rate(Stretch stretch, String counter) {
        OptionalDouble grown = NodeSums.growth(stretch.from().readings(), stretch.to().readings(), List.of(counter));
        return grown.isEmpty() ? null : Double.valueOf(grown.getAsDouble() / stretch.seconds() / 1e6);
    }
}
