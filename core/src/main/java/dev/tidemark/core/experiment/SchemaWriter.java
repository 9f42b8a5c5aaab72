package dev.tidemark.core.experiment;

import static dev.tidemark.core.experiment.Schemas.SCALAR;
import static dev.tidemark.core.experiment.Schemas.object;
import static dev.tidemark.core.experiment.Schemas.oneOrMore;
import static dev.tidemark.core.experiment.Schemas.ordered;
import static dev.tidemark.core.experiment.Schemas.words;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the JSON Schema of an experiment file, from the declarations: of its keys, and of the settings that workloads,
 * drivers and the load have, under each of their names.
 */
public final class SchemaWriter {

    private static final JsonMapper MAPPER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private SchemaWriter() {}

    public static String write() {
        Map<String, Object> schema = ordered("$schema", "https://json-schema.org/draft/2020-12/schema", "title",
                "Tidemark experiment");
        schema.putAll(Schemas.of(ExperimentKeys.ALL));
        return MAPPER.writeValueAsString(schema) + "\n";
    }

    /** One value each. */
    static Map<String, Object> settings() {
        return withGroups(params(), SCALAR);
    }

    /** One or more values each. */
    static Map<String, Object> lists() {
        Map<String, Object> lists = properties(all(), Schemas::oneOrMore);
        lists.put(Planner.TARGET, oneOrMore(Schemas.STRING));
        return withGroups(lists, oneOrMore(SCALAR));
    }

    static Map<String, Object> point() {
        Map<String, Object> point = new LinkedHashMap<>(params());
        point.put(Planner.TARGET, Schemas.STRING);
        return withGroups(point, SCALAR);
    }

    static Map<String, Object> target() {
        Map<String, Object> target = new LinkedHashMap<>(params());
        target.put(TargetReader.DRIVER, words(TargetReader.driverNames(), "the driver it speaks through"));
        return object(target, List.of(TargetReader.DRIVER));
    }

    static Map<String, Object> group() {
        Map<String, Object> group = properties(Workloads.all().stream()
                .<Param<?>>flatMap(w -> ofGroups(w).stream()).toList(), value -> value);
        group.put(GroupReader.NAME,
                Schemas.text("by which its settings and measures are called: NAME.SETTING, NAME.MEASURE"));
        return object(group, List.of(GroupReader.NAME));
    }

    static Map<String, Object> of(String name) {
        return values(all()).get(name);
    }

    static List<String> names() {
        return List.copyOf(params().keySet());
    }

    private static Map<String, Object> params() {
        return properties(all(), value -> value);
    }

    private static List<Param<?>> ofGroups(Workload workload) {
        return Drivers.all().stream().<Param<?>>flatMap(d -> workload.groupParams(d).stream()).toList();
    }

    /** The same with the settings of groups, as in {@code readers.workers}, and names that stand in commands. */
    private static Map<String, Object> withGroups(Map<String, Object> settings, Map<String, Object> value) {
        Map<String, Object> all = new LinkedHashMap<>(object(settings, List.of()));
        all.put("additionalProperties", value);
        all.put("patternProperties", Map.of("^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$", value));
        return all;
    }

    /** Every param; several workloads or drivers may declare one of the same name, with older names of their own. */
    private static List<Param<?>> all() {
        List<Param<?>> params = new ArrayList<>();
        Workloads.all().forEach(w -> params.addAll(w.params().all()));
        Drivers.all().forEach(d -> params.addAll(Rigs.withDriver(d).all()));
        params.addAll(RunParams.ALL.all());
        return params;
    }

    /** By name, older ones among them. */
    private static Map<String, Object> properties(List<Param<?>> params, UnaryOperator<Map<String, Object>> form) {
        Map<String, Object> properties = new TreeMap<>();
        values(params).forEach((name, value) -> properties.put(name, form.apply(value)));
        params.forEach(param -> param.aliases().forEach(alias -> {
            Map<String, Object> value = new LinkedHashMap<>(SCALAR);
            value.put("description", "older name of " + param.name());
            properties.put(alias.name(), form.apply(value));
        }));
        return properties;
    }

    /** By name. Of several params of a name the first, or any of them where they are written differently. */
    private static Map<String, Map<String, Object>> values(List<Param<?>> params) {
        Map<String, Map<Object, Map<String, Object>>> byName = new LinkedHashMap<>();
        for (Param<?> param : params) {
            Map<String, Object> form = new LinkedHashMap<>(value(param));
            form.remove("description");
            byName.computeIfAbsent(param.name(), n -> new LinkedHashMap<>()).putIfAbsent(form, value(param));
        }
        Map<String, Map<String, Object>> values = new LinkedHashMap<>();
        byName.forEach((name, forms) -> values.put(name, forms.size() == 1 ? forms.values().iterator().next()
                : ordered("anyOf", List.copyOf(forms.values()))));
        return values;
    }

    private static Map<String, Object> value(Param<?> param) {
        if (param == LoadParams.BACKGROUND) {
            return ExperimentKeys.BACKGROUND.schema().get();
        }
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("description", describe(param));
        List<String> words = param.type().words();
        if (param.type().isMap()) {
            Map<String, Object> numbers = new LinkedHashMap<>();
            param.type().names().forEach(name -> numbers.put(name, ordered("type", "integer", "minimum", 0)));
            value.put("anyOf", List.of(Schemas.STRING, object(numbers, List.of())));
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

    private static <T> String describe(Param<T> param) {
        String byDefault = param.format(param.defaultValue());
        return param.explained() + " (" + param.type().kind() + ", as " + param.type().example()
                + (byDefault.isEmpty() ? "" : "; default " + byDefault) + ")";
    }
}
