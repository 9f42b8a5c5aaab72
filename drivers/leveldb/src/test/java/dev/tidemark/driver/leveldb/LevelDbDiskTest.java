package dev.tidemark.driver.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.driver.contract.DiskContract;
import org.junit.jupiter.api.Test;

class LevelDbDiskTest extends DiskContract {

    private List<String> more = List.of();

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }

    @Override
    protected List<String> settings() {
        return Stream.concat(super.settings().stream(), more.stream()).toList();
    }

    /** Any of them may be written out next, and a process that writes where there is no room is ended. */
    @Test
    void roomIsKeptForTheMemtablesOfAllShards() throws Exception {
        directory = disk.mount(directory, "tmpfs", "size=200m");
        more = List.of("memtable", "16MiB");
        try (KeyspaceTarget one = created()) {
            assertThat(one.backgroundFailure()).isEmpty();
            one.drop();
        }
        more = List.of("memtable", "16MiB", "shards", "8");
        try (KeyspaceTarget eight = created()) {
            assertThat(eight.backgroundFailure().orElseThrow()).hasMessageEndingWith(" is full");
            eight.drop();
        }
    }
}
