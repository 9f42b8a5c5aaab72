package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.core.data.ContentExport.Layout;
import dev.tidemark.web.work.LongWork.Standing;
import java.util.List;
import java.util.Optional;

/** The documents of kept databases, written to files of the server. One export at a time goes on by itself. */
final class ContentOperations {

    private ContentOperations() {}

    record KeptContent(@Says("labels of which a database is kept, the newest run first") List<String> labels,
            Optional<Work> work) {}

    record ContentExport(@Says("a label of which a database is kept") String label,
            @Says("the whole path of a folder of the server that is new or empty") String to,
            @Says("true: files lie in folders, as the URIs of the documents say; otherwise all at the top")
            Optional<Boolean> folders) {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/content", ADMINISTRATOR, "content",
                        "What is kept that can be exported, with what is being exported.")
                        .answers(Output.of(KeptContent.class, "the labels and the work"))
                        .by((desk, call) -> Reply.of(new KeptContent(desk.content().labels(),
                                desk.content().standing().map(Work::of)))),
                Operation.post("/content", ADMINISTRATOR, "exportContent",
                        "Begins to write the documents of a kept database to files of the server.")
                        .takes(ContentExport.class)
                        .answers(Output.of(202, Work.class, "it goes on by itself")).by(ContentOperations::export),
                Operation.post("/content/tasks/{id}/stop", ADMINISTRATOR, "stopContentExport",
                        "Ends what is being exported; files that are written stay.")
                        .answers(Output.of(202, Work.class, "it ends within seconds")).by(ContentOperations::stop));
    }

    private static Reply export(Desk desk, Call call) {
        ContentExport wanted = call.body(ContentExport.class);
        desk.content().begin(wanted.label(), wanted.to(), wanted.folders().orElse(false) ? Layout.FOLDERS : Layout.FLAT,
                call.visit().author());
        return standing(desk);
    }

    private static Reply stop(Desk desk, Call call) {
        Standing now = desk.content().running(call.work());
        desk.content().stop(now.number());
        return standing(desk);
    }

    private static Reply standing(Desk desk) {
        return Reply.of(Work.of(desk.content().standing().orElseThrow()));
    }
}
