package dev.tidemark.cli.support;

import dev.tidemark.core.param.Alias;
import dev.tidemark.core.param.Param;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of a workload's command: its many options under headings, each by its present name. */
public final class WorkloadHelp {

    private static final int INDENT = 2;
    private static final int GAP = 2;

    private final SequencedMap<String, List<OptionSpec>> sections = new LinkedHashMap<>();

    /** The options added from now on stand under this heading. */
    public void section(String heading) {
        sections.put(heading, new ArrayList<>());
    }

    public void add(OptionSpec option) {
        sections.lastEntry().getValue().add(option);
    }

    /** Takes the place of picocli's list of options; those that were not added come last, as common ones. */
    public void install(CommandSpec spec, String synopsis) {
        spec.usageMessage().customSynopsis(synopsis);
        spec.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
        spec.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, this::render);
    }

    private String render(Help help) {
        Map<String, List<OptionSpec>> all = new LinkedHashMap<>(sections);
        Set<OptionSpec> common = new LinkedHashSet<>(help.commandSpec().options());
        sections.values().forEach(common::removeAll);
        all.put("Common to all commands", List.copyOf(common));
        int names = all.values().stream().flatMap(List::stream).mapToInt(o -> name(o).length()).max().orElse(0);
        return all.entrySet().stream().map(e -> "%n%s:%n".formatted(e.getKey()) + table(help, e.getValue(), names))
                .collect(Collectors.joining());
    }

    private static String table(Help help, List<OptionSpec> options, int names) {
        int first = INDENT + names;
        int width = help.commandSpec().usageMessage().width();
        TextTable table = TextTable.forColumns(help.colorScheme(), new Column(first, INDENT, Overflow.TRUNCATE),
                new Column(Math.max(width - first, 20), GAP, Overflow.WRAP));
        table.indentWrappedLines = 0;
        for (OptionSpec option : options) {
            // Texts of users' making: what looks like markup of picocli's is none.
            table.addRowValues(help.colorScheme().optionText(name(option)),
                    Help.Ansi.OFF.new Text(sentence(String.join(" ", option.description())), help.colorScheme()));
        }
        return table.toString();
    }

    /** The present name, with the label of a value where the synopsis does not tell it. */
    private static String name(OptionSpec option) {
        String name = option.longestName().equals("--help") ? "-h, --help"
                : option.longestName().equals("--version") ? "-V, --version" : option.names()[0];
        boolean told = option.arity().max() == 0 || option.paramLabel().equals(FlagParser.VALUES);
        return told ? name : name + " " + option.paramLabel();
    }

    /** With a capital and without a full stop; but a value that the text begins with stays as it is written. */
    private static String sentence(String text) {
        String whole = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return whole.matches("[a-z-]+[:,].*") ? whole : Character.toUpperCase(whole.charAt(0)) + whole.substring(1);
    }

    /** What a param is, its default, and how older tools call it. */
    static <T> String description(Param<T> param) {
        String byDefault = param.format(param.defaultValue());
        String help = param.help().endsWith(".") ? param.help().substring(0, param.help().length() - 1) : param.help();
        return help + (byDefault.isEmpty() ? "" : " [" + byDefault + "]") + older(param.aliases());
    }

    private static String older(List<Alias> aliases) {
        return aliases.isEmpty() ? "" : aliases.stream()
                .map(a -> "--" + a.name() + (a.unit().isEmpty() ? "" : " in " + a.unit()))
                .collect(Collectors.joining(", ", " (older: ", ")"));
    }
}
