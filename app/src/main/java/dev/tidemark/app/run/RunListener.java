package dev.tidemark.app.run;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.RunStatus;
import java.util.List;

/** Is told how a run goes. All methods are called from one thread at a time. */
public interface RunListener {

    /**
     * Asks for a secret that a setting leaves to be asked for; told before anything is begun.
     *
     * @param what as the setting has it
     * @throws InvalidInputException when there is nobody to ask
     */
    default String ask(String what) {
        return new SecretRef(SecretRef.Kind.PROMPT, what).reveal();
    }

    /** @param batch the store's number of the batch that the run writes to; told first of all */
    default void writesTo(long batch) {}

    /** @param toRun what is to be run now, as far as it is known beforehand; told before the run begins */
    default void expects(List<PendingIteration> toRun) {}

    /**
     * The run begins.
     *
     * @param toRun   iterations to run now
     * @param finished iterations that an earlier run of the same batch has finished
     */
    default void began(int toRun, int finished) {}

    /**
     * The run begins, and makes a search at every point: how many iterations there will be is not known beforehand.
     * Called in place of {@link #began}.
     *
     * @param searches to carry out in all
     * @param finished iterations that an earlier run of the same batch has finished
     */
    default void beganSearches(int searches, int finished) {}

    /** @param number which of the searches, from 1; one that is over already is not reported */
    default void searchBegan(int number, Planned planned, String noun) {}

    /** @param why it ended, in words that follow a colon */
    default void searchEnded(Planned planned, String why) {}

    /** @param number which of the iterations to run now, from 1 */
    default void iterationBegan(int number, Planned planned) {}

    default void live(RunStatus runStatus) {}

    /** A sentence for the user: a warning, a note, a finding. */
    default void message(String kind, String text) {}

    default void iterationEnded(Planned planned, IterationState iterationState, String verdict) {}
}
