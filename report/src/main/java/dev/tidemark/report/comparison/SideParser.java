package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.Results;
import dev.tidemark.report.analysis.table.Compared;
import dev.tidemark.report.analysis.table.DeclaredSettings;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.SettingValue;

/**
 * Finds the sides that the user names: two labels, {@code LABEL:NAME=VALUE} for a part of one, or one label and the
 * values of a setting that it varies.
 */
public final class SideParser {

    private final Results store;
    /** Those that were asked for: both sides may be parts of one large label. */
    private final Map<String, Optional<LabelResults>> labels = new HashMap<>();

    public SideParser(Results store) {
        this.store = store;
    }

    /**
     * @param words {@code A B}, each a label or {@code LABEL:NAME=VALUE}; {@code LABEL}; or {@code LABEL X Y}, values
     *              of the setting
     * @param by    the setting whose values are compared; empty for the one that offers itself
     * @return one pairing, or for a label alone one per value after the first, each with the first
     * @throws InvalidInputException saying what there is to compare instead
     */
    public List<Pairing> find(List<String> words, Optional<String> by) {
        return switch (words.size()) {
            case 1 -> of(label(words.getFirst()), by);
            case 2 -> {
                by.ifPresent(name -> {
                    throw new InvalidInputException("--by " + name
                            + " is for one label; two are compared as they are, or write each as LABEL:NAME=VALUE");
                });
                Side base = side(words.get(0));
                Side other = side(words.get(1));
                yield List.of(new Pairing(base.name() + " and " + other.name(), base, other));
            }
            case 3 -> List.of(values(label(words.get(0)), words.get(1), words.get(2), by));
            default -> throw new InvalidInputException("compare two labels, or one label and two values of a setting");
        };
    }

    /** The sides of one label: the values of what it compares or varies, each after the first with the first. */
    public static List<Pairing> of(LabelResults results, Optional<String> by) {
        Dimension dimension = dimension(results, by);
        List<SettingValue> levels = inOrder(results, dimension.name());
        return levels.stream().skip(1).map(l -> pairing(results, dimension.name(), levels.getFirst(), l)).toList();
    }

    /** What a label that was run to compare compares; empty for any other, and while it has not two sides. */
    public static List<Pairing> offered(LabelResults results) {
        return !Compared.isCompared(results) || Dimensions.of(results.iterations()).varied().isEmpty() ? List.of()
                : of(results, Optional.empty());
    }

    private static Pairing pairing(LabelResults results, String name, SettingValue base, SettingValue other) {
        return new Pairing(results.label() + ": " + declared(results).word(name) + " " + base + " and " + other,
                part(results, name, base), part(results, name, other));
    }

    private static DeclaredSettings declared(LabelResults results) {
        return DeclaredSettings.of(results.iterations());
    }

    private static Side part(LabelResults results, String name, SettingValue settingValue) {
        // A number alone is no name: "shards 4 is faster", but "lmdb is faster".
        String called = settingValue.number() != null || settingValue.text().matches("true|false") ? name + " "
                + settingValue
                : settingValue.text();
        return new Side(called, results, results.iterations().stream()
                .filter(i -> level(i, name).equals(settingValue)).toList());
    }

    private static SettingValue level(Iteration iteration, String name) {
        return iteration.setting(name).map(SettingValue::of).orElse(SettingValue.ABSENT);
    }

    /** The values of a setting in the order of the plan: what confirms goes by what came first, and not by that. */
    private static List<SettingValue> inOrder(LabelResults results, String name) {
        return results.iterations().stream()
                .sorted(Comparator.comparing(Iteration::confirms).thenComparingInt(Iteration::position))
                .map(i -> level(i, name)).distinct().toList();
    }

