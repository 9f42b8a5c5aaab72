package dev.tidemark.core.plan;

/**
 * Looks for something at a point by trying one value of a setting after another, each depending on what those before it
 * showed. Pure: the same history gives the same step, so carrying on with an interrupted search is telling it what is
 * stored.
 */
public sealed interface Search permits Ramp, FindRate {

    /** The most iterations that a search may take at a point. */
    int MOST_STEPS = 100;

    /** What to do next. @param searchHistory every finished step so far, in order */
    Decision next(SearchHistory searchHistory);

    /** As it was asked for. */
    SearchSpec spec();

    /** The name of the setting whose values are tried. */
    default String param() {
        return spec().param();
    }

    /** The step with a number, from 0, that had a value of the setting. */
    default SearchStep step(int number, String value) {
        return new SearchStep(number, param(), value);
    }

    /** What one is called: {@code ramp}. */
    default String noun() {
        return spec().noun();
    }

    /** Whether the last step, which is invalid, is an answer all the same, or tried again: no fault of the run. */
    default boolean uses(SearchHistory searchHistory) {
        return false;
    }

    /** Which of the random arrivals a step is offered; 0 for those that all points of a round share. */
    default int arrivals(SearchStep step) {
        return 0;
    }

    /** The fewest steps after which it may have found something. */
    int least();

    /** The most steps that it may come to. */
    int most();

    /** What it will do, in words; equal for equal searches. */
    String describe();

    /** What comes next in a search. */
    sealed interface Decision {

        /** Carry out an iteration. */
        record Run(SearchStep step) implements Decision {}

        /** The search is over. @param why in words, to follow a colon */
        record Done(String why) implements Decision {}
    }
}
