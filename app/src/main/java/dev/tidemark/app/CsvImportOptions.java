package dev.tidemark.app;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.transfer.CsvImport;

/**
 * How a table of results that were measured elsewhere is to be read; see {@link CsvImport}.
 *
 * @param label    the label that the rows become
 * @param workload whose params and measures the columns are; empty for what the table is of
 * @param driver   whose params and measures the columns are, too
 * @param maps     what columns are, {@code COLUMN=TARGET}
 * @param defaults the default point, name to text
 * @param fixed    settings of every row that have no column, name to text
 */
public record CsvImportOptions(String label, String workload, String driver, List<String> maps,
        Map<String, String> defaults, Map<String, String> fixed) {

    private static final String USUAL = "ingest";
    /** What basho_bench measured, whose results are a folder. */
    private static final String OF_FOLDER = "volume";

    /** With the workload that a file is of, where none is named. */
    CsvImportOptions of(Path file, String name) {
        return !workload.isEmpty() ? this : Files.isDirectory(file) ? with(OF_FOLDER)
                : with(CsvImport.workloadOf(file, name, (w, headings) -> with(w).columns().known(headings))
                        .orElse(USUAL));
    }

    private CsvImportOptions with(String named) {
        return new CsvImportOptions(label, named, driver, maps, defaults, fixed);
    }

    CsvImport columns() {
        Workload of = Workloads.named(workload);
        Driver importedDriver = Drivers.named(driver);
        return new CsvImport(label, of.name(), of.objective(), Planner.params(of, importedDriver),
                of.measures().headedAs(importedDriver.measures()).plus(importedDriver.measures()), maps, defaults,
                fixed);
    }
}
