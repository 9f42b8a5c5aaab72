package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.app.LargePlanException;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.store.jobs.Job;

/** Asks whoever sits at the terminal before something is queued or run that takes so long that it may be a slip. */
public final class LargePlans {

    /** The option by which it is said unasked. */
    public static final String OPTION = "--yes";
    public static final String MEANING = "queue it without being asked, however long it takes";

    public static final String MEANING_OF_RUN = "run it without being asked, however long it takes";

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
            ask(commandContext, e, "queue", "queued");
            return submit.apply(true);
        }
    }

    /**
     * Sees whether a plan is to be run.
     *
     * @param yes whether {@link #OPTION} is given
     * @throws InvalidInputException when it is much, and nobody has said that so much is meant
     */
    public static void requireMeant(CommandContext commandContext, Submission submission, boolean yes) {
        if (yes) {
            return;
        }
        try {
            commandContext.workbench().jobs().requireUsualSize(submission);
        } catch (LargePlanException e) {
            ask(commandContext, e, "run", "run");
        }
    }

    private static void ask(CommandContext commandContext, LargePlanException large, String verb, String done) {
        String what = Printable.oneLine(large.what());
        if (!Trust.confirmed(commandContext, List.of(what + "."), "Type yes to " + verb + " so much: ")) {
            throw new InvalidInputException(what + ": more than is " + done + " unasked; " + OPTION
                    + " says that so much is meant");
        }
    }
}
