package dev.tidemark.core.run;

/** Something that a runner is to do, at once and by itself, and that is no iteration. */
public sealed interface TaskRequest extends RunnerOrder
        permits DatasetRequest, DoctorRequest, ExportRequest, ProbeRequest {

    /** That its events are told of; 0 for none. */
    default long iteration() {
        return 0;
    }
}
