package dev.tidemark.core.measure;

import java.util.List;

/**
 * One worker's record, and under which names it counts.
 *
 * @param recorder what it writes to
 * @param group    name of its group; empty where all workers are one
 * @param kinds    names of its kinds of operations, in the order of the recorder's numbers
 */
public record RecorderSource(Recorder recorder, String group, List<String> kinds) {

    public RecorderSource {
        kinds = List.copyOf(kinds);
    }

    /** Name of the kind of the running operation, or of the oldest of several. */
    public String insideKind() {
        return kinds.get(recorder.insideKind());
    }
}
