package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.jobs.FormView.Hidden;

/**
 * What a form of a new job takes along when another workload, target or plan is chosen. What was typed for a setting
 * that is not shown now waits in a hidden field, {@code kept.p.payload}, and comes back with the setting. A setting
 * that means something else to another workload, its preset and its targets wait for their workload,
 * {@code kept.volume:p.mix}. None of this is ever part of an experiment.
 */
final class FormCarryOver {

    /** Fields that say of what choice a form was made, beside what is chosen in it now. */
    static final String WORKLOAD = "was.workload";
    static final String PLAN = "was.plan";

    private static final String KEPT = "kept.";
    private static final String TARGET = "target";
    private static final String PRESET = "preset";

    /** The workload that it waits for, if it waits for one, and the field. */
    private static final Pattern WAITING = Pattern.compile(
            "kept\\.(?:([a-z0-9-]+):)?(target|preset|(?:ramp|find-rate)\\.[a-z-]+|[pd]\\.[a-z0-9._-]+)");
    private static final Pattern HIDEABLE = Pattern.compile("preset|(?:ramp|find-rate)\\.[a-z-]+|[pd]\\.[a-z0-9._-]+");
    /** Where it waits, if it does, which of its two fields, and the setting. */
    private static final Pattern SETTING = Pattern.compile("(kept\\.(?:[a-z0-9-]+:)?)?([pd]\\.)([a-z0-9._-]+)");

    private FormCarryOver() {}

    // ---- Another workload ----

