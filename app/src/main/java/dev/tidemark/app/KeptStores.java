package dev.tidemark.app;

import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.State;
import dev.tidemark.core.run.ExportRequest;
import dev.tidemark.core.run.Folders;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The stores that iterations left on disk. */
final class KeptStores {

    private final ResultStore store;
    private final DataFolder folder;
    private final Clock clock;

    KeptStores(ResultStore store, DataFolder folder, Clock clock) {
        this.store = store;
        this.folder = folder;
        this.clock = clock;
    }

    /** The folders that a label's iterations may have left. */
    List<Path> leftBy(String label) {
        return leftBy(label, EnumSet.allOf(State.class));
    }

    /** Removes what a label's iterations left. */
    void forget(String label) {
        leftBy(label).forEach(KeptStores::delete);
    }

    /** Removes what a label's iterations left that were killed before they could tidy up. */
    void forgetBroken(String label) {
        leftBy(label, EnumSet.of(State.INTERRUPTED, State.FAILED)).forEach(KeptStores::delete);
    }

    private List<Path> leftBy(String label, Set<State> states) {
        return store.numbers(label, states).stream().flatMap(id -> folder.leftBy(id).stream()).toList();
    }

    static void delete(Path folder) {
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new BadInput(folder + " cannot be removed: " + e.getMessage());
        }
    }

    /** The labels of which a store is kept, the newest first. Looks at the folders, as most labels have none. */
    List<String> labels() {
        if (!Files.isDirectory(folder.work())) {
            return List.of();
        }
        List<Long> ids = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder.work(), Files::isDirectory)) {
            folders.forEach(f -> DataFolder.iterationOf(f).ifPresent(ids::add));
        } catch (IOException e) {
            throw new BadInput(folder.work() + " cannot be read: " + e.getMessage());
        }
        return ids.stream().sorted(Comparator.reverseOrder()).flatMap(id -> store.labelOf(id).stream()).distinct()
                .toList();
    }

    String export(String label, Path to, ContentExport.Layout layout, RunWatcher watcher, Stopper stopper)
            throws InterruptedException {
        Iteration kept = newest(label);
        Driver driver = Drivers.named(text(kept, "driver").orElseGet(() -> text(kept, "target").orElse("")));
        List<Setting> settings = kept.settings().stream()
                .filter(s -> driver.params().lookUp(s.name()).isPresent()).toList();
        ExportRequest request = new ExportRequest(kept.id(), driver.name(), settings,
                folder.iteration(kept.id()).toString(), to.toAbsolutePath().toString(), layout);
        RunEvent.Ended ended = new Errand(folder, clock, stopper).run(driver.name(), watcher,
                (runner, events) -> runner.export(request, events));
        if (ended.state() != State.DONE) {
            throw new BadInput("the documents of " + label + " were not exported: " + ended.verdict());
        }
        return ended.verdict();
    }

    private Iteration newest(String label) {
        LabelResults results = store.label(label).orElseThrow(() -> new BadInput("no label '" + label + "'"));
        return results.iterations().reversed().stream().filter(i -> i.state() == State.DONE)
                .filter(i -> Files.isDirectory(folder.iteration(i.id()))).findFirst()
                .orElseThrow(() -> new BadInput("label " + label + " has no kept store; run it with keep: last or all"));
    }

    private static Optional<String> text(Iteration iteration, String name) {
        return iteration.setting(name).map(Setting::text);
    }
}
