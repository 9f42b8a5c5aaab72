package dev.tidemark.web.jobs;

import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.PairParser;
import dev.tidemark.web.http.Form;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a person has filled in for a new job, and the document that it makes. Each value's place in the document is the
 * field that it was typed into, so that a complaint leads back to the field: {@code form:p.shards: …}.
 */
final class FormToExperiment {

    /** Begin the fields of settings: the values, and where a study has them apart, the defaults. */
    static final String VALUES = Field.SETTING;
    static final String DEFAULTS = "d.";

    static final String PLACE = "form:";

    private final Form form;
    private final String workload;
    private final PlanKind kind;
    private final List<Param<?>> params;
    private final List<String> targets;

    /** @param params the settings that the form shows */
    FormToExperiment(Form form, String workload, PlanKind kind, List<String> targets, List<Param<?>> params) {
        this.form = form;
        this.workload = workload;
        this.kind = kind;
        this.targets = targets;
        this.params = params;
    }

    /** A complaint and the field that it is about; without one it is about the whole. */
    record Complaint(Optional<String> field, String text) {

        static Complaint of(InvalidInputException e) {
            String message = e.getMessage();
            int end = message.indexOf(": ");
            if (!message.startsWith(PLACE) || end < 0) {
                return new Complaint(Optional.empty(), message);
            }
            String field = message.substring(PLACE.length(), end);
            String text = message.substring(end + 2);
            String setting = field.replaceFirst("^[pd]\\.", "") + ": "; // said by the field already
            return new Complaint(field.isEmpty() ? Optional.empty() : Optional.of(field),
                    text.startsWith(setting) ? text.substring(setting.length()) : text);
        }

        /**
         * The same beside the setting that it begins with, as what a workload or driver says of its settings does. In a
         * study that is the default, unless only values are typed.
         */
        Complaint ofSetting(List<String> fields, Form form) {
            int end = text.indexOf(": ");
            String setting = end < 0 ? "" : text.substring(0, end);
            String named = fields.contains(DEFAULTS + setting) && form.text(VALUES + setting).isEmpty()
                    ? DEFAULTS + setting : VALUES + setting;
            return field.isPresent() || !fields.contains(named) ? this
                    : new Complaint(Optional.of(named), text.substring(end + 2));
        }
    }

    // ---- What is wrong ----

    /** What is wrong with single values, by field; each would be refused whatever the others are. */
    Map<String, String> wrong() {
        Map<String, String> wrong = new LinkedHashMap<>();
        for (Param<?> param : params) {
            for (String field : List.of(VALUES + param.name(), DEFAULTS + param.name())) {
                form.text(field).flatMap(text -> complaint(param, text, field)).ifPresent(c -> wrong.put(field, c));
            }
        }
        return wrong;
    }

    private Optional<String> complaint(Param<?> param, String text, String field) {
        List<String> values = values(param, text);
        if (field.startsWith(DEFAULTS) && values.size() > 1) {
            return Optional.of("a default is one value; the others belong under values");
        }
        boolean climbed = kind == PlanKind.RAMP && param.name().equals(form.text("ramp.param").orElse("workers"));
        if (climbed) {
            return Optional.empty(); // steps may be relative; the reader knows them
        }
        return values.stream().flatMap(v -> Field.complaint(param, v).stream()).findFirst();
    }

    /** As what values are taken that are usually written in another way, by field. */
    Map<String, String> taken() {
        Map<String, String> taken = new LinkedHashMap<>();
        for (Param<?> param : params) {
            for (String field : List.of(VALUES + param.name(), DEFAULTS + param.name())) {
                form.text(field).map(text -> Field.taken(param, values(param, text)))
                        .ifPresent(t -> taken.put(field, t));
            }
        }
        return taken;
    }

    /** As behind a flag: commas between values, but semicolons where a value has commas of its own. */
    static List<String> values(Param<?> param, String text) {
        return param.type().isMap()
                ? Stream.of(text.split(";", -1)).map(t -> t.replace("\\,", ",").strip()).toList() : list(text);
    }

    /** The other way round. */
    static String joined(Param<?> param, List<String> values) {
        return param.type().isMap() ? String.join("; ", values) : values.stream().map(FormToExperiment::escaped)
                .collect(Collectors.joining(", "));
    }

    /** A comma of its own is none that parts values. */
    static String escaped(String value) {
        return value.replace(",", "\\,");
    }

    /** The values of a list; a comma that belongs to a value is written {@code \,}. */
    private static List<String> list(String text) {
        return Stream.of(text.split("(?<!\\\\),", -1)).map(t -> t.replace("\\,", ",").strip()).toList();
    }

