package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentKeys;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.experiment.Key;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.ValueList;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.fields.PairParser;
import dev.tidemark.web.http.Form;

/**
 * What a person has filled in for a new job, and the document that it makes. A field is named by the path of what it
 * holds in the document, {@code search.ramp.steps}, but that outside of a study several values in {@code set.shards}
 * are those of {@code vary.shards}. Each value's place in the document is its field, so that a complaint leads back
 * there: {@code form:set.shards: …}.
 *
 * @param params the settings that the form shows
 */
record ExperimentFields(Form form, String workload, PlanKind kind, List<String> targets, List<Param<?>> params,
        PresetFields preset) {

    /** Begin the fields of settings: what is set, and where a study has them apart, what is varied. */
    static final String SET = Field.SETTING;
    static final String VARY = "vary.";

    /** Begins the fields of tags that have fields of their own. */
    static final String TAGS = "tags.";

    static final String PLAN = "plan";
    static final String TARGET = "target";
    static final String SEARCH = "search.";
    static final String PLACE = "form:";

    /** What can stand in a document, by path. */
    static final Map<String, Key<?>> KEYS = Key.paths(ExperimentKeys.ALL);

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
            String setting = field.replaceFirst("^(set|vary)\\.", "") + ": "; // said by the field already
            return new Complaint(field.isEmpty() ? Optional.empty() : Optional.of(field),
                    text.startsWith(setting) ? text.substring(setting.length()) : text);
        }

        /**
         * The same beside the key or setting that it begins with, as what a workload or driver says of its settings
         * does. In a study that is the default, unless only values are typed.
         */
        Complaint within(Set<String> fields, Form form) {
            int end = text.indexOf(": ");
            String name = end < 0 ? "" : text.substring(0, end);
            return field.filter(fields::contains).isPresent() ? this
                    : Stream.of(field.map(f -> f + ".").orElse(""), form.text(VARY + name).isEmpty() ? SET : VARY, VARY)
                            .map(path -> path + name).filter(fields::contains).findFirst()
                            .map(f -> new Complaint(Optional.of(f), text.substring(end + 2))).orElse(this);
        }
    }

    // ---- What is wrong ----

    /** What is wrong with single values, by field; each would be refused whatever the others are. */
    Map<String, String> wrong() {
        return notes(this::complaint);
    }

    /** As what values are taken that are usually written in another way, by field. */
    Map<String, String> taken() {
        return notes((param, _, values) -> Field.taken(param, values));
    }

    /** Says something of the values in a field; empty for nothing. */
    private interface ValueNote {
        String of(Param<?> param, String field, List<String> values);
    }

    private Map<String, String> notes(ValueNote saying) {
        Map<String, String> notes = new LinkedHashMap<>();
        params.forEach(param -> kind.fields(param.name()).forEach(field -> form.text(field)
                .map(text -> saying.of(param, field, param.type().several().values(text)))
                .filter(words -> !words.isEmpty()).ifPresent(words -> notes.put(field, words))));
        return notes;
    }

    private String complaint(Param<?> param, String field, List<String> values) {
        if (kind == PlanKind.STUDY && field.startsWith(SET) && values.size() > 1) {
            return "a default is one value; the others belong under values";
        }
        boolean climbed = kind == PlanKind.RAMP
                && param.name().equals(form.text(SEARCH + "ramp.param").orElse("workers"));
        return climbed ? "" // steps may be relative; the reader knows them
                : values.stream().flatMap(v -> Field.complaint(param, v).stream()).findFirst().orElse("");
    }

    // ---- The document ----

    /**
     * The experiment as a file would hold it; not checked.
     * @throws InvalidInputException where even a line cannot be read
     */
    DocumentNode.Mapping document() {
        return section(ExperimentKeys.ALL, "");
    }

    private DocumentNode.Mapping section(List<Key<?>> keys, String path) {
        Map<String, DocumentNode> entries = new LinkedHashMap<>();
        keys.forEach(key -> node(key, path + key.name()).ifPresent(node -> entries.put(key.name(), node)));
        return new DocumentNode.Mapping(entries, PLACE + path.replaceFirst("\\.$", ""));
    }

    private Optional<DocumentNode> node(Key<?> key, String path) {
        return switch (path) {
            case "workload" -> Optional.of(filled(workload, path));
            case TARGET -> targets.size() == 1 ? Optional.of(filled(targets.getFirst(), path)) : Optional.empty();
            case "targets" -> targets.size() == 1 ? Optional.empty() : Optional.of(filled(targets, TARGET));
            case "set" -> settings(false);
            case "vary" -> settings(true);
            case "plan.space" -> Optional.of(filled(Types.word(kind.space()), PLAN));
            default -> key.keys().isEmpty() ? typed(key, path)
                    : Optional.of(section(key.keys(), path + ".")).filter(part -> path.startsWith(SEARCH)
                            ? path.equals(SEARCH + kind.word()) : !part.entries().isEmpty()).map(part -> part);
        };
    }

    private Optional<DocumentNode> typed(Key<?> key, String path) {
        return key.field() == null ? Optional.empty() : switch (key.field().typed()) {
            case WORD, LINE -> form.text(path).map(text -> filled(text.strip(), path));
            case LIST -> form.text(path).map(text -> filled(ValueList.COMMAS.values(text), path));
            case TAGS, CONDITIONS -> pairs(path, key.field().typed().sign().strip());
        };
    }

    /** Names and values: a pair on each line, and over them those that have fields. */
    private Optional<DocumentNode> pairs(String path, String sign) {
        String lines = form.text(path).orElse("");
        Map<String, Object> pairs = new LinkedHashMap<>(filled(lines, path).at(() -> PairParser.pairs(lines, sign)));
        form.fields().keySet().stream().filter(name -> name.startsWith(path + ".")).forEach(name -> form.text(name)
                .ifPresent(text -> pairs.put(name.substring(path.length() + 1), filled(text.strip(), name))));
        return pairs.isEmpty() ? Optional.empty() : Optional.of(filled(pairs, path));
    }

    /** What has one value, or what has several; what the preset says anyway is not repeated. */
    private Optional<DocumentNode> settings(boolean several) {
        Map<String, DocumentNode> settings = new LinkedHashMap<>();
        boolean study = kind == PlanKind.STUDY;
        for (Param<?> param : params) {
            String field = (several && study ? VARY : SET) + param.name();
            form.text(field).map(text -> param.type().several().values(text))
                    .filter(values -> study || several == values.size() > 1)
                    .filter(values -> several || !preset.says(param.name(), values.getFirst()))
                    .ifPresent(values -> settings.put(param.name(),
                            filled(several ? values : values.getFirst(), field)));
        }
        return settings.isEmpty() ? Optional.empty() : Optional.of(filled(settings, ""));
    }

    private static DocumentNode filled(Object plain, String field) {
        return DocumentNode.of(plain, PLACE + field);
    }

    // ---- The other way round ----

    /**
     * An experiment's document put back into the fields of the form.
     *
     * @param more fields that stand in no document
     * @return empty where the form has no fields for all that the document says
     */
    static Optional<Form> of(Workbench workbench, String yaml, Map<String, String> more) {
        try {
            DocumentNode.Mapping document = ExperimentReader.document(yaml, "experiment");
            Map<String, List<String>> fields = new LinkedHashMap<>();
            flatten(document, "", document, fields);
            if (document.get("search") instanceof DocumentNode.Mapping search) {
                fields.put(PLAN, List.copyOf(search.entries().keySet()));
            }
            more.forEach((field, text) -> fields.put(field, List.of(text)));
            Form form = Form.of(fields);
            return Optional.of(form).filter(f -> said(workbench, new JobForm(workbench, f).experiment())
                    .equals(said(workbench, workbench.read(document))));
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }

    private static void flatten(DocumentNode.Mapping document, String path, DocumentNode node,
            Map<String, List<String>> fields) {
        String field = fieldOf(document, path);
        String sign = KEYS.containsKey(path) && KEYS.get(path).field() != null
                ? KEYS.get(path).field().typed().sign() : "";
        switch (node) {
            // Stored targets stand with the settings that they had; whether these still hold is seen at the end.
            case DocumentNode.Mapping m when path.equals("targets") ->
                    fields.put(TARGET, List.copyOf(m.entries().keySet()));
            case DocumentNode.Sequence s when path.equals("targets") -> fields.put(TARGET, texts(s));
            case DocumentNode.Mapping m when !sign.isEmpty() && !path.equals("tags") ->
                    fields.put(path, List.of(m.entries().entrySet().stream().map(e -> e.getKey() + sign
                            + String.join("", texts(e.getValue()))).collect(Collectors.joining("\n"))));
            case DocumentNode.Mapping m -> m.entries().forEach((name, value) ->
                    flatten(document, path.isEmpty() ? name : path + "." + name, value, fields));
            case DocumentNode.Scalar s when !field.matches("(set|vary)\\..*") ->
                    fields.put(field, List.of(s.text()));
            default -> fields.put(field, List.of(ExperimentReader.several(document,
                    field.replaceFirst("^(set|vary)\\.", "")).text(texts(node))));
        }
    }

    /** Of a key; a setting may stand elsewhere than in its field. */
    private static String fieldOf(DocumentNode.Mapping document, String path) {
        DocumentNode plan = document.get(PLAN);
        boolean study = (plan instanceof DocumentNode.Mapping m ? m.get("space") : plan) instanceof DocumentNode.Scalar s
                && s.text().equals(PlanKind.STUDY.word());
        return path.equals("plan.space") ? PLAN : ExperimentReader.TOP_LEVEL_SETTINGS.contains(path) ? SET + path
                : study ? path : path.replaceFirst("^vary\\.", SET);
    }

    /** Without what is no text: that this is lost is seen at the end. */
    private static List<String> texts(DocumentNode node) {
        return node.items().stream().filter(DocumentNode.Scalar.class::isInstance)
                .map(item -> ((DocumentNode.Scalar) item).text()).toList();
    }

    /** All that an experiment says: what a form left out of a document is seen by it. */
    private static List<Object> said(Workbench workbench, Experiment experiment) {
        return List.of(workbench.plan(experiment).specHash(), experiment.label(), experiment.preset(),
                experiment.tags(), experiment.plan(), experiment.expect(), experiment.seed(), experiment.origin());
    }
}
