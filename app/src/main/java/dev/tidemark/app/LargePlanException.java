package dev.tidemark.app;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * What was asked for takes so long that it may be a slip: it is queued or run only once it is said that so
 * much is meant.
 */
public final class LargePlanException extends InvalidInputException {

    /** Of iterations, or of the steps of searches, that are queued or run unasked. */
    static final int MOST = 1000;
    static final Duration LONGEST = Duration.ofDays(2);

    private final String what;

    private LargePlanException(String what) {
        super(what + ", which is more than is queued unasked; say that so much is meant, with large");
        this.what = what;
    }

    /** @throws LargePlanException when it is more than is queued or run unasked */
    static void check(String label, JobForecast forecast) {
        int runs = forecast.searching() ? forecast.steps() : forecast.iterations();
        Optional<Duration> time = forecast.inAll().map(JobForecast.TimeRange::most).or(forecast::time)
                .filter(t -> t.compareTo(LONGEST) > 0);
        if (runs > MOST || time.isPresent()) {
            throw new LargePlanException(label + " makes " + (forecast.searching() ? "up to " + runs + " steps"
                    : runs + " iterations") + time.map(t -> ", about " + Math.round(t.toHours() / 24.0) + " days")
                    .orElse(""));
        }
    }

    /** As in {@code matrix makes 6400 iterations, about 4 days}. */
    public String what() {
        return what;
    }
}
