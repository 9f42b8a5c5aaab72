package dev.tidemark.web.api.spec;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.report.write.Description;
import dev.tidemark.web.work.SingleTaskExecutor;
import dev.tidemark.web.work.SingleTaskExecutor.TaskProgress;

/** What takes long and goes on by itself. */
public record TaskStatus(@Description("by which it can be stopped") long number,
        @Description("what is done, or was done last") String what,
        @Description("who asked for it") String author, @Description("how far it is, or how it ended") String standing,
        boolean running, boolean failed,
        @Description("of it that is done, in percent; absent when that is not known, and when it is over")
        Optional<Long> percent,
        @Description("what it has told besides") List<String> lines) {

    public static TaskStatus of(TaskProgress s) {
        return new TaskStatus(s.number(), s.activity(), s.author(), s.status(), s.running(), s.failed(), s.share(),
                s.lines());
    }

    /** How it stands with what was just begun or asked to end. */
    public static Reply reply(SingleTaskExecutor tasks) {
        return Reply.of(of(tasks.latest().orElseThrow()));
    }

    /** The operation that ends what is being done. @param path with its number as {@code {id}} */
    public static Operation stop(String path, String id, String says, Function<ApiServices, SingleTaskExecutor> which) {
        return Operation.post(path, ADMINISTRATOR, id, says)
                .answers(Output.of(202, TaskStatus.class, "it ends within seconds"))
                .by((apiServices, apiRequest) -> {
                    SingleTaskExecutor tasks = which.apply(apiServices);
                    tasks.stop(tasks.running(apiRequest.work()).number());
                    return reply(tasks);
                });
    }
}
