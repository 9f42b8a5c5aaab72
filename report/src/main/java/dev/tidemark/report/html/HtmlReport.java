package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.report.DetailCache;
import dev.tidemark.report.analysis.Checkup;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.comparison.LabelComparison;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/** A report as one HTML file that loads nothing, light and dark, readable without scripts. */
public final class HtmlReport {

    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(null, ContentType.Html,
            HtmlReport.class.getClassLoader(), "dev.tidemark.report.html.generated");

    private HtmlReport() {}

    /**
     * @param report  the report
     * @param details raw data of an iteration by its id, as {@code Results::detail} gives it
     * @return the file's content, to be written as UTF-8
     */
    public static String of(Report report, LongFunction<IterationDetail> details) {
        return render(report, details, ReportView.USUAL, true);
    }

    /**
     * What stands in the main part of {@link #of(Report, LongFunction)}, and its data, for a page that brings
     * {@link #style}, {@link #chartScript} and {@link #pageScript}, these last, and a button {@code theme}.
     */
    public static String content(Report report, LongFunction<IterationDetail> details) {
        return content(report, details, ReportView.USUAL);
    }

    /**
     * The same, looked at as the page's address asks; the script keeps the address's query in step with what is chosen.
     */
    public static String content(Report report, LongFunction<IterationDetail> details, ReportView view) {
        return render(report, details, view, false);
    }

    private static String render(Report report, LongFunction<IterationDetail> stored, ReportView view,
            boolean whole) {
        LongFunction<IterationDetail> details = new DetailCache(stored);
        StringOutput out = new StringOutput();
        ENGINE.render("report.jte", Map.of("page", new ReportPageBuilder(report, details, view).page(), "comparisons",
                new ComparisonPageBuilder(report.comparisons(), details).section(), "whole", whole), out);
        return out.toString();
    }

    /**
     * @param title       what the page is called
     * @param comparisons what is compared, one below the other; at least one
     * @param details     raw data of an iteration by its id, as {@code Results::detail} gives it
     * @return the file's content, to be written as UTF-8
     */
    public static String of(String title, List<LabelComparison> comparisons, LongFunction<IterationDetail> details) {
        return render(title, comparisons, details, true);
    }

    /** The same of {@link #of(String, List, LongFunction)}, as {@link #content(Report, LongFunction)}. */
    public static String content(String title, List<LabelComparison> comparisons,
            LongFunction<IterationDetail> details) {
        return render(title, comparisons, details, false);
    }

    private static String render(String title, List<LabelComparison> comparisons, LongFunction<IterationDetail> details,
            boolean whole) {
        StringOutput out = new StringOutput();
        ENGINE.render("compare.jte", Map.of("title", title, "comparisons",
                new ComparisonPageBuilder(comparisons, details).section(), "style", style(),
                "chartScript", chartScript(), "pageScript", pageScript(), "whole", whole), out);
        return out.toString();
    }

    /** What a checkup found, for a page that brings {@link #style}. */
    public static String content(Checkup checkup) {
        StringOutput out = new StringOutput();
        ENGINE.render("checkup.jte", Map.of("checkup", checkup), out);
        return out.toString();
    }

    /** The first screen of a report as a picture (SVG). */
    public static String picture(Report report, LongFunction<IterationDetail> details) {
        return HeroPicture.of(report.label(), Hero.of(report, details));
    }

    /** The style sheet: the tokens of colour, and all that a report consists of. */
    public static String style() {
        return Resources.own("report.css");
    }

    /** The chart library. */
    public static String chartScript() {
        return Resources.echarts();
    }

    /** Draws the charts, sorts the tables, keeps what is chosen in the address, switches between light and dark. */
    public static String pageScript() {
        return Resources.own("view.js") + Resources.own("report.js") + Resources.own("answer.js");
    }
}
