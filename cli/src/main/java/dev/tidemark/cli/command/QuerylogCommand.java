package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.Terminal;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.data.search.QueryLog;
import dev.tidemark.core.data.search.QueryLogStatistics.Busiest;
import dev.tidemark.core.data.search.QueryLogStatistics.Lengths;
import dev.tidemark.core.data.search.QueryLogStatistics;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Types;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.write.JsonReport;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark querylog FILE}. */
@Command(name = "querylog", description = {"Tells what a log of queries holds: how fast they came, how many repeat "
        + "earlier ones, how long they are, and which are the most frequent.",
    "Reads a query on each line, times and queries, tables with a column of queries, JSON, requests as a console has "
            + "them, Solr's request log, the slow log of OpenSearch and the access logs of web servers; "
            + "also compressed by gzip."})
final class QuerylogCommand extends ContextCommand {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    @Parameters(paramLabel = "FILE", description = "the log")
    private Path file;

    @Option(names = "--top", paramLabel = "N", defaultValue = "10",
            description = "most frequent queries that are listed [10]")
    private int top;

    @Option(names = "--arrivals", paramLabel = "FILE", description = "write when the queries were asked into "
            + "a file, for arrivals-trace")
    private Path arrivals;

    @ArgGroup
    private Form form = new Form();

    /** At most one of these. */
    static final class Form {
        @Option(names = "--tsv", description = "tab-separated values, as into a pipe or a file")
        private boolean tsv;

        @Option(names = "--json", description = "JSON, versioned")
        private boolean json;
    }

    @Override
    protected int run(CommandContext commandContext) {
        if (top < 0) {
            throw new InvalidInputException("--top: " + top + " is less than 0");
        }
        QueryLog log = QueryLog.readEither(file);
        QueryLogStatistics statistics = QueryLogStatistics.of(log, top);
        if (arrivals != null) {
            write(log);
        }
        if (form.json) {
            commandContext.out().print(JsonReport.queryLog(file.toString(), log, statistics));
        } else if (form.tsv || !commandContext.terminal().outIsTerminal()) {
            forPrograms(commandContext, log, statistics);
        } else {
            forPeople(commandContext, log, statistics);
        }
        if (arrivals != null) {
            commandContext.say("Wrote when they were asked to " + arrivals + (log.inWholeSeconds()
                    ? ", those of one second evenly within it, as the log has whole seconds" : "")
                    + ". Replay them with: " + Terminal.command("query", "--query-log", file.toString(), "--arrivals",
                    "trace", "--arrivals-trace", arrivals.toString(), "--warm-up-queries", "none"));
            otherwiseAsked(log.ids().length).ifPresent(commandContext::say);
        }
        log.complaint().ifPresent(what -> commandContext.err().println(plain(what)));
        return ExitStatus.DONE;
    }

    private void write(QueryLog log) {
        if (log.millis().isEmpty()) {
            throw new InvalidInputException("--arrivals: " + file + " does not tell when queries were asked");
        }
        try (Writer out = Files.newBufferedWriter(arrivals)) {
            log.writeArrivals(out);
        } catch (IOException e) {
            throw new InvalidInputException("--arrivals: " + arrivals + " cannot be written: " + e.getMessage());
        }
    }

    /** That the log is asked with fewer queries or more than the trace has arrivals, as a sentence. */
    private Optional<String> otherwiseAsked(int arrivals) {
        long texts = asked(false);
        long requests = asked(true);
        return texts == arrivals && requests == arrivals ? Optional.empty() : Optional.of("Of these " + arrivals
                + " arrivals, a server with an index of your own is asked " + requests + ", and all else " + texts
                + ": where that is another number, the trace is not that of the queries, and the run warns of it.");
    }

    /** How many queries a run asks. @param whole whether it asks a server, by requests */
    private long asked(boolean whole) {
        try {
            return QueryLog.read(file, whole).ids().length;
        } catch (InvalidInputException e) {
            return 0; // it has none of that kind
        }
    }

