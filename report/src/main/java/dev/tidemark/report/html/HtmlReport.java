package dev.tidemark.report.html;

import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.report.analysis.Report;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
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
        StringOutput out = new StringOutput();
        ENGINE.render("report.jte", new PageMaker(report, details).page(), out);
        return out.toString();
    }
}
