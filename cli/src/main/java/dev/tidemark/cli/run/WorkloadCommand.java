package dev.tidemark.cli.run;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.FlagParser;
import dev.tidemark.cli.support.TypedTargets;
import dev.tidemark.cli.support.WorkloadHelp;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.url.ConnectionUrl;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.ValueList;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * {@code tidemark ingest …}: an experiment put together from flags. There is a flag for every param of the workload
 * and of every driver, and a list of values makes a dimension.
 */
public final class WorkloadCommand implements Callable<Integer> {

    private static final String TARGET = "--target";
    private static final String LABEL = "--label";
    private static final String PLAN = "--plan";
    private static final String REPEAT = "--repeat";
    private static final String CONFIRM = "--confirm";
    private static final String ORDER = "--order";
    private static final String SEED = "--seed";
    private static final String PRESET = "--preset";
    private static final String SET = "--set";
    private static final String VARY = "--vary";
    private static final String DEFAULT = "--default";
    private static final String TAG = "--tag";
    private static final String EXPECT = "--expect";
    private static final String RAMP_OVER = "--ramp-over";
    private static final String UNTIL = "--until";
    private static final String LIMIT = "--limit";
    private static final String PRECISION = "--precision";
    private static final String RAMP = "ramp";
    private static final String FIND_RATE = "find-rate";

    private final Workload workload;
    private final RunFlags flags = new RunFlags();
    private final WorkloadHelp help = new WorkloadHelp();
    private CommandSpec spec;

    private WorkloadCommand(Workload workload) {
        this.workload = workload;
    }

    public static CommandSpec spec(Workload workload) {
        WorkloadCommand command = new WorkloadCommand(workload);
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(workload.name());
        command.spec = spec;
        command.declare();
        return spec;
    }

    private void declare() {
        spec.usageMessage().description(workload.question(),
                "A list of values, separated by commas, makes a dimension.");
        spec.mixinStandardHelpOptions(true);
        help.section("The experiment");
        main(TARGET, "NAME[,NAME]", "the driver, stored target or URL to run against, or several to compare ["
                + workload.usualDriver() + "]");
        main(LABEL, "LABEL", "groups the iterations in reports [" + workload.name() + "]");
        main(PRESET, "NAME", "a named set of settings: " + String.join(", ", workload.presets().keySet()));
        main(PLAN, "SPACE", "matrix: every combination; study: each value alone; compare: side by side; ramp: raises "
                + "the workers step by step until more of them gain nothing; find-rate: looks for the highest rate "
                + "that is sustained [matrix]");
        one(RAMP_OVER, "SETTING", "with --plan ramp: what to raise; its own flag says from where, or the steps, as in "
                + "1,x2 or 10,+10,+20,+40 [workers]");
        many(UNTIL, "MEASURE=COND", "with --plan ramp: what ends it, for two steps in a row, as in "
                + "\"response.mean=> 10ms\" [\"gain=< 10%%\" of linear]");
        many(LIMIT, "MEASURE=COND", "with --plan find-rate: what must hold at a rate that is sustained; --rate says "
                + "where it begins, --duration how long a step lasts [\"response.p99=< 1s\"]");
        one(PRECISION, "SHARE", "with --plan find-rate: how near the rates that hold and break are brought to each "
                + "other [5%%]");
        main(REPEAT, "N", "rounds over all points [1; compare: 5]");
        one(CONFIRM, "N", "rounds of the defaults against the point that came first, run after all others: the "
                + "headline comes from them alone [0]");
        one(ORDER, "ORDER", "shuffled, given or abba [shuffled; compare: abba]");
        one(SEED, "S", "from which every random choice follows [1]");
        many(SET, "NAME=VALUE", "a setting by its name, as --SETTING VALUE and as run has it");
        many(VARY, "NAME=V,V...", "several values of a setting by its name, or of a name that stands in --prepare");
        many(DEFAULT, "NAME=VALUE", "the default of a setting that is varied");
        many(TAG, "NAME=VALUE", "a free name and value to record with the run");
        many(EXPECT, "MEASURE=COND", "a condition, as in \"response.p99=< 50ms\"" + namedExpectations()
                + "; status 1 when missed");
        PgbenchFlags.options(workload.name()).forEach(flag -> {
            spec.addOption(flag);
            help.add(flag);
        });
        help.section("How to run it");
        spec.addMixin("run", CommandSpec.forAnnotatedObject(flags));
        spec.mixins().get("run").options().forEach(option -> {
            if (RunFlags.MAIN.contains(option.longestName())) {
                help.addMain(option);
            } else {
                help.add(option);
            }
        });
        Set<String> taken = new LinkedHashSet<>(spec.optionsMap().keySet());
        params("Settings of " + workload.name(), workload.params(), taken);
        Drivers.all().stream().sorted(Comparator.comparing(d -> !d.name().equals(workload.usualDriver())))
                .forEach(d -> params("Settings of driver " + d.name(), Rigs.withDriver(d), taken));
        params("Settings of every run", RunParams.ALL, taken);
        String usual = "tidemark " + workload.name();
        help.install(spec, usual + " [--target NAME] [--SETTING " + FlagParser.VALUES + "]... [OPTIONS]",
                this::mainSettings,
                String.format(Locale.ROOT, "More: %s --help --all (every setting)%n"
                        + "      %1$s --target NAME --help (another target's)%n"
                        + "      tidemark params NAME (one setting or measure, explained)", usual));
    }

