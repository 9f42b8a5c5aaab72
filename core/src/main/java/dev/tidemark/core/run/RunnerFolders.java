package dev.tidemark.core.run;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * The folders of a runner's machine that requests may name.
 *
 * @param work where it keeps what it makes for iterations; empty for a runner that is only told absolute paths
 */
public record RunnerFolders(Optional<Path> work) {

    /** Of a runner that is only told absolute paths. */
    public static final RunnerFolders NONE = new RunnerFolders(Optional.empty());

    public static RunnerFolders of(Path work) {
        return new RunnerFolders(Optional.of(work));
    }

    /** @throws InvalidInputException for a root that this runner does not have, or a name that leads out of it */
    public Path resolve(RunnerPath name) {
        return switch (name.root()) {
            case "" -> Path.of(name.path());
            case RunnerPath.WORK -> below(work.orElseThrow(() -> new InvalidInputException(
                    "this runner has no work folder, in which " + name.path() + " could lie")), name.path());
            default -> throw new InvalidInputException("this runner knows no folder '" + name.root()
                    + "'; paths are below 'work', or absolute");
        };
    }

    private static Path below(Path root, String name) {
        Path found = root.resolve(name).normalize();
        if (!found.startsWith(root.normalize())) {
            throw new InvalidInputException("the path " + name + " leads out of the runner's work folder");
        }
        return found;
    }
}
