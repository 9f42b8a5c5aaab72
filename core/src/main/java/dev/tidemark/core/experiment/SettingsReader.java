package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.ValueList;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.workload.Workload;

/**
 * Reads settings: checks names and values against the params of every target, and gives present names with texts.
 *
 * @param params of each target
 */
record SettingsReader(Workload workload, List<ParamSet> params) {

    /** The beginning of a text whose commas are its own. */
    private static final Pattern URL = Pattern.compile("(?i)jdbc:|[a-z][a-z0-9+.-]*://");

    /** One value each. */
    Map<String, String> texts(DocumentNode.Mapping mapping) {
        Map<String, String> texts = new LinkedHashMap<>();
        mapping.entries().forEach((name, node) -> {
            String text = canonical(name, one(name, node, name + ": one value is expected here, not " + node.kind()
                    + (node instanceof DocumentNode.Sequence ? "; lists go under vary" : "")));
            once(texts.put(present(name, node), text), name, node);
        });
        return texts;
    }

    /** One or more values each; also of the targets. */
    Map<String, List<String>> lists(DocumentNode.Mapping mapping, ExperimentReader in) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        mapping.entries().forEach((name, node) -> {
            if (node.items().isEmpty()) {
                node.fail(name + ": the list is empty");
            }
            boolean target = name.equals(Planner.TARGET);
            if (!target) {
                refuseUnlike(name, node);
            }
            String present = target ? name : present(name, node);
            List<String> texts = node.items().stream()
                    .map(item -> one(name, item, name + ": a list of single values is expected"))
                    .map(item -> target ? TargetReader.name(item, in) : canonical(name, item)).toList();
            once(lists.put(present, texts), name, node);
        });
        return lists;
    }

    /** What is varied and like no setting at all may be meant as a name of the user's own. */
    private void refuseUnlike(String name, DocumentNode node) {
        if (params.stream().allMatch(p -> p.lookUp(name).isEmpty() && Suggestions.hint(name, p.names()).isEmpty())) {
            node.fail("unknown param '" + name + "'; a name of your own stands in the command before each iteration, "
                    + "as in prepare: ./apply.sh {" + name + "}");
        }
    }

    static Map<String, String> mix(DocumentNode mix, ExperimentReader in) {
        if (in.params().getFirst().lookUp(ExperimentKeys.MIX.name()).isEmpty()) {
            mix.fail("mix: " + in.workload().whyNoMix().orElseThrow());
        }
        return topLevelSetting(ExperimentKeys.MIX, mix, in);
    }

    /** A setting that stands beside {@code set}. */
    static Map<String, String> topLevelSetting(Key<?> key, DocumentNode node, ExperimentReader in) {
        if (in.names(ExperimentKeys.SET).has(key.name())) {
            node.fail(key.name() + " is given here and under set; leave one of them out");
        }
        return in.settings().texts(new DocumentNode.Mapping(Map.of(key.name(), node), node.place()));
    }

    static List<Map<String, String>> points(DocumentNode node, ExperimentReader in) {
        List<Map<String, String>> points = new ArrayList<>();
        for (DocumentNode item : node instanceof DocumentNode.Sequence s ? s.items() : List.<DocumentNode>of()) {
            if (!(item instanceof DocumentNode.Mapping settings)) {
                return item.fail("a point is a mapping of settings");
            }
            Map<String, String> point = new LinkedHashMap<>();
            if (settings.has(Planner.TARGET)) {
                point.put(Planner.TARGET, TargetReader.name(
                        Key.single(Planner.TARGET, settings.get(Planner.TARGET)), in));
            }
            point.putAll(in.settings().texts(settings.without(Planner.TARGET)));
            points.add(point);
        }
        return points.isEmpty() ? node.fail("points is a list of settings, at least one") : points;
    }

    /** Weights of operations where the workload has none. */
    void refuseWeights(DocumentNode settings) {
        if (settings instanceof DocumentNode.Mapping m
                && m.get(ExperimentKeys.MIX.name()) instanceof DocumentNode.Mapping weights) {
            workload.whyNoMix().ifPresent(instead -> weights.fail("mix: " + instead));
        }
    }

    /** One value; a mapping of names and numbers is one, too, where the param has such values. */
    private DocumentNode.Scalar one(String name, DocumentNode node, String complaint) {
        if (node instanceof DocumentNode.Mapping mapping) {
            present(name, node);
            Param<?> param = params.getFirst().find(name).param();
            if (param.type().isMap()) {
                return joined(name, mapping, param);
            }
        }
        return node instanceof DocumentNode.Scalar value ? value : node.fail(complaint);
    }

    private static DocumentNode.Scalar joined(String name, DocumentNode.Mapping mapping, Param<?> param) {
        List<String> parts = new ArrayList<>();
        mapping.entries().forEach((key, part) -> {
            if (!param.type().names().isEmpty() && !param.type().names().contains(key)) {
                part.at(() -> param.parse(key + "=1")); // which says what names there are, and where this one stands
            }
            parts.add(key + "=" + (part instanceof DocumentNode.Scalar number ? number.text()
                    : part.fail(name + ": a number is expected for " + key)));
        });
        return new DocumentNode.Scalar(String.join(",", parts), mapping.place());
    }

    private static void once(Object before, String name, DocumentNode node) {
        if (before != null) {
            node.fail("'" + name + "' is set twice, once under another name");
        }
    }

    private String present(String name, DocumentNode node) {
        return node.at(() -> {
            params.forEach(p -> p.find(name));
            return params.getFirst().find(name).param().name();
        });
    }

    private String canonical(String name, DocumentNode.Scalar value) {
        present(name, value);
        return value.at(() -> {
            ParamSet.Found found = params.getFirst().find(name);
            try {
                return parsed(found.param(), found.translate(value.text()));
            } catch (InvalidInputException e) {
                boolean list = value.text().contains(",") && !URL.matcher(value.text()).lookingAt()
                        && found.param().type().several() == ValueList.COMMAS;
                throw list ? new InvalidInputException(e.getMessage() + "; a list is written as [a, b]") : e;
            }
        });
    }

    private static <T> String parsed(Param<T> param, String text) {
        return param.format(param.parse(text));
    }
}
