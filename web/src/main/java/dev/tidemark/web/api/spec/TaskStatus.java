package dev.tidemark.web.api.spec;

import dev.tidemark.report.write.Description;
import dev.tidemark.web.work.SingleTaskExecutor.Standing;
import java.util.List;
import java.util.Optional;

/** What takes long and goes on by itself. */
public record TaskStatus(@Description("by which it can be stopped") long number,
        @Description("what is done, or was done last") String what,
        @Description("who asked for it") String author, @Description("how far it is, or how it ended") String standing,
        boolean running, boolean failed,
        @Description("of it that is done, in percent; absent when that is not known, and when it is over")
        Optional<Long> percent,
        @Description("what it has told besides") List<String> lines) {

    public static TaskStatus of(Standing s) {
        return new TaskStatus(s.number(), s.doing(), s.author(), s.standing(), s.running(), s.failed(), s.share(),
                s.lines());
    }
}
