package dev.tidemark.driver.lmdb;

import dev.tidemark.core.param.Values;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The values of {@link LmdbParams}, typed.
 *
 * @param directory empty for the iteration's own folder
 * @param mapSize   in bytes; empty for as large as the disk
 */
public record LmdbSettings(Optional<Path> directory, OptionalLong mapSize, boolean sync, boolean writeMap,
        boolean readAhead) {

    public static LmdbSettings of(Values v) {
        return new LmdbSettings(v.find(LmdbParams.DIRECTORY),
                v.find(LmdbParams.MAP_SIZE).map(OptionalLong::of).orElse(OptionalLong.empty()),
                v.get(LmdbParams.SYNC), v.get(LmdbParams.WRITE_MAP), v.get(LmdbParams.READ_AHEAD));
    }
}
