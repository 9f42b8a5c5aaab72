package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.OlderNames;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.NotWhole;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.results.NewBatch;

/**
 * Reads a table of results that were measured elsewhere: the first line is headings, every further line a finished
 * iteration; of how that is written, see {@link RawTable}.
 *
 * <p>A column is matched by its heading: in lower case with hyphens for blanks it must be a param, an older name of one
 * (its cells are then in the older unit), a measure's name or title, or a heading of the MarkLogic IO Test; a unit
 * behind it ({@code Payload kB}, {@code Elapsed (ms)}) is the unit of its bare numbers. A heading that could be both a
 * measure's and a param's, such as {@code Duration}, is the measure's: it is a table of results. Where that does not
 * do, a map {@code COLUMN=TARGET} says what it is:
 *
 * <ul>
 * <li>{@code Shard Count=shards}, {@code Tree Size=memtable KiB}: a param, or an older name of one, perhaps with the
 * unit of bare numbers; {@code Duration=elapsed}: a measure;
 * <li>{@code Duration=measure:elapsed}, {@code Duration=param:duration}: where a name is both;
 * <li>{@code Disk Type=tag:disk-type}: a tag; {@code Remarks=ignore}: nothing;
 * <li>{@code Hour=time h}: when the window that the row is about ended.
 * </ul>
 *
 * <p>With a column that is a {@code time} the table is one of results over time: rows of equal settings are one
 * iteration, each row an interval of it. {@code window} is how long it was (else from the end of the one before it),
 * {@code units} how much was done in it (or a rate's measure says how much per second), {@code round} the number of the
 * repeat, from 1; {@code latency.min}, {@code latency.p99} and so on are what is known of the latencies in it.
 *
 * <p>Tables of other systems, and Tidemark's own, are {@link KnownTable known by their headings}; of basho_bench the
 * kind of operation is known by the name of the file.
 *
 * <p>An empty cell is no data. A blank line is refused: it may have been a result.
 *
 * @param label     the label that the rows become
 * @param workload  name of the workload
 * @param objective the measure that ranks the rows
 * @param params    of the workload and of whatever driver is meant
 * @param measures  likewise
 * @param maps      texts of the form {@code COLUMN=TARGET}
 * @param defaults  the default point: param or {@code tag:NAME} to text
 * @param fixed     settings of every row that have no column: param or {@code tag:NAME} to text
 */
