package dev.tidemark.core.run;

import java.nio.file.Path;

/**
 * A file or folder of the runner's machine, by a name that the runner resolves: below a folder that it knows, or
 * absolute, where the user said so.
 *
 * @param root {@link #WORK}, or empty for an absolute path
 * @param path below the root, with slashes; or absolute
 */
public record RunnerPath(String root, String path) {

    /** Where a runner keeps what it makes for its iterations. */
    public static final String WORK = "work";

    /** @param path below the runner's work folder */
    public static RunnerPath work(String path) {
        return new RunnerPath(WORK, path);
    }

    /** @param path of the runner's machine, as the user gave it */
    public static RunnerPath absolute(String path) {
        return new RunnerPath("", path);
    }

    /** The name of a path of this machine, for a runner here or elsewhere. @param work this machine's work folder */
    public static RunnerPath of(Path path, Path work) {
        return path.startsWith(work) ? work(work.relativize(path).toString().replace('\\', '/'))
                : absolute(path.toString());
    }
}
