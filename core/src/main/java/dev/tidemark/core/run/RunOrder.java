package dev.tidemark.core.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a runner process is told. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "order")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunOrder.Run.class, name = "run"),
    @JsonSubTypes.Type(value = RunOrder.Export.class, name = "export"),
    @JsonSubTypes.Type(value = RunOrder.Dataset.class, name = "dataset"),
    @JsonSubTypes.Type(value = RunOrder.Probe.class, name = "probe"),
    @JsonSubTypes.Type(value = RunOrder.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = RunOrder.Quit.class, name = "quit")
})
public sealed interface RunOrder {

    /** Carry out an iteration. */
    record Run(RunRequest request) implements RunOrder {}

    /** Write the documents of a kept store to files. */
    record Export(ExportRequest request) implements RunOrder {}

    /** Make, change or look at a dataset. */
    record Dataset(DatasetRequest request) implements RunOrder {}

    /** See whether a target can be reached. */
    record Probe(ProbeRequest request) implements RunOrder {}

    /** End the running iteration early; keep its rows. */
    record Stop() implements RunOrder {}

    /** End when the running iteration is over. */
    record Quit() implements RunOrder {}
}
