package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.Cell;

/**
 * The iterations of one point, folded.
 *
 * @param point      value of every varied setting, by name
 * @param iterations its usable iterations in order of execution
 * @param cells      measures that have a value, by name
 * @param best       whether it belongs to the best group: the best row and all that are not significantly worse
 * @param durability what an acknowledged write of its runs survives: the weakest that any of them states; empty where
 *                   none does, as where nothing is written
 */
public record Row(Map<String, SettingValue> point, List<Iteration> iterations, Map<String, Cell> cells, boolean best,
        Optional<Durability> durability) {

    public Row {
        point = Map.copyOf(point);
        iterations = List.copyOf(iterations);
        cells = Map.copyOf(cells);
    }

    /** A row whose durability is what its iterations state. */
    public Row(Map<String, SettingValue> point, List<Iteration> iterations, Map<String, Cell> cells, boolean best) {
        this(point, iterations, cells, best, Durability.weakest(iterations.stream()
                .flatMap(i -> i.setting(Durability.FACT).stream()).flatMap(s -> Durability.of(s.text()).stream())
                .toList()));
    }

    public SettingValue level(String name) {
        return point.getOrDefault(name, SettingValue.ABSENT);
    }

    public Optional<Cell> cell(String measure) {
        return Optional.ofNullable(cells.get(measure));
    }

    /** The same of runs that were made elsewhere. */
    Row measuredElsewhere() {
        Map<String, Cell> elsewhere = new HashMap<>();
        cells.forEach((name, cell) -> elsewhere.put(name, cell.measuredElsewhere()));
        return new Row(point, iterations, elsewhere, best, durability);
    }

    Row inBestGroup() {
        return new Row(point, iterations, cells, true, durability);
    }
}
