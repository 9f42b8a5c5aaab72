package dev.tidemark.web.settings;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.Datasets;
import dev.tidemark.app.run.Datasets.KnownDataset;
import dev.tidemark.app.run.Datasets.Shape;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.time.Clock;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.work.SingleTaskExecutor;

/**
 * What people and programs can have done to datasets. What is asked for is checked at once; then it goes on by itself,
 * one thing at a time.
 */
public final class DatasetTasks extends SingleTaskExecutor {

    private static final String CREATING = "Creating ";
    private static final String LOOKING = "Looking at ";

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";
    private static final String WRONG_NAME =
            "a dataset's name is 1 to 100 letters, digits, dots, underscores and hyphens";

    static final Param<Long> KEYSPACES = Datasets.keyspaces("keyspaces");
    static final Param<Long> KEYS = Datasets.keys("keys");
    static final Param<Long> VALUE_SIZE = Datasets.valueSize("value-size");
    static final Param<Long> SEED = Datasets.seed("seed");

    private final Workbench workbench;

    /** @param failures is told what broke, for the server's own record */
    public DatasetTasks(Workbench workbench, Clock clock, Consumer<Throwable> failures) {
        super("keys", clock, failures);
        this.workbench = workbench;
    }

    /**
     * Who asks.
     *
     * @param author    their name
     * @param alongside whether it is to be done even though a measured run is in progress on this machine
     */
    public record Requester(String author, boolean alongside) {}

    /**
     * A dataset that is wanted; numbers as they are typed, {@code 1M}.
     *
     * @param settings  of the driver
     * @param keys      of each keyspace
     * @param valueSize of a value, {@code 8KiB}
     * @param destroy   the name of the device that it writes over, given once more
     */
    public record DatasetSpec(String name, String driver, Map<String, String> settings, Optional<String> keyspaces,
            Optional<String> keys, Optional<String> valueSize, Optional<String> seed, List<String> destroy) {}

    public List<KnownDataset> all() {
        return workbench.datasets().all();
    }

    /** @throws HttpException naming the nearest dataset */
    public KnownDataset named(String name) {
        return HttpException.found(() -> workbench.datasets().named(name));
    }

    /** The shape that is wanted; empty where what others made is only read, in the shape that it has. */
    public Optional<Shape> shape(DatasetSpec spec) {
        int bytes = spec.valueSize().map(VALUE_SIZE::parse).map(Math::toIntExact)
                .orElseGet(() -> workbench.datasets().usualValueSize(spec.driver(), spec.settings()));
        return workbench.datasets().onlyReads(spec.driver(), spec.settings()) ? Optional.empty()
                : Optional.of(new Shape(Math.toIntExact(number(KEYSPACES, spec.keyspaces())),
                        number(KEYS, spec.keys()), bytes));
    }

    /**
     * What is wrong with each part of what is wanted, all of it at once, by the field in which it is typed: name,
     * keyspaces, keys, value-size, seed, settings.
     */
    public Map<String, String> wrong(DatasetSpec spec) {
        Map<String, String> wrong = new LinkedHashMap<>();
        if (!spec.name().matches(NAME)) {
            wrong.put("name", spec.name().isEmpty() ? "a dataset needs a name" : WRONG_NAME);
        }
        List<String> settings = wrongSettings(spec);
        if (!settings.isEmpty() || !workbench.datasets().onlyReads(spec.driver(), spec.settings())) {
            check(KEYSPACES, spec.keyspaces(), wrong);
            check(KEYS, spec.keys(), wrong);
            check(SEED, spec.seed(), wrong);
        }
        check(VALUE_SIZE, spec.valueSize(), wrong);
        if (settings.isEmpty() && wrong.get(VALUE_SIZE.name()) == null) {
            settings = rules(spec);
        }
        if (!settings.isEmpty()) {
            wrong.put("settings", String.join("; ", settings));
        }
        return wrong;
    }

    private static void check(Param<Long> param, Optional<String> text, Map<String, String> wrong) {
        text.flatMap(t -> Field.complaint(param, t)).ifPresent(w -> wrong.put(param.name(), w));
    }

    private static List<String> wrongSettings(DatasetSpec spec) {
        ParamSet params = Drivers.named(spec.driver()).params();
        List<String> wrong = new ArrayList<>();
        spec.settings().forEach((name, text) -> {
            try {
                ParamSet.Found found = params.find(name);
                found.param().parse(found.translate(text));
            } catch (InvalidInputException e) {
                wrong.add(e.getMessage());
            }
        });
        return wrong;
    }

