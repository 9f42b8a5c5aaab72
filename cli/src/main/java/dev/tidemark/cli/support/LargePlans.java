package dev.tidemark.cli.support;

import dev.tidemark.app.LargePlanException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.store.jobs.Job;
import java.util.List;
import java.util.function.Function;

/** Asks whoever sits at the terminal before a job is queued that takes so long that it may be a slip. */
public final class LargePlans {

    /** The option by which it is said unasked. */
    public static final String OPTION = "--yes";
    public static final String MEANING = "queue it without being asked, however long it takes";

    private LargePlans() {}

    /**
     * Queues a job.
     *
     * @param submit queues it; told whether however much it is was meant
     * @param yes    whether {@link #OPTION} is given
     * @throws InvalidInputException when it is much, and nobody has said that so much is meant
     */
    public static Job queued(CommandContext commandContext, Function<Boolean, Job> submit, boolean yes) {
        try {
            return submit.apply(yes);
        } catch (LargePlanException e) {
            String what = Printable.oneLine(e.what());
            if (Trust.asked(commandContext, List.of(what + "."), "Type yes to queue so much: ")) {
                return submit.apply(true);
            }
            throw new InvalidInputException(what + ": more than is queued unasked; " + OPTION
                    + " says that so much is meant");
        }
    }
}
