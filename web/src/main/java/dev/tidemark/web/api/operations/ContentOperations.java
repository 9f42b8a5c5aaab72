package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.core.data.ContentExport.Layout;
import dev.tidemark.report.write.Description;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.api.spec.TaskStatus;

/** The documents of kept databases, written to files of the server. One export at a time goes on by itself. */
public final class ContentOperations {

    private ContentOperations() {}

    record KeptContent(@Description("labels of which a database is kept, the newest run first") List<String> labels,
            Optional<TaskStatus> work) {}

    record ContentExport(@Description("a label of which a database is kept") String label,
            @Description("the absolute path of a folder of the server that is new or empty") String to,
            @Description("true: files lie in folders, as the URIs of the documents say; otherwise all at the top")
            Optional<Boolean> folders) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/content", ADMINISTRATOR, "content",
                        "What is kept that can be exported, with what is being exported.")
                        .answers(Output.of(KeptContent.class, "the labels and the work"))
                        .by((apiServices, apiRequest) -> Reply.of(new KeptContent(apiServices.content().labels(),
                                apiServices.content().latest().map(TaskStatus::of)))),
                Operation.post("/content", ADMINISTRATOR, "exportContent",
                        "Begins to write the documents of a kept database to files of the server.")
                        .takes(ContentExport.class)
                        .answers(Output.of(202, TaskStatus.class, "it goes on by itself"))
                        .by(ContentOperations::export),
                TaskStatus.stop("/content/tasks/{id}/stop", "stopContentExport",
                        "Ends what is being exported; files that are written stay.", ApiServices::content));
    }

    private static Reply export(ApiServices apiServices, ApiRequest apiRequest) {
        ContentExport body = apiRequest.body(ContentExport.class);
        apiServices.content().begin(body.label(), body.to(), body.folders().orElse(false) ? Layout.FOLDERS
                : Layout.FLAT,
                apiRequest.visit().author());
        return TaskStatus.reply(apiServices.content());
    }
}