    private static Dimension dimension(LabelResults results, Optional<String> by) {
        List<Dimension> varied = Dimensions.of(results.iterations()).varied();
        List<String> names = varied.stream().map(Dimension::name).map(declared(results)::word).toList();
        if (varied.isEmpty()) {
            throw new InvalidInputException("label " + results.label()
                    + " varies nothing; name a second label to compare it with");
        }
        if (by.isPresent()) {
            return varied(varied, by.get()).or(() -> varied(varied, declared(results).recorded(by.get())))
                    .orElseThrow(() -> new InvalidInputException("--by " + by.get() + ": label " + results.label()
                            + " does not vary it" + Suggestions.hint(by.get(), names)));
        }
        return Compared.target(varied)
                .or(() -> varied.size() == 1 || Compared.isCompared(results) ? Compared.first(results, varied)
                        : Optional.empty())
                .orElseThrow(() -> new InvalidInputException("label " + results.label() + " varies "
                + String.join(", ", names) + "; say which is compared with --by NAME"));
    }

    private static Optional<Dimension> varied(List<Dimension> varied, String name) {
        return varied.stream().filter(d -> d.name().equals(name) || d.followers().contains(name)).findFirst();
    }

    private Pairing values(LabelResults results, String base, String other, Optional<String> by) {
        if (by.isEmpty()) {
            List<Dimension> having = Dimensions.of(results.iterations()).varied().stream()
                    .filter(d -> find(d.levels(), base).isPresent() && find(d.levels(), other).isPresent()).toList();
            if (having.size() == 1) {
                return pairing(results, having.getFirst().name(), find(having.getFirst().levels(), base).get(),
                        find(having.getFirst().levels(), other).get());
            }
            if (having.size() > 1) {
                throw new InvalidInputException(base + " and " + other + " are values of " + String.join(" and of ",
                        having.stream().map(Dimension::name).toList()) + "; say which with --by NAME");
            }
        }
        Dimension dimension = dimension(results, by);
        return pairing(results, dimension.name(), value(results, dimension, base), value(results, dimension, other));
    }

    private static SettingValue value(LabelResults results, Dimension dimension, String text) {
        return find(dimension.levels(), text)
                .orElseThrow(() -> new InvalidInputException("label " + results.label() + " has no "
                + dimension.name() + " " + text
                + Suggestions.hint(text, dimension.levels().stream().map(SettingValue::text)
                        .toList())));
    }

    private static Optional<SettingValue> find(List<SettingValue> levels, String text) {
        return levels.stream().filter(l -> l.isWrittenAs(text)).findFirst();
    }

    /** A label, or {@code LABEL:NAME=VALUE}. A label may itself hold a colon. */
    private Side side(String word) {
        int colon = word.lastIndexOf(':');
        int equals = word.indexOf('=', colon + 1);
        if (found(word).isPresent() || colon < 1 || equals < 0) {
            LabelResults results = label(word);
            return new Side(word, results, results.iterations());
        }
        LabelResults results = label(word.substring(0, colon));
        String written = word.substring(colon + 1, equals);
        boolean known = results.iterations().stream().anyMatch(i -> i.setting(written).isPresent());
        String name = known ? written : declared(results).recorded(written);
        List<SettingValue> levels = inOrder(results, name);
        if (levels.equals(List.of(SettingValue.ABSENT))) {
            throw new InvalidInputException(word + ": label " + results.label() + " has no setting '" + name + "'"
                    + Suggestions.hint(
                    name, results.iterations().stream().flatMap(i -> i.settings().stream()).map(s -> s.name())
                            .distinct().toList()));
        }
        SettingValue settingValue = find(levels, word.substring(equals + 1))
                .orElseThrow(() -> new InvalidInputException(word + ": label "
                + results.label() + " has no " + name + " " + word.substring(equals + 1) + Suggestions.hint(
                        word.substring(equals + 1), levels.stream().map(SettingValue::text).toList())));
        Side part = part(results, name, settingValue);
        return new Side(word, results, part.iterations());
    }

    private Optional<LabelResults> found(String name) {
        return labels.computeIfAbsent(name, store::label);
    }

    private LabelResults label(String name) {
        return found(name).orElseThrow(() -> new InvalidInputException("no label '" + name + "'"
                + Suggestions.hint(name,
                store.labels().stream().map(LabelSummary::label).toList())));
    }
}
