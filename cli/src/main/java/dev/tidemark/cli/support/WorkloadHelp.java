package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.param.Alias;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * The help of a command with an option for each setting, under headings and by their present names: the main ones or,
 * with {@code --all}, every one.
 */
public final class WorkloadHelp {

    /** With {@code --help}: shows every option. */
    private static final String ALL = "--all";

    private static final int INDENT = 2;
    private static final int GAP = 2;
    /** A name that is longer has a line of its own. */
    private static final int LONGEST = 28;

    private final SequencedMap<String, List<Row>> sections = new LinkedHashMap<>();
    private final Set<Row> main = new HashSet<>();
    private final Set<OptionSpec> own = new HashSet<>();

    /** A line of the help: how an option is called, and what it means. */
    public record Row(String name, String text) {

        /** @param label of a value; empty where the synopsis tells it */
        public static Row of(Param<?> param, String label) {
            return new Row("--" + param.name() + label, sentence(description(param)));
        }

        static Row of(OptionSpec option) {
            return new Row(WorkloadHelp.name(option), sentence(String.join(" ", option.description())));
        }
    }

    /** Rows under a heading. */
    public record Section(String heading, List<Row> rows) {}

    /** The options added from now on stand under this heading. */
    public void section(String heading) {
        sections.put(heading, new ArrayList<>());
    }

    /** Settings under a heading; that of another heading may have the same name, and so the same option. */
    public void section(Section section) {
        sections.put(section.heading(), section.rows());
    }

    public void add(OptionSpec option) {
        sections.lastEntry().getValue().add(Row.of(option));
        own.add(option);
    }

    /** One that is shown first. */
    public void addMain(OptionSpec option) {
        add(option);
        main.add(sections.lastEntry().getValue().getLast());
    }

    /** One of settings that stand under a heading. */
    public void addSetting(OptionSpec option) {
        own.add(option);
    }

    /**
     * Takes the place of picocli's list of options, with the main ones alone unless all are asked for; those that were
     * not added come last, as common ones.
     *
     * @param chosen what is shown besides the main options, by what else stands on the command line
     * @param more   how to see the rest
     */
    public void install(CommandSpec spec, String synopsis, Function<Optional<ParseResult>, List<Section>> chosen,
            String more) {
        OptionSpec all = OptionSpec.builder(ALL).type(boolean.class).arity("0")
                .description("with --help: shows every setting, and those of every driver").build();
        spec.addOption(all);
        install(spec, synopsis, help -> {
            Optional<ParseResult> parsed = Optional.ofNullable(spec.commandLine().getParseResult());
            return parsed.filter(p -> p.hasMatchedOption(ALL)).isPresent() ? render(help, whole(spec))
                    : render(help, first(chosen.apply(parsed))) + String.format(Locale.ROOT, "%n%s%n", more);
        });
    }

    /** @throws InvalidInputException where what only the help knows stands without it */
    public static void requireNoAll(ParseResult parsed) {
        if (parsed.hasMatchedOption(ALL)) {
            throw new InvalidInputException(ALL + " goes with --help: it shows every setting");
        }
    }

    private static void install(CommandSpec spec, String synopsis, IHelpSectionRenderer renderer) {
        spec.usageMessage().customSynopsis(synopsis);
        spec.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
        spec.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, renderer);
    }

    private List<Section> whole(CommandSpec spec) {
        List<Section> all = new ArrayList<>();
        sections.forEach((heading, rows) -> all.add(new Section(heading, rows)));
        all.add(new Section("Common to all commands", spec.options().stream().filter(option -> !own.contains(option))
                .map(Row::of).toList()));
        return all;
    }

    private List<Section> first(List<Section> chosen) {
        List<Section> some = new ArrayList<>();
        sections.forEach((heading, rows) -> some.add(new Section(heading, rows.stream().filter(main::contains).toList())));
        some.addAll(chosen);
        some.removeIf(section -> section.rows().isEmpty());
        return some;
    }

    private static String render(Help help, List<Section> sections) {
        int names = sections.stream().flatMap(s -> s.rows().stream()).mapToInt(r -> r.name().length())
                .filter(n -> n <= LONGEST).max().orElse(0);
        return sections.stream().map(s -> String.format(Locale.ROOT, "%n%s:%n", s.heading())
                        + table(help, s.rows(), names))
                .collect(Collectors.joining());
    }

    private static String table(Help help, List<Row> rows, int names) {
        int first = INDENT + names;
        int width = help.commandSpec().usageMessage().width();
        TextTable table = TextTable.forColumns(help.colorScheme(), new Column(first, INDENT, Overflow.SPAN),
                new Column(Math.max(width - first, 20), GAP, Overflow.WRAP));
        table.indentWrappedLines = 0;
        for (Row row : rows) {
            // Texts of users' making: what looks like markup of picocli's is none.
            Help.Ansi.Text text = Help.Ansi.OFF.new Text(row.text(), help.colorScheme());
            if (row.name().length() > names) {
                table.addRowValues(help.colorScheme().optionText(row.name()), help.colorScheme().text(""));
                table.addRowValues(help.colorScheme().text(""), text);
            } else {
                table.addRowValues(help.colorScheme().optionText(row.name()), text);
            }
        }
        return table.toString();
    }

    /** The present name, with the label of a value where the synopsis does not tell it. */
    private static String name(OptionSpec option) {
        String name = option.longestName().equals("--help") ? "-h, --help"
                : option.longestName().equals("--version") ? "-V, --version" : option.names()[0];
        boolean selfEvident = option.arity().max() == 0 || option.paramLabel().equals(FlagParser.VALUES);
        return selfEvident ? name : name + " " + option.paramLabel();
    }

    /** With a capital and without a full stop; but a value that the text begins with stays as it is written. */
    private static String sentence(String text) {
        String whole = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return whole.matches("[a-z-]+[:,].*") ? whole : Character.toUpperCase(whole.charAt(0)) + whole.substring(1);
    }

    /** What a param is, its default, and how older tools call it. */
    static <T> String description(Param<T> param) {
        String byDefault = param.format(param.defaultValue());
        String explained = param.explained();
        String help = explained.endsWith(".") ? explained.substring(0, explained.length() - 1) : explained;
        return help + (byDefault.isEmpty() ? "" : " [" + byDefault + "]") + older(param.aliases());
    }

    private static String older(List<Alias> aliases) {
        return aliases.isEmpty() ? "" : aliases.stream()
                .map(a -> "--" + a.name() + (a.unit().isEmpty() ? "" : " in " + a.unit()))
                .collect(Collectors.joining(", ", " (older: ", ")"));
    }
}
