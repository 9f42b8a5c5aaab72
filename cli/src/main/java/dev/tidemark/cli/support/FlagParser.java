package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.param.Alias;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Reads what stands behind a flag. */
public final class FlagParser {

    /** Label of a param's value. */
    public static final String VALUES = "V[,V...]";

    private FlagParser() {}

    /**
     * {@code NAME=VALUE} flags as a mapping.
     * @throws InvalidInputException when one has no sign of equality or stands twice
     */
    public static DocumentNode.Mapping pairs(String flag, List<String> texts) {
        Map<String, DocumentNode> pairs = new LinkedHashMap<>();
        for (String text : texts) {
            Map.Entry<String, String> pair = pair(flag, text);
            if (pairs.put(pair.getKey(), new DocumentNode.Scalar(pair.getValue(), flag)) != null) {
                throw new InvalidInputException(flag + ": " + pair.getKey() + " stands twice");
            }
        }
        return new DocumentNode.Mapping(pairs, flag);
    }

    /**
     * {@code NAME=V,V...} flags.
     *
     * @param values the values of a name, of the text behind it
     */
    public static Map<String, List<String>> lists(String flag, List<String> texts,
            BiFunction<String, String, List<String>> values) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        pairs(flag, texts).entries().forEach((name, node) ->
                lists.put(name, values.apply(name, ((DocumentNode.Scalar) node).text())));
        return lists;
    }

    public static Map.Entry<String, String> pair(String flag, String text) {
        int sign = text.indexOf('=');
        if (sign < 1) {
            throw new InvalidInputException(flag + ": '" + text + "' is not NAME=VALUE");
        }
        return Map.entry(text.substring(0, sign).strip(), text.substring(sign + 1).strip());
    }

    /**
     * The flag of a param, by all its names that are still free.
     *
     * @param taken the names that are not free; those of this flag are added
     * @return empty when none was, as with params that several drivers have
     */
    public static Optional<OptionSpec.Builder> ofParam(Param<?> param, Set<String> taken, String label) {
        List<String> names = new ArrayList<>(List.of("--" + param.name()));
        param.aliases().stream().map(Alias::name).map(n -> "--" + n).forEach(names::add);
        names.removeIf(name -> !taken.add(name));
        return names.isEmpty() ? Optional.empty() : Optional.of(OptionSpec.builder(names.toArray(String[]::new))
                .type(String.class).paramLabel(label)
                .completionCandidates(param.type().words().isEmpty() ? null : param.type().words())
                // Percent signs would be taken for formats.
                .description(WorkloadHelp.description(param).replace("%", "%%")));
    }

    /** The name by which a flag of a param was given, which tells whether older units are meant. */
    public static String typedName(OptionSpec option, ParseResult parsed) {
        for (String argument : parsed.originalArgs()) {
            String name = argument.replaceFirst("=.*", "");
            if (List.of(option.names()).contains(name)) {
                return name.substring(2);
            }
        }
        return option.names()[0].substring(2);
    }
}