    /** The settings that matter first: of the workload, and of the drivers of the chosen targets. */
    private List<WorkloadHelp.Section> mainSettings(Optional<ParseResult> parsed) {
        List<WorkloadHelp.Section> sections = new ArrayList<>();
        sections.add(mainSettings(workload.name(), workload.params()));
        TypedTargets.split(parsed.map(p -> p.matchedOptionValue(TARGET, "")).filter(t -> !t.isEmpty())
                        .orElse(workload.usualDriver())).stream().map(this::driver).distinct()
                .forEach(d -> sections.add(mainSettings("driver " + d.name(), d.params())));
        return sections;
    }

    private static WorkloadHelp.Section mainSettings(String of, ParamSet params) {
        return new WorkloadHelp.Section("Main settings of " + of, params.all().stream().filter(Param::main)
                .map(p -> WorkloadHelp.Row.of(p, "")).toList());
    }

    /** The driver of a target; the store is looked at only for a name that no driver has. */
    private Driver driver(String target) {
        Optional<Driver> named = Drivers.all().stream().filter(d -> d.name().equals(target)).findFirst();
        if (named.isPresent()) {
            return named.get();
        }
        try {
            Optional<Driver> reached = Drivers.reaching(ConnectionUrl.hidden(target).text())
                    .map(Drivers.Reaching::driver);
            if (reached.isPresent()) {
                return reached.get();
            }
        } catch (InvalidInputException e) {
            throw new ParameterException(spec.commandLine(), TARGET + ": " + e.getMessage());
        }
        try (CommandContext context = CommandContext.open(spec)) {
            return Drivers.named(context.workbench().targets().resolve(target).driver());
        } catch (InvalidInputException e) {
            throw new ParameterException(spec.commandLine(), TARGET + ": " + Drivers.unknown("target", target,
                    Drivers.all().stream().map(Driver::name).toList()));
        }
    }

    private void params(String heading, ParamSet params, Set<String> taken) {
        help.section(new WorkloadHelp.Section(heading, params.all().stream().map(p -> WorkloadHelp.Row.of(p, "")).toList()));
        params.all().forEach(param -> FlagParser.ofParam(param, taken, FlagParser.VALUES)
                .ifPresent(builder -> help.addSetting(option(builder))));
    }

    private void one(String name, String label, String description) {
        add(OptionSpec.builder(name).type(String.class).paramLabel(label).description(description));
    }

