package dev.tidemark.core.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a runner process is told. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "order")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunnerRequest.Run.class, name = "run"),
    @JsonSubTypes.Type(value = RunnerRequest.Export.class, name = "export"),
    @JsonSubTypes.Type(value = RunnerRequest.Dataset.class, name = "dataset"),
    @JsonSubTypes.Type(value = RunnerRequest.Probe.class, name = "probe"),
    @JsonSubTypes.Type(value = RunnerRequest.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = RunnerRequest.Quit.class, name = "quit")
})
public sealed interface RunnerRequest {

    /** Carry out an iteration. */
    record Run(RunRequest request) implements RunnerRequest {}

    /** Write the documents of a kept store to files. */
    record Export(ExportRequest request) implements RunnerRequest {}

    /** Make, change or look at a dataset. */
    record Dataset(DatasetRequest request) implements RunnerRequest {}

    /** See whether a target can be reached. */
    record Probe(ProbeRequest request) implements RunnerRequest {}

    /** End the running iteration early; keep its rows. */
    record Stop() implements RunnerRequest {}

    /** End when the running iteration is over. */
    record Quit() implements RunnerRequest {}
}
