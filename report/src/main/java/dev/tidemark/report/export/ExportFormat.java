package dev.tidemark.report.export;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;

/** A form in which another tool takes results. */
public interface ExportFormat {

    /** What {@code --format} calls it. */
    String name();

    /** What it makes, for the help: a phrase without a full stop. */
    String description();

    /**
     * Whether anything of a label fits the form; looks at no more raw data than that takes.
     *
     * @param details as in {@link #files}
     */
    boolean fits(LabelResults results, LongFunction<IterationDetail> details);

    /**
     * The files of a label.
     *
     * @param results the label
     * @param details raw data of an iteration by its id, as {@code Results::detail} gives it
     * @return path below the folder to write to, with "/" between its parts, to the text of the file; in the order in
     *         which they are to be written. Empty when nothing of the label fits the form
     */
    SequencedMap<String, String> files(LabelResults results, LongFunction<IterationDetail> details);
}
