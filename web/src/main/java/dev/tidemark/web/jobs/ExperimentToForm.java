package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentKeys;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.experiment.FormField;
import dev.tidemark.core.experiment.Key;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ValueList;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.web.http.Form;

/**
 * An experiment's document put back into the fields of the form, which is the other way round than
 * {@link FormToExperiment}.
 */
final class ExperimentToForm {

    private final DocumentNode.Mapping document;
    private final Map<String, List<String>> fields = new LinkedHashMap<>();
    private final boolean study;
    private boolean fits = true;

    private ExperimentToForm(DocumentNode.Mapping document) {
        this.document = document;
        study = document.get("plan") instanceof DocumentNode.Mapping plan
                && plan.get("space") instanceof DocumentNode.Scalar space
                && space.text().equals(PlanKind.STUDY.word());
    }

    /**
     * @param more fields that stand in no document
     * @return empty where the form has no fields for all that the document says
     */
    static Optional<Form> with(Workbench workbench, String yaml, Map<String, String> more) {
        try {
            DocumentNode.Mapping document = ExperimentReader.document(yaml, "experiment");
            ExperimentToForm experimentToForm = new ExperimentToForm(document);
            document.entries().forEach((name, node) -> experimentToForm.part(ExperimentKeys.ALL, name, node));
            more.forEach(experimentToForm::put);
            Form form = Form.of(experimentToForm.fields);
            return experimentToForm.fits && says(workbench, form, yaml) ? Optional.of(form) : Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }

    /** Whether the form asks for the same as the document: what it left out would be seen here. */
    private static boolean says(Workbench workbench, Form form, String yaml) {
        return workbench.plan(new JobForm(workbench, form).experiment()).specHash()
                .equals(workbench.plan(workbench.read(ExperimentReader.document(yaml, "experiment"))).specHash());
    }

    private void put(String field, String text) {
        fields.put(field, List.of(text));
    }

    /** @param keys those that could stand there */
    private void part(List<Key<?>> keys, String name, DocumentNode node) {
        Optional<Key<?>> key = keys.stream().filter(k -> k.name().equals(name)).findFirst();
        switch (node) {
            case DocumentNode.Scalar s when List.of("workload", "target").contains(name) -> put(name, s.text());
            case DocumentNode.Scalar s when name.equals("space") -> space(s.text());
            case DocumentNode.Sequence s when name.equals("targets") -> fields.put("target", texts(s));
            // Stored targets stand with the settings that they had; whether these still hold is seen at the end.
            case DocumentNode.Mapping m when name.equals("targets") ->
                    fields.put("target", List.copyOf(m.entries().keySet()));
            case DocumentNode.Mapping m when name.equals("set") -> m.entries().forEach(this::set);
            case DocumentNode.Scalar s when name.equals(Preparation.COMMAND.name()) -> set(name, s);
            case DocumentNode.Mapping m when name.equals("vary") -> m.entries().forEach((setting, values) ->
                    put(FormToExperiment.VALUES + setting, values instanceof DocumentNode.Sequence s
                            ? several(setting).text(texts(s)) : text(values)));
            case DocumentNode.Mapping m when name.equals("until") -> m.entries().forEach(this::until);
            case DocumentNode.Mapping m when key.isPresent() && !key.get().keys().isEmpty() -> {
                if (List.of(PlanKind.RAMP.word(), PlanKind.FIND_RATE.word()).contains(name)) {
                    put("plan", name);
                }
                m.entries().forEach((within, value) -> part(key.get().keys(), within, value));
            }
            default -> key.flatMap(k -> k.fields().stream().findFirst()).ifPresentOrElse(field -> filled(field, node),
                    () -> fits = false);
        }
    }

    private void filled(FormField field, DocumentNode node) {
        switch (field.typed()) {
            case WORD, LINE -> put(field.name(), text(node));
            case LIST -> put(field.name(), node instanceof DocumentNode.Sequence s ? list(s) : text(null));
            case TAGS, CONDITIONS -> put(field.name(), node instanceof DocumentNode.Mapping m
                    ? lines(m, field.typed().sign()) : text(null));
        }
    }

    /** In a study the fixed values are the defaults, and stand apart. */
    private void set(String name, DocumentNode value) {
        put((study ? FormToExperiment.DEFAULTS : FormToExperiment.VALUES) + name,
                several(name).text(List.of(text(value))));
    }

    private ValueList several(String setting) {
        return ExperimentReader.several(document, setting);
    }

    private void space(String word) {
        fits &= Stream.of(PlanKind.values()).anyMatch(k -> k.word().equals(word));
        fields.putIfAbsent("plan", List.of(word));
    }

    /** The form has room for one measure with a limit. */
    private void until(String name, DocumentNode condition) {
        if (name.equals("gain")) {
            put("ramp.gain", text(condition));
        } else {
            fits &= fields.putIfAbsent("ramp.measure", List.of(name)) == null;
            put("ramp.limit", text(condition));
        }
    }

    private String text(DocumentNode documentNode) {
        if (documentNode instanceof DocumentNode.Scalar s) {
            return s.text();
        }
        fits = false;
        return "";
    }

    private List<String> texts(DocumentNode.Sequence sequence) {
        return sequence.items().stream().map(this::text).toList();
    }

    private String list(DocumentNode.Sequence sequence) {
        return ValueList.COMMAS.text(texts(sequence));
    }

    private String lines(DocumentNode.Mapping mapping, String sign) {
        return mapping.entries().entrySet().stream().map(e -> e.getKey() + sign + text(e.getValue()))
                .collect(Collectors.joining("\n"));
    }
}