    private static void forPeople(CommandContext commandContext, QueryLog log, QueryLogStatistics statistics) {
        List<String[]> rows = new ArrayList<>();
        rows.add(row("format", log.format().words()));
        rows.add(row("queries", statistics.queries() + " on " + Numbers.counted(log.lines(), "line")));
        rows.add(row("other lines", String.valueOf(log.others())));
        rows.add(row("malformed lines", String.valueOf(log.malformed())));
        rows.add(row("with parameters", log.parameterised() + (log.parameterised() == 0 ? ""
                : ", such as filters: left out, unless the log has whole requests, with their paths, for an index of "
                        + "your own on a server")));
        rows.add(row("distinct queries", String.valueOf(statistics.distinct())));
        rows.add(row("repeat share", Numbers.fixed(100 * statistics.repeats(), 1) + " %"));
        statistics.rates().ifPresentOrElse(rates -> {
            rows.add(row("first query", log.start().toString()));
            rows.add(row("lasts", Numbers.time(rates.seconds())));
            rows.add(row("mean rate", rate(rates.perSecond()) + "/s, " + rate(rates.perMinute()) + "/min"));
            rows.add(row("busiest second", busiest(rates.busiestSecond())));
            rows.add(row("busiest minute", busiest(rates.busiestMinute())));
        }, () -> rows.add(row("rate", "not known: " + (log.millis().isEmpty() ? "the file tells no times"
                : "all are at the same time"))));
        rows.add(row("words", lengths(statistics.words())));
        rows.add(row("characters", lengths(statistics.characters())));
        TextColumns.of("measure", "value").print(commandContext, rows);
        if (!statistics.frequent().isEmpty()) {
            commandContext.out().println();
            int width = statistics.frequent().stream().mapToInt(f -> String.valueOf(f.queries()).length()).max()
                    .orElse(0);
            TextColumns.of("asked", "query").withProse().print(commandContext, statistics.frequent().stream().map(f ->
                    new String[] {String.format(Locale.ROOT, "%" + width + "d", f.queries()),
                        plain(f.query())}).toList());
        }
    }

    private static String[] row(String name, String value) {
        return new String[] {name, value};
    }

    /** Four digits, or all before the point. */
    private static String rate(double rate) {
        return Numbers.fixed(rate, Math.clamp(3 - (int) Math.floor(Math.log10(rate)), 0, 6));
    }

    private static String busiest(Busiest busiest) {
        return busiest.queries() + (busiest.queries() == 1 ? " query" : " queries") + ", from " + busiest.from();
    }

    private static String lengths(Lengths lengths) {
        return "mean " + Numbers.fixed(lengths.mean(), 1) + ", median " + lengths.median() + ", p90 " + lengths.p90()
                + ", p99 " + lengths.p99() + ", " + lengths.least() + " to " + lengths.most();
    }

    /** One table: what is told of all, then the most frequent queries. */
    private static void forPrograms(CommandContext commandContext, QueryLog log, QueryLogStatistics statistics) {
        List<String[]> rows = new ArrayList<>();
        rows.add(measure("format", Types.word(log.format())));
        rows.add(measure("lines", log.lines()));
        rows.add(measure("other-lines", log.others()));
        rows.add(measure("malformed-lines", log.malformed()));
        rows.add(measure("queries", statistics.queries()));
        rows.add(measure("distinct-queries", statistics.distinct()));
        rows.add(measure("queries-with-parameters", log.parameterised()));
        rows.add(measure("repeat-share", Numbers.exact(statistics.repeats())));
        statistics.rates().ifPresent(rates -> {
            rows.add(measure("start", log.start()));
            rows.add(measure("seconds", Numbers.exact(rates.seconds())));
            rows.add(measure("per-second", Numbers.exact(rates.perSecond())));
            rows.add(measure("per-minute", Numbers.exact(rates.perMinute())));
            rows.add(measure("busiest-second", rates.busiestSecond().queries()));
            rows.add(measure("busiest-second.from", rates.busiestSecond().from()));
            rows.add(measure("busiest-minute", rates.busiestMinute().queries()));
            rows.add(measure("busiest-minute.from", rates.busiestMinute().from()));
        });
        rows.addAll(lengths("words", statistics.words()));
        rows.addAll(lengths("characters", statistics.characters()));
        rows.addAll(IntStream.range(0, statistics.frequent().size()).mapToObj(i -> new String[] {"query", plain(
                statistics.frequent().get(i).query()), String.valueOf(statistics.frequent().get(i).queries())})
                .toList());
        TextColumns.tabs(commandContext, List.of("kind", "name", "value"), rows);
    }

    private static String[] measure(String name, Object value) {
        return new String[] {"measure", name, value.toString()};
    }

    private static List<String[]> lengths(String name, Lengths lengths) {
        return List.of(measure(name + ".min", lengths.least()), measure(name + ".mean", Numbers.exact(lengths.mean())),
                measure(name + ".p50", lengths.median()), measure(name + ".p90", lengths.p90()),
                measure(name + ".p99", lengths.p99()), measure(name + ".max", lengths.most()));
    }

    /** A log may hold anything, and a terminal obeys what it reads. */
    private static String plain(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
