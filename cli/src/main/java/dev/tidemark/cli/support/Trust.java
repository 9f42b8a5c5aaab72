package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.app.run.Consent;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.plan.Experiment;

/** Asks whoever sits at the terminal before what came from elsewhere is run. */
public final class Trust {

    /** The option by which it is given unasked. */
    public static final String OPTION = "--trust";
    public static final String MEANING = "run what came from elsewhere without being asked about all that it reaches";

    private Trust() {}

    /** Whether an experiment runs only after somebody has agreed to what it reaches. */
    public static boolean isNeeded(Experiment experiment, List<Reached> reached) {
        return experiment.origin().isPresent() && !reached.isEmpty();
    }

    /**
     * What is agreed to of an experiment.
     *
     * @param trust whether {@link #OPTION} is given
     * @throws InvalidInputException when it is not agreed to, with all that the experiment reaches
     */
    public static Consent consent(CommandContext commandContext, Experiment experiment, boolean trust) {
        List<Reached> reached = commandContext.workbench().reached(experiment);
        if (trust || !isNeeded(experiment, reached)) {
            return trust ? Consent.ALL : Consent.NONE;
        }
        if (confirmed(commandContext, experiment, reached)) {
            return Consent.to(reached.stream().map(Reached::toString).toList());
        }
        throw new InvalidInputException(Printable.oneLine(experiment.label()) + " " + elsewhere(experiment)
                + ", and nobody has agreed that it " + reached.stream().map(Reached::toString)
                .collect(Collectors.joining("; ")) + "; " + OPTION + " agrees to all of this");
    }

    private static boolean confirmed(CommandContext commandContext, Experiment experiment, List<Reached> reached) {
        return confirmed(commandContext, Stream.concat(Stream.of(Printable.oneLine(experiment.label()) + " "
                + elsewhere(experiment) + ". Outside of Tidemark's own data it"), reached.reversed().stream()
                .map(r -> "  " + r)).toList(), // the gravest next to the question
                "Type yes if you know each of these, and mean it: ");
    }

    /** Whether somebody sits at the terminal and says yes. @param lines what is shown above the question */
    static boolean confirmed(CommandContext commandContext, List<String> lines, String question) {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return false;
        }
        lines.forEach(commandContext.err()::println);
        commandContext.err().flush();
        String answer = console.readLine(question);
        return answer != null && answer.strip().equals("yes");
    }

    private static String elsewhere(Experiment experiment) {
        return "was not written here (" + Printable.oneLine(experiment.origin().orElse("")) + ")";
    }
}
