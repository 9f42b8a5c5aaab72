package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import dev.tidemark.core.workload.script.language.Script;

/**
 * The operations of a point, read once.
 *
 * @param setUps    what is done before the measurement
 * @param connects  what is done first on each connection but that of the set-up
 * @param loads     tables that are filled from files, which is what is measured where there are no operations
 * @param finishes  what is done to these tables then
 * @param tearDowns what is done after it
 * @param tables    what the built-in scripts work on, each once; the user's own scripts work on the user's tables
 * @param values    name to text of variables that have one before an operation begins; null for nothing
 * @param others    whether more of them will have one then, which the set-up gives them
 * @param language  what all is written in
 */
record ScriptSet(List<ScriptOperation> operations, List<ScriptOperation> setUps, List<ScriptOperation> connects,
        List<TableLoad> loads,
        List<ScriptOperation> finishes, List<ScriptOperation> tearDowns, List<Tables> tables, Map<String,
        String> values, boolean others, StatementLanguage language) {

    /** Operations × statements: each worker keeps a place for each pair. */
    private static final int MOST_STEPS = 20_000;

    /** With which statements begin that store nothing. */
    private static final Set<String> READS = Set.of("select", "values", "show", "begin", "start", "commit", "end",
            "rollback", "set", "get", "head", "options");

    /** By what statements say of commits, of their session or of the whole server what an acknowledged write survives. */
    private static final Pattern DECIDES_DURABILITY = Pattern.compile("(?is).*(\\bsynchronous_commit\\b|\\bset\\s+fsync\\b"
            + "|\\bpragma\\s+(\\w+\\.)?(synchronous|journal_mode)\\s*[=(]|innodb_flush_log_at_trx_commit|\\bsync_binlog\\b"
            + "|\\bsql_log_bin\\b|\\bdelayed_durability\\b|\\bcommit_(write|logging|wait)\\b|\\bcommit\\s+(work\\s+)?write\\b"
            + "|\\bconfig\\s+set\\b.*\\b(appendfsync|appendonly)\\b|\\bdurable_writes\\b).*");

    /** @throws InvalidInputException when one cannot be read, saying which and where */
    static ScriptSet of(Values point) {
        List<ScriptGroup> groups = ScriptGroup.of(point);
        List<ScriptSource> sources = groups.stream().flatMap(g -> g.values().get(ScriptParams.SCRIPT).stream())
                .collect(Collectors.toMap(ScriptSource::where, s -> s, (a, _) -> a, LinkedHashMap::new)).values().stream()
                .toList();
        List<ScriptFile> files = sources.stream().map(s -> ScriptFile.of(s, point.find(ScriptParams.SCRIPT_TEXT))).toList();
        ScriptSet set = new ScriptSet(files.stream().flatMap(f -> f.operations().stream()).toList(),
                Stream.concat(point.find(ScriptParams.SET_UP).stream().flatMap(text -> SetUpFiles.of(text).stream()),
                        files.stream().flatMap(f -> f.setUp().stream())).toList(),
                files.stream().flatMap(f -> f.connect().stream()).toList(),
                files.stream().flatMap(f -> f.loads().stream()).toList(),
                files.stream().flatMap(f -> f.finishes().stream()).toList(),
                files.stream().flatMap(f -> f.tearDown().stream()).toList(),
                sources.stream().flatMap(s -> s.tables().stream()).distinct().toList(), Map.of(), false,
                ScriptParams.language(point));
        set = set.with(variables(groups, point, set.language));
        set = set.with(set.operations, set.values, set.finds());
        set.check();
        if (groups.size() > 1) {
            groups.forEach(set::check);
        }
        set.check(WorkerGroups.apart(point, ConnectionParams.places(point.params())));
        return set;
    }

    /** What the operations of some scripts are called, as far as these can be read. @param scripts as the setting writes them */
    static List<String> names(List<String> scripts, List<String> texts) {
        return scripts.stream().flatMap(text -> {
            try {
                return ScriptParams.SCRIPT.parse(text).stream().map(ScriptSource::unidentified).flatMap(s ->
                        s.where().equals(ScriptSource.TEXT) ? texts.stream().map(t -> ScriptFile.of(s, Optional.of(t)))
                                : Stream.of(ScriptFile.of(s))).flatMap(file -> file.operations().stream());
            } catch (InvalidInputException e) {
                return Stream.of(); // what is wrong with it is told where it is used
            }
        }).map(ScriptOperation::name).distinct().toList();
    }

    /** Those of all groups: each has its own in their place where it is its turn. */
    private static Map<String, String> variables(List<ScriptGroup> groups, Values point,
            StatementLanguage language) {
        Map<String, String> all = new HashMap<>();
        groups.forEach(group -> all.putAll(ScriptParams.variables(group.values(), language)));
        all.putAll(ScriptParams.variables(point, language));
        return all;
    }

    /** @param apart groups that work elsewhere */
    private void check(Map<String, Values> apart) {
        if (ownTables() && !apart.isEmpty()) {
            throw new InvalidInputException("group " + apart.keySet().iterator().next() + " works elsewhere, where "
                    + "built-in scripts have no tables; give every group scripts of your own");
        }
    }

    private void check(ScriptGroup group) {
        ScriptSet own = of(group);
        List<ScriptOperation> done = own.operations.stream().filter(o -> o.weight() > 0).toList();
        if (done.isEmpty()) {
            throw new InvalidInputException("group " + group.name() + ": there is no \\operation in its script");
        }
        with(done, ScriptParams.variables(group.values(), language), others).parsed(done, 0, 0);
    }

    /** What one of the groups carries out of it: the others' operations have no weight. */
    ScriptSet of(ScriptGroup group) {
        Map<ScriptOperation, Integer> weights = new HashMap<>();
        group.values().get(ScriptParams.SCRIPT).stream().flatMap(s -> ScriptFile.of(s,
                        group.values().find(ScriptParams.SCRIPT_TEXT)).operations().stream())
                .forEach(o -> weights.merge(o.times(0), o.weight(), Integer::sum));
        Map<String, String> own = new HashMap<>(values);
        own.putAll(ScriptParams.variables(group.values(), language));
        return with(operations.stream().map(o -> new ScriptOperation(o.name(), weights.getOrDefault(o.times(0), 0),
                o.where(), o.text())).toList(), own, others);
    }

    private ScriptSet with(List<ScriptOperation> some, Map<String, String> variables, boolean more) {
        return new ScriptSet(some, setUps, connects, loads, finishes, tearDowns, tables, variables, more, language);
    }

    private void check() {
        if (operations.stream().map(ScriptOperation::name).distinct().count() < operations.size()) {
            throw new InvalidInputException("script: two operations of one name; they could not be told apart");
        }
        if (operations.stream().mapToLong(ScriptOperation::weight).sum() > Integer.MAX_VALUE) {
            throw new InvalidInputException("script: the weights are too large together");
        }
        if (!operations.isEmpty() && operations.stream().allMatch(o -> o.weight() == 0)) {
            throw new InvalidInputException("script: no operation has a weight above 0");
        }
        Stream.of(operations, setUps, connects, finishes, tearDowns).forEach(some -> parsed(some, 0, 0));
    }

    /** Whether tables are filled from files. */
    boolean fills() {
        return !loads.isEmpty();
    }

    /** Whether nothing else is done than that. */
    boolean fillsOnly() {
        return operations.isEmpty();
    }

    /** The same of a point, whose scripts need not be readable: whoever runs it will say so. */
    static boolean loads(Values point) {
        try {
            return of(point).fillsOnly();
        } catch (InvalidInputException e) {
            return false;
        }
    }

    /** Whether they work on tables that Tidemark makes. */
    boolean ownTables() {
        return !tables.isEmpty();
    }

    /** Whether some script sends statements before those in front of them are answered. */
    boolean pipelines() {
        return Stream.of(operations, setUps, connects, finishes, tearDowns).flatMap(some -> parsed(some, 0, 0).stream())
                .anyMatch(Script::pipelines);
    }

    /** Whether some script has a statement that is not known to only read. */
    boolean writes() {
        return fillsOnly() || parsed(operations, 0, 0).stream().flatMap(script -> script.statements().stream())
                .anyMatch(sql -> !READS.contains(sql.word()));
    }

    /** Whether they say themselves what an acknowledged write survives, whatever the target's settings promise. */
    boolean decidesDurability() {
        return Stream.of(setUps, connects, operations).flatMap(some -> parsed(some, 0, 0).stream())
                .flatMap(script -> script.statements().stream())
                .anyMatch(sql -> !sql.word().equals("show") && DECIDES_DURABILITY.matcher(sql.text()).matches());
    }

    /** @param steps whether each statement has times of its own */
    OperationKinds kinds(boolean steps) {
        return new OperationKinds(operations.stream().map(ScriptOperation::name).toList(), !steps ? List.of()
                : Stream.concat(parsed(operations, 0, 0).stream().flatMap(script -> StatementName.of(script).stream()),
                        Stream.of(StatementName.CONNECTION.toString())).toList());
    }

    /** Whether there are more statements and operations than times can be kept of. */
    boolean tooManySteps() {
        return (long) operations.size() * kinds(true).steps().size() > MOST_STEPS;
    }

    /** Up to which number, exclusive, each one's share reaches. */
    int[] bounds() {
        return bounds(operations);
    }

    static int[] bounds(List<ScriptOperation> operations) {
        int[] bounds = operations.stream().mapToInt(ScriptOperation::weight).toArray();
        Arrays.parallelPrefix(bounds, Integer::sum);
        return bounds;
    }

    /**
     * The same set, once the set-up has put values into variables by {@code \gset}.
     *
     * @param found name to text; null for nothing
     */
    ScriptSet with(Map<String, String> found) {
        Map<String, String> all = new HashMap<>(values);
        all.putAll(found);
        return with(operations, all, false);
    }

    /** Whether the set-up puts values into variables, whose names nobody knows before. */
    private boolean finds() {
        return parsed(setUps, 0, 0).stream().flatMap(s -> s.statements().stream())
                .anyMatch(sql -> sql.keep().isPresent() || !sql.takes().isEmpty());
    }

    /** Some of them for one worker, which have their variables in common, with the values that its variables begin with. */
    List<Script> parsed(List<ScriptOperation> some, int worker, long seed) {
        Map<String, String> given = new HashMap<>(Map.of("client_id", String.valueOf(worker), "random_seed",
                String.valueOf(seed), "default_seed", String.valueOf(seed)));
        given.putAll(values);
        List<Script> scripts = PgbenchParser.parse(some.stream().map(o -> new PgbenchParser.Source(o.where(), o.text()))
                .toList(), values.keySet(), others, language);
        scripts.stream().limit(1).forEach(script -> given.forEach(script.variables()::define)); // all have the same
        return scripts;
    }
}
