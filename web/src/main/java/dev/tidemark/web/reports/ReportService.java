package dev.tidemark.web.reports;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.comparison.Pairing;
import dev.tidemark.report.comparison.SideParser;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.http.HttpException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The reports that there are, as people and programs ask for them. */
public final class ReportService implements AutoCloseable {

    private final Workbench workbench;
    private final ReportCache cache;

    /** @param patience how long a page may be waited for */
    public ReportService(Workbench workbench, Clock clock, Duration patience) {
        this.workbench = workbench;
        this.cache = new ReportCache(workbench.store(), clock, patience, this::report);
    }

    ReportCache cache() {
        return cache;
    }

    private ResultStore store() {
        return workbench.store();
    }

    /** The labels whose names contain a text, newest first. @param asked may be empty */
    public List<LabelSummary> found(String asked) {
        return store().labels().reversed().stream().filter(l -> l.label().toLowerCase(Locale.ROOT)
                .contains(asked.toLowerCase(Locale.ROOT))).toList();
    }

    /**
     * What is made of a label's report, or of that of a section of a study.
     * @throws HttpException naming the nearest label
     */
    public <T> T of(String label, Function<Report, T> making) {
        return cache.of(label, making);
    }

    /** What reads many iterations otherwise; made apart from what other requests wait for. */
    public <T> T apart(Supplier<T> making) {
        return cache.apart(making);
    }

    private Report report(String label) {
        return Report.open(store(), label).orElseThrow(() -> missing(label, store().labels()));
    }

    /** @throws HttpException naming the nearest label */
    public LabelSummary known(String label) {
        List<LabelSummary> all = store().labels();
        return all.stream().filter(l -> l.label().equals(label)).findFirst().orElseThrow(() -> missing(label, all));
    }

    private static HttpException missing(String label, List<LabelSummary> all) {
        return HttpException.missing("there is no label '" + label + "'"
                + Suggestions.hint(label, all.stream().map(LabelSummary::label).toList()));
    }

    /**
     * What is to be compared.
     *
     * @param words two labels, each perhaps {@code LABEL:NAME=VALUE}; or one
     * @param by    the setting whose values are compared, of one label
     * @param partial whether iterations that were interrupted are compared, too, as far as they came
     * @throws InvalidInputException when there are no two sides
     */
    public List<Pairing> pairings(List<String> words, Optional<String> by, boolean partial) {
        if (words.size() > 2) {
            throw new InvalidInputException("two labels are compared at a time, and " + words.size() + " are chosen");
        }
        return new SideParser(store()).find(words, by).stream().map(p -> partial ? p.withBrokenOff() : p).toList();
    }

    /** Deletes a label with all its data. @return how many iterations it had */
    public int delete(String label) {
        return workbench.delete(known(label).label());
    }

    /** What is being made is left. */
    @Override
    public void close() {
        cache.close();
    }
}
