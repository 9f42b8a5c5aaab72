package dev.tidemark.cli.run;

import module java.base;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.workload.script.ScriptFigures;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Flags of one letter that pgbench has and people type by heart, and the settings that they are here. */
final class PgbenchFlags {

    private static final String SCRIPT = "script";
    /** Parts what is given several times: scripts and variables. */
    private static final String JOINT = ";";

    /**
     * One of them.
     *
     * @param setting that it is; perhaps by an older name, whose unit then holds
     * @param value   that it stands for; empty where it is given one
     * @param label   of the value that it is given
     */
    private record Flag(String name, String setting, String value, String label, String help) {

        OptionSpec option() {
            OptionSpec.Builder option = OptionSpec.builder(name).description(help);
            return (value.isEmpty() ? option.arity("1").type(List.class).auxiliaryTypes(String.class).paramLabel(label)
                    : option.arity("0").type(boolean.class)).build();
        }

        List<String> values(ParseResult parsed) {
            return value.isEmpty() ? parsed.matchedOptionValue(name, List.of()) : List.of(value);
        }
    }

    private static final List<Flag> ALL = List.of(
            given("-f", SCRIPT, "FILE[@W]", "a script and its weight, as pgbench has it: --script FILE@W;FILE@W"),
            given("-b", SCRIPT, "NAME[@W]", "likewise one that is built in"),
            fixed("-S", SCRIPT, "select-only"),
            fixed("-N", SCRIPT, "simple-update"),
            given("-D", "define", "NAME=VALUE", "a variable of the scripts: --define NAME=VALUE;NAME=VALUE"),
            given("-c", "workers", "N", "--workers"),
            given("-T", "time", "SECONDS", "--duration, in seconds"),
            given("-R", "rate", "N", "--rate"),
            fixed("-C", "reconnect", "each"),
            given("-M", "protocol", "PROTOCOL", "--protocol"),
            given("-s", "scale", "N", "--scale"));

    private PgbenchFlags() {}

    private static Flag given(String name, String setting, String label, String help) {
        return new Flag(name, setting, "", label, help);
    }

    private static Flag fixed(String name, String setting, String value) {
        return new Flag(name, setting, value, "", "--" + setting + " " + value);
    }

    /** For a workload; none but for scripts. */
    static List<OptionSpec> options(String workload) {
        return workload.equals(ScriptFigures.WORKLOAD) ? ALL.stream().map(Flag::option).toList() : List.of();
    }

    /** Whether an option of the workload is one of them. */
    static boolean isOne(OptionSpec option) {
        return ALL.stream().anyMatch(flag -> flag.name().equals(option.longestName()));
    }

    /** What was given, by the name of the setting; at the place of its first flag. */
    static Map<String, DocumentNode.Scalar> settings(ParseResult parsed) {
        SequencedMap<String, List<String>> values = new LinkedHashMap<>();
        Map<String, String> places = new LinkedHashMap<>();
        for (Flag flag : ALL) {
            if (parsed.hasMatchedOption(flag.name())) {
                values.computeIfAbsent(flag.setting(), s -> new ArrayList<>()).addAll(flag.values(parsed));
                places.putIfAbsent(flag.setting(), flag.name());
            }
        }
        Map<String, DocumentNode.Scalar> settings = new LinkedHashMap<>();
        values.forEach((setting, given) -> settings.put(setting,
                new DocumentNode.Scalar(String.join(JOINT, given), places.get(setting))));
        return settings;
    }
}
