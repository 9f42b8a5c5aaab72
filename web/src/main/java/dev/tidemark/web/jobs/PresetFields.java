package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.web.http.Form;

/**
 * What a preset puts into the fields that one sees. Whatever a person typed stays; what a preset put there goes with it
 * when another is chosen. The experiment names the preset, so that only what differs from it is written down.
 *
 * @param name   of the preset; empty for none
 * @param values setting to text, but for those that a chosen target has a value of its own for, which holds
 */
record PresetFields(String name, Map<String, String> values) {

    /** Says which preset's values a form has in its fields. */
    static final String FILLED = "was.preset";
    private static final String PRESET = "preset";

    /** @param own settings of the chosen targets */
    static PresetFields of(Form form, Workload workload, Set<String> own) {
        String name = form.text(PRESET).orElse("");
        Map<String, String> values = new LinkedHashMap<>(workload.presets().getOrDefault(name, Map.of()));
        values.keySet().removeAll(own);
        return new PresetFields(name, values);
    }

    /** The form without what an earlier preset has put there, when another is chosen or another workload. */
    static Form emptied(Form form, Workload now) {
        String before = form.text(FILLED).orElse("");
        Workload workload = form.text(FormCarryOver.WORKLOAD).map(Workloads::named).orElse(now);
        if (before.isEmpty() || fills(form, now)) {
            return form;
        }
        Map<String, List<String>> fields = new LinkedHashMap<>(form.fields());
        workload.presets().getOrDefault(before, Map.of()).forEach((setting, text) ->
                fields.remove(ExperimentFields.SET + setting, List.of(text)));
        return Form.of(fields);
    }

    /** Whether the fields have the values of the preset that is chosen already. */
    private static boolean fills(Form form, Workload now) {
        return form.text(FILLED).equals(form.text(PRESET))
                && form.text(FormCarryOver.WORKLOAD).map(now.name()::equals).orElse(true);
    }

    /**
     * The form with the values of a preset that has just been chosen, where nothing else is typed.
     *
     * @param sent the form as it came
     * @param shown names of the settings that have fields
     */
    Form filled(Form form, Form sent, Workload now, Set<String> shown) {
        if (name.isEmpty() || fills(sent, now)) {
            return form;
        }
        Map<String, List<String>> fields = new LinkedHashMap<>(form.fields());
        values.forEach((setting, text) -> {
            if (shown.contains(setting) && form.text(ExperimentFields.SET + setting).isEmpty()) {
                fields.put(ExperimentFields.SET + setting, List.of(text));
            }
        });
        return Form.of(fields);
    }

    /** Whether that is what the preset says of a setting. */
    boolean says(String setting, String text) {
        return text.strip().equals(values.get(setting));
    }
}
