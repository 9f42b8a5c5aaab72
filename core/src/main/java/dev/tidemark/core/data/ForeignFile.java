package dev.tidemark.core.data;

import module java.base;
import dev.tidemark.core.os.TextFile;

/**
 * A file that another program wrote, known by what stands in its beginning and never by its name: a server's log of
 * statements, or what a benchmark tells of a run. Whoever reads something else refuses it by this name, so that its lines
 * are not taken for queries or values.
 */
public enum ForeignFile {
    CSVLOG("PostgreSQL's csvlog", Content.STATEMENTS, "(?m)^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)? [^\\s,]+,"
            + "(?:\"[^\"]*\")?,(?:\"[^\"]*\")?,\\d+,(?:\"[^\"]*\")?,[0-9a-f]+\\.[0-9a-f]+,\\d+,"),
    JSONLOG("PostgreSQL's jsonlog", Content.STATEMENTS, "(?m)^\\{\"timestamp\":\".*\"error_severity\":\""),
    STDERR_LOG("PostgreSQL's log", Content.STATEMENTS, ForeignFile::isServerLog),
    SLOW_LOG("MySQL's slow log", Content.STATEMENTS, "(?m)^# Query_time: [0-9.]+ +Lock_time: "),
    GENERAL_LOG("MySQL's general log", Content.STATEMENTS, "(?m)^(?:\\d\\S*(?: +\\d?\\d:\\d\\d:\\d\\d)?)?\\t+ *\\d+ "
            + "(?:Connect|Query|Quit|Init DB|Prepare|Execute|Close stmt|Change user|Ping)(?:\\t|$)"),
    SERVER_START("a log of MySQL's statements", Content.STATEMENTS, "(?m)^Time[ \\t]+Id Command[ \\t]+Argument$"),
    MONITOR("what MONITOR of Redis prints", Content.COMMANDS,
            "(?m)^\\+?\\d+\\.\\d{6} \\[\\d+ (?:\\S+:\\d+|unix:\\S*|lua)\\] \""),
    PGBENCH_LOG("pgbench's log of transactions", Content.RESULTS, "(?m)\\A(?:\\d+ \\d+ (?:\\d+|skipped|failed|serialization"
            + "|deadlock|other) \\d{1,3} \\d{9,10} \\d{1,6}(?: \\d+){0,2}$\\R?)"),
    PGBENCH_AGGREGATES("pgbench's log of intervals", Content.RESULTS,
            "(?m)\\A(?:\\d{9,10}(?: \\d+){5}(?:(?: \\d+){4,12})?$\\R?)"),
    PGBENCH("what pgbench prints", Content.RESULTS, "(?ms)^transaction type: .*^number of clients: \\d"),
    SYSBENCH("what sysbench prints", Content.RESULTS, "(?m)^sysbench [0-9]\\S* \\(using "),
    HAMMERDB("what HammerDB prints", Content.RESULTS, "(?m)^Vuser \\d+:|TEST RESULT : System achieved "),
    YCSB("what YCSB prints", Content.RESULTS, "(?m)^\\[OVERALL\\], RunTime\\(ms\\), "),
    REDIS_BENCHMARK("what redis-benchmark --csv prints", Content.RESULTS, "(?m)^\"test\",\"rps\""),
    FIO("JSON of fio", Content.RESULTS, "\"fio version\"\\s*:"),
    MEMTIER("JSON of memtier_benchmark", Content.RESULTS, "\"run information\"\\s*:\\s*\\{"),
    HYPERFINE("JSON of hyperfine", Content.RESULTS, "\\A\\s*\\{\\s*\"results\"\\s*:\\s*\\[\\s*\\{\\s*\"command\"\\s*:"),
    HYPERFINE_TABLE("a table of hyperfine", Content.RESULTS, "\\Acommand,mean,stddev,"),
    JMH("JSON of JMH", Content.RESULTS, "\"jmhVersion\"\\s*:"),
    JMH_TABLE("a table of JMH", Content.RESULTS, "\\A\"?Benchmark\"?,\"?Mode\"?,"),
    JMETER("a table of JMeter", Content.RESULTS, "\\AtimeStamp,elapsed,label,"),
    BASHO_BENCH("a table of basho_bench", Content.RESULTS, "\\Aelapsed, ?window, ?(?:n|total),"),
    FIO_TEXT("what fio prints for people", "give it --output-format=json", "(?m)^\\S.*: \\(groupid=\\d+, jobs=\\d+\\)"),
    MEMTIER_TEXT("what memtier_benchmark prints for people", "give it --json-out-file", "(?m)^Type +Ops/sec +Hits/sec"),
    REDIS_BENCHMARK_TEXT("what redis-benchmark prints for people", "give it --csv", "(?m)^====== .+ ======\\s*$"),
    HYPERFINE_TEXT("what hyperfine prints for people", "give it --export-json",
            "(?m)^ *Time \\(mean . .\\): +[0-9.]+ .?s "),
    JMH_TEXT("what JMH prints for people", "give it -rf json", "(?m)^Benchmark +(?:\\(\\w+\\) +)*Mode +Cnt +Score");

