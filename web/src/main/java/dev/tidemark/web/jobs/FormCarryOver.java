package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.jobs.FormView.Hidden;

/**
 * What a form of a new job takes along when another workload, target or plan is chosen. What was typed for a setting
 * that is not shown now waits in a hidden field, {@code kept.set.payload}, and comes back with the setting. A setting
 * that means something else to another workload, its preset and its targets wait for their workload,
 * {@code kept.volume:set.mix}. None of this is ever part of an experiment.
 */
final class FormCarryOver {

    /** Fields that say of what choice a form was made, beside what is chosen in it now. */
    static final String WORKLOAD = "was.workload";
    static final String PLAN = "was.plan";

    private static final String KEPT = "kept.";
    private static final String PRESET = "preset";

    private static final String HIDEABLE = "preset|search\\.[a-z.-]+|(?:set|vary)\\.[a-z0-9._-]+";
    /** The workload that it waits for, if it waits for one, and the field. */
    private static final Pattern WAITING = Pattern.compile("kept\\.(?:([a-z0-9-]+):)?(target|" + HIDEABLE + ")");
    /** Where it waits, if it does, and the setting. */
    private static final Pattern SETTING = Pattern.compile("(kept\\.(?:[a-z0-9-]+:)?)?(?:set|vary)\\.([a-z0-9._-]+)");

    private FormCarryOver() {}

    // ---- Another workload ----

    /** The form with what had waited for what is chosen now, and without what means something else there. */
    static Form back(Form form, Workload now) {
        Map<String, List<String>> fields = new LinkedHashMap<>(form.fields());
        fields.keySet().removeIf(name -> name.startsWith(KEPT));
        Map<String, List<String>> waiting = new LinkedHashMap<>();
        form.text(WORKLOAD).map(Workloads::named).filter(w -> !w.name().equals(now.name()))
                .ifPresent(w -> setAside(w, now, fields, waiting));
        form.fields().forEach(waiting::putIfAbsent);
        waiting.forEach((name, texts) -> {
            Matcher m = WAITING.matcher(name);
            if (!m.matches()) {
                return;
            }
            boolean ofOther = m.group(1) != null && !m.group(1).equals(now.name());
            if (ofOther) {
                fields.put(name, texts);
            } else if (m.group(2).equals(ExperimentFields.TARGET) || blank(fields.get(m.group(2)))) {
                fields.put(m.group(2), texts);
            }
        });
        return Form.of(fields);
    }

    private static void setAside(Workload before, Workload now, Map<String, List<String>> fields,
            Map<String, List<String>> waiting) {
        for (String name : List.copyOf(fields.keySet())) {
            if (name.equals(ExperimentFields.TARGET)) { // those that can do both stay chosen
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
        Optional<ParamSet.Found> one = before.params().lookUp(m.group(2));
        Optional<ParamSet.Found> other = now.params().lookUp(m.group(2));
        return one.isPresent() && other.isPresent() && !alike(one.get().param().type(), other.get().param().type());
    }

    private static boolean alike(ParamType<?> one, ParamType<?> other) {
        return one.kind().equals(other.kind()) && one.words().equals(other.words());
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
     * there goes what is a single value elsewhere, and from there it becomes the first of the values. Elsewhere the
     * other field is not seen, and keeps the default that a study had.
     */
    static Form replanned(Form form, PlanKind now, Settings settings) {
        boolean study = now == PlanKind.STUDY;
        Optional<PlanKind> before = form.text(PLAN).map(PlanKind::of);
        if (before.isEmpty() || (before.get() == PlanKind.STUDY) == study) {
            return form;
        }
        Map<String, List<String>> fields = new LinkedHashMap<>(form.fields());
        form.fields().keySet().stream().map(SETTING::matcher).filter(Matcher::matches).forEach(m -> {
            String where = Objects.requireNonNullElse(m.group(1), "");
            String set = where + ExperimentFields.SET + m.group(2);
            String vary = where + ExperimentFields.VARY + m.group(2);
            Pair pair = new Pair(m.group(2), form.text(set).orElse("").strip(), form.text(vary).orElse("").strip(),
                    settings);
            Pair chosen = study ? pair.studied() : pair.gathered();
            fields.put(set, List.of(chosen.set));
            fields.put(vary, List.of(chosen.vary));
        });
        return Form.of(fields);
    }

    /** The two fields of a setting. */
    private record Pair(String name, String set, String vary, Settings settings) {

        private Pair with(String set, String vary) {
            return new Pair(name, set, vary, settings);
        }

        private List<String> list(String text) {
            return text.isEmpty() ? List.of() : settings.values(name, text);
        }

        /** For a study; a default that an earlier study had holds again if it is still among the values. */
        Pair studied() {
            List<String> several = list(set);
            return several.size() < 2 ? with(set, "") : with(several.containsAll(list(vary)) ? vary : "", set);
        }

        /** For any other plan. A study tries a single value beside the default, also beside one that was not typed. */
        Pair gathered() {
            List<String> several = list(vary);
            List<String> first = list(!set.isEmpty() || several.size() != 1 ? set : settings.byDefault(name));
            if (several.containsAll(first)) {
                return with(vary, several.size() > 1 ? set : "");
            }
            List<String> union = Stream.of(first, several).flatMap(List::stream).toList();
            return with(settings.joined(name, union), union.size() > 1 ? set : "");
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
            if (!blank(texts) && (waits || name.matches(HIDEABLE) && !shown.contains(name))) {
                texts.forEach(text -> hidden.add(new Hidden(waits ? name : KEPT + name, text)));
            }
        });
        return hidden;
    }
}