    private void main(String name, String label, String description) {
        help.addMain(option(OptionSpec.builder(name).type(String.class).paramLabel(label).description(description)));
    }

    private void many(String name, String label, String description) {
        add(OptionSpec.builder(name).type(List.class).auxiliaryTypes(String.class).paramLabel(label)
                .description(description));
    }

    private void add(OptionSpec.Builder builder) {
        help.add(option(builder));
    }

    private OptionSpec option(OptionSpec.Builder builder) {
        OptionSpec option = builder.arity("1").build();
        spec.addOption(option);
        return option;
    }

    @Override
    public Integer call() throws InterruptedException {
        ParseResult parsed = spec.commandLine().getParseResult();
        WorkloadHelp.requireNoAll(parsed);
        DocumentNode.Mapping document = document(parsed);
        try (CommandContext commandContext = CommandContext.open(spec)) {
            return new RunExperiment(commandContext, flags).run(commandContext.read(document));
        }
    }

    /** The flags as the document that a file would hold. */
    private DocumentNode.Mapping document(ParseResult parsed) {
        Map<String, DocumentNode> root = new LinkedHashMap<>();
        root.put("workload", scalar(workload.name(), "command line"));
        put(root, "label", LABEL, parsed);
        targets(root, parsed);
        put(root, "preset", PRESET, parsed);
        put(root, "seed", SEED, parsed);
        root.put("tags", FlagParser.pairs(TAG, values(TAG, parsed)));
        root.put("expect", expect(values(EXPECT, parsed)));
        Map<String, DocumentNode> set = new LinkedHashMap<>(FlagParser.pairs(SET, values(SET, parsed)).entries());
        FlagParser.pairs(DEFAULT, values(DEFAULT, parsed)).entries()
                .forEach((name, value) -> put(set, name, value, DEFAULT + ": " + name + " is given"));
        Map<String, DocumentNode> vary = new LinkedHashMap<>();
        FlagParser.lists(VARY, values(VARY, parsed), (name, text) -> several(name).values(text))
                .forEach((name, texts) -> vary.put(name, DocumentNode.of(texts, VARY)));
        settings(parsed, set, vary);
        PgbenchFlags.settings(parsed).forEach((setting, value) -> put(set, setting, value,
                value.place() + ": " + setting + " is given"));
        Map<String, DocumentNode> plan = new LinkedHashMap<>();
        put(plan, "space", PLAN, parsed);
        put(plan, "repeat", REPEAT, parsed);
        put(plan, "confirm", CONFIRM, parsed);
        put(plan, "order", ORDER, parsed);
        root.put("set", DocumentNode.of(set, "command line"));
        root.put("vary", DocumentNode.of(vary, "command line"));
        root.put("plan", DocumentNode.of(plan, "command line"));
        search(parsed).ifPresent(search -> root.put("search", search));
        return new DocumentNode.Mapping(root, "command line");
    }

    private String namedExpectations() {
        return workload.expectations().isEmpty() ? ""
                : ", or a named set of them: " + String.join(", ", workload.expectations().keySet());
    }

    /** Named sets of conditions come first, so that a condition that is given besides takes its measure over. */
    private static DocumentNode expect(List<String> given) {
        DocumentNode conditions = FlagParser.pairs(EXPECT, given.stream().filter(g -> g.contains("=")).toList());
        List<Object> parts = new ArrayList<>(given.stream().filter(g -> !g.contains("=")).toList());
        parts.add(conditions);
        return parts.size() == 1 ? conditions : DocumentNode.of(parts, EXPECT);
    }

    private static Optional<DocumentNode> search(ParseResult parsed) {
        String plan = parsed.matchedOptionValue(PLAN, "");
        refuse(parsed, plan, RAMP, RAMP_OVER, UNTIL);
        refuse(parsed, plan, FIND_RATE, LIMIT, PRECISION);
        return switch (plan) {
            case RAMP -> Optional.of(ramp(parsed));
            case FIND_RATE -> Optional.of(findRate(parsed));
            default -> Optional.empty();
        };
    }

