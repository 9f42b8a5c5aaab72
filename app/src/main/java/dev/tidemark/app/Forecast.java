package dev.tidemark.app;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.Results;
import dev.tidemark.core.result.Value;
import dev.tidemark.core.workload.Offered;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Tells how long a plan will take from what was measured before. */
final class Forecast {

    /** Labels looked at, newest first. */
    private static final int LABELS = 10;
    /** What an iteration takes beside its load: making the database, settling, dropping it. A rough figure. */
    private static final Duration OVERHEAD = Duration.ofMillis(500);

    private final Results results;

    Forecast(Results results) {
        this.results = results;
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

    /** The median over the finished iterations of the newest labels. */
    private OptionalDouble bytesPerSecond(String workload) {
        List<String> labels = results.labels().reversed().stream().filter(l -> l.workload().equals(workload))
                .limit(LABELS).map(LabelSummary::label).toList();
        double[] rates = labels.stream().flatMap(l -> results.label(l).stream()).flatMap(l -> l.usable().stream())
                .map(Forecast::rate).flatMap(Optional::stream).mapToDouble(Double::doubleValue).sorted().toArray();
        return rates.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(rates[rates.length / 2]);
    }

    private static Optional<Double> rate(Iteration iteration) {
        return iteration.value("mb-per-second").map(Value::number).filter(r -> r > 0).map(r -> r * 1e6);
    }
}
