package dev.tidemark.report.write;

import module java.base;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.RateRun.Result;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.workload.script.ScriptFigures.Times;
import dev.tidemark.report.analysis.NextStep.Kind;
import dev.tidemark.report.analysis.table.Effect.Base;

/**
 * The JSON documents of labels, as the command line prints them and the HTTP interface answers with them, whose schemas
 * are derived from these records. Within a version members are only ever added. What is unknown is left out; what is
 * only known together stands in a record of its own, whose members stand among those of the other.
 */
public final class Documents {

    private Documents() {}

    public record Figure(double mean, int runs, @JsonUnwrapped Optional<Bounds> bounds, Optional<Boolean> atLeast,
            Optional<Boolean> maximum) {}

    public record Bounds(double low, double high) {}

    public record Iteration(long id, long batch, int round, int position, int attempt, IterationState state,
            String verdict, Instant started, Map<String, RecordedSetting> settings, Map<String, Double> values,
            Optional<List<String>> atLeast, Optional<List<String>> maximum) {}

    public record RecordedSetting(String text, SettingOrigin origin) {}

    // ---- The iterations of a label ----

    public record Iterations(Format format, int version, String label, String workload, String space, long seed,
            String objective, List<Iteration> iterations, @JsonUnwrapped Judgements judgements,
            Optional<List<String>> damaged) {
        enum Format { TIDEMARK_LABEL }
    }

    /** Each condition of the experiment that was run last, by row. */
    public record Judgements(Optional<List<Judgement>> expectations, Optional<Long> expectationsMissed,
            Optional<String> expectationsUnknown) {}

    public record Judgement(String measure, String condition, boolean met, String sentence,
            Map<String, String> settings, Optional<Figure> value) {}

    // ---- The report of a label ----

    public record Report(Format format, int version, String label, String workload, String space, long seed,
            List<Long> seeds, List<String> experiments, Optional<Map<String, String>> scriptTexts,
            Optional<Map<String, String>> serverTexts, String objective, String verdict, String headline,
            List<Next> next, String answer, List<String> notes, Optional<Ceiling> ceiling,
            List<MeasureDeclaration> measures, Table table, List<Table> subTables, double confidence,
            List<Effect> effects, Optional<Confirmation> confirmation, Optional<List<Ramp>> ramps,
            Optional<List<Rate>> rates, @JsonUnwrapped Judgements judgements, List<Iteration> excluded,
            Optional<List<Script>> scripts, Optional<List<Recovery>> recovery) {
        enum Format { TIDEMARK_REPORT }
    }

    public record Next(Kind kind, String sentence, String command) {}

    public record Ceiling(DiskLimit limit, double reached, double sustained, double share, Instant measured,
            String sentence, Optional<String> limitedBy) {}

    public record Table(String title, String note, Map<String, String> fixed, Map<String, String> environment,
            List<String> varied, List<Row> rows) {}

    public record Row(Map<String, String> settings, Map<String, Figure> values, boolean best, List<Long> iterations,
            Optional<Durability> durability) {}

    public record Effect(Base base, String setting, String from, String to, double ratio, boolean significant,
            @JsonUnwrapped Optional<Interval> interval) {}

    public record Interval(double low, double high, double adjustedP, boolean paired) {}

    public record Confirmation(@JsonUnwrapped Effect effect, double confidence, String sentence, Table table) {}

    public record Ramp(String param, Map<String, String> point, String throughput, Optional<RampLimit> limit,
            OptionalDouble smallestGain, List<RampStep> steps, @JsonUnwrapped Optional<Knee> knee,
            @JsonUnwrapped Optional<Crossing> crossing, Optional<String> largestWithin, List<String> sentences) {}

    public record RampLimit(String measure, double bound) {}

    public record RampStep(String value, double load, Figure throughput, @JsonUnwrapped Optional<Gain> gain,
            Optional<Boolean> generatorHeld, Optional<Figure> response) {}

    public record Gain(double gain, String gainOver, Optional<Double> gainLow, Optional<Double> gainHigh) {}

    public record Knee(String knee, boolean kneeCertain, OptionalDouble kneeFrom, OptionalDouble kneeTo) {}

    public record Crossing(double crossing, Optional<Double> crossingLow, Optional<Double> crossingHigh) {}

    public record Rate(Map<String, String> point, List<RateLimit> limits,
            @JsonUnwrapped Optional<Sustainable> sustainable, OptionalDouble highestHolding,
            OptionalDouble generatorHeld, List<RateStep> steps, List<String> sentences) {}

    public record RateLimit(String measure, String condition, double bound) {}

    public record Sustainable(double sustainable, OptionalDouble low, OptionalDouble high, double chance) {}

