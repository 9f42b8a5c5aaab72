package dev.tidemark.app;

import dev.tidemark.core.workload.Offered;
import dev.tidemark.store.ResultStore;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** Tells how long a plan will take from what was measured before. */
final class Forecast {

    /** Iterations looked at, newest first. */
    private static final int ITERATIONS = 200;
    /** In MB/s. */
    private static final String RATE = "mb-per-second";
    /** What an iteration takes beside its load: making the database, settling, dropping it. A rough figure. */
    private static final Duration OVERHEAD = Duration.ofMillis(500);

    private final ResultStore store;

    Forecast(ResultStore store) {
        this.store = store;
    }

    /** Of the whole plan; with searches, of one iteration: nobody knows how many it will take. */
    Optional<Duration> time(Submission submission) {
        OptionalDouble bytesPerSecond = bytesPerSecond(submission.experiment().workload());
        Duration total = Duration.ZERO;
        for (Offered offered : submission.offered()) {
            if (offered.time().isPresent()) {
                total = total.plus(offered.time().get());
            } else if (bytesPerSecond.isPresent() && offered.bytes() > 0) {
                total = total.plus(Duration.ofNanos((long) (offered.bytes() / bytesPerSecond.getAsDouble() * 1e9)));
            } else {
                return Optional.empty();
            }
            total = total.plus(OVERHEAD);
        }
        return Optional.of(submission.plan().searching() ? total.dividedBy(submission.offered().size())
                : total.multipliedBy(submission.plan().rounds()));
    }

    /** The median over the newest finished iterations. */
    private OptionalDouble bytesPerSecond(String workload) {
        double[] rates = store.newestValues(workload, RATE, ITERATIONS).stream().filter(r -> r > 0)
                .mapToDouble(r -> r * 1e6).sorted().toArray();
        return rates.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(rates[rates.length / 2]);
    }
}
