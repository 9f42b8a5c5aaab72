package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.os.TidemarkFolders;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.store.file.PrivateFiles;

/**
 * Where Tidemark keeps its files.
 *
 * @param store the results
 * @param work  folders of running iterations, the kept stores, reports of crashes
 */
public record DataFolder(Path store, Path work) {

    private static final String ITERATION = "iteration-";

    /** With the store where the user says, or in the user's data folder; the work folder lies beside the store. */
    public static DataFolder of(Optional<Path> store) {
        Path file = store.orElseGet(() -> TidemarkFolders.userData().orElseThrow(DataFolder::homeless)
                .resolve("results.db")).toAbsolutePath().normalize();
        return new DataFolder(file, file.resolveSibling(file.getFileName() + "-work"));
    }

    private static InvalidInputException homeless() {
        return new InvalidInputException("the user of this process has no home folder; say where results are kept with "
                + "--store FILE or TIDEMARK_STORE");
    }

    /**
     * Makes the work folder before anything is put into it, and lets nobody else look into it: documents of the user
     * lie there for a while. Where it cannot be made, whatever needs it will say so.
     */
    public void prepare() {
        try {
            PrivateFiles.ownFolder(work);
        } catch (IOException e) {
            // Whoever makes something in it tells.
        }
    }

    /** The scratch folder of one iteration. */
    Path iteration(long id) {
        return work.resolve(ITERATION + id);
    }

    /** The iteration whose scratch folder this is. */
    static Optional<Long> iterationOf(Path folder) {
        String name = folder.getFileName().toString();
        return name.matches(ITERATION + "[0-9]{1,18}") ? Optional.of(Long.parseLong(name.substring(ITERATION.length())))
                : Optional.empty();
    }

    /** The folder of a dataset whose driver is given none. */
    Path dataset(String name) {
        return work.resolve("datasets").resolve(name);
    }

    /** Everything that an iteration may have left: its own folder and, if it was killed, that of its warm-up. */
    List<Path> leftBy(long id) {
        return List.of(iteration(id), RunRequest.warmUpScratch(iteration(id)));
    }

    /** A folder for one look at a target. */
    public Path probe() {
        return work.resolve("probe-" + UUID.randomUUID());
    }

    /** What is sent to the web pages lies here while it is looked at. */
    public Path uploads() {
        return work.resolve("uploads");
    }

    /** The folder of the server with which statistics are exchanged, where none is named. */
    public Path exchange() {
        return store.resolveSibling(store.getFileName() + "-exchange");
    }

    /** The servers that Tidemark starts on this machine have their files here. */
    public Path rigs() {
        return store.resolveSibling(store.getFileName() + "-rigs");
    }

    /** What a runner is told of a path of this machine. */
    public RunnerPath name(Path path) {
        return RunnerPath.of(path, work);
    }
}
