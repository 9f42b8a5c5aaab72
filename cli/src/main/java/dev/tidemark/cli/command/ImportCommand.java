package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.CsvImportOptions;
import dev.tidemark.app.ExchangeDirectory;
import dev.tidemark.app.Workbench;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.FlagParser;
import dev.tidemark.cli.support.Terminal;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.transfer.ImportSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark import FILE.zip}, {@code tidemark import FILE.csv --label L}. */
@Command(name = "import", description = "Reads results exported elsewhere (zip) or measured by other tools (tables "
        + "in text).")
final class ImportCommand extends ContextCommand {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "a .zip from export, a table with a row per result (.csv, "
            + ".tsv, .txt, .jtl), what pgbench, sysbench, HammerDB, fio, memtier_benchmark, hyperfine, JMH or YCSB wrote, "
            + "pgbench's logs, or a folder of basho_bench's KIND_latencies.csv; of several files rows of equal settings are "
            + "rounds")
    private List<Path> files;

    @Option(names = "--label", paramLabel = "LABEL", description = "table: the label of the imported rows")
    private String label;

    @Option(names = "--workload", paramLabel = "NAME", defaultValue = "",
            description = "table: the workload whose params and measures the columns are [of known tables theirs, "
                    + "else ingest]")
    private String workload;

    @Option(names = "--target", paramLabel = "DRIVER", defaultValue = Drivers.USUAL,
            description = "table: the driver whose params and measures the columns are [" + Drivers.USUAL + "]")
    private String target;

    @Option(names = "--map", paramLabel = "COLUMN=NAME", arity = "1",
            description = "table: what a column is: a param, a measure, tag:NAME, or ignore; a unit may follow")
    private List<String> maps = List.of();

    @Option(names = "--default", paramLabel = "NAME=VALUE", arity = "1",
            description = "table: the default of a setting, for 'others at their defaults'")
    private List<String> defaults = List.of();

    @Option(names = "--set", paramLabel = "NAME=VALUE", arity = "1",
            description = "table: a setting of every row that has no column")
    private List<String> fixed = List.of();

    @Override
    protected int run(CommandContext commandContext) {
        boolean table = files.size() > 1 || ExchangeDirectory.isTable(files.getFirst(), files.getFirst().toString(),
                label != null);
        if (table && label == null) {
            throw new InvalidInputException(files.getFirst() + ": name the label of the imported rows with --label");
        }
        if (!table) {
            requireNoneOfTables();
        }
        ImportSummary importSummary = imported(commandContext.workbench(), table);
        commandContext.say("Imported " + importSummary.iterations()
                + (importSummary.iterations() == 1 ? " iteration" : " iterations")
                + (importSummary.known() > 0 ? "; " + importSummary.known() + " were there already" : "")
                + ". Look at them with: " + Terminal.command(Stream.concat(Stream.of("report"),
                importSummary.labels().stream()).toArray(String[]::new)));
        importSummary.together().ifPresent(commandContext::say);
        return ExitStatus.DONE;
    }

    /** An export tells all itself that the options of this command say of a table. */
    private void requireNoneOfTables() {
        spec.commandLine().getParseResult().matchedOptions().stream().filter(o -> !o.inherited()).findFirst()
                .ifPresent(option -> {
                    throw new InvalidInputException(files.getFirst() + ": " + option.longestName()
                            + " is for a table; an export keeps the labels, settings and measures that it has");
                });
    }

    private ImportSummary imported(Workbench workbench, boolean table) {
        Path first = files.getFirst();
        Optional<CsvImportOptions> options = Optional.ofNullable(label).map(l -> new CsvImportOptions(l, workload, target, maps,
                pairs("--default", defaults), pairs("--set", fixed)));
        return files.size() > 1 ? workbench.importTables(files, options.orElseThrow())
                : workbench.importFile(first, (table ? first.getFileName() : first).toString(), options);
    }

    private static Map<String, String> pairs(String flag, List<String> texts) {
        Map<String, String> pairs = new LinkedHashMap<>();
        texts.stream().map(t -> FlagParser.pair(flag, t)).forEach(p -> pairs.put(p.getKey(), p.getValue()));
        return pairs;
    }
}
