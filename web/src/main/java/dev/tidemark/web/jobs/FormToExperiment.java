package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentKeys;
import dev.tidemark.core.experiment.FormField;
import dev.tidemark.core.experiment.Key;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.ValueList;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.PairParser;
import dev.tidemark.web.http.Form;

/**
 * What a person has filled in for a new job, and the document that it makes. Each value's place in the document is the
 * field that it was typed into, so that a complaint leads back to the field: {@code form:p.shards: …}.
 *
 * @param params the settings that the form shows
 */
record FormToExperiment(Form form, String workload, PlanKind kind, List<String> targets, List<Param<?>> params,
        PresetFields preset) {

    /** Begin the fields of settings: the values, and where a study has them apart, the defaults. */
    static final String VALUES = Field.SETTING;
    static final String DEFAULTS = "d.";

    /** Begins the fields of tags that have fields of their own. */
    static final String TAGS = "t.";

    static final String PLACE = "form:";

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
        List<String> values = param.type().several().values(text);
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
                form.text(field).map(text -> Field.taken(param, param.type().several().values(text)))
                        .ifPresent(t -> taken.put(field, t));
            }
        }
        return taken;
    }

    // ---- The document ----

    /**
     * The experiment as a file would hold it; not checked.
     * @throws InvalidInputException where even a line cannot be read
     */
    DocumentNode.Mapping document() {
        return (DocumentNode.Mapping) section(ExperimentKeys.ALL, "");
    }

    private DocumentNode section(List<Key<?>> keys, String field) {
        Map<String, DocumentNode> entries = new LinkedHashMap<>();
        keys.forEach(key -> node(key).ifPresent(node -> entries.put(key.name(), node)));
        return filled(entries, field);
    }

    private Optional<DocumentNode> node(Key<?> key) {
        return switch (key.name()) {
            case "workload" -> Optional.of(filled(workload, "workload"));
            case "target" -> targets.size() == 1 ? Optional.of(filled(targets.getFirst(), "target")) : Optional.empty();
            case "targets" -> targets.size() == 1 ? Optional.empty() : Optional.of(filled(targets, "target"));
            case "set" -> settings(this::fixed);
            case "vary" -> settings(this::varied);
            case "plan" -> Optional.of(section(key.keys(), "plan"));
            case "space" -> Optional.of(filled(Types.word(kind.space()), "plan"));
            case "search" -> kind == PlanKind.RAMP ? Optional.of(section(key.keys(), "ramp.steps"))
                    : kind == PlanKind.FIND_RATE ? Optional.of(section(key.keys(), "find-rate.start"))
                    : Optional.empty();
            case "ramp" -> kind == PlanKind.RAMP ? Optional.of(section(key.keys(), "ramp.steps")) : Optional.empty();
            case "find-rate" -> kind == PlanKind.FIND_RATE ? Optional.of(section(key.keys(), "find-rate.start"))
                    : Optional.empty();
            case "until" -> until();
            case "tags" -> tags(key);
            default -> key.fields().stream().findFirst().flatMap(this::typed);
        };
    }

    private Optional<DocumentNode> typed(FormField field) {
        return form.text(field.name()).flatMap(text -> switch (field.typed()) {
            case WORD, LINE -> Optional.of(filled(text.strip(), field.name()));
            case LIST -> Optional.of(filled(ValueList.COMMAS.values(text), field.name()));
            case TAGS, CONDITIONS -> lines(text, field);
        });
    }

    /** Those of the lines, and over them those that have fields. */
    private Optional<DocumentNode> tags(Key<?> key) {
        Map<String, DocumentNode> tags = new LinkedHashMap<>();
        key.fields().stream().flatMap(f -> typed(f).stream()).filter(DocumentNode.Mapping.class::isInstance)
                .forEach(lines -> tags.putAll(((DocumentNode.Mapping) lines).entries()));
        form.fields().keySet().stream().filter(name -> name.startsWith(TAGS)).forEach(name -> form.text(name)
                .ifPresent(text -> tags.put(name.substring(TAGS.length()), filled(text.strip(), name))));
        return tags.isEmpty() ? Optional.empty() : Optional.of(filled(tags, "tags"));
    }

    private Optional<DocumentNode> settings(Function<Param<?>, Optional<DocumentNode>> value) {
        Map<String, DocumentNode> settings = new LinkedHashMap<>();
        params.forEach(param -> value.apply(param).ifPresent(node -> settings.put(param.name(), node)));
        return settings.isEmpty() ? Optional.empty() : Optional.of(filled(settings, ""));
    }

    /** In a study the fixed values are the defaults, and stand apart; what the preset says anyway is not repeated. */
    private Optional<DocumentNode> fixed(Param<?> param) {
        String field = (kind == PlanKind.STUDY ? DEFAULTS : VALUES) + param.name();
        return form.text(field).map(text -> param.type().several().values(text))
                .filter(values -> kind == PlanKind.STUDY || values.size() == 1)
                .filter(values -> !preset.says(param.name(), values.getFirst()))
                .map(values -> filled(values.getFirst(), field));
    }

    private Optional<DocumentNode> varied(Param<?> param) {
        String field = VALUES + param.name();
        return form.text(field).map(text -> param.type().several().values(text))
                .filter(values -> kind == PlanKind.STUDY || values.size() > 1).map(values -> filled(values, field));
    }

    /** The form has room for one measure with a limit. */
    private Optional<DocumentNode> until() {
        if (form.text("ramp.measure").isPresent() && form.text("ramp.limit").isEmpty()) {
            throw new InvalidInputException("a measure is named, but no limit for it").at(PLACE + "ramp.limit");
        }
        Map<String, DocumentNode> until = new LinkedHashMap<>();
        form.text("ramp.limit").ifPresent(limit -> until.put(form.text("ramp.measure").map(String::strip)
                .orElse("response.mean"), filled(limit.strip(), "ramp.limit")));
        form.text("ramp.gain").ifPresent(gain -> until.put("gain", filled(gain.strip(), "ramp.gain")));
        return until.isEmpty() ? Optional.empty() : Optional.of(filled(until, "ramp.limit"));
    }

    /** Names and values, a pair on each line. */
    private static Optional<DocumentNode> lines(String text, FormField field) {
        DocumentNode node = new DocumentNode.Scalar(text, PLACE + field.name());
        Map<String, String> pairs = node.at(() -> PairParser.pairs(text, field.typed().sign().strip()));
        return pairs.isEmpty() ? Optional.empty() : Optional.of(DocumentNode.of(pairs, node.place()));
    }

    private static DocumentNode filled(Object plain, String field) {
        return DocumentNode.of(plain, PLACE + field);
    }
}