    /** What does not go together. */
    private List<String> rules(DatasetSpec spec) {
        try {
            workbench.datasets().check(spec.driver(), spec.settings(), spec.valueSize().map(VALUE_SIZE::parse)
                    .map(size -> OptionalInt.of(size.intValue())).orElse(OptionalInt.empty()));
            return List.of();
        } catch (InvalidInputException e) {
            return List.of(e.getMessage());
        }
    }

    /** Whether a dataset is being made that may have no folder of its own yet. */
    public boolean making(String name) {
        return latest().filter(s -> s.running() && (s.activity().equals(CREATING + name)
                || s.activity().equals(LOOKING + name))).isPresent();
    }

    /**
     * Makes a dataset; of what others made and the driver only reads, it takes the shape that this has.
     *
     * @throws dev.tidemark.app.run.UnconfirmedDeviceException when it writes over a device whose name is not given once
     *                 more
     */
    public void create(DatasetSpec spec, Requester asker) {
        String name = spec.name();
        if (!name.matches(NAME)) {
            throw new InvalidInputException(WRONG_NAME);
        }
        workbench.datasets().confirm(spec.driver(), spec.settings(), spec.destroy());
        Optional<Shape> shape = shape(spec);
        if (shape.isEmpty()) {
            OptionalInt bytes = spec.valueSize().map(VALUE_SIZE::parse)
                    .map(size -> OptionalInt.of(size.intValue())).orElse(OptionalInt.empty());
            begin(LOOKING + name, "Looked at " + name, asker,
                    (datasets, watcher) -> datasets.adopt(name, spec.driver(),
                    spec.settings(), bytes, watcher));
        } else {
            long seed = number(SEED, spec.seed());
            begin(CREATING + name, "Created " + name, asker,
                    (datasets, watcher) -> datasets.create(name, spec.driver(),
                    spec.settings(), shape.get(), seed, watcher));
        }
    }

    private static long number(Param<Long> param, Optional<String> text) {
        return text.map(param::parse).orElse(param.defaultValue());
    }

    /** Grows a dataset; each number is the new total. */
    public void grow(String name, Optional<String> keyspaces, Optional<String> keys, Requester asker) {
        Optional<Integer> spaces = keyspaces.map(KEYSPACES::parse).map(Math::toIntExact);
        Optional<Long> each = keys.map(KEYS::parse);
        if (spaces.isEmpty() && each.isEmpty()) {
            throw new InvalidInputException("say how many keyspaces or keys it shall have in all");
        }
        begin(name, "Growing ", "Grew ", asker, (datasets, of, watcher) -> datasets.grow(of, spaces, each, watcher));
    }

    /** Fills what was stopped: growing to the shape that it was to have does that. */
    public void resume(String name, Requester asker) {
        begin(name, "Filling ", "Filled ", asker,
                (datasets, of, watcher) -> datasets.grow(of, Optional.empty(), Optional.empty(),
                watcher));
    }

    public void count(String name, Requester asker) {
        begin(name, "Counting ", "Counted ", asker, Datasets::count);
    }

    public void verify(String name, Requester asker) {
        begin(name, "Verifying ", "Verified ", asker, Datasets::verify);
    }

    public void drop(String name, Requester asker) {
        begin(name, "Dropping ", "Dropped ", asker, (datasets, of, watcher) -> {
            datasets.drop(of, watcher);
            return "dropped";
        });
    }

    /** Something that is done to a dataset that is there. */
    @FunctionalInterface
    private interface Action {
        String on(Datasets datasets, String name, RunListener watcher) throws InterruptedException;
    }

    private void begin(String name, String activity, String did, Requester asker, Action action) {
        String known = named(name).where().name();
        begin(activity + known, did + known, asker, (datasets, watcher) -> action.on(datasets, known, watcher));
    }

    /** Something that is done to datasets. */
    @FunctionalInterface
    private interface Task {
        String on(Datasets datasets, RunListener watcher) throws InterruptedException;
    }

    private void begin(String what, String was, Requester asker, Task task) {
        begin(what, was, asker.author(), (watcher, cancellationToken) -> task.on(
                workbench.datasets().alongside(asker.alongside()).endedBy(cancellationToken), watcher));
    }
}
