package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;

/**
 * Several instances of one engine side by side: open targets of one driver with the same settings, each with an empty
 * database of its own. None shares a folder with another: where a target would use a folder, an instance uses
 * {@code instance-01}, {@code instance-02} … in it, and on a server a namespace of that ending. Sessions are opened
 * on each.
 */
public final class InstanceGroup extends CompositeTarget {

    private static final String NAME = "instance-%02d";

    private final Clock clock;
    private final Optional<Path> directory;
    private final MeasureSet measures;
    private boolean directoryMade;

    private InstanceGroup(Driver driver, Values values, Context context, SequencedMap<String, Opener> openings)
            throws DriverException {
        super(openings);
        clock = context.clock();
        directory = Driver.directory(values);
        measures = driver.measures();
    }

    /**
     * Opens all or none.
     *
     * @param values  of the driver's params
     * @param context whose scratch folder they share out among them
     * @param count   at least 1
     */
    public static InstanceGroup open(Driver driver, Values values, Context context, int count) throws DriverException {
        SequencedMap<String, Opener> openings = new LinkedHashMap<>();
        for (int i = 1; i <= count; i++) {
            String name = String.format(Locale.ROOT, NAME, i);
            openings.put(name, () -> driver.open(placed(values, name), placed(context, name)));
        }
        return new InstanceGroup(driver, values, context, openings);
    }

    private static Values placed(Values values, String name) {
        if (values.params().contains(ConnectionParams.NAMESPACE)) {
            return values.with(ConnectionParams.NAMESPACE, values.get(ConnectionParams.NAMESPACE) + "_"
                    + name.replace('-', '_'), SettingOrigin.SET);
        }
        return Driver.directory(values)
                .map(d -> values.with(Driver.DIRECTORY, d.resolve(name).toString(), SettingOrigin.SET))
                .orElse(values);
    }

    private static Context placed(Context context, String name) throws DriverException {
        Path scratch = context.scratch().resolve(name);
        try {
            return context.in(Files.createDirectories(scratch));
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(scratch, e);
        }
    }

    /** By name, in order. */
    public SequencedMap<String, OpenTarget> all() {
        return byName();
    }

    @Override
    public void create() throws DriverException {
        directoryMade |= directory.isPresent() && !Files.exists(directory.get());
        super.create();
    }

    /** {@inheritDoc} And the folder around them, where it was made for them and nothing else is in it. */
    @Override
    public void drop() throws DriverException {
        super.drop();
        if (directoryMade) {
            try {
                Files.deleteIfExists(directory.get());
            } catch (DirectoryNotEmptyException e) {
                // It holds what others put there, and so it stays.
            } catch (IOException e) {
                throw OwnedDataDirectory.failure(directory.get(), e);
            }
        }
    }

    /**
     * {@inheritDoc} Counters are added up over the instances, and gauges as {@link EngineMeasures#together} has it. What
     * a server counts for all of them is told once.
     */
    @Override
    public List<MetricSnapshot> read() {
        SequencedMap<String, List<MetricSnapshot>> byNode = new LinkedHashMap<>();
        readings().values().forEach(readings -> readings
                .forEach(r -> byNode.computeIfAbsent(r.node(), n -> new ArrayList<>()).add(r)));
        return byNode.entrySet().stream().map(e -> new MetricSnapshot(e.getKey(),
                together(e.getValue().stream().map(MetricSnapshot::counters).toList(), _ -> ""),
                together(e.getValue().stream().map(MetricSnapshot::gauges).toList(),
                        name -> measures.find(name).map(Measure::unit).orElse("")))).toList();
    }

    /** What only some of them tell would be a false sum, and is left out. */
    private Map<String, Double> together(List<Map<String, Double>> each, UnaryOperator<String> unit) {
        OpenTarget any = targets().iterator().next();
        Map<String, Double> together = new LinkedHashMap<>();
        for (String name : each.getFirst().keySet()) {
            List<Double> told = each.stream().map(one -> one.get(name)).filter(Objects::nonNull).toList();
            if (told.size() == each.size() || !any.isOwn(name)) {
                together.put(name, EngineMeasures.together(unit.apply(name), told));
            }
        }
        return together;
    }

    /**
     * {@inheritDoc} All settle at the same time, as they would without anybody waiting; one that is to return early is
     * aborted.
     */
    @Override
    public void settle(Progress progress) throws DriverException {
        Settling settling = new Settling(progress, targets().size());
        List<Thread> threads = new ArrayList<>();
        byName().forEach((name, target) -> {
            int number = threads.size();
            threads.add(clock.start("settle-" + name, () -> settling.run(number, target)));
        });
        threads.forEach(clock::joinThrough);
        settling.end();
    }

    /** How far all have come, and what went wrong first. */
    private static final class Settling {
        private final Progress progress;
        private final long[] done;
        private final long[] totals;
        private Throwable failure;

        Settling(Progress progress, int count) {
            this.progress = progress;
            done = new long[count];
            totals = new long[count];
        }

        void run(int number, OpenTarget target) {
            try {
                target.settle((d, t) -> report(number, d, t));
            } catch (DriverException | RuntimeException | Error e) {
                fail(e);
            }
        }

        private synchronized void report(int number, long doneNow, long totalNow) {
            done[number] = doneNow;
            totals[number] = totalNow;
            boolean known = Arrays.stream(totals).allMatch(t -> t > 0);
            progress.report(Arrays.stream(done).sum(), known ? Arrays.stream(totals).sum() : 0);
        }

        private synchronized void fail(Throwable e) {
            failure = failure == null ? e : failure;
        }

        synchronized void end() throws DriverException {
            switch (failure) {
                case null -> { }
                case DriverException e -> throw e;
                case Error error -> throw error;
                case Throwable other -> throw (RuntimeException) other;
            }
        }
    }
}
