package dev.tidemark.launch.rig;

import module java.base;
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
