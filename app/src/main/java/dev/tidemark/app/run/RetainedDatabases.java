package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.ExportRequest;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.BatchState;

/** The stores that iterations left on disk. */
public final class RetainedDatabases {

    private final ResultStore store;
    private final DataFolder folder;
    private final Clock clock;

    public RetainedDatabases(ResultStore store, DataFolder folder, Clock clock) {
        this.store = store;
        this.folder = folder;
        this.clock = clock;
    }

    /** The folders that a label's iterations may have left. */
    public List<Path> leftBy(String label) {
        return leftBy(label, EnumSet.allOf(IterationState.class));
    }

    /**
     * Removes what a label's iterations left, but for what another run of it has made that is in progress: it works
     * there.
     *
     * @param own the batch that is gone on with; empty for a new one
     */
    public void forget(String label, OptionalLong own) {
        Set<Path> used = store.live().running().stream().map(BatchState::id)
                .filter(batch -> !OptionalLong.of(batch).equals(own))
                .flatMap(batch -> store.live().iterations(batch, 0).stream())
                .flatMap(iteration -> folder.leftBy(iteration.id()).stream()).collect(Collectors.toSet());
        leftBy(label).stream().filter(left -> !used.contains(left)).forEach(RetainedDatabases::delete);
    }

    /** Removes what a label's iterations left that were killed before they could tidy up. */
    public void forgetBroken(String label) {
        leftBy(label, EnumSet.of(IterationState.INTERRUPTED, IterationState.FAILED)).forEach(RetainedDatabases::delete);
    }

    private List<Path> leftBy(String label, Set<IterationState> states) {
        return store.numbers(label, states).stream().flatMap(id -> folder.leftBy(id).stream()).toList();
    }

    public static void delete(Path folder) {
        try {
            Directories.delete(folder);
        } catch (IOException e) {
            throw new InvalidInputException(folder + " cannot be removed: " + e.getMessage());
        }
    }

    /** The labels of which a store is kept, the newest first. Looks at the folders, as most labels have none. */
    public List<String> labels() {
        if (!Files.isDirectory(folder.work())) {
            return List.of();
        }
        List<Long> ids = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder.work(), Files::isDirectory)) {
            folders.forEach(f -> DataFolder.iterationOf(f).ifPresent(ids::add));
        } catch (IOException e) {
            throw new InvalidInputException(folder.work() + " cannot be read: " + e.getMessage());
        }
        return ids.stream().sorted(Comparator.reverseOrder()).flatMap(id -> store.labelOf(id).stream()).distinct()
                .toList();
    }

    public String export(String label, Path to, ContentExport.Layout layout, RunListener watcher,
            CancellationToken cancellationToken)
            throws InterruptedException {
        Iteration newest = newest(label);
        Driver driver = Drivers.named(text(newest, "driver").orElseGet(() -> text(newest, "target").orElse("")));
        List<Setting> settings = newest.settings().stream()
                .filter(s -> driver.params().lookUp(s.name()).isPresent()).toList();
        ExportRequest request = new ExportRequest(newest.id(), driver.name(), settings,
                folder.name(folder.iteration(newest.id())), RunnerPath.absolute(to.toAbsolutePath().toString()),
                layout);
        return new RunnerTask(folder, clock, cancellationToken).run("the documents of " + label + " were not exported",
                driver.name(), settings, watcher, (runner, events) -> runner.carryOut(request, events));
    }

    private Iteration newest(String label) {
        LabelResults results = store.label(label)
                .orElseThrow(() -> new InvalidInputException("no label '" + label + "'"));
        return results.iterations().reversed().stream().filter(i -> i.state() == IterationState.DONE)
                .filter(i -> Files.isDirectory(folder.iteration(i.id()))).findFirst()
                .orElseThrow(() -> new InvalidInputException("label " + label
                + " has no kept store; run it with keep: last or all"));
    }

    private static Optional<String> text(Iteration iteration, String name) {
        return iteration.setting(name).map(Setting::text);
    }
}
