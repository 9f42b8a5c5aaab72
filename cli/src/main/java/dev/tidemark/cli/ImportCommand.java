package dev.tidemark.cli;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.Workloads;
import dev.tidemark.store.CsvImport;
import dev.tidemark.store.Imported;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark import FILE.zip}, {@code tidemark import FILE.csv --label L}. */
@Command(name = "import", description = "Reads results exported elsewhere (zip) or measured by other tools (csv).")
final class ImportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "a .zip from export, or a .csv with a row per result")
    private Path file;

    @Option(names = "--label", paramLabel = "LABEL", description = "csv: the label that the rows become")
    private String label;

    @Option(names = "--workload", paramLabel = "NAME", defaultValue = "ingest",
            description = "csv: the workload whose params and measures the columns are [ingest]")
    private String workload;

    @Option(names = "--target", paramLabel = "DRIVER", defaultValue = "rocksdb",
            description = "csv: the driver whose params and measures the columns are [rocksdb]")
    private String target;

    @Option(names = "--map", paramLabel = "COLUMN=NAME", arity = "1",
            description = "csv: what a column is: a param, a measure, tag:NAME, or ignore; a unit may follow")
    private List<String> maps = List.of();

    @Option(names = "--default", paramLabel = "NAME=VALUE", arity = "1",
            description = "csv: the default of a setting, for 'others at their defaults'")
    private List<String> defaults = List.of();

    @Option(names = "--set", paramLabel = "NAME=VALUE", arity = "1",
            description = "csv: a setting of every row that has no column")
    private List<String> fixed = List.of();

    @Override
    public Integer call() {
        boolean csv = file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".csv");
        if (csv && label == null) {
            throw new BadInput(file + ": name the label that the rows become with --label");
        }
        try (Office office = Office.open(spec)) {
            Imported imported = csv ? office.workbench().store().importTable(table().read(file))
                    : office.workbench().store().importZip(file);
            office.say("Imported " + imported.iterations() + (imported.iterations() == 1 ? " iteration" : " iterations")
                    + (imported.known() > 0 ? "; " + imported.known() + " were there already" : "")
                    + ". Look at them with: ./tidemark report " + String.join(" ", imported.labels()));
            return ExitStatus.DONE;
        }
    }

    private CsvImport table() {
        Workload of = Workloads.named(workload);
        Driver driver = Drivers.named(target);
        return new CsvImport(label, of.name(), of.objective(), Planner.params(of, driver),
                of.measures().plus(driver.measures()), maps, pairs("--default", defaults), pairs("--set", fixed));
    }

    private static Map<String, String> pairs(String flag, List<String> texts) {
        Map<String, String> pairs = new LinkedHashMap<>();
        texts.stream().map(t -> Flags.pair(flag, t)).forEach(p -> pairs.put(p.getKey(), p.getValue()));
        return pairs;
    }
}
