package dev.tidemark.core.run;

import dev.tidemark.core.driver.Progress;

/** Work in the background, beside the load. One run of it is done on a thread of its own. */
@FunctionalInterface
public interface Task {

    /**
     * Does the work once.
     *
     * @param throttle asked after every chunk of rows, or now and then: it waits, and it ends the work when the load is
     *                 over
     * @param progress told how many rows were visited; nothing where there are none
     * @return what there is to say of it, on one line; empty for nothing
     * @throws Throttle.Cancelled when the load is over
     * @throws Exception          when the work failed; its message is the reason
     */
    String run(Throttle throttle, Progress progress) throws Exception;
}
