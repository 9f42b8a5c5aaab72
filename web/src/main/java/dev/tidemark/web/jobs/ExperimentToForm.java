package dev.tidemark.web.jobs;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.web.http.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An experiment's document put back into the fields of the form, which is the other way round than
 * {@link FormToExperiment}.
 */
final class ExperimentToForm {

    private static final Set<String> PLAIN = Set.of("label", "workload", "preset", "seed");
    private static final Set<String> PLAN = Set.of("repeat", "order", "fork");

    private final Map<String, List<String>> fields = new LinkedHashMap<>();
    private final boolean study;
    private boolean fits = true;

    private ExperimentToForm(DocumentNode.Mapping document) {
        study = document.entries().get("plan") instanceof DocumentNode.Mapping plan
                && plan.entries().get("space") instanceof DocumentNode.Scalar space
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
            document.entries().forEach(experimentToForm::part);
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

    private void part(String key, DocumentNode documentNode) {
        switch (documentNode) {
            case DocumentNode.Scalar s when PLAIN.contains(key) -> put(key, s.text());
            case DocumentNode.Scalar s when key.equals("target") -> put("target", s.text());
            case DocumentNode.Sequence s when key.equals("targets") -> fields.put("target", texts(s));
            // Stored targets stand with the settings that they had; whether these still hold is seen at the end.
            case DocumentNode.Mapping m when key.equals("targets") -> fields.put("target",
                    new ArrayList<>(m.entries().keySet()));
            case DocumentNode.Mapping m when key.equals("tags") -> put("tags", lines(m, "="));
            case DocumentNode.Mapping m when key.equals("expect") -> put("expect", lines(m, ": "));
            case DocumentNode.Mapping m when key.equals("set") -> m.entries().forEach(this::set);
            case DocumentNode.Mapping m when key.equals("vary") -> m.entries()
                    .forEach((name, value) -> put(FormToExperiment.VALUES + name,
                    value instanceof DocumentNode.Sequence s ? list(s) : text(value)));
            case DocumentNode.Mapping m when key.equals("plan") -> plan(m);
            case DocumentNode.Mapping m when key.equals("search")
                    && m.entries().get("ramp") instanceof DocumentNode.Mapping ramp
                    && m.entries().size() == 1 -> ramp(ramp);
            default -> fits = false;
        }
    }

    /** In a study the fixed values are the defaults, and stand apart. */
    private void set(String name, DocumentNode value) {
        put((study ? FormToExperiment.DEFAULTS : FormToExperiment.VALUES) + name,
                FormToExperiment.escaped(text(value)));
    }

    private void plan(DocumentNode.Mapping plan) {
        plan.entries().forEach((name, value) -> {
            if (name.equals("space")) {
                fits &= Stream.of(PlanKind.values()).anyMatch(k -> k.word().equals(text(value)));
                fields.putIfAbsent("plan", List.of(text(value)));
            } else if (PLAN.contains(name)) {
                put(name, text(value));
            } else {
                fits = false;
            }
        });
    }

    private void ramp(DocumentNode.Mapping ramp) {
        put("plan", PlanKind.RAMP.word());
        ramp.entries().forEach((name, value) -> {
            switch (value) {
                case DocumentNode.Scalar s when name.equals("param") -> put("ramp.param", s.text());
                case DocumentNode.Sequence s when name.equals("steps") -> put("ramp.steps", list(s));
                case DocumentNode.Mapping m when name.equals("until") -> m.entries().forEach(this::until);
                default -> fits = false;
            }
        });
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
        return texts(sequence).stream().map(FormToExperiment::escaped).collect(Collectors.joining(", "));
    }

    private String lines(DocumentNode.Mapping mapping, String sign) {
        return mapping.entries().entrySet().stream().map(e -> e.getKey() + sign + text(e.getValue()))
                .collect(Collectors.joining("\n"));
    }
}
