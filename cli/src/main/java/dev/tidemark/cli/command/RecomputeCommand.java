package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.Recompute.Change;
import dev.tidemark.store.results.Recompute.Recomputed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code tidemark recompute LABEL...}. */
@Command(name = "recompute", description = "Computes the values of labels again from their raw data, as the measures "
        + "are defined today, and tells which came out otherwise. Changes no raw data.")
final class RecomputeCommand extends ContextCommand {

    @Parameters(arity = "0..*", paramLabel = "LABEL", description = "which")
    private List<String> labels = List.of();

    @Option(names = "--all", description = "every label")
    private boolean all;

    @Override
    protected int run(CommandContext commandContext) {
        if (labels.isEmpty() != all) {
            throw new ParameterException(spec.commandLine(), "name labels, or --all");
        }
        ResultStore store = commandContext.workbench().store();
        List<String> chosen = all ? store.labels().stream().map(LabelSummary::label).toList() : labels;
        store.requireLabels(chosen); // all are there, or nothing is computed
        chosen.forEach(label -> print(commandContext.out(), label, store.recompute(label)));
        return ExitStatus.DONE;
    }

    private static void print(PrintWriter out, String label, Recomputed recomputed) {
        out.println(label + ": " + recomputed.values() + (recomputed.values() == 1 ? " value of " : " values of ")
                + iterations(recomputed.iterations()) + ", " + (recomputed.changed() == 0 ? "none"
                : recomputed.changed()) + " changed"
                + (recomputed.imported() == 0 ? "" : "; " + iterations(recomputed.imported())
                + " imported as a table, left as they are")
                + (recomputed.left() == 0 ? "" : "; " + iterations(recomputed.left())
                + " whose raw data cannot be read, left as they are"));
        for (Change change : recomputed.changes()) {
            out.println("  " + change.measure() + ": " + change.values() + (Double.isInfinite(change.most())
                    ? ", new or gone" : String.format(Locale.ROOT, ", by %.2g %% at most", 100 * change.most())));
        }
    }

    private static String iterations(int n) {
        return n + (n == 1 ? " iteration" : " iterations");
    }
}
