package dev.tidemark.web.jobs;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.spec.ExperimentReader;
import dev.tidemark.core.spec.Node;
import dev.tidemark.web.http.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An experiment's document put back into the fields of the form, which is the other way round than {@link Draft}. */
final class Filled {

    private static final Set<String> PLAIN = Set.of("label", "workload", "preset", "seed");
    private static final Set<String> PLAN = Set.of("repeat", "order", "fork");

    private final Map<String, List<String>> fields = new LinkedHashMap<>();
    private final boolean study;
    private boolean fits = true;

    private Filled(Node.Mapping document) {
        study = document.entries().get("plan") instanceof Node.Mapping plan
                && plan.entries().get("space") instanceof Node.Scalar space
                && space.text().equals(PlanKind.STUDY.word());
    }

    /**
     * @param more fields that stand in no document
     * @return empty where the form has no fields for all that the document says
     */
    static Optional<Form> with(Workbench workbench, String yaml, Map<String, String> more) {
        try {
            Node.Mapping document = ExperimentReader.document(yaml, "experiment");
            Filled filled = new Filled(document);
            document.entries().forEach(filled::part);
            more.forEach(filled::put);
            Form form = Form.of(filled.fields);
            return filled.fits && says(workbench, form, yaml) ? Optional.of(form) : Optional.empty();
        } catch (BadInput e) {
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

    private void part(String key, Node node) {
        switch (node) {
            case Node.Scalar s when PLAIN.contains(key) -> put(key, s.text());
            case Node.Scalar s when key.equals("target") -> put("target", s.text());
            case Node.Sequence s when key.equals("targets") -> fields.put("target", texts(s));
            // Stored targets stand with the settings that they had; whether these still hold is seen at the end.
            case Node.Mapping m when key.equals("targets") -> fields.put("target",
                    new ArrayList<>(m.entries().keySet()));
            case Node.Mapping m when key.equals("tags") -> put("tags", lines(m, "="));
            case Node.Mapping m when key.equals("expect") -> put("expect", lines(m, ": "));
            case Node.Mapping m when key.equals("set") -> m.entries().forEach(this::set);
            case Node.Mapping m when key.equals("vary") -> m.entries().forEach((name, value) -> put(Draft.VALUES + name,
                    value instanceof Node.Sequence s ? list(s) : text(value)));
            case Node.Mapping m when key.equals("plan") -> plan(m);
            case Node.Mapping m when key.equals("search") && m.entries().get("ramp") instanceof Node.Mapping ramp
                    && m.entries().size() == 1 -> ramp(ramp);
            default -> fits = false;
        }
    }

    /** In a study the fixed values are the defaults, and stand apart. */
    private void set(String name, Node value) {
        put((study ? Draft.DEFAULTS : Draft.VALUES) + name, Draft.escaped(text(value)));
    }

    private void plan(Node.Mapping plan) {
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

    private void ramp(Node.Mapping ramp) {
        put("plan", PlanKind.RAMP.word());
        ramp.entries().forEach((name, value) -> {
            switch (value) {
                case Node.Scalar s when name.equals("param") -> put("ramp.param", s.text());
                case Node.Sequence s when name.equals("steps") -> put("ramp.steps", list(s));
                case Node.Mapping m when name.equals("until") -> m.entries().forEach(this::until);
                default -> fits = false;
            }
        });
    }

    /** The form has room for one measure with a limit. */
    private void until(String name, Node condition) {
        if (name.equals("gain")) {
            put("ramp.gain", text(condition));
        } else {
            fits &= fields.putIfAbsent("ramp.measure", List.of(name)) == null;
            put("ramp.limit", text(condition));
        }
    }

    private String text(Node node) {
        if (node instanceof Node.Scalar s) {
            return s.text();
        }
        fits = false;
        return "";
    }

    private List<String> texts(Node.Sequence sequence) {
        return sequence.items().stream().map(this::text).toList();
    }

    private String list(Node.Sequence sequence) {
        return texts(sequence).stream().map(Draft::escaped).collect(Collectors.joining(", "));
    }

    private String lines(Node.Mapping mapping, String sign) {
        return mapping.entries().entrySet().stream().map(e -> e.getKey() + sign + text(e.getValue()))
                .collect(Collectors.joining("\n"));
    }
}
