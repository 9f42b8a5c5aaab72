package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.workload.Preparation;

/**
 * The directories that the targets of a plan keep their data in, as they were when it began. What takes the place of
 * one meanwhile, as the empty folder below a disk that was unmounted, is not what is to be measured, and not to be
 * written to.
 */
final class DirectoryIdentities {

    /** Device and inode of each that was there; one that a run makes and removes by itself is not followed. */
    private final Map<Path, Object> keys = new HashMap<>();

    /** Where a command prepares iterations, which file system is in place is its business. */
    DirectoryIdentities(Plan plan) {
        if (plan.everyPoint().stream().noneMatch(p -> Preparation.of(p.values()).isPresent())) {
            plan.everyPoint().forEach(p -> directory(p).ifPresent(d -> key(d).ifPresent(key -> keys.put(d, key))));
        }
    }

    private static Optional<Path> directory(Point point) {
        return Driver.directory(point.values().only(Drivers.named(point.driver()).params())).map(Path::toAbsolutePath);
    }

    /** Why nothing may be run at a point; empty where its directory is the one that it was. */
    Optional<String> changed(Point point) {
        Optional<Path> directory = directory(point).filter(keys::containsKey);
        Optional<Object> now = directory.flatMap(DirectoryIdentities::key);
        if (directory.isPresent() && now.isEmpty()) {
            keys.remove(directory.get());
        }
        return now.filter(key -> !key.equals(keys.get(directory.get()))).map(key -> "directory: " + directory.get()
                + " is not the folder that it was when the run began: another one, or another disk, is in its place");
    }

    /** Of what is at a path, whatever links lead to it. */
    private static Optional<Object> key(Path path) {
        try {
            return Optional.ofNullable(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
