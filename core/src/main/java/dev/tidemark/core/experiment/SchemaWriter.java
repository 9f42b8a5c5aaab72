package dev.tidemark.core.experiment;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.load.background.TaskKind;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Experiment.Order;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes the JSON Schema of an experiment file, from the declarations. */
public final class SchemaWriter {

    private static final JsonMapper MAPPER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private SchemaWriter() {}

    public static String write() {
        return MAPPER.writeValueAsString(schema()) + "\n";
    }

    private static Map<String, Object> schema() {
        Map<String, Object> params = new TreeMap<>();
        Map<String, Object> lists = new TreeMap<>();
        Map<String, Map<String, Object>> values = values(allParams());
        values.forEach((name, value) -> {
            params.put(name, value);
            lists.put(name, oneOrMore(value));
        });
        for (Param<?> param : allParams()) {
            param.aliases().forEach(alias -> {
                params.put(alias.name(), aliasValue(param));
                lists.put(alias.name(), oneOrMore(aliasValue(param)));
            });
        }
        lists.put("target", oneOrMore(Map.of("type", "string")));
        Map<String, Object> ofGroup = new TreeMap<>();
        ofGroup.put("name", text("by which its settings and measures are called: NAME.SETTING, NAME.MEASURE"));
        List<Param<?>> groupParams = Workloads.all().stream().<Param<?>>flatMap(w -> w.groupParams().stream()).toList();
        ofGroup.putAll(values(groupParams));
        groupParams.forEach(p -> p.aliases().forEach(alias -> ofGroup.put(alias.name(), aliasValue(p))));
        Map<String, Object> target = new LinkedHashMap<>(params);
        target.put("driver", words(Drivers.all().stream().map(Driver::name).toList(), "the driver it speaks through"));
        Map<String, Object> point = new LinkedHashMap<>(params);
        point.put("target", Map.of("type", "string"));

        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("label", text("groups the iterations in reports; the workload's name by default"));
        properties.put("workload", words(Workloads.all().stream().map(Workload::name).toList(), "what is done"));
        properties.put("preset", words(Workloads.all().stream().flatMap(w -> w.presets().keySet().stream()).toList(),
                "a named set of settings, under those of set"));
        properties.put("target", text("a driver, a stored target, or a name under targets"));
        properties.put("targets", ordered("description", "named targets, a driver and its settings each; or a list of "
                + "stored targets and drivers", "anyOf", List.of(
                ordered("type", "object", "additionalProperties", object(target, List.of("driver"))),
                ordered("type", "array", "minItems", 1, "items", Map.of("type", "string")))));
        properties.put("tags", ordered("type", "object", "description", "free names and values recorded with the run",
                "additionalProperties", SCALAR));
        properties.put("set", withGroups(object(params, List.of()), SCALAR));
        properties.put("vary", withGroups(object(lists, List.of()), oneOrMore(SCALAR)));
        properties.put("mix", values.get("mix"));
        properties.put("groups", ordered("type", "array", "minItems", 1, "description",
                "worker groups that run side by side, each with what it does otherwise than set says", "items",
                object(ofGroup, List.of("name"))));
        Map<String, Object> tasks = tasks();
        properties.put("background", tasks);
        properties.put("timetables", ordered("type", "object", "description",
                "named lists of background tasks, which the setting background can have as its value",
                "additionalProperties", tasks));
        properties.put("points", ordered("type", "array", "minItems", 1, "items",
                withGroups(object(point, List.of()), SCALAR)));
        properties.put("plan", plan());
        properties.put("search", search(params.keySet()));
        properties.put("expect", expect());
        properties.put("seed", ordered("type", "integer", "description", "from which every random choice follows"));

        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Tidemark experiment");
        schema.putAll(object(properties, List.of("workload")));
        return schema;
    }

    /** The same with the settings of groups, as in {@code readers.workers}. */
    private static Map<String, Object> withGroups(Map<String, Object> settings, Map<String, Object> value) {
        Map<String, Object> all = new LinkedHashMap<>(settings);
        all.put("patternProperties", Map.of("^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$", value));
        return all;
    }

    private static final Map<String, Object> SCALAR = Map.of("type", List.of("string", "number", "boolean"));

    /** Every param; several workloads or drivers may declare one of the same name, with older names of their own. */
    private static List<Param<?>> allParams() {
        List<Param<?>> params = new ArrayList<>();
        Workloads.all().forEach(w -> params.addAll(w.params().all()));
        Drivers.all().forEach(d -> params.addAll(d.params().all()));
        params.addAll(RunParams.ALL.all());
        return params;
    }

    /** By name. Of several params of a name the first, or any of them where they are written differently. */
    private static Map<String, Map<String, Object>> values(List<Param<?>> params) {
        Map<String, Set<Map<String, Object>>> byName = new LinkedHashMap<>();
        Map<String, Set<Object>> forms = new LinkedHashMap<>();
        for (Param<?> param : params) {
            Map<String, Object> form = new LinkedHashMap<>(value(param));
            form.remove("description");
            if (forms.computeIfAbsent(param.name(), n -> new LinkedHashSet<>()).add(form)) {
                byName.computeIfAbsent(param.name(), n -> new LinkedHashSet<>()).add(value(param));
            }
        }
        Map<String, Map<String, Object>> values = new LinkedHashMap<>();
        byName.forEach((name, several) -> values.put(name, several.size() == 1 ? several.iterator().next()
                : ordered("anyOf", List.copyOf(several))));
        return values;
    }