    /** What stands in such a file. */
    public enum Content {
        /** Of a database. */
        STATEMENTS("statements"), COMMANDS("commands"),
        /** Of a run of another benchmark, which can be imported. */
        RESULTS("results"),
        /** The same in a form that cannot. */
        RESULTS_FOR_PEOPLE("results");

        private final String words;

        Content(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    /** Characters by which a file is known. */
    private static final int LOOKED_AT = 1 << 16;
    /** What PostgreSQL's server writes behind the prefix of a line; two blanks follow it in every language. */
    private static final Pattern SEVERITY = Pattern.compile(".{0,200}?\\b(?:DEBUG[1-5]?|INFO|NOTICE|WARNING|ERROR|LOG|FATAL|PANIC"
            + "|STATEMENT|DETAIL|HINT|CONTEXT|QUERY|LOCATION):  \\S.*");

    private final String words;
    private final Content content;
    private final String remedy;
    private final Predicate<String> begins;

    ForeignFile(String words, Content content, String pattern) {
        this(words, content, Pattern.compile(pattern).asPredicate());
    }

    ForeignFile(String words, Content content, Predicate<String> begins) {
        this.words = words;
        this.content = content;
        this.remedy = "";
        this.begins = begins;
    }

    /** Results that cannot be read as they are. */
    ForeignFile(String words, String remedy, String pattern) {
        this.words = words;
        this.content = Content.RESULTS_FOR_PEOPLE;
        this.remedy = remedy;
        this.begins = Pattern.compile(pattern).asPredicate();
    }

    /** What it is, for people: {@code PostgreSQL's csvlog}. */
    public String words() {
        return words;
    }

    public Content content() {
        return content;
    }

    /** What to do to have its results in a form that can be read; empty where they are, or there are none. */
    public String remedy() {
        return remedy;
    }

    /**
     * What wrote a file; empty where it is none of these.
     *
     * @throws TextFile.UnreadableException when it is no text
     */
    public static Optional<ForeignFile> of(Path file) throws IOException {
        StringBuilder head = new StringBuilder();
        try (TextFile.Lines lines = TextFile.lines(file, Long.MAX_VALUE)) {
            for (String line = lines.next(); line != null && head.length() < LOOKED_AT; line = lines.next()) {
                head.append(line, 0, Math.min(line.length(), LOOKED_AT)).append('\n');
            }
        }
        return of(head.toString());
    }

    /** The same of a file's text. */
    public static Optional<ForeignFile> of(String text) {
        String head = text.substring(0, Math.min(text.length(), LOOKED_AT));
        return Stream.of(values()).filter(each -> each.begins.test(head)).findFirst();
    }

    /** Further lines of a statement are indented, and any of them may stand first where a log was cut. */
    private static boolean isServerLog(String head) {
        long all = head.lines().filter(line -> !line.isBlank() && !line.startsWith("\t")).count();
        long marked = head.lines().filter(line -> SEVERITY.matcher(line).matches()).count();
        return marked > 0 && 2 * marked >= all;
    }
}
