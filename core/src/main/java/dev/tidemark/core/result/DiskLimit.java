package dev.tidemark.core.result;

import java.util.Arrays;

/** What a disk can do at most, as a probe measures it. */
public enum DiskLimit {

    SEQUENTIAL_WRITE("written one after the other", "B/s", 0, true),
    RANDOM_WRITE_4K("random 4 KiB writes", "/s", 4096, true),
    RANDOM_WRITE_8K("random 8 KiB writes", "/s", 8192, true),
    RANDOM_READ_4K("random 4 KiB reads", "/s", 4096, false),
    RANDOM_READ_8K("random 8 KiB reads", "/s", 8192, false),
    /** Of one thread: each waits for the one before. */
    FSYNC("fsyncs", "/s", 0, true);

    private final String title;
    private final String unit;
    private final int block;
    private final boolean writes;

    DiskLimit(String title, String unit, int block, boolean writes) {
        this.title = title;
        this.unit = unit;
        this.block = block;
        this.writes = writes;
    }

    /** Of random blocks of so many bytes, that of writing or of reading them; one of those that are measured. */
    public static DiskLimit random(int block, boolean writes) {
        return Arrays.stream(values()).filter(l -> l.block == block && l.writes == writes).findFirst().orElseThrow();
    }

    /** Bytes of a random block; 0 where there is none. */
    public int block() {
        return block;
    }

    public boolean writes() {
        return writes;
    }

    /** What is counted, in the plural. */
    public String title() {
        return title;
    }

    /** {@code B/s}, or {@code /s}. */
    public String unit() {
        return unit;
    }

    /** Whether bytes are counted rather than requests. */
    public boolean inBytes() {
        return unit.equals("B/s");
    }
}
