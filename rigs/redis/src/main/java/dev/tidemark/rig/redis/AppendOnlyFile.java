package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.run.Directories;

/**
 * The file in which a server keeps every change. A server that keeps it reads nothing else when it starts, so that one
 * which was without it for a while has to begin it with its snapshot. See "Redis persistence" in Redis's manual, and
 * {@code loadAppendOnlyFiles} in its aof.c, {@code loadAppendOnlyFile} before version 7. Its names are Redis's own.
 */
enum AppendOnlyFile {

    /** It may begin with a snapshot. */
    SINGLE("appendonly.aof"),
    /** A folder of files, with a list of them: of which the first may be a snapshot. Since version 7. */
    FOLDER("appendonlydir");

    private static final String SNAPSHOT = "dump.rdb";
    private static final String FIRST = "appendonly.aof.1.base.rdb";

    private final String name;

    AppendOnlyFile(String name) {
        this.name = name;
    }

    static AppendOnlyFile of(RedisBuild build) {
        return Integer.parseInt(build.major()) < 7 ? SINGLE : FOLDER;
    }

    /**
     * Before a server begins without it: what no snapshot has is marked, as of one that was killed.
     *
     * @param data of a server that does not run
     */
    void leave(Path data) throws IOException {
        if (isSaved(data)) {
            Files.deleteIfExists(unsaved(data));
        } else {
            Files.writeString(unsaved(data), "");
        }
    }

    /**
     * Begins it with the snapshot that was saved after it; without one, it is what was stored last, and stays. What it
     * was, if no snapshot has had that, is put aside.
     *
     * @param data of a server that does not run
     */
    void begin(Path data) throws IOException {
        if (!isSaved(data)) {
            return;
        }
        Path begun = data.resolve(name + ".new");
        Directories.delete(begun);
        fill(begun, data.resolve(SNAPSHOT));
        Path current = data.resolve(name);
        if (Files.exists(current) && Files.exists(unsaved(data))) {
            Files.move(current, givenUp(data));
        }
        Directories.delete(current);
        Files.move(begun, current);
        Files.deleteIfExists(unsaved(data));
    }

    /** Whether a snapshot is of a later time. */
    private boolean isSaved(Path data) throws IOException {
        Path snapshot = data.resolve(SNAPSHOT);
        return Files.exists(snapshot)
                && written(data.resolve(name)).compareTo(Files.getLastModifiedTime(snapshot)) <= 0;
    }

    private Path unsaved(Path data) {
        return data.resolve(name + ".unsaved");
    }

    private Path givenUp(Path data) {
        return IntStream.rangeClosed(1, Integer.MAX_VALUE).mapToObj(n -> data.resolve(name + ".given-up-" + n))
                .filter(Files::notExists).findFirst().orElseThrow();
    }

    private void fill(Path begun, Path snapshot) throws IOException {
        if (this == SINGLE) {
            Files.copy(snapshot, begun);
        } else {
            Files.createDirectory(begun);
            Files.copy(snapshot, begun.resolve(FIRST));
            Files.writeString(begun.resolve("appendonly.aof.manifest"), "file " + FIRST + " seq 1 type b\n");
        }
    }

    /** When the last of the files was written; long ago where there is none. */
    private static FileTime written(Path current) throws IOException {
        FileTime last = FileTime.fromMillis(0);
        if (Files.exists(current)) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(current)) {
                files = all.filter(path -> Files.isRegularFile(path)).toList();
            }
            for (Path file : files) {
                FileTime time = Files.getLastModifiedTime(file);
                last = time.compareTo(last) > 0 ? time : last;
            }
        }
        return last;
    }
}
