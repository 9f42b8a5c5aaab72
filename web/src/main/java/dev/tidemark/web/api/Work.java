package dev.tidemark.web.api;

import dev.tidemark.web.work.LongWork.Standing;
import java.util.List;
import java.util.Optional;

/** What takes long and goes on by itself. */
record Work(@Says("by which it can be stopped") long number, @Says("what is done, or was done last") String what,
        @Says("who asked for it") String author, @Says("how far it is, or how it ended") String standing,
        boolean running, boolean failed,
        @Says("of it that is done, in percent; absent when that is not known, and when it is over")
        Optional<Long> percent,
        @Says("what it has told besides") List<String> lines) {

    static Work of(Standing s) {
        return new Work(s.number(), s.doing(), s.author(), s.standing(), s.running(), s.failed(), s.share(), s.lines());
    }
}
