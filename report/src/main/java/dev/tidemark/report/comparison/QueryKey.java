package dev.tidemark.report.comparison;

import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;

/** A query of a seed, which one's own index has none of: those of a log are the same, and drawn ones have a digest. */
record QueryKey(long seed, int number) {

    private static final String DRAWN = "requests-digest";

    static QueryKey of(Side side, Iteration iteration, int number) {
        return new QueryKey(AnswerAgreement.isOwn(iteration)
                ? iteration.setting(DRAWN).map(Setting::text).orElse("").hashCode()
                : side.results().seed(iteration).orElse(0), number);
    }
}
