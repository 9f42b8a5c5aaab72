package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.write.JsonReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark probe}. */
@Command(name = "probe", description = {"Measures within ten seconds what a disk sustains past the page cache, and "
        + "remembers it.",
    "Reports on this machine and file system then tell which share of that a run reached."})
final class ProbeCommand extends ContextCommand {

    @Option(names = "--directory", paramLabel = "DIRECTORY", description = "a folder on the disk to be measured; by "
            + "default the one in which targets on this machine keep their data")
    private Path directory;

    @Option(names = "--json", description = "JSON, versioned")
    private boolean json;

    @Override
    protected int run(CommandContext commandContext) {
        DiskProbe probe = commandContext.workbench().probe(Optional.ofNullable(directory),
                limit -> commandContext.say("measuring " + limit));
        if (json) {
            commandContext.out().print(JsonReport.probe(probe));
        } else {
            print(commandContext, probe);
        }
        return ExitStatus.DONE;
    }

    private static void print(CommandContext commandContext, DiskProbe probe) {
        boolean people = commandContext.terminal().outIsTerminal();
        TextColumns.of("limit", "rate", "unit").print(commandContext, Arrays.stream(DiskLimit.values())
                .filter(probe.rates()::containsKey)
                .map(l -> new String[] {l.title(), rate(people, l, probe.rates().get(l)),
                    people && l.inBytes() ? "/s" : l.unit()}).toList());
        commandContext.say("Remembered for reports on " + use(probe));
    }

    private static String use(DiskProbe probe) {
        return probe.isOfOneDisk() ? probe.device().orElseThrow() + "." : "no disk: " + probe.device()
                .map(device -> device + " is made of several, each of which counts")
                .orElse("the system does not tell which one this is") + ", so that no report can use it.";
    }

    private static String rate(boolean people, DiskLimit limit, double rate) {
        return !people ? Numbers.fixed(rate, 0) : limit.inBytes() ? Numbers.roundedBytes(rate) : Numbers.rounded(rate);
    }
}
