package dev.tidemark.app;

import module java.base;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentKeys;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment.PlanSpec;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.result.LabelResults;

/**
 * The newest experiment of a label once more, with a few changes: more rounds, other values, a longer run. Its seed is
 * another one, so that documents, keys and order are drawn anew.
 *
 * @param label  another label; empty to add to the same
 * @param repeat rounds; empty for as many as before
 * @param points the only points to run, each a map of settings, and not confirmed again; empty for those of {@code
 *               vary}
 * @param vary   the values to run instead of those that were varied; empty for the same
 * @param set    settings of all points, instead of what they were
 */
public record FollowUp(Optional<String> label, OptionalInt repeat, List<Map<String, String>> points,
        Map<String, List<String>> vary, Map<String, String> set) {

    /** With another seed, and nothing else that is new. */
    public static final FollowUp AS_IT_WAS = new FollowUp(Optional.empty(), OptionalInt.empty(), List.of(), Map.of(),
            Map.of());

    private static final String LABEL = "label";
    private static final String PLAN = "plan";
    private static final String SPACE = "space";
    private static final String CONFIRM = "confirm";
    private static final String REPEAT = "repeat";
    private static final String ORDER = "order";
    private static final String FORK = "fork";
    private static final String VARY = "vary";
    private static final String SET = "set";
    private static final String POINTS = "points";
    private static final String SEED = "seed";

    /** What other values are tried in as well; in any other space they are combined. */
    private static final Set<Space> STAYING = Set.of(Space.STUDY, Space.COMPARE);

    public FollowUp {
        points = List.copyOf(points);
    }

    /**
     * What it runs. An experiment that came from elsewhere, or of which results did, says so.
     *
     * @throws InvalidInputException when the label was imported as a table, so that there is no experiment to run again
     */
    public DocumentNode.Mapping document(LabelResults results) {
        String place = place(results);
        DocumentNode.Mapping root = original(results);
        root = root.with(SEED, new DocumentNode.Scalar(String.valueOf(Collections.max(results.seeds()) + 1), place));
        root = results.origin().isEmpty() ? root
                : root.with(ExperimentKeys.ORIGIN.name(), new DocumentNode.Scalar(results.origin().get(), place));
        root = root.with(LABEL, new DocumentNode.Scalar(label.orElse(results.label()), "--label"));
        root = repeat.isEmpty() ? root : plan(root, REPEAT, String.valueOf(repeat.getAsInt()));
        root = points.isEmpty() ? root : in(Space.LIST, unconfirmed(root.without(VARY)))
                .with(POINTS, DocumentNode.of(points, place));
        root = vary.isEmpty() ? root : (STAYING.contains(ExperimentReader.plan(root).space()) ? root
                : in(Space.MATRIX, root.without(POINTS))).with(VARY, DocumentNode.of(vary, "--vary"));
        return set.isEmpty() ? root : set(root);
    }

    /**
     * What was run last, as it was.
     *
     * @throws InvalidInputException when the label was imported as a table
     */
    public static DocumentNode.Mapping original(LabelResults results) {
        if (results.yaml().isBlank()) {
            throw new InvalidInputException("label " + results.label() + " was imported: there is no experiment of it "
                    + "to run again");
        }
        return ExperimentReader.document(results.yaml(), place(results));
    }

    private static String place(LabelResults results) {
        return "label " + results.label();
    }

    /** Few points, in rounds of their own, are what confirming is. */
    private static DocumentNode.Mapping unconfirmed(DocumentNode.Mapping root) {
        return root.change(PLAN, plan -> plan instanceof DocumentNode.Mapping m ? m.without(CONFIRM) : plan);
    }

    /** Rounds, order and processes are what they were, and not what is usual for the other space. */
    private static DocumentNode.Mapping in(Space space, DocumentNode.Mapping root) {
        PlanSpec before = ExperimentReader.plan(root);
        DocumentNode.Mapping changed = plan(root, SPACE, Types.word(space));
        changed = plan(changed, REPEAT, String.valueOf(before.repeat()));
        return plan(plan(changed, ORDER, Types.word(before.order())), FORK, Types.word(before.fork()));
    }

    /** A plan may be a word alone. */
    private static DocumentNode.Mapping plan(DocumentNode.Mapping root, String key, String value) {
        DocumentNode before = root.get(PLAN);
        DocumentNode.Mapping plan = switch (before) {
            case null -> new DocumentNode.Mapping(Map.of(), root.place());
            case DocumentNode.Scalar word -> new DocumentNode.Mapping(Map.of(SPACE, word), word.place());
            case DocumentNode.Mapping mapping -> mapping;
            case DocumentNode.Sequence list -> list.fail("plan: a list is no plan");
        };
        return root.with(PLAN, plan.with(key, new DocumentNode.Scalar(value, "--" + key)));
    }

    /** A setting may have another name where it stands than it is given here. */
    private DocumentNode.Mapping set(DocumentNode.Mapping root) {
        BiPredicate<String, String> same = ExperimentReader.sameSetting(root);
        DocumentNode.Mapping changed = root;
        for (String name : set.keySet()) {
            refuseVaried(name, same);
            UnaryOperator<DocumentNode> without = node -> node instanceof DocumentNode.Mapping m
                    ? without(m, m.entries().keySet(), name, same) : node;
            changed = without(changed, ExperimentReader.TOP_LEVEL_SETTINGS, name, same).change(SET, without)
                    .change(VARY, without).change(POINTS, points -> points.map(without));
        }
        for (Map.Entry<String, String> setting : set.entrySet()) {
            changed = entries(changed, SET, m -> m.with(setting.getKey(),
                    new DocumentNode.Scalar(setting.getValue(), "--set " + setting.getKey())));
        }
        return changed;
    }

    private void refuseVaried(String name, BiPredicate<String, String> same) {
        vary.keySet().stream().filter(varied -> same.test(varied, name)).findFirst().ifPresent(varied -> {
            throw new InvalidInputException("--set " + name + " and --vary " + varied
                    + " are one setting: give one of them");
        });
    }

    /** @param names those that are looked at */
    private static DocumentNode.Mapping without(DocumentNode.Mapping mapping, Collection<String> names, String setting,
            BiPredicate<String, String> same) {
        DocumentNode.Mapping fewer = mapping;
        for (String name : names) {
            fewer = same.test(name, setting) ? fewer.without(name) : fewer;
        }
        return fewer;
    }

    private static DocumentNode.Mapping entries(DocumentNode.Mapping root, String key,
            UnaryOperator<DocumentNode.Mapping> change) {
        DocumentNode.Mapping before = root.get(key) instanceof DocumentNode.Mapping mapping ? mapping
                : new DocumentNode.Mapping(new LinkedHashMap<>(), root.place());
        return root.with(key, change.apply(before));
    }
}
