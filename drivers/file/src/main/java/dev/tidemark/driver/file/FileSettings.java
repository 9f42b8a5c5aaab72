package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.param.Values;

/**
 * The values of {@link FileParams}, typed.
 *
 * @param directory  empty for the iteration's own folder
 * @param file       empty for files of Tidemark's own
 * @param blockSize  in bytes
 * @param fsyncEvery transactions from one fsync to the next; 0 for no fsync
 */
record FileSettings(Optional<Path> directory, Optional<Path> file, boolean destroyData, int blockSize, IoMode io,
        long fsyncEvery, int queueDepth) {

    static FileSettings of(Values v) {
        return new FileSettings(v.find(FileParams.DIRECTORY), v.find(FileParams.FILE), v.get(FileParams.DESTROY_DATA),
                Math.toIntExact(v.get(FileParams.BLOCK_SIZE)), v.get(FileParams.IO), switch (v.get(FileParams.FSYNC)) {
                    case NONE -> 0;
                    case TRANSACTION -> 1;
                    case EVERY -> v.get(FileParams.FSYNC_EVERY);
                }, Math.toIntExact(v.get(FileParams.QUEUE_DEPTH)));
    }

    boolean direct() {
        return io == IoMode.DIRECT;
    }
}
