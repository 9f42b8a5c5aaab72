package dev.tidemark.report.write;

import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Checkup;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;
import dev.tidemark.report.model.Value;
import java.util.List;
import java.util.Optional;

/** A checkup as text for people at a terminal: one screen. */
public final class TerminalCheckup {

    private TerminalCheckup() {}

    /** The whole checkup; lines end with a line feed. */
    public static String of(Checkup checkup, TerminalStyle terminalStyle) {
        TextWriter text = TextWriter.of(terminalStyle);
        text.line(terminalStyle.bold(terminalStyle.plain(checkup.target())) + "  "
                + terminalStyle.dim(terminalStyle.plain(checkup.engine())));
        if (checkup.loads().isEmpty()) {
            text.heading("How good");
        } else {
            text.grid(loads(checkup.loads()), "");
        }
        checkup.good().forEach(text::sentence);
        text.heading("What looks wrong");
        if (checkup.wrong().isEmpty()) {
            text.sentence("Nothing of what was looked at.");
        }
        checkup.wrong().forEach(s -> {
            text.wrapped("  ", s.what(), terminalStyle::bad);
            text.wrapped("  ", s.remedy(), terminalStyle::dim);
        });
        text.heading("What to try next");
        checkup.next().forEach(words -> text.command(ShellCommand.of(terminalStyle.command(), words)));
        return text.text();
    }

    private static Grid loads(List<Checkup.Load> loads) {
        Measure throughput = loads.getFirst().measure();
        return new Grid("How good", List.of(Column.numbers("clients"), Column.words("offered"), Column.of(throughput),
                Column.numbers("response p50", "ms"), Column.numbers("p99", "ms"), Column.words("limited by")),
                loads.stream().map(load -> Line.of(Value.of(load.clients()), Value.of(load.offered()
                        .map(rate -> Numbers.rounded(rate) + "/s").orElse("as fast as they go")),
                        Value.of(throughput, load.throughput()), time(load.p50()), time(load.p99()),
                        Value.of(load.limitedBy().orElse("")))).toList());
    }

    private static Value time(Optional<Cell> millis) {
        return millis.map(cell -> Value.of(cell.mean(), 3)).orElse(Value.noData());
    }
}