    private static Map<String, Object> value(Param<?> param) {
        if (param == LoadParams.BACKGROUND) {
            return tasks();
        }
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("description", describe(param));
        List<String> words = param.type().words();
        if (param.type().isMap()) {
            Map<String, Object> numbers = new LinkedHashMap<>();
            param.type().names().forEach(name -> numbers.put(name, ordered("type", "integer", "minimum", 0)));
            value.put("anyOf", List.of(ordered("type", "string"), object(numbers, List.of())));
        } else if (words.isEmpty()) {
            value.putAll(SCALAR);
        } else if (words.contains("true")) {
            value.put("type", List.of("boolean", "string"));
        } else {
            List<String> all = new ArrayList<>(words);
            Optional.ofNullable(param.absent()).ifPresent(all::add);
            value.put("enum", all);
        }
        return value;
    }

    private static Map<String, Object> aliasValue(Param<?> param) {
        Map<String, Object> value = new LinkedHashMap<>(SCALAR);
        value.put("description", "older name of " + param.name());
        return value;
    }

    private static <T> String describe(Param<T> param) {
        String byDefault = param.format(param.defaultValue());
        return param.help() + " (" + param.type().kind() + ", as " + param.type().example()
                + (byDefault.isEmpty() ? "" : "; default " + byDefault) + ")";
    }

    private static Map<String, Object> oneOrMore(Map<String, Object> value) {
        return Map.of("anyOf", List.of(value, ordered("type", "array", "minItems", 1, "items", value)));
    }

    private static Map<String, Object> expect() {
        Map<String, Object> conditions = ordered("type", "object", "description",
                "conditions on measures, as in response.p99: \"< 50ms\"", "additionalProperties", SCALAR);
        Map<String, Object> name = words(Workloads.all().stream().flatMap(w -> w.expectations().keySet().stream())
                .toList(), "a named set of conditions");
        return Map.of("anyOf", List.of(conditions, name, ordered("type", "array", "minItems", 1, "items",
                Map.of("anyOf", List.of(conditions, name)))));
    }

    private static Map<String, Object> plan() {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("space", words(ExperimentReader.spaces(),
                "which points there are; ramp: a matrix with a ramp at every point"));
        parts.put("order", words(ExperimentReader.words(Order.class), "the order within a round"));
        parts.put("repeat", ordered("type", "integer", "minimum", 1, "description", "rounds"));
        parts.put("fork", words(ExperimentReader.words(Fork.class), "what gets a fresh process"));
        return Map.of("anyOf", List.of(words(ExperimentReader.spaces(), "the space alone"), object(parts, List.of())));
    }

    private static Map<String, Object> search(Set<String> params) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("param", words(List.copyOf(params), "the setting that grows; workers by default"));
        parts.put("steps", oneOrMore(ordered("type", List.of("string", "number"), "description",
                "a value, +10 for so much more, x2 for so many times; the last goes on")));
        parts.put("until", ordered("type", "object", "description",
                "when it ends, as in response.mean: \"> 10ms\" for two steps, gain: \"< 10%\"", "additionalProperties",
                SCALAR));
        parts.put("for", ordered("type", "string", "description", "how long a step lasts: the setting duration"));
        return ordered("description", "what is looked for at every point, in iterations one after the other", "anyOf",
                List.of(words(List.of(SearchReader.RAMP), "a ramp over workers"),
                        object(Map.of(SearchReader.RAMP, object(parts, List.of())), List.of(SearchReader.RAMP))));
    }

    private static Map<String, Object> tasks() {
        Map<String, Object> task = new LinkedHashMap<>();
        task.put(BackgroundReader.DO, words(Types.oneOf(TaskKind.class).words(), "the task"));
        task.put("at", text("when it is started first, from the first slot on, as 30m"));
        task.put("every", text("how long after a start the next one is due, as 10m"));
        task.put("window", text("outside of which it is not started, as 1h..2h"));
        task.put("throttle", ordered("type", List.of("string", "number"), "description",
                "rows per second at most, as 20k/s"));
        task.put("instances", words(ExperimentReader.words(ScheduledTask.Instances.class),
                "how several instances are done"));
        task.put("run", text("the program, for command"));
        return ordered("description",
                "tasks that run concurrently with the load, and when; a timetable's name; or none", "anyOf",
                List.of(Map.of("type", "string"), ordered("type", "array", "minItems", 1, "items",
                        object(task, List.of(BackgroundReader.DO)))));
    }

    private static Map<String, Object> words(List<String> words, String description) {
        return ordered("enum", words, "description", description);
    }

    private static Map<String, Object> text(String description) {
        return ordered("type", "string", "description", description);
    }

    private static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        return ordered("type", "object", "properties", properties, "required", required, "additionalProperties", false);
    }

    /** A map that keeps its order, so that the schema is the same each time it is written. */
    private static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
