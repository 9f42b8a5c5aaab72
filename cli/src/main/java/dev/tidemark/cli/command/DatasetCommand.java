package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.run.Datasets;
import dev.tidemark.app.run.Datasets.KnownDataset;
import dev.tidemark.app.run.Datasets.Shape;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.FlagParser;
import dev.tidemark.cli.support.ProgressLine;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetManifest.Keyspace;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.results.StoredTarget;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark dataset …}: prepared content that several runs share. */
@Command(name = "dataset", description = "Creates and manages datasets: prepared content that several runs share.")
final class DatasetCommand implements Runnable {

    private static final Param<Long> KEYSPACES = Datasets.keyspaces("--keyspaces");
    private static final Param<Long> KEYS = Datasets.keys("--keys");
    private static final Param<Long> DOCUMENTS = Param.count("--documents").atLeast(1);
    private static final Param<Long> VALUE_SIZE = Datasets.valueSize("--value-size");
    private static final Param<Long> SIZE = Param.size("--size").atLeast(1);
    private static final String UNKNOWN = "NA";
    private static final String ALONGSIDE = "--alongside";
    private static final String ALONGSIDE_HELP = "work although a measured run is in progress on this machine";

    @Spec
    private CommandSpec spec;

    /** What is done to a dataset. */
    @FunctionalInterface
    private interface DatasetAction {
        String on(Datasets datasets, RunListener watcher) throws InterruptedException;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "say what to do: dataset create, grow, count, sizes, verify, list or drop");
    }

    @Command(name = "create",
            description = "Creates and fills a dataset, or resumes an interrupted one.")
    int create(@Parameters(paramLabel = "NAME", description = "the dataset's name") String name,
            @Option(names = "--target", paramLabel = "TARGET", defaultValue = Drivers.USUAL,
                    description = "the driver that holds it, a named target, or a URL [" + Drivers.USUAL + "]")
                    String target,
            @Option(names = "--set", paramLabel = "SETTING=VALUE", arity = "1",
                    description = "a setting of the driver, as in directory=/data") List<String> settings,
            @Option(names = "--keyspaces", paramLabel = "N", description = "keyspaces [5]") String keyspaces,
            @Option(names = "--keys", paramLabel = "N", description = "keys of each keyspace [1M]") String keys,
            @Option(names = "--documents", paramLabel = "N", description = "keys in all, instead of keys of each")
                    String documents,
            @Option(names = "--size", paramLabel = "SIZE", description = "bytes in all, instead of keys") String size,
            @Option(names = "--value-size", paramLabel = "SIZE",
                    description = "size of a value [block-size where that is set, else 8KiB]")
                    String valueSize,
            @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
            description = "from which the values follow")
                    long seed,
            @Option(names = ALONGSIDE, description = ALONGSIDE_HELP) boolean alongside) throws InterruptedException {
        if (Stream.of(keys, documents, size).filter(Objects::nonNull).count() > 1) {
            throw new InvalidInputException("--keys, --documents and --size: give one of them");
        }
        StoredTarget holder = resolve(target);
        String driver = holder.driver();
        Map<String, String> given = new LinkedHashMap<>(holder.settings());
        (settings == null ? List.<String>of() : settings).stream().map(s -> FlagParser.pair("--set", s))
                .forEach(s -> given.put(s.getKey(), s.getValue()));
        return work(alongside, (datasets, watcher) -> {
            if (datasets.onlyReads(driver, given)) {
                if (Stream.of(keyspaces, keys, documents, size).anyMatch(Objects::nonNull)) {
                    throw new InvalidInputException(
                            "--keyspaces, --keys, --documents and --size: what is there already has the "
                            + "shape that it has; leave them out");
                }
                OptionalInt bytes = valueSize == null ? OptionalInt.empty() : OptionalInt.of(bytes(valueSize));
                return "Dataset " + name + ": " + datasets.adopt(name, driver, given, bytes, watcher) + ".";
            }
            Shape shape = shape(keyspaces, keys, documents, size, valueSize == null
                    ? datasets.usualValueSize(driver, given) : bytes(valueSize));
            return "Dataset " + name + ": " + datasets.create(name, driver, given, shape, seed, watcher) + ".";
        });
    }

    private StoredTarget resolve(String target) throws InterruptedException {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            return commandContext.workbench().targets().resolve(commandContext.typed(target));
        }
    }

    private static int bytes(String valueSize) {
        return Math.toIntExact(VALUE_SIZE.parse(valueSize));
    }

    /** All as typed, null where not given; at most one of the last three is. */
    private static Shape shape(String keyspaces, String keys, String documents, String size, int valueSize) {
        int count = Math.toIntExact(keyspaces == null ? KEYSPACES.defaultValue() : KEYSPACES.parse(keyspaces));
        long each = documents != null ? spread(DOCUMENTS.parse(documents), count)
                : size != null ? Math.max(1, SIZE.parse(size) / valueSize / count)
                : keys == null ? KEYS.defaultValue() : KEYS.parse(keys);
        return new Shape(count, each, valueSize);
    }

    private static long spread(long documents, int keyspaces) {
        long each = documents / keyspaces;
        if (each * keyspaces != documents) {
            throw new InvalidInputException("--documents: " + documents + " keys cannot be spread evenly over "
                    + keyspaces
                    + " keyspaces; give " + (each == 0 ? "" : each * keyspaces + " or ") + (each + 1) * keyspaces);
        }
        return each;
    }

    @Command(name = "grow", description = "Adds keyspaces and keys; each number is the new total.")
    int grow(@Parameters(paramLabel = "NAME") String name,
            @Option(names = "--keyspaces", paramLabel = "N", description = "keyspaces in all") String keyspaces,
            @Option(names = "--keys", paramLabel = "N", description = "keys of each keyspace in all") String keys,
            @Option(names = "--documents", paramLabel = "N", description = "keys in all, instead of keys of each")
                    String documents,
            @Option(names = ALONGSIDE, description = ALONGSIDE_HELP) boolean alongside) throws InterruptedException {
        if (keyspaces == null && keys == null && documents == null) {
            throw new InvalidInputException("dataset grow: say how many --keyspaces or --keys it shall have in all");
        }
        if (keys != null && documents != null) {
            throw new InvalidInputException("--keys and --documents: give one of them");
        }
        Optional<Integer> count = Optional.ofNullable(keyspaces).map(KEYSPACES::parse).map(Math::toIntExact);
        return work(alongside, (datasets, watcher) -> {
            Optional<Long> each = Optional.ofNullable(keys).map(KEYS::parse).or(() -> Optional.ofNullable(documents)
                    .map(d -> spread(DOCUMENTS.parse(d), count.orElseGet(() -> keyspaces(datasets.named(name))))));
            return "Dataset " + name + ": " + datasets.grow(name, count, each, watcher) + ".";
        });
    }

    private static int keyspaces(KnownDataset known) {
        return known.manifest().map(m -> m.keyspaces().size()).orElse(1);
    }

    @Command(name = "count", description = "Walks every key and counts, per keyspace and in all.")
    int count(@Parameters(paramLabel = "NAME") String name,
            @Option(names = ALONGSIDE, description = ALONGSIDE_HELP) boolean alongside) throws InterruptedException {
        return work(alongside, (datasets, watcher) -> datasets.count(name, watcher) + " are there.");
    }

    @Command(name = "verify", description = "Reads every value and checks that it is one that was stored for its key.")
    int verify(@Parameters(paramLabel = "NAME") String name,
            @Option(names = ALONGSIDE, description = ALONGSIDE_HELP) boolean alongside) throws InterruptedException {
        return work(alongside, (datasets, watcher) -> datasets.verify(name, watcher) + ".");
    }

    @Command(name = "drop", description = "Removes datasets: what Tidemark made of them, and nothing else.")
    int drop(@Parameters(paramLabel = "NAME", arity = "1..*") List<String> names) throws InterruptedException {
        return work(false, (datasets, watcher) -> {
            names.forEach(datasets::named); // all are there, or none is dropped
            for (String name : names) {
                datasets.drop(name, watcher);
            }
            return "Dropped " + String.join(", ", names) + ".";
        });
    }

    @Command(name = "sizes", description = "Shows the keys of each keyspace as recorded, at once.")
    int sizes(@Parameters(paramLabel = "NAME") String name,
            @Option(names = "--csv", description = "one line: the number of keyspaces, then each one's keys")
                    boolean csv) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            Optional<DatasetManifest> manifest = commandContext.workbench().datasets().named(name).manifest();
            List<String> filled = manifest.map(m -> m.keyspaces().stream().map(Keyspace::filled).map(String::valueOf)
                    .toList()).orElse(List.of());
            if (csv) {
                commandContext.out().println(manifest.map(m -> m.keyspaces().size() + "," + String.join(",", filled))
                        .orElse(UNKNOWN));
            } else {
                TextColumns.of("keyspace", "keys").print(commandContext,
                        java.util.stream.IntStream.range(0, filled.size())
                        .mapToObj(i -> new String[] {String.valueOf(i), filled.get(i)}).toList());
            }
            return ExitStatus.DONE;
        }
    }

    @Command(name = "list", description = "Lists the datasets.")
    int list() {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            TextColumns.of("dataset", "driver", "keyspaces", "keys", "value size", "state", "place")
                    .hiding("keyspaces", "value size", "driver").withProse().print(commandContext,
                    commandContext.workbench().datasets().all().stream().map(DatasetCommand::row).toList());
            return ExitStatus.DONE;
        }
    }

    private static String[] row(KnownDataset known) {
        Optional<DatasetManifest> m = known.manifest();
        return new String[] {known.where().name(), known.where().driver(),
            m.map(x -> String.valueOf(x.keyspaces().size())).orElse(UNKNOWN),
            m.map(x -> String.valueOf(x.filled())).orElse(UNKNOWN),
            m.map(x -> Numbers.bytes(x.valueSize())).orElse(UNKNOWN),
            m.map(x -> known.onlyRead() ? "only read" : state(known, x)).orElse("not there any more"), known.data()};
    }

    private static String state(KnownDataset known, DatasetManifest m) {
        if (!m.complete()) {
            return "filled to " + 100 * m.filled() / m.keys() + " %";
        }
        if (known.onServer()) {
            return "filled"; // what runs have changed since, the server knows
        }
        return m.changedBy().isEmpty() ? "as filled" : "changed by " + m.changedBy().size()
                + (m.changedBy().size() == 1 ? " run" : " runs");
    }

    private int work(boolean alongside, DatasetAction work) throws InterruptedException {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            ProgressLine progress = new ProgressLine(commandContext, Clock.system(), "keys", true);
            progress.began(1, 0);
            String done;
            try {
                done = work.on(commandContext.workbench().datasets().alongside(alongside),
                        new ProgressListener(commandContext, progress));
            } finally {
                progress.end();
            }
            commandContext.say(done);
            return ExitStatus.DONE;
        }
    }

    /** Puts results on standard output and leaves the rest to the progress line. */
    private record ProgressListener(CommandContext commandContext, ProgressLine progress) implements RunListener {
        @Override
        public String ask(String what) {
            return progress.ask(what);
        }

        @Override
        public void began(int toRun, int finished) {
            progress.began(toRun, finished);
        }

        @Override
        public void iterationBegan(int number, Planned planned) {
            progress.iterationBegan(number, planned);
        }

        @Override
        public void live(RunStatus runStatus) {
            progress.live(runStatus);
        }

        @Override
        public void message(String kind, String text) {
            if (kind.equals("result")) {
                progress.end();
                commandContext.out().println(text);
            } else {
                progress.message(kind, text);
            }
        }

        @Override
        public void iterationEnded(Planned planned, IterationState iterationState, String verdict) {
            progress.iterationEnded(planned, iterationState, verdict);
        }
    }
}