    // ---- The document ----

    /**
     * The experiment as a file would hold it; not checked.
     * @throws InvalidInputException where even a line cannot be read
     */
    DocumentNode.Mapping document() {
        Map<String, DocumentNode> root = new LinkedHashMap<>();
        put(root, "label", "label");
        root.put("workload", scalar(workload, "workload"));
        if (targets.size() == 1) {
            root.put("target", scalar(targets.getFirst(), "target"));
        } else {
            root.put("targets", sequence(targets, "target"));
        }
        put(root, "preset", "preset");
        lines("tags", "=").ifPresent(tags -> root.put("tags", tags));
        settings(root);
        root.put("plan", plan());
        if (kind == PlanKind.RAMP) {
            root.put("search", search());
        }
        lines("expect", ":").ifPresent(expect -> root.put("expect", expect));
        put(root, "seed", "seed");
        return new DocumentNode.Mapping(root, PLACE);
    }

    private void settings(Map<String, DocumentNode> root) {
        Map<String, DocumentNode> set = new LinkedHashMap<>();
        Map<String, DocumentNode> vary = new LinkedHashMap<>();
        for (Param<?> param : params) {
            String field = VALUES + param.name();
            form.text(DEFAULTS + param.name()).filter(t -> kind == PlanKind.STUDY)
                    .ifPresent(text -> set.put(param.name(), scalar(values(param, text).getFirst(),
                            DEFAULTS + param.name())));
            form.text(field).ifPresent(text -> {
                List<String> values = values(param, text);
                if (values.size() == 1 && kind != PlanKind.STUDY) {
                    set.put(param.name(), scalar(values.getFirst(), field));
                } else {
                    vary.put(param.name(), sequence(values, field));
                }
            });
        }
        if (!set.isEmpty()) {
            root.put("set", new DocumentNode.Mapping(set, PLACE));
        }
        if (!vary.isEmpty()) {
            root.put("vary", new DocumentNode.Mapping(vary, PLACE));
        }
    }

    private DocumentNode plan() {
        Map<String, DocumentNode> plan = new LinkedHashMap<>();
        plan.put("space", scalar(kind == PlanKind.RAMP ? PlanKind.MATRIX.word() : kind.word(), "plan"));
        put(plan, "repeat", "repeat");
        put(plan, "order", "order");
        put(plan, "fork", "fork");
        return new DocumentNode.Mapping(plan, PLACE + "plan");
    }

    private DocumentNode search() {
        Map<String, DocumentNode> ramp = new LinkedHashMap<>();
        put(ramp, "param", "ramp.param");
        form.text("ramp.steps").ifPresent(steps -> ramp.put("steps", sequence(list(steps), "ramp.steps")));
        Map<String, DocumentNode> until = new LinkedHashMap<>();
        if (form.text("ramp.measure").isPresent() && form.text("ramp.limit").isEmpty()) {
            throw new InvalidInputException("a measure is named, but no limit for it").at(PLACE + "ramp.limit");
        }
        form.text("ramp.limit").ifPresent(limit -> until.put(
                form.text("ramp.measure").map(String::strip).orElse("response.mean"),
                scalar(limit.strip(), "ramp.limit")));
        put(until, "gain", "ramp.gain");
        if (!until.isEmpty()) {
            ramp.put("until", new DocumentNode.Mapping(until, PLACE + "ramp.limit"));
        }
        return new DocumentNode.Mapping(Map.of("ramp", new DocumentNode.Mapping(ramp, PLACE + "ramp.steps")), PLACE
                + "ramp.steps");
    }

    /** Names and values, a pair on each line. */
    private Optional<DocumentNode> lines(String field, String sign) {
        Map<String, DocumentNode> pairs = new LinkedHashMap<>();
        try {
            PairParser.pairs(form.text(field).orElse(""), sign)
                    .forEach((name, text) -> pairs.put(name, scalar(text, field)));
        } catch (InvalidInputException e) {
            throw e.at(PLACE + field);
        }
        return pairs.isEmpty() ? Optional.empty() : Optional.of(new DocumentNode.Mapping(pairs, PLACE + field));
    }

    private void put(Map<String, DocumentNode> into, String key, String field) {
        form.text(field).ifPresent(text -> into.put(key, scalar(text.strip(), field)));
    }

    private static DocumentNode scalar(String text, String field) {
        return new DocumentNode.Scalar(text, PLACE + field);
    }

    private static DocumentNode sequence(List<String> texts, String field) {
        return new DocumentNode.Sequence(texts.stream().map(t -> scalar(t, field)).toList(), PLACE + field);
    }
}