    public record RateStep(double rate, int runs, Map<String, Figure> values, Result verdict, boolean sure,
            String reason) {}

    /** What the load suffered from a fault: seconds since it began, but for the outage; response times in ms. */
    public record Recovery(String point, int iteration, String fault, double start, Bound outage, Optional<String> kind,
            double longestBefore, OptionalDouble firstError, long errors, Optional<Bound> rate,
            Optional<Bound> backlog, Stretch before, Stretch during, Stretch after) {}

    /** A figure that may be at least so large, or a percentile that is only the largest value. */
    public record Bound(double value, Optional<Boolean> atLeast, Optional<Boolean> maximum) {}

    public record Stretch(long answered, Optional<Bound> p50, Optional<Bound> p99, Optional<Bound> max) {}

    /**
     * What the operations of a script did, and what its statements took: times in ms, shares from 0 to 1. The names of
     * percentiles that are only the largest value stand behind them.
     */
    public record Script(String name, int iteration, ScriptOperation all, List<ScriptOperation> operations,
            List<ScriptStatement> statements) {}

    public record ScriptOperation(String name, long done, long failed, @JsonUnwrapped Optional<Retries> retries,
            long rows, long rowsWritten, @JsonUnwrapped Times times, Optional<List<String>> maximum) {}

    public record Retries(long tries, long retried, double retriedShare, long exhausted) {}

    public record ScriptStatement(String operation, int line, String statement, long calls, long failed, double share,
            long rows, @JsonUnwrapped Times times, Optional<List<String>> maximum) {}

    // ---- How good a target is ----

    public record Checkup(Format format, int version, String target, String engine, List<CheckupLoad> loads,
            Optional<List<Reference>> references, List<String> good, List<Symptom> wrong, List<String> next) {
        enum Format { TIDEMARK_CHECKUP }
    }

    /**
     * Times in ms, rates per second; without offered it went as fast as it could. The names of times that may be larger,
     * and of percentiles that are only the largest value, stand behind them.
     */
    public record CheckupLoad(String clients, Optional<Double> offered, String measure, Optional<Double> throughput,
            Optional<Double> p50, Optional<Double> p99, Optional<String> limitedBy, Optional<List<String>> atLeast,
            Optional<List<String>> maximum) {}

    public record Reference(String name, String engine, Optional<Durability> durability, List<CheckupLoad> loads) {}

    public record Symptom(String name, String what, String remedy) {}

    // ---- Two sides compared: ratios are the second side's figure over the first's ----

    public record Comparison(Format format, int version, List<ComparedSides> comparisons) {
        enum Format { TIDEMARK_COMPARISON }
    }

    public record ComparedSides(String title, String base, String other, String throughput, List<String> sentences,
            String hardware, List<String> differences, List<String> notes, List<ComparedPoint> points) {}

    public record ComparedPoint(String point, List<Long> baseIterations, List<Long> otherIterations,
            Optional<String> refusal, Optional<Double> seconds, Optional<Answers> answers,
            Optional<List<SlowerQuery>> slowerQueries, List<ComparedFigure> overall, Optional<ComparedPart> last,
            Optional<List<ComparedPart>> byTime, Optional<List<ComparedPart>> byOperations,
            Optional<List<ComparedPart>> byVolume) {}

    public record SlowerQuery(String query, double base, double other) {}

    public record ComparedPart(String name, double from, double to, List<ComparedFigure> figures) {}

    public record ComparedFigure(String measure, String unit, Direction better, Optional<Figure> base,
            Optional<Figure> other, OptionalDouble ratio, @JsonUnwrapped Optional<RatioBounds> bounds,
            @JsonUnwrapped Optional<Decision> decision, Optional<List<Double>> thirds) {}

    public record RatioBounds(double low, double high, double confidence, boolean interleaved) {}

    public record Decision(double adjustedP, boolean significant) {}

    /** Queries by what their answers say, overlaps between 0 and 1, and the queries answered least alike. */
    public record Answers(int asked, int alike, int otherwise, int unsteady, int baseAlone, int otherAlone,
            double chance, boolean claimed, List<String> sentences, Optional<Overlap> sides,
            Optional<Overlap> baseWithItself, Optional<Overlap> otherWithItself, Optional<Double> equalHits,
            List<QueryAnswers> leastAlike) {}

    public record Overlap(Optional<Double> overlap, Optional<Double> rankBiasedOverlap) {}

    public record QueryAnswers(String query, @JsonUnwrapped Optional<Hits> hits, @JsonUnwrapped Overlap sides) {}

    public record Hits(long baseHits, long otherHits) {}
}
