package dev.tidemark.core.run.background;

import dev.tidemark.core.driver.Progress;
import java.util.OptionalLong;

/** Work in the background, concurrently with the load. One run of it is done on a thread of its own. */
@FunctionalInterface
public interface Task {

    /**
     * Does the work once.
     *
     * @param throttle asked after every chunk of rows, or now and then: it waits, and it ends the work when the load is
     *                 over
     * @param progress told how many rows were visited; nothing where there are none
     * @throws Throttle.Cancelled when the load is over
     * @throws Exception          when the work failed; its message is the reason
     */
    Done run(Throttle throttle, Progress progress) throws Exception;

    /**
     * What came of it.
     *
     * @param detail    what there is to say, on one line; empty for nothing
     * @param reclaimed bytes on disk that it gave back; empty where that is not its work, or not known
     */
    record Done(String detail, OptionalLong reclaimed) {

        static Done said(String detail) {
            return new Done(detail, OptionalLong.empty());
        }
    }
}
