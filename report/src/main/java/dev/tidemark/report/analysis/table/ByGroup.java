package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.report.Cell;

/**
 * What each of several groups of workers did, beside the totals of the run.
 *
 * @param groups   their names, in order; none where all workers were one
 * @param measures those that a group has of its own, under the names that they have without groups
 */
public record ByGroup(List<String> groups, List<Measure> measures) {

    public ByGroup {
        groups = List.copyOf(groups);
        measures = List.copyOf(measures);
    }

    static ByGroup of(Table table) {
        List<String> groups = table.rows().stream().flatMap(r -> r.iterations().stream())
                .flatMap(i -> i.setting(WorkerGroups.NAMES.name()).stream()).map(Setting::text).distinct()
                .flatMap(text -> WorkerGroups.names(text).stream()).distinct().toList();
        List<Measure> measures = new ArrayList<>();
        for (Measure measure : table.measures()) {
            for (String group : groups) {
                QualifiedNames.own(group, measure.name())
                        .filter(name -> measures.stream().noneMatch(m -> m.name().equals(name)))
                        .ifPresent(name -> measures.add(ungrouped(group, name, measure)));
            }
        }
        return new ByGroup(groups, measures);
    }

    private static Measure ungrouped(String group, String name, Measure m) {
        String title = m.title().startsWith(group + ": ") ? m.title().substring(group.length() + 2) : m.title();
        return new Measure(name, title, m.unit(), m.better(), m.decimals(), m.help());
    }

    /** Those measures that are not a single group's. */
    public List<Measure> common(List<Measure> all) {
        return all.stream().filter(m -> groups.stream().noneMatch(g -> QualifiedNames.own(g, m.name()).isPresent()))
                .toList();
    }

    /** The groups that a row has anything of. */
    public List<String> of(Row row) {
        return groups.stream().filter(g -> measures.stream().anyMatch(m -> cell(row, g, m).isPresent())).toList();
    }

    public Optional<Cell> cell(Row row, String group, Measure measure) {
        return row.cell(QualifiedNames.name(group, measure.name()));
    }
}