    /** The form with what had waited for what is chosen now, and without what means something else there. */
    static Form back(Form form, Workload now) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        form.fields().forEach((name, texts) -> {
            if (!name.startsWith(KEPT)) {
                fields.put(name, texts);
            }
        });
        Map<String, List<String>> waiting = new LinkedHashMap<>();
        Optional<Workload> before = form.text(WORKLOAD).map(Workloads::named)
                .filter(w -> !w.name().equals(now.name()));
        before.ifPresent(w -> setAside(w, now, fields, waiting));
        form.fields().forEach((name, texts) -> {
            if (WAITING.matcher(name).matches()) {
                waiting.putIfAbsent(name, texts);
            }
        });
        waiting.forEach((name, texts) -> {
            Matcher m = WAITING.matcher(name);
            if (!m.matches()) {
                return;
            }
            boolean ofOther = m.group(1) != null && !m.group(1).equals(now.name());
            if (ofOther) {
                fields.put(name, texts);
            } else if (m.group(2).equals(TARGET) || blank(fields.get(m.group(2)))) {
                fields.put(m.group(2), texts);
            }
        });
        return Form.of(fields);
    }

    private static void setAside(Workload before, Workload now, Map<String, List<String>> fields,
            Map<String, List<String>> waiting) {
        for (String name : List.copyOf(fields.keySet())) {
            if (name.equals(TARGET)) { // those that can do both stay chosen
                waiting.put(KEPT + before.name() + ":" + name, fields.get(name));
            } else if (!blank(fields.get(name)) && meansAnother(before, now, name)) {
                waiting.put(KEPT + before.name() + ":" + name, fields.remove(name));
            }
        }
    }

    private static boolean meansAnother(Workload before, Workload now, String field) {
        Matcher m = SETTING.matcher(field);
        if (!m.matches()) {
            return field.equals(PRESET);
        }
        Optional<Param<?>> one = param(before, m.group(3));
        Optional<Param<?>> other = param(now, m.group(3));
        return one.isPresent() && other.isPresent() && !(one.get().type().kind().equals(other.get().type().kind())
                && one.get().type().words().equals(other.get().type().words()));
    }

    private static Optional<Param<?>> param(Workload workload, String name) {
        return workload.params().all().stream().<Param<?>>map(p -> p).filter(p -> p.name().equals(name)).findFirst();
    }

    private static boolean blank(List<String> texts) {
        return texts == null || texts.stream().allMatch(String::isBlank);
    }

    // ---- Another plan ----

    /** What is known of a setting: how its values are listed, and what holds where none is typed. */
    interface Settings {
        List<String> values(String name, String text);

        /** Several values as they are typed. */
        String joined(String name, List<String> values);

        /** Empty where there is none. */
        String byDefault(String name);
    }

    /**
     * The form with the same meaning under another plan. A study has the default of a setting in a field of its own:
     * there goes what is a single value elsewhere, and from there it becomes the first of the values.
     */
    static Form replanned(Form form, PlanKind now, Settings settings) {
        boolean study = now == PlanKind.STUDY;
        Optional<PlanKind> before = form.text(PLAN).map(PlanKind::of);
        if (before.isEmpty() || (before.get() == PlanKind.STUDY) == study) {
            return form;
        }
        Map<String, List<String>> fields = new LinkedHashMap<>(form.fields());
        Set<List<String>> all = new LinkedHashSet<>();
        for (String name : form.fields().keySet()) {
            Matcher m = SETTING.matcher(name);
            if (m.matches()) {
                all.add(List.of(m.group(1) == null ? "" : m.group(1), m.group(3)));
            }
        }
        for (List<String> setting : all) {
            Pair pair = new Pair(form, setting.getFirst(), setting.getLast(), settings);
            pair.put(fields, study ? pair.studied() : pair.gathered());
        }
        return Form.of(fields);
    }

    /** The two fields of a setting. */
    private record Pair(String name, String valuesField, String defaultField, String values, String byDefault,
            Settings settings) {

        Pair(Form form, String where, String name, Settings settings) {
            this(name, where + FormToExperiment.VALUES + name, where + FormToExperiment.DEFAULTS + name,
                    form.text(where + FormToExperiment.VALUES + name).orElse("").strip(),
                    form.text(where + FormToExperiment.DEFAULTS + name).orElse("").strip(), settings);
        }

        private List<String> list(String text) {
            return text.isEmpty() ? List.of() : settings.values(name, text);
        }

        /** For a study; a default that an earlier study had holds again if it is still among the values. */
        List<String> studied() {
            List<String> several = list(values);
            if (several.size() < 2) {
                return List.of("", values);
            }
            return List.of(values, several.containsAll(list(byDefault)) ? byDefault : "");
        }

        /** For any other plan. A study tries a single value beside the default, also beside one that was not typed. */
        List<String> gathered() {
            List<String> several = list(values);
            String typed = !byDefault.isEmpty() || several.size() != 1 ? byDefault : settings.byDefault(name);
            List<String> union = new ArrayList<>(list(typed));
            union.addAll(several);
            if (several.containsAll(list(typed))) {
                return List.of(values, several.size() > 1 ? byDefault : "");
            }
            return List.of(settings.joined(name, union), union.size() > 1 ? byDefault : "");
        }

        void put(Map<String, List<String>> fields, List<String> texts) {
            fields.put(valuesField, List.of(texts.getFirst()));
            fields.put(defaultField, List.of(texts.getLast()));
        }
    }

    // ---- In the page ----

    /** The hidden fields of a form that shows fields of these names. */
    static List<Hidden> hidden(Form form, Set<String> shown, Workload workload, PlanKind plan) {
        List<Hidden> hidden = new ArrayList<>(List.of(new Hidden(WORKLOAD, workload.name()),
                new Hidden(PLAN, plan.word())));
        form.text(PRESET).ifPresent(preset -> hidden.add(new Hidden(PresetFields.FILLED, preset)));
        form.fields().forEach((name, texts) -> {
            boolean waits = WAITING.matcher(name).matches();
            if (!blank(texts) && (waits || HIDEABLE.matcher(name).matches() && !shown.contains(name))) {
                texts.forEach(text -> hidden.add(new Hidden(waits ? name : KEPT + name, text)));
            }
        });
        return hidden;
    }
}
