package dev.tidemark.cli;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.experiment.ExperimentKeys;
import dev.tidemark.core.param.Alias;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;

/** Writes the reference pages of the manual, in Markdown, from the declarations. */
final class ReferenceWriter {

    /** What each capability is called in the manual; one that is not among them has its own word. */
    private static final Map<Capability, String> CAPABILITIES = new EnumMap<>(Map.ofEntries(
            Map.entry(Capability.DOCUMENT_WRITER, "Documents, for [ingest](ingest.md)"),
            Map.entry(Capability.DOCUMENT_READER, "Documents read back, for `verify` and content export"),
            Map.entry(Capability.KEYSPACES, "Numbered keys, for [random-io](random-io.md)"),
            Map.entry(Capability.ASYNC_KEYSPACES, "Several operations in progress per worker, `queue-depth`"),
            Map.entry(Capability.KEY_VALUES, "get, put and update, for [volume](volume.md)"),
            Map.entry(Capability.TRANSACTIONS, "Several updates committed together: all of them or none"),
            Map.entry(Capability.DELETE, "delete"),
            Map.entry(Capability.HEAD, "head: whether a key is there and how large its value is"),
            Map.entry(Capability.INDEX, "Index entries with a put; range queries"),
            Map.entry(Capability.SCAN, "scan"),
            Map.entry(Capability.WALK, "Walk over keys, heads or values"),
            Map.entry(Capability.COMPACT, "Compact on request"),
            Map.entry(Capability.SNAPSHOT, "Snapshot"),
            Map.entry(Capability.MAINTENANCE, "Upkeep on request, by the [background tasks](background.md) "
                    + "checkpoint, reindex, save or repair"),
            Map.entry(Capability.STATEMENTS, "Your own statements, for [script](script.md)"),
            Map.entry(Capability.STATEMENT_PIPELINES, "Pipelines of statements, for [script](script.md#pipelines)"),
            Map.entry(Capability.STATEMENT_COPY, "Rows in bulk (`way: copy`), for [script](script.md#your-own-data)"),
            Map.entry(Capability.SEARCH, "Search for words, for [query](query.md)"),
            Map.entry(Capability.VECTOR_SEARCH, "Search by vectors, for [query](query.md)"),
            Map.entry(Capability.API_STYLES, "Styles of its client's API, for [api](api.md)")));

    private ReferenceWriter() {}

