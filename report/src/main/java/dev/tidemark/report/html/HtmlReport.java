package dev.tidemark.report.html;

import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.comparison.SideBySide;
import dev.tidemark.report.comparison.Sides;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

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
        List<SideBySide> comparisons = Sides.offered(report.results()).stream()
                .map(p -> SideBySide.of(p, details)).toList();
        StringOutput out = new StringOutput();
        ENGINE.render("report.jte", Map.of("page", new PageMaker(report, details).page(), "comparisons",
                new ComparisonMaker(comparisons, details).section()), out);
        return out.toString();
    }

    /**
     * @param title       what the page is called
     * @param comparisons what is compared, one below the other; at least one
     * @param details     raw data of an iteration by its id, as {@code Results::detail} gives it
     * @return the file's content, to be written as UTF-8
     */
    public static String of(String title, List<SideBySide> comparisons, LongFunction<IterationDetail> details) {
        StringOutput out = new StringOutput();
        ENGINE.render("compare.jte", Map.of("title", title, "comparisons",
                new ComparisonMaker(comparisons, details).section(), "style", Resources.own("report.css"),
                "chartScript", Resources.echarts(), "pageScript", Resources.own("report.js")), out);
        return out.toString();
    }
}
