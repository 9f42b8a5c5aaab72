package dev.tidemark.web.reports;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.comparison.Pairing;
import dev.tidemark.report.comparison.SideParser;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.http.HttpException;

/** The reports that there are, as people and programs ask for them. */
public final class ReportService implements AutoCloseable {

    private final Workbench workbench;
    private final ReportCache cache;
    private final Headlines headlines;

    /**
     * @param patience how long a page may be waited for
     * @param build    which build of the program this is, if that is known
     */
    public ReportService(Workbench workbench, Clock clock, Duration patience, Optional<String> build) {
        this.workbench = workbench;
        this.cache = new ReportCache(workbench.store(), clock, patience, build, this::report);
        this.headlines = new Headlines(workbench.store(), clock, this::report);
    }

    /** What the reports say in one line. */
    public Headlines headlines() {
        return headlines;
    }

    ReportCache cache() {
        return cache;
    }

    private ResultStore store() {
        return workbench.store();
    }

    /**
     * The labels whose names or notes contain a text: those that are pinned, then the newest.
     *
     * @param text    may be empty
     * @param archived whether those that are archived are among them
     */
    public List<LabelSummary> found(String text, boolean archived) {
        return store().labels().reversed().stream().filter(l -> archived || !l.mark().archived())
                .filter(l -> contains(l, text)).sorted(Comparator.comparing(l -> !l.mark().pinned())).toList();
    }

    static boolean contains(LabelSummary label, String text) {
        return (label.label() + "\n" + label.mark().note()).toLowerCase(Locale.ROOT)
                .contains(text.toLowerCase(Locale.ROOT));
    }

    /**
     * What is made of a label's report, or of that of a section of a study.
     * @throws HttpException naming the nearest label
     */
    public <T> T of(String label, Function<Report, T> making) {
        return cache.of(label, making);
    }

    /** What reads many iterations otherwise; made apart from what other requests wait for. */
    public <T> T onPool(Supplier<T> making) {
        return cache.onPool(making);
    }

    private Report report(String label) {
        String stamp = store().stamp(label);
        Report report = Report.open(store(), label).orElseThrow(() -> missing(label, store().labels()));
        headlines.keep(stamp, report);
        return report;
    }

    /** @throws HttpException naming the nearest label */
    public LabelSummary known(String label) {
        List<LabelSummary> all = store().labels();
        return all.stream().filter(l -> l.label().equals(label)).findFirst().orElseThrow(() -> missing(label, all));
    }

    private static HttpException missing(String label, List<LabelSummary> all) {
        return HttpException.missing("label", label, all.stream().map(LabelSummary::label).toList());
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
        return new SideParser(store()).find(words, by).stream().map(p -> partial ? p.withInterrupted() : p).toList();
    }

    /** Deletes a label with all its data. @return how many iterations it had */
    public int delete(String label) {
        int deleted = workbench.delete(known(label).label());
        cache.forget(label);
        return deleted;
    }

    /** Gives a label another name. @throws InvalidInputException when it is none, or taken */
    public void rename(String label, String to) {
        store().rename(known(label).label(), to);
        cache.forget(label);
    }

    /** Changes what people say of a label. @return what is said now */
    public LabelMark mark(String label, UnaryOperator<LabelMark> change) {
        return store().mark(known(label).label(), change);
    }

    /** What is being made is left. */
    @Override
    public void close() {
        headlines.close();
        cache.close();
    }
}
