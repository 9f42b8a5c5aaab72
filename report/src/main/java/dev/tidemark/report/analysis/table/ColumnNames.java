package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.result.Measure;

/**
 * The names of a table's columns in addresses and files, where each must mean one column. A measure goes by its own
 * name. So does a setting, unless that is also the name of a measure, or of a column that the table has anyway: then it
 * is {@code setting.NAME}. So the same heading means the same in every report, whichever settings vary in it.
 */
public final class ColumnNames {

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> measures = new LinkedHashMap<>();

    /**
     * @param own      names of columns that are neither setting nor measure
     * @param endings  of the columns that a measure has beside its own, as {@code .low}
     */
    public static ColumnNames of(List<String> own, List<String> settings, List<Measure> measures,
            List<String> endings) {
        return new ColumnNames(own, settings, measures.stream().map(Measure::name).toList(), endings);
    }

    /** The columns of a table on a page: settings and measures alone. */
    public static ColumnNames of(Table table) {
        return of(List.of(), table.dimensions().columns(), table.common(), List.of());
    }

    private ColumnNames(List<String> own, List<String> settings, List<String> measures, List<String> endings) {
        Set<String> taken = new HashSet<>(own);
        for (String measure : measures) {
            String name = free("measure", measure, Stream.concat(own.stream(), measures.stream()
                    .filter(m -> !m.equals(measure))).toList());
            this.measures.put(measure, name);
            taken.add(name);
            endings.forEach(ending -> taken.add(name + ending));
        }
        for (String setting : settings) {
            this.settings.put(setting, free("setting", setting, Stream.concat(taken.stream(), settings.stream()
                    .filter(s -> !s.equals(setting))).toList()));
        }
    }

    private static String free(String kind, String name, List<String> taken) {
        String free = name;
        while (taken.contains(free)) {
            free = kind + "." + free;
        }
        return free;
    }

    /** All of them: the settings' first. */
    public List<String> all() {
        List<String> all = new ArrayList<>(settings.values());
        all.addAll(measures.values());
        return all;
    }

    /** The column of a setting; empty where the table has none. */
    public Optional<String> setting(String setting) {
        return Optional.ofNullable(settings.get(setting));
    }

    /** The column of a measure; empty where the table has none. */
    public Optional<String> measure(String measure) {
        return Optional.ofNullable(measures.get(measure));
    }

    /** The setting in a column; empty where a measure stands in it. */
    public Optional<String> settingIn(String column) {
        return key(settings, column);
    }

    /** The measure in a column; empty where a setting stands in it. */
    public Optional<String> measureIn(String column) {
        return key(measures, column);
    }

    private static Optional<String> key(Map<String, String> columns, String column) {
        return columns.entrySet().stream().filter(e -> e.getValue().equals(column)).map(Map.Entry::getKey).findFirst();
    }
}
