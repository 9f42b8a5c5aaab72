package dev.tidemark.core.result;

import module java.base;

/** The reading port: stored results as the reports see them. Implemented by the store. */
public interface Results {

    /** All labels, oldest first. */
    List<LabelSummary> labels();

    Optional<LabelResults> label(String label);

    /** The raw data of one iteration. @throws java.util.NoSuchElementException if there is none with that id */
    IterationDetail detail(long iteration);

    /** What disks sustained when they were measured alone, newest first. */
    default List<DiskProbe> probes() {
        return List.of();
    }
}