    private static void refuse(ParseResult parsed, String plan, String search, String... options) {
        for (String option : options) {
            if (!plan.equals(search) && parsed.hasMatchedOption(option)) {
                throw new InvalidInputException(option + " is for --plan " + search);
            }
        }
    }

    private static DocumentNode findRate(ParseResult parsed) {
        Map<String, DocumentNode> search = new LinkedHashMap<>();
        if (parsed.hasMatchedOption(LIMIT)) {
            search.put("limits", FlagParser.pairs(LIMIT, values(LIMIT, parsed)));
        }
        put(search, "precision", PRECISION, parsed);
        return DocumentNode.of(Map.of(FIND_RATE, search), PLAN);
    }

    private static DocumentNode ramp(ParseResult parsed) {
        Map<String, DocumentNode> ramp = new LinkedHashMap<>();
        put(ramp, "param", RAMP_OVER, parsed);
        ramp.put("until", FlagParser.pairs(UNTIL, values(UNTIL, parsed)));
        return DocumentNode.of(Map.of(RAMP, ramp), PLAN);
    }

    private void targets(Map<String, DocumentNode> root, ParseResult parsed) {
        List<String> names = TypedTargets.split(parsed.matchedOptionValue(TARGET, workload.usualDriver()));
        boolean one = names.size() == 1;
        root.put(one ? "target" : "targets", DocumentNode.of(one ? names.getFirst() : names, TARGET));
    }

    private void settings(ParseResult parsed, Map<String, DocumentNode> set, Map<String, DocumentNode> vary) {
        Set<String> own = Set.of(TARGET, LABEL, PLAN, REPEAT, CONFIRM, ORDER, SEED, PRESET, SET, VARY, DEFAULT, TAG,
                EXPECT, RAMP_OVER, UNTIL, LIMIT, PRECISION);
        Set<OptionSpec> ofRun = Set.copyOf(spec.mixins().get("run").options());
        for (OptionSpec option : parsed.matchedOptions()) {
            if (own.contains(option.longestName()) || PgbenchFlags.isOne(option)
                    || ofRun.contains(option) || option.inherited()
                    || option.usageHelp() || option.versionHelp()) {
                continue;
            }
            // The name as it was typed tells whether older units are meant.
            String typed = FlagParser.typedName(option, parsed);
            List<String> texts = several(typed).values(option.getValue());
            if (texts.size() == 1) {
                put(set, typed, scalar(texts.getFirst(), "--" + typed), "--" + typed + ": given as a value and");
            } else {
                put(vary, typed, DocumentNode.of(texts, "--" + typed), "--" + typed + ": given as a list and");
            }
        }
    }

    private ValueList several(String setting) {
        return ExperimentReader.several((DocumentNode.Mapping) DocumentNode.of(Map.of("workload", workload.name()), ""),
                setting);
    }

    /** @param given how the complaint begins where the setting stands there already */
    private static void put(Map<String, DocumentNode> settings, String name, DocumentNode value, String given) {
        DocumentNode before = settings.put(name, value);
        if (before != null) {
            throw new InvalidInputException(given + " as " + before.place());
        }
    }

    private static void put(Map<String, DocumentNode> into, String key, String option, ParseResult parsed) {
        if (parsed.hasMatchedOption(option)) {
            into.put(key, value(option, parsed));
        }
    }

    private static DocumentNode value(String option, ParseResult parsed) {
        return scalar(parsed.matchedOptionValue(option, ""), option);
    }

    private static List<String> values(String option, ParseResult parsed) {
        return parsed.matchedOptionValue(option, List.of());
    }

    private static DocumentNode.Scalar scalar(String text, String place) {
        return new DocumentNode.Scalar(text, place);
    }
}