public record CsvImport(String label, String workload, String objective, ParamSet params, MeasureSet measures,
        Collection<String> maps, Map<String, String> defaults, Map<String, String> fixed) {

    /** Tables of a folder. */
    static final int MOST_KINDS = 100;

    private static final String TAG = "tag:";
    private static final String PARAM = "param:";
    private static final String MEASURE = "measure:";
    private static final String IGNORE = KnownTable.IGNORE;
    private static final String SETTING = "setting.";
    private static final Map<String, SettingOrigin> VERBATIM = Map.of("fact:", SettingOrigin.DETECTED, "setting:",
            SettingOrigin.SET);

    /** Tags that older tables have as columns. */
    private static final Set<String> OLD_TAGS = Stream.concat(OlderNames.MACHINE_TAGS.stream(),
            Stream.of("host-count")).collect(Collectors.toUnmodifiableSet());

    /** Files of basho_bench are named after what was done. */
    private static final Pattern LATENCIES_OF = Pattern.compile("([A-Za-z0-9-]{1,64})_latencies\\.csv");
    /** How programs write that there is no data: R, spreadsheets, and bonnie++ of what was too fast to be measured. */
    private static final Pattern NO_DATA = Pattern.compile("(?i)n/?a|nan|null|[-\u2013\u2014]+|\\++");
    /** A word that is a unit, and also says which of several values is meant. */
    private static final String MINUTES = "min";

    /** What a column is. */
    private sealed interface Target {
        /** What makes two columns the same. */
        String key();
    }

    private record ParamTarget(ParamSet.Found found, String unit) implements Target {
        @Override
        public String key() {
            return "param " + found.param().name();
        }

        String text(String cell) {
            return found.translate(!unit.isEmpty() && QuantityParser.isBare(cell) ? cell + unit : cell);
        }
    }

    private record MeasureTarget(Measure measure, String unit) implements Target {
        @Override
        public String key() {
            return "measure " + measure.name();
        }
    }

    private record TagTarget(String name) implements Target {
        @Override
        public String key() {
            return "tag " + name;
        }
    }

    private record SeriesTarget(ImportedSeries.Column column, String unit) implements Target {
        @Override
        public String key() {
            return column.key();
        }
    }

    /** How an iteration went besides what it measured. */
    private enum CourseColumn {
        START_DATE, START_TIME, STARTED, STATE, VERDICT, AT_LEAST, BATCH, POSITION;

        private static Optional<CourseColumn> named(String name) {
            return Stream.of(values()).filter(c -> Types.word(c).equals(name)).findFirst();
        }
    }

    private record CourseTarget(CourseColumn column) implements Target {
        @Override
        public String key() {
            return Types.word(column);
        }
    }

    /** A setting that no param declares here, or whose value need not be one of this machine's. */
    private record VerbatimTarget(String name, SettingOrigin origin) implements Target {
        @Override
        public String key() {
            return "setting " + name;
        }
    }

    private record Ignored(String heading) implements Target {
        @Override
        public String key() {
            return "ignored " + heading;
        }
    }

    /**
     * Reads and checks the whole table; nothing is stored yet.
     *
     * @throws InvalidInputException naming file, line and column of the first fault
     */
    public ImportedTable read(Path file) {
        return read(file, String.valueOf(file.getFileName()));
    }

    /** The same of a file that the user knows by another name. */
    public ImportedTable read(Path file, String name) {
        return read(name, List.of(RawTable.read(file, name)));
    }

    /**
     * Files of one kind, as one table: rows of equal settings, as of a run that was made several times, are rounds. What
     * each of pgbench's threads logged is one run.
     *
     * @throws InvalidInputException as for one; when they are of several kinds, or one is named twice
     */
    public ImportedTable read(List<Path> files) {
        Set<Path> named = new HashSet<>();
        files.stream().filter(file -> !named.add(real(file))).findFirst().ifPresent(file -> {
            throw new InvalidInputException(file + " is named twice: a file is one round");
        });
        Map<String, List<Path>> runs = files.stream().collect(Collectors.groupingBy(file -> RawTable.foreign(file)
                .filter(PgbenchLog::is).map(_ -> PgbenchLog.run(file.toString())).orElse(file.toString()), LinkedHashMap::new,
                Collectors.toList()));
        return read(String.valueOf(files.getFirst().getFileName()), runs.values().stream().map(run -> {
            List<String> names = run.stream().map(file -> String.valueOf(file.getFileName())).toList();
            return run.size() > 1 ? PgbenchLog.table(run, names) : RawTable.read(run.getFirst(), names.getFirst());
        }).toList());
    }

    /** The file itself, whatever leads to it; what is not there is told where it is read. */
    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath();
        }
    }

    private ImportedTable read(String name, List<RawTable> files) {
        List<Optional<KnownTable>> known = files.stream().map(raw -> KnownTable.of(raw.headings())).toList();
        if (known.stream().distinct().count() > 1) {
            throw new InvalidInputException("the files are of several kinds, as " + known.stream().distinct().map(k -> k.map(
                    KnownTable::system).orElse("a table of no known one")).collect(Collectors.joining(" and "))
                    + ": import those of each by themselves");
        }
        List<RawTable> rewritten = files.stream().map(raw -> known.getFirst().map(k -> k.rewrite().apply(raw)).orElse(raw))
                .toList();
        return table(name, RawTable.together(rewritten), known.getFirst());
    }

    /**
     * The workload whose results a file holds, as far as its headings tell.
     *
     * @param known how many of a file's headings a workload knows, by its name
     */
    public static Optional<String> workloadOf(Path file, String name, ToLongBiFunction<String, List<String>> known) {
        if (RawTable.foreign(file).filter(PgbenchLog::is).isPresent()) { // of which others may have the rest
            return KnownTable.of(List.of(PgbenchLog.MARK)).map(KnownTable::workload);
        }
        RawTable raw = RawTable.read(file, name);
        return KnownTable.of(raw.headings()).flatMap(table -> table.workload().isEmpty()
                ? Workloads.all().stream().map(Workload::name)
                        .max(Comparator.comparingLong(w -> known.applyAsLong(w, raw.headings())))
                : Optional.of(table.workload()));
    }

    /** How many of the headings name a param or a measure. */
    public long known(List<String> headings) {
        return headings.stream().filter(h -> byName(h, "").isPresent()).count();
    }

    /**
     * Reads what basho_bench left in a folder, {@code KIND_latencies.csv} of each kind of operation, as one run. Its
     * {@code summary.csv} says nothing that they do not. How a run that is not done ended stands in a
     * {@link NotWhole#FILE}, where Tidemark exported it.
     *
     * @throws InvalidInputException naming the first fault
     */
    public ImportedTable readFolder(Path folder) {
        List<ImportedTable> kinds = latencies(folder).stream().map(this::read).toList();
        List<ImportedTable.Row> rows = kinds.stream().flatMap(t -> t.rows().stream()).toList();
        if (rows.size() > kinds.size()) {
            throw new InvalidInputException(folder + ": a table has rows of several runs; import it by itself");
        }
        try {
            ImportedSeries series = ImportedSeries.together(rows.stream().map(r -> r.series().orElseThrow()).toList());
            List<ImportedTable.Row> one = List.of(new ImportedTable.Row(rows.getFirst().settings(),
                    series.values(measures, throughput()), Optional.of(series), course(folder)));
            return new ImportedTable(batch(one, Optional.empty(), measures), one);
        } catch (InvalidInputException e) {
            throw e.at(folder.toString());
        }
    }

    private static List<Path> latencies(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = files.filter(f -> LATENCIES_OF.matcher(f.getFileName().toString()).matches()).sorted()
                    .limit(MOST_KINDS + 1).toList();
            if (found.isEmpty() || found.size() > MOST_KINDS) {
                throw new InvalidInputException(folder + ": the folder has "
                        + (found.isEmpty() ? "no" : "more than " + MOST_KINDS)
                        + " KIND_latencies.csv, as basho_bench writes them");
            }
            return found;
        } catch (IOException e) {
            throw new InvalidInputException(folder + " cannot be read");
        }
    }

    /** How a folder's run went: it is done where nothing else is said. */
    private static ImportedTable.Course course(Path folder) {
        Path file = folder.resolve(NotWhole.FILE);
        String text = Files.exists(file) ? RawTable.text(file, NotWhole.FILE) : "";
        return NotWhole.read(text).map(told -> course(NotWhole.FILE, Map.of(CourseColumn.STATE, told.state(),
                CourseColumn.VERDICT, told.verdict()))).orElse(ImportedTable.Course.UNKNOWN);
    }

    private ImportedTable table(String file, RawTable table, Optional<KnownTable> known) {
        List<Target> targets = targets(file, table, known);
        MeasureSet all = measures.plus(MeasureSet.of(targets.stream().filter(t -> t instanceof MeasureTarget)
                .map(t -> ((MeasureTarget) t).measure()).toArray(Measure[]::new)));
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        List<List<Setting>> settings = new ArrayList<>();
        List<ImportedSeries.Sample> samples = new ArrayList<>();
        List<ImportedTable.Course> courses = new ArrayList<>();
        List<Map<CourseColumn, String>> cellsOfCourse = new ArrayList<>();
        List<Setting> constants = new ArrayList<>();
        fixed.forEach((key, text) -> constants.add(setting(key, text, targets)));
        for (RawTable.Row of : table.rows()) {
            List<String> cells = cells(of, targets.size());
            List<Setting> row = new ArrayList<>();
            ImportedSeries.Sample sample = new ImportedSeries.Sample(of.place(),
                    new EnumMap<>(ImportedSeries.Column.class), new ArrayList<>());
            Map<CourseColumn, String> course = new EnumMap<>(CourseColumn.class);
            for (int c = 0; c < cells.size(); c++) {
                String place = of.place() + ": column '" + table.headings().get(c) + "'";
                read(place, targets.get(c), cells.get(c), table, row, sample, course);
            }
            row.addAll(constants);
            row.forEach(s -> seen.computeIfAbsent(s.name(), n -> new HashSet<>()).add(s.text()));
            settings.add(row);
            samples.add(new ImportedSeries.Sample(sample.place(), sample.columns(), sample.values().stream()
                    .map(v -> marked(v, course.getOrDefault(CourseColumn.AT_LEAST, ""))).toList()));
            courses.add(course(of.place(), course));
            cellsOfCourse.add(course);
        }
        List<OptionalInt> confirming = confirming(cellsOfCourse);
        List<ImportedTable.Row> rows = new ArrayList<>();
        if (targets.stream().anyMatch(t -> t instanceof SeriesTarget s && s.column() == ImportedSeries.Column.TIME)) {
            throughTime(file, settings, samples, courses, seen).forEach(rows::add);
        } else {
            targets.stream().filter(t -> t instanceof SeriesTarget).findFirst().ifPresent(t -> {
                throw new InvalidInputException(file + ": a column is mapped to " + t.key() + ", but none to time");
            });
            for (int i = 0; i < settings.size(); i++) {
                rows.add(new ImportedTable.Row(tableOrder(settings.get(i), seen),
                        reportOrder(samples.get(i).values(), all), Optional.empty(), courses.get(i),
                        confirming.get(i)));
            }
        }
        return new ImportedTable(batch(rows, known, all), rows);
    }

    /** With the mark that its number may be larger, where the row has that. */
    private static MeasuredValue marked(MeasuredValue value, String atLeast) {
        return List.of(atLeast.split(" ")).contains(value.measure())
                ? new MeasuredValue(value.measure(), value.number(), true) : value;
    }

    private static ImportedTable.Course course(String place, Map<CourseColumn, String> cells) {
        try {
            Optional<Instant> started = Optional.ofNullable(cells.get(CourseColumn.STARTED)).map(Instant::parse)
                    .or(() -> Optional.ofNullable(cells.get(CourseColumn.START_DATE)).map(day ->
                            LocalDate.parse(day).atTime(LocalTime.parse(cells.getOrDefault(CourseColumn.START_TIME,
                            "00:00"))).toInstant(ZoneOffset.UTC)));
            String state = cells.getOrDefault(CourseColumn.STATE, Types.word(IterationState.DONE));
            return new ImportedTable.Course(started, Stream.of(IterationState.values())
                    .filter(s -> s != IterationState.RUNNING && Types.word(s).equals(state)).findFirst().orElseThrow(
                            () -> new InvalidInputException(place + ": '" + state + "' is no state of a result")),
                    cells.getOrDefault(CourseColumn.VERDICT, ""));
        } catch (DateTimeParseException e) {
            throw new InvalidInputException(place + ": '" + e.getParsedString() + "' is no date or time; write it as "
                    + "2026-03-04 and 10:00:59");
        }
    }

    /**
     * The places of rounds that confirm, which are reported apart. Those of the newest experiment of several are told;
     * those of each before it have places of their own below them, so as not to be taken for the same two.
     */
    private static List<OptionalInt> confirming(List<Map<CourseColumn, String>> rows) {
        Function<Map<CourseColumn, String>, String> batch = row -> row.getOrDefault(CourseColumn.BATCH, "");
        List<String> newestFirst = rows.stream().filter(row -> confirms(row).isPresent()).map(batch).distinct()
                .sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()).reversed()).toList();
        return rows.stream().map(row -> confirms(row).stream()
                .map(place -> place + 2 * newestFirst.indexOf(batch.apply(row)) * Plan.DEFAULTS).findFirst()).toList();
    }

    private static OptionalInt confirms(Map<CourseColumn, String> cells) {
        return IntStream.of(Plan.DEFAULTS, Plan.FIRST)
                .filter(place -> String.valueOf(place).equals(cells.get(CourseColumn.POSITION))).findFirst();
    }

    /** The workload's measure of units per second. */
    private String throughput() {
        return Workloads.named(workload).throughput();
    }

    /** Rows of equal settings and of the same repeat are one iteration, and all say the same of how it went. */
    private List<ImportedTable.Row> throughTime(String file, List<List<Setting>> settings,
            List<ImportedSeries.Sample> samples, List<ImportedTable.Course> courses, Map<String, Set<String>> seen) {
        Matcher named = LATENCIES_OF.matcher(file);
        String kind = named.matches() ? named.group(1).toLowerCase(Locale.ROOT) : ImportedSeries.KIND;
        record Run(List<Setting> settings, long round) {}
        Map<Run, List<ImportedSeries.Sample>> runs = new LinkedHashMap<>();
        Map<Run, ImportedTable.Course> ofRuns = new HashMap<>();
        for (int i = 0; i < samples.size(); i++) {
            Run run = new Run(settings.get(i), samples.get(i).round());
            runs.computeIfAbsent(run, r -> new ArrayList<>()).add(samples.get(i));
            ImportedTable.Course course = courses.get(i);
            if (!ofRuns.computeIfAbsent(run, r -> course).equals(course)) {
                throw new InvalidInputException(samples.get(i).place() + ": state, verdict and start are those of a "
                        + "whole run; write the same in each of its rows");
            }
        }
        return runs.entrySet().stream().sorted(Comparator.comparingLong(e -> e.getKey().round())).map(e -> {
            ImportedSeries series = ImportedSeries.of(e.getValue(), measures, kind);
            return new ImportedTable.Row(tableOrder(e.getKey().settings(), seen), series.values(measures, throughput()),
                    Optional.of(series), ofRuns.get(e.getKey()));
        }).toList();
    }

    /** What was measured elsewhere may lack the measure that ranks; then its throughput does, or else what it has. */
    private String ranking(List<ImportedTable.Row> rows, MeasureSet all) {
        return Stream.concat(Stream.of(objective, throughput()), all.all().stream()
                .filter(m -> m.better() != Direction.NEITHER).map(Measure::name))
                .filter(name -> rows.stream().anyMatch(r -> has(r, name))).findFirst().orElse(objective);
    }

    private static boolean has(ImportedTable.Row row, String measure) {
        return row.values().stream().anyMatch(v -> v.measure().equals(measure));
    }

    /** @param all the measures, with those that only this table has */
    private NewBatch batch(List<ImportedTable.Row> rows, Optional<KnownTable> known, MeasureSet all) {
        Map<String, String> point = new LinkedHashMap<>();
        defaults.forEach((key, text) -> {
            Setting setting = setting(key, text, List.of());
            point.put(setting.name(), setting.text());
        });
        return new NewBatch(label, workload, ranking(rows, all), Batch.IMPORT, "",
                ImportedTable.content(rows), 0, "", known.map(k -> k.headed(all)).orElse(all), point, point,
                rows.size()).from("imported from a table");
    }

    private static List<String> cells(RawTable.Row row, int columns) {
        if (row.cells().stream().allMatch(String::isBlank)) {
            throw new InvalidInputException(row.place() + ": the line is blank; remove it");
        }
        if (row.cells().size() != columns) {
            throw new InvalidInputException(row.place() + ": " + row.cells().size() + " cells under " + columns
                    + " headings");
        }
        return row.cells();
    }

    private static void read(String place, Target target, String cell, RawTable table, List<Setting> settings,
            ImportedSeries.Sample sample, Map<CourseColumn, String> course) {
        boolean number = target instanceof SeriesTarget || target instanceof MeasureTarget;
        if (cell.isBlank() || number && NO_DATA.matcher(cell).matches()) {
            return;
        }
        try {
            switch (target) {
                case ParamTarget p -> settings.add(setting(p.found().param(), p.text(
                        table.separator() == ';' ? table.number(cell) : cell)));
                case TagTarget t -> settings.add(Setting.tag(t.name(), cell));
                case VerbatimTarget v -> settings.add(new Setting(v.name(), cell, null, "", v.origin()));
                case CourseTarget c -> course.put(c.column(), cell);
                case SeriesTarget s -> sample.columns().put(s.column(),
                        s.column().parse(table.number(cell), s.unit()));
                case MeasureTarget m -> sample.values().add(MeasuredValue.of(m.measure().name(),
                        QuantityParser.parse(table.number(cell), m.unit(), m.measure())));
                case Ignored i -> { }
            }
        } catch (InvalidInputException e) {
            throw e.at(place);
        }
    }

    private static <T> Setting setting(Param<T> param, String text) {
        T value = param.parse(text);
        Double number = value == null || param.type().number(value).isEmpty() ? null
                : param.type().number(value).getAsDouble();
        return new Setting(param.name(), param.format(value), number, param.type().unit(), SettingOrigin.SET);
    }

    /** A setting given beside the table. */
    private Setting setting(String key, String text, List<Target> columns) {
        Target target;
        Setting setting;
        if (key.startsWith(TAG)) {
            target = new TagTarget(key.substring(TAG.length()));
            setting = Setting.tag(key.substring(TAG.length()), text);
        } else {
            ParamSet.Found found = params.find(key);
            target = new ParamTarget(found, "");
            setting = setting(found.param(), found.translate(text));
        }
        if (columns.stream().anyMatch(c -> c.key().equals(target.key()))) {
            throw new InvalidInputException(key + " is a column of the table; it cannot be given for all rows as well");
        }
        return setting;
    }

    /** Params in the table's order, then tags; what differs between rows was varied. */
    private static List<Setting> tableOrder(List<Setting> settings, Map<String, Set<String>> seen) {
        List<Setting> ordered = new ArrayList<>();
        settings.stream().filter(s -> s.origin() != SettingOrigin.TAG)
                .map(s -> seen.get(s.name()).size() < 2 || s.origin() == SettingOrigin.DETECTED ? s
                        : new Setting(s.name(), s.text(), s.number(), s.unit(), SettingOrigin.VARY))
                .forEach(ordered::add);
        settings.stream().filter(s -> s.origin() == SettingOrigin.TAG).forEach(ordered::add);
        return ordered;
    }

    private static List<MeasuredValue> reportOrder(List<MeasuredValue> values, MeasureSet all) {
        List<String> order = all.all().stream().map(Measure::name).toList();
        return values.stream().sorted(Comparator.comparingInt(v -> order.indexOf(v.measure()))).toList();
    }

    // ---- What the columns are ----

    private List<Target> targets(String file, RawTable table, Optional<KnownTable> known) {
        List<String> headings = table.headings();
        Map<String, String> mapped = mapped(file, headings);
        List<Target> targets = new ArrayList<>();
        Map<String, String> taken = new LinkedHashMap<>();
        for (int i = 0; i < headings.size(); i++) {
            String heading = headings.get(i);
            if (heading.isBlank()) {
                throw new InvalidInputException(file + ": column " + (i + 1) + " has no heading");
            }
            String map = mapped.get(normal(heading));
            Target target = map != null ? byMap(heading, map) : known.flatMap(k -> known(file, k, heading, table, targets))
                    .orElseGet(() -> byHeading(file, heading));
            String other = taken.put(target.key(), heading);
            if (other != null) {
                throw new InvalidInputException(file + ": columns '" + other + "' and '" + heading + "' are both "
                        + target.key());
            }
            targets.add(target);
        }
        return targets;
    }

    /**
     * What a column of a known table is; empty where that has no such column, and others are named as elsewhere.
     *
     * @param before what the columns before it are
     */
    private Optional<Target> known(String file, KnownTable known, String heading, RawTable table, List<Target> before) {
        String map = known.columns().get(normal(heading));
        if (map == null) {
            return switch (known.others()) {
                case AS_ELSEWHERE -> Optional.empty();
                case TAGS -> Optional.of(new TagTarget(heading));
                case SETTINGS -> Optional.of(ownSetting(heading));
                case SETTINGS_THEN_MEASURES -> Optional.of(own(heading, table, before));
            };
        }
        if (map.equals(KnownTable.FAILURES) && measures.find("failures").isEmpty()) {
            return Optional.of(new Ignored(heading));
        }
        try {
            return Optional.of(byMap(heading, map.replace(KnownTable.THROUGHPUT, MEASURE + throughput())));
        } catch (InvalidInputException e) {
            throw new InvalidInputException(file + " is a table of " + known.system() + ", and its column '" + heading
                    + "' is none of the workload " + workload + (known.workload().isEmpty() ? ""
                    : "; import it as results of " + known.workload()));
        }
    }

    /** By the name that Tidemark itself wrote, in a table that has its settings first: behind them numbers are measures. */
    private Target own(String heading, RawTable table, List<Target> before) {
        if (heading.matches(".*\\.(low|high)") && table.headings().contains(heading.replaceFirst("\\.\\w+$", ""))) {
            return new Ignored(heading);
        }
        boolean behind = before.stream().anyMatch(t -> t instanceof MeasureTarget) && !heading.startsWith(SETTING);
        return measures.find(heading).or(() -> behind ? elsewhere(heading) : Optional.empty())
                .or(() -> behind && table.isOfNumbers(heading) ? unknown(heading) : Optional.empty())
                .<Target>map(m -> new MeasureTarget(m, "")).orElseGet(() -> ownSetting(heading));
    }

    /** What is no param here is a tag. */
    private Target ownSetting(String heading) {
        String name = heading.startsWith(SETTING) ? heading.substring(SETTING.length()) : heading;
        return params.lookUp(normal(name)).<Target>map(f -> new ParamTarget(f, "")).orElse(new TagTarget(name));
    }

    /** One that is not among those that every run of the workload has: another driver's, an operation's, a group's. */
    private Optional<Measure> elsewhere(String name) {
        return KnownTable.MEASURES.find(name).or(() -> Workloads.named(workload).measure(name))
                .or(() -> Drivers.all().stream().flatMap(d -> d.measures().find(name).stream()).findFirst());
    }

    /** One of which nothing but its name is known, as of a driver that is not here. */
    private static Optional<Measure> unknown(String name) {
        return Optional.of(new Measure(name, name, "", Direction.NEITHER, 3, "")).filter(m -> m.wrong().isEmpty());
    }

    /** Normal form of a column's heading to its target. */
    private Map<String, String> mapped(String file, List<String> headings) {
        Map<String, String> mapped = new LinkedHashMap<>();
        for (String map : maps) {
            int equals = map.lastIndexOf('=');
            if (equals < 1 || equals == map.length() - 1) {
                throw new InvalidInputException("--map '" + map
                        + "': write it as COLUMN=NAME, COLUMN=tag:NAME or COLUMN=ignore");
            }
            String column = map.substring(0, equals).strip();
            if (headings.stream().noneMatch(h -> normal(h).equals(normal(column)))) {
                throw new InvalidInputException("--map '" + map + "': " + file + " has no column '" + column + "'"
                        + Suggestions.hint(column, headings));
            }
            if (mapped.put(normal(column), map.substring(equals + 1).strip()) != null) {
                throw new InvalidInputException("--map '" + map + "': the column is mapped twice");
            }
        }
        return mapped;
    }

    private Target byMap(String heading, String target) {
        if (target.equals(IGNORE)) {
            return new Ignored(heading);
        }
        if (target.startsWith(TAG)) {
            return new TagTarget(tagName(target.substring(TAG.length()), target));
        }
        for (Map.Entry<String, SettingOrigin> verbatim : VERBATIM.entrySet()) {
            if (target.startsWith(verbatim.getKey())) {
                return new VerbatimTarget(target.substring(verbatim.getKey().length()), verbatim.getValue());
            }
        }
        boolean onlyParam = target.startsWith(PARAM);
        boolean onlyMeasure = target.startsWith(MEASURE);
        String rest = target.substring(onlyParam ? PARAM.length() : onlyMeasure ? MEASURE.length() : 0).strip();
        String name = rest.split("\\s+", 2)[0];
        String unit = rest.substring(name.length()).strip();
        if (!onlyParam && !onlyMeasure && ImportedSeries.Column.named(name).isPresent()) {
            return new SeriesTarget(ImportedSeries.Column.named(name).get(), unit);
        }
        Optional<Target> param = onlyMeasure ? Optional.empty()
                : params.lookUp(name).map(f -> new ParamTarget(f, unit));
        if (!onlyParam && !onlyMeasure && CourseColumn.named(name).isPresent() && params.lookUp(name).isEmpty()) {
            return new CourseTarget(CourseColumn.named(name).get());
        }
        Optional<Target> measure = onlyParam ? Optional.empty()
                : (param.isPresent() ? measures.find(name) : measure(normal(name)))
                        .or(() -> onlyMeasure ? elsewhere(name) : Optional.empty()).map(m -> new MeasureTarget(m, unit));
        String place = "--map '" + heading + "=" + target + "'";
        Set<String> known = names();
        known.addAll(ImportedSeries.Column.names());
        return one(param, measure, place, heading).orElseThrow(() -> new InvalidInputException(place + ": '" + name
                + "' is no known param or measure" + Suggestions.hint(name, known) + "; a tag is written "
                + TAG + normal(name)));
    }

    private static String tagName(String name, String target) {
        if (name.isBlank()) {
            throw new InvalidInputException("--map: '" + target + "' has no name behind it");
        }
        return name.strip();
    }

    private static Optional<Target> one(Optional<Target> param, Optional<Target> measure, String place,
            String heading) {
        if (param.isPresent() && measure.isPresent()) {
            String asParam = PARAM + param.get().key().split(" ")[1];
            String asMeasure = MEASURE + measure.get().key().split(" ")[1];
            throw new InvalidInputException(place + " may be a param or a measure; say which with --map "
                    + map(heading, asParam) + " or --map " + map(heading, asMeasure));
        }
        return param.or(() -> measure);
    }

    private Target byHeading(String file, String heading) {
        return byName(heading, "").or(() -> withoutUnit(file, heading)).orElseThrow(
                () -> new InvalidInputException(file + ": column '" + heading + "' is no known param or measure"
                        + Suggestions.hint(normal(heading), names()) + "; say what it is with --map "
                        + map(heading, "NAME") + ", " + map(heading, TAG + "NAME") + " or " + map(heading, IGNORE)));
    }

    private static String map(String heading, String to) {
        return ShellCommand.word(heading + "=" + to);
    }

    private Optional<Target> withoutUnit(String file, String heading) {
        int blank = heading.strip().lastIndexOf(' ');
        if (blank < 0) {
            return Optional.empty();
        }
        String word = heading.strip().substring(blank + 1);
        String unit = word.replaceAll("[()\\[\\]]", "");
        Optional<Target> target = QuantityParser.isUnit(unit) ? byName(heading.substring(0, blank), unit)
                : Optional.empty();
        if (target.isPresent() && word.equals(MINUTES)) {
            throw new InvalidInputException(file + ": column '" + heading + "' may be a minimum, or minutes; say which "
                    + "with --map " + map(heading, IGNORE) + " or --map "
                    + map(heading, normal(heading.substring(0, blank)) + " " + MINUTES));
        }
        return target;
    }

    private Optional<Target> byName(String name, String unit) {
        String normal = normal(name);
        if (normal.equals(ImportedSeries.Column.TIME.key())) {
            return Optional.of(new SeriesTarget(ImportedSeries.Column.TIME, unit));
        }
        Optional<Target> measure = measure(normal).map(m -> new MeasureTarget(m, unit));
        return measure.or(() -> params.lookUp(normal).map(f -> new ParamTarget(f, unit)))
                .or(() -> unit.isEmpty() ? old(name) : Optional.empty())
                .or(() -> OLD_TAGS.contains(normal) && unit.isEmpty() ? Optional.of(new TagTarget(normal))
                        : Optional.empty());
    }

    private Optional<Measure> measure(String normal) {
        return measures.find(normal)
                .or(() -> measures.all().stream()
                        .filter(m -> normal(m.title()).equals(normal) || normal(m.heading()).equals(normal))
                        .findFirst());
    }

    /** A heading of the MarkLogic IO Test, which says by itself whose it is. */
    private Optional<Target> old(String heading) {
        return Optional.ofNullable(KnownTable.MARKLOGIC.get(normal(heading))).filter(this::isMeasured)
                .map(map -> byMap(heading, map));
    }

    private boolean isMeasured(String map) {
        return measures.find(map.replaceFirst("^" + MEASURE, "").split(" ")[0]).isPresent();
    }

    /** Everything that a heading can be called. */
    private Set<String> names() {
        Set<String> names = new TreeSet<>(params.names());
        measures.all().forEach(m -> {
            names.add(m.name());
            names.add(normal(m.title()));
        });
        Set<String> ordered = new LinkedHashSet<>(names);
        ordered.addAll(OLD_TAGS);
        KnownTable.MARKLOGIC.entrySet().stream().filter(old -> isMeasured(old.getValue())).map(Map.Entry::getKey)
                .sorted().forEach(ordered::add);
        return ordered;
    }

    /** Lower case with hyphens, as names are written. */
    static String normal(String heading) {
        return heading.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s_]+", "-");
    }
}