    /** File name to content of every reference page. */
    static Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        for (Workload workload : Workloads.all()) {
            pages.put("workload-" + workload.name() + ".md", page("Workload `" + workload.name() + "`",
                    workload.question(), workload.params(), workload.measures()) + groups(workload)
                    + presets(workload) + expectations(workload));
        }
        for (Driver driver : Drivers.all()) {
            pages.put("driver-" + driver.name() + ".md", page("Driver `" + driver.name() + "`", intro(driver),
                    Rigs.withDriver(driver), driver.measures()) + durability(driver) + styles(driver));
        }
        for (Rig rig : Rigs.all()) {
            pages.put("rig-" + rig.name() + ".md", page("Rig `" + rig.name() + "`", rig.summary(), rig.params(),
                    MeasureSet.of()));
        }
        pages.put("load.md", page("Settings of every run", "How operations are offered and recorded, whatever the "
                + "workload.", RunParams.ALL, MeasureSet.of()));
        return pages;
    }

    private static String intro(Driver driver) {
        return driver.summary() + (driver.compaction().isEmpty() ? ""
                : "\n\nThe background task `compact`: " + driver.compaction());
    }

    /** A table of what the drivers declare that their sessions can do. */
    static String capabilities() {
        List<Driver> drivers = Drivers.all();
        StringBuilder table = new StringBuilder("| | ").append(drivers.stream().map(Driver::name)
                .collect(Collectors.joining(" | "))).append(" |\n| ---").append(" | ---".repeat(drivers.size()))
                .append(" |\n");
        for (Capability capability : Capability.values()) {
            table.append("| ").append(CAPABILITIES.getOrDefault(capability, Types.word(capability))).append(" | ")
                    .append(drivers.stream().map(d -> d.capabilities().contains(capability) ? "yes" : "–")
                            .collect(Collectors.joining(" | "))).append(" |\n");
        }
        return table.toString();
    }

    /** A table of the keys of an experiment file. */
    static String keys() {
        StringBuilder table = new StringBuilder("| Key | Holds | Default |\n| --- | --- | --- |\n");
        ExperimentKeys.ALL.forEach(key -> table.append("| `").append(key.name()).append("` | ")
                .append(cell(key.docs().getFirst())).append(" | ").append(orDash(key.docs().getLast())).append(" |\n"));
        return table.toString();
    }

    private static String page(String title, String intro, ParamSet params, MeasureSet measures) {
        StringBuilder page = new StringBuilder("<!-- Generated from the declarations in the code. -->\n# ")
                .append(title).append("\n\n").append(intro).append("\n\n## Settings\n\n")
                .append("| Setting | Default | Written as | Meaning | Older names |\n"
                        + "| --- | --- | --- | --- | --- |\n");
        params.all().forEach(param -> page.append(row(param)));
        if (!measures.all().isEmpty()) {
            page.append("\n## Measures\n\n| Measure | Heading | Unit | Meaning |\n| --- | --- | --- | --- |\n");
            measures.all().forEach(measure -> page.append(row(measure)));
        }
        return page.toString();
    }

    private static <T> String row(Param<T> param) {
        return "| `" + param.name() + "` | " + orDash(param.format(param.defaultValue())) + " | "
                + written(param) + " | " + cell(param.explained()) + " | "
                + orDash(String.join("; ", param.aliases().stream().map(ReferenceWriter::alias).toList())) + " |\n";
    }

    private static String written(Param<?> param) {
        return (param.type().words().isEmpty() ? param.type().kind() + ", as " : "") + cell(param.type().example())
                + (param.absent() == null ? "" : ", or " + param.absent());
    }

    private static String alias(Alias alias) {
        List<String> notes = new ArrayList<>();
        if (!alias.unit().isEmpty()) {
            notes.add("in " + alias.unit());
        }
        alias.values().entrySet().stream().sorted(Map.Entry.comparingByKey()).filter(e -> !e.getKey().isEmpty())
                .forEach(e -> notes.add(e.getKey() + " = " + e.getValue()));
        return "`" + alias.name() + "`" + (notes.isEmpty() ? "" : " (" + String.join(", ", notes) + ")");
    }

    private static String row(Measure measure) {
        return "| `" + measure.name() + "` | " + cell(measure.title()) + " | " + orDash(measure.unit()) + " | "
                + cell(measure.help()) + " |\n";
    }

    private static String groups(Workload workload) {
        return workload.groupParams().isEmpty() ? "" : "\n## Groups of workers\n\nEach group can have its own: "
                + names(Drivers.all().stream().flatMap(d -> workload.groupParams(d).stream()).map(Param::name)
                        .distinct().toList()) + "; it is written as "
                + "`GROUP.SETTING`, or under `groups`.\n\nEach has its own measures, named `GROUP.MEASURE`: "
                + names(workload.groupMeasures().stream().map(Measure::name).toList()) + ".\n";
    }

    private static String names(List<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }

    private static String presets(Workload workload) {
        StringBuilder text = new StringBuilder();
        workload.presets().forEach((name, settings) -> {
            text.append("\n## Preset `").append(name).append("`\n\n| Setting | Value |\n| --- | --- |\n");
            settings.forEach((param, value) -> text.append("| `").append(param).append("` | ").append(cell(value))
                    .append(" |\n"));
        });
        return text.toString();
    }

    private static String expectations(Workload workload) {
        StringBuilder text = new StringBuilder();
        workload.expectations().forEach((name, conditions) -> {
            text.append("\n## Expectation `").append(name).append("`\n\n| Measure | Condition |\n| --- | --- |\n");
            conditions.forEach((measure, condition) -> text.append("| `").append(measure).append("` | ")
                    .append(cell(condition)).append(" |\n"));
        });
        return text.toString();
    }

    /** What the settings leave open: those say it themselves. */
    private static String durability(Driver driver) {
        StatedDurability stated = driver.durability();
        if (stated.equals(StatedDurability.NOTHING)) {
            return "";
        }
        StringBuilder text = new StringBuilder("\n## Durability\n\nSee [durability classes](../durability.md).\n\n");
        boolean ownIndex = driver.params().lookUp(SearchParams.INDEX).isPresent();
        stated.always().ifPresent(d -> text.append(ownIndex ? "An index that Tidemark makes: `" : "Always: `")
                .append(d.word()).append("`.\n"));
        if (!stated.rules().isEmpty()) {
            text.append("| Found at the server | Is | Class |\n| --- | --- | --- |\n");
            stated.rules().forEach(rule -> text.append("| ").append(each(rule, f -> "`" + f.name() + "`"))
                    .append(" | ").append(each(rule, f -> (f.equal() ? "" : "not ") + cell(f.text()))).append(" | `")
                    .append(rule.stated().word()).append("` |\n"));
        }
        return text.toString();
    }

    private static String each(StatedDurability.Rule rule, Function<StatedDurability.Fact, String> word) {
        return rule.facts().stream().map(word).collect(Collectors.joining(", "));
    }

    private static String styles(Driver driver) {
        if (driver.styles().isEmpty()) {
            return "";
        }
        StringBuilder table = new StringBuilder("\n## Styles\n\nOf its client's API, for the workload "
                + "[api](../api.md).\n\n| Style | Protocol | A request | Steps | What it exercises |\n"
                + "| --- | --- | --- | --- | --- |\n");
        driver.styles().forEach(s -> table.append("| `").append(s.name()).append("` | ").append(s.protocol())
                .append(" | ").append(request(s)).append(" | ").append(String.join(", ", s.steps())).append(" | ")
                .append(cell(s.summary()))
                .append(s.durability().map(d -> "; durability: `" + d.word() + "`").orElse("")).append(" |\n"));
        return table.toString();
    }

    private static String request(ApiStyle style) {
        String one = switch (style.input()) {
            case NONE -> "";
            case OBJECT -> "object";
            case TREE -> "JSON tree";
            case TEXT -> "JSON text";
        };
        return style.noop() ? "stores nothing" : style.batches() ? "a batch of " + one + "s" : "one " + one;
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "–" : cell(text);
    }

    static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
