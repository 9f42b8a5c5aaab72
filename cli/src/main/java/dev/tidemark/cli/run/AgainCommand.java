package dev.tidemark.cli.run;

import module java.base;
import dev.tidemark.app.FollowUp;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.FlagParser;
import dev.tidemark.cli.support.ReportPrinter;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ValueList;
import dev.tidemark.report.analysis.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark again LABEL}: what a report suggests as the next step. */
@Command(name = "again", description = "Runs a label's newest experiment once more: more rounds, only those settings "
        + "that may still be best, or other values. What it measures is added to the label.")
public final class AgainCommand extends ContextCommand {

    @Mixin
    private RunFlags flags;

    @Parameters(paramLabel = "LABEL", description = "whose experiment")
    private String of;

    @Option(names = "--repeat", paramLabel = "N", description = "rounds; as many as before")
    private Integer repeat;

    @Option(names = "--contenders", description = "only the settings that may still be best, and the defaults")
    private boolean contenders;

    @Option(names = "--vary", paramLabel = "NAME=V,V...", arity = "1",
            description = "these values, instead of all that were varied")
    private List<String> vary = List.of();

    @Option(names = "--set", paramLabel = "NAME=VALUE", arity = "1", description = "a setting of all points")
    private List<String> set = List.of();

    @Option(names = "--label", paramLabel = "LABEL", description = "another label for the results")
    private String label;

    @Override
    protected int run(CommandContext commandContext) throws InterruptedException {
        commandContext.label(of); // a section of a study has no experiment of its own
        Report report = new ReportPrinter(commandContext).open(of);
        FollowUp followUp = new FollowUp(Optional.ofNullable(label),
                repeat == null ? OptionalInt.empty() : OptionalInt.of(repeat), contenders ? chosen(report)
                : List.of(),
                lists(FollowUp.original(report.results())), texts(FlagParser.pairs("--set", set)));
        return new RunExperiment(commandContext, flags)
                .run(commandContext.workbench().read(followUp.document(report.results())));
    }

    private List<Map<String, String>> chosen(Report report) {
        if (!vary.isEmpty()) {
            throw new InvalidInputException("--contenders says which settings are run, and --vary does: give one of "
                    + "them");
        }
        if (report.contenders().isEmpty()) {
            throw new InvalidInputException("label " + report.label() + " has no settings of which some may be best");
        }
        return report.contenders();
    }

    private Map<String, List<String>> lists(DocumentNode.Mapping original) {
        return FlagParser.lists("--vary", vary, (name, text) -> values(ExperimentReader.several(original, name), text));
    }

    /** An advice has all commas of a value escaped, whatever its setting. */
    private static List<String> values(ValueList several, String text) {
        return several.values(several == ValueList.ONE ? text.replace("\\,", ",") : text);
    }

    private static Map<String, String> texts(DocumentNode.Mapping pairs) {
        Map<String, String> texts = new LinkedHashMap<>();
        pairs.entries().forEach((name, node) -> texts.put(name, ((DocumentNode.Scalar) node).text()));
        return texts;
    }
}
