package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.os.PageCache;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.launch.MemoryCgroup;
import dev.tidemark.launch.MemoryCgroups;

/**
 * The control group that holds a rig's server to an amount of memory. It lives as long as the server, so its place is
 * written down for whoever stops that.
 */
final class ServerMemory {

    private final Path record;
    private final MemoryCgroups groups;

    ServerMemory(RigFolder folder, MemoryCgroups groups) {
        this.record = folder.processes().memoryGroup();
        this.groups = groups;
    }

    /** @throws InvalidInputException when the settings ask for a limit that cannot be kept here */
    void check(Values values) {
        values.find(RigParams.MEMORY).ifPresent(bytes -> groups.check(RigParams.MEMORY.name(), bytes));
    }

    /**
     * Drops what is stored from the page cache, where the settings ask for a limit. What others have read or written of
     * it, as a server before, is charged to them for as long as it is cached, and would be had beyond the limit.
     *
     * @param places folders and files of which no process has anything open; those that are not there are passed over
     */
    static void dropFiles(Values values, List<Path> places, RigListener listener) {
        if (values.find(RigParams.MEMORY).isPresent()) {
            listener.step("Dropping the data from the page cache.");
            if (!areDropped(places)) {
                listener.notice("What is stored in " + places.getFirst()
                        + " may still be cached outside of the server's " + RigParams.MEMORY.name() + ".");
            }
        }
    }

    private static boolean areDropped(List<Path> places) {
        boolean dropped = true;
        for (Path place : places.stream().filter(Files::exists).toList()) {
            try (Stream<Path> all = Files.walk(place)) {
                dropped &= PageCache.drop(all.filter(Files::isRegularFile).toList());
            } catch (IOException | UncheckedIOException e) {
                dropped = false; // one that is not for us
            }
        }
        return dropped;
    }

    /** Makes the group, where the settings ask for one. @return what makes a command line begin in it */
    UnaryOperator<List<String>> enter(Values values) throws IOException {
        Optional<Long> limit = values.find(RigParams.MEMORY);
        if (limit.isEmpty()) {
            return UnaryOperator.identity();
        }
        MemoryCgroup group = groups.makeLasting(limit.get());
        PrivateFile.write(record, group.folder() + "\n");
        return group::entering;
    }

    /** Whether the kernel killed a process of the server because all of them needed more than they may use. */
    boolean exceeded() throws IOException {
        return group().filter(MemoryCgroup::exceeded).isPresent();
    }

    /** Removes the group of a server whose processes have ended. */
    void remove() throws IOException {
        group().ifPresent(MemoryCgroup::close);
        Files.deleteIfExists(record);
    }

    private Optional<MemoryCgroup> group() throws IOException {
        return Files.exists(record) ? Optional.of(groups.made(Path.of(Files.readString(record).strip())))
                : Optional.empty();
    }
}
