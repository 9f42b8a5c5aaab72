package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.RandomDraw;
import dev.tidemark.core.workload.script.language.Script;
import dev.tidemark.core.workload.script.language.ScriptException;
import dev.tidemark.core.workload.script.language.Variables;

/**
 * Has the server read each statement of the operations before anything is measured, without carrying one out: what it
 * refuses then it would refuse each time. What a statement makes that is carried out before another, as a table, is not
 * there yet, and what stands behind a condition may never be carried out, so that refusals of these are left to the run.
 * Not thread-safe.
 */
final class ScriptTrial {

    /** With which statements begin that make nothing of which others speak. */
    private static final Set<String> PLAIN = Set.of("select", "insert", "update", "delete", "merge", "replace", "values",
            "with", "begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release", "table", "explain",
            "lock", "show");

    private final StatementSession session;
    private final boolean ownTables;
    private final List<Script> scripts;
    private final long seed;
    private final Listener listener;
    private final RandomDraw random = new RandomDraw();
    /** Which variables may have a value by the time that a script uses them; null where that is not known. */
    private Set<String> set;

    /** Is told what becomes of each statement. */
    @FunctionalInterface
    interface Listener {

        /**
         * @param outcome what the server says of it
         * @param message its own words, where it refuses it
         */
        void read(Script script, Command.Sql sql, Reading outcome, String message);
    }

    /** What the server says of a statement. */
    enum Reading {
        /** It would carry it out. */
        TAKEN,
        /** It would refuse it each time. */
        REFUSED,
        /** It refuses it now, and may do so no more when the statements before it were carried out. */
        NOT_YET,
        /** That shows only when it is carried out. */
        UNKNOWN
    }

    ScriptTrial(StatementSession session, boolean ownTables, List<Script> scripts, long seed) {
        this(session, ownTables, scripts, seed, ScriptTrial::refuse);
    }

    private static void refuse(Script script, Command.Sql sql, Reading outcome, String message) {
        if (outcome == Reading.REFUSED) {
            throw new InvalidInputException(script.place(sql.line()) + ": " + message);
        }
    }

    ScriptTrial(StatementSession session, boolean ownTables, List<Script> scripts, long seed, Listener listener) {
        this.listener = listener;
        this.session = session;
        this.ownTables = ownTables;
        this.scripts = scripts;
        this.seed = seed;
    }

    /**
     * Does it.
     *
     * @param connecting what comes first on a connection; null for nothing
     * @throws InvalidInputException naming the script, the line and what the server says of the first that cannot work
     */
    void run(ConnectionSetUp connecting) throws Exception {
        session.begin(ownTables);
        try {
            if (connecting != null) {
                connecting.ready();
            }
            set = new HashSet<>();
            for (Script script : scripts) {
                random.seed(seed, 0);
                read(script, script.commands(), scripts.stream().allMatch(s -> s == script || s.statements().stream()
                        .allMatch(ScriptTrial::isPlain)));
            }
            if (set != null) {
                scripts.forEach(this::checkNames);
            }
        } finally {
            try {
                session.end();
            } catch (StatementException e) {
                // MariaDB calls it a transaction that a SELECT was prepared
            }
        }
    }

    private static boolean isPlain(Command.Sql sql) {
        return PLAIN.contains(sql.word()) && !(sql.word().equals("select") && sql.text().toLowerCase(Locale.ROOT)
                .contains(" into "));
    }

    /**
     * Reads commands, those of every branch.
     *
     * @param certain whether they come to be carried out, and nothing before them makes what they speak of
     * @return whether none of them makes what others speak of
     */
    private boolean read(Script script, List<Command> commands, boolean certain) throws Exception {
        boolean plain = true;
        for (Command command : commands) {
            switch (command) {
                case Command.Set value -> set(script, value);
                case Command.Row row -> row.values().draw(script.variables(), random);
                case Command.Sql sql -> plain &= read(script, sql, certain && plain);
                case Command.Pipeline pipeline -> {
                    for (Command.Sql sql : pipeline.statements()) {
                        plain &= read(script, sql, certain && plain);
                    }
                }
                case Command.If branches -> {
                    for (Command.Branch branch : branches.branches()) {
                        plain &= read(script, branch.commands(), false);
                    }
                    plain &= read(script, branches.otherwise(), false);
                }
                case Command.Sleep _ -> { }
            }
        }
        return plain;
    }

    /** What depends on an answer of the server has no value yet. */
    private void set(Script script, Command.Set command) {
        if (set != null) {
            set.add(command.name());
        }
        try {
            script.variables().set(command.place(), command.expression().evaluate(script.variables(), random));
        } catch (ScriptException e) {
            // the run tells, if it comes to it
        }
    }

    private boolean read(Script script, Command.Sql sql, boolean certain) throws Exception {
        boolean known = sql.parameters().stream().allMatch(script.variables()::has);
        Optional<List<String>> columns = Optional.empty();
        if (sql.inline().stream().allMatch(script.variables()::has)) {
            try {
                columns = session.describe(ScriptExecution.text(sql, script.variables()), to -> sql.parameters()
                        .forEach(place -> bind(script, place, to)));
                listener.read(script, sql, columns.isPresent() ? Reading.TAKEN : Reading.UNKNOWN, "");
            } catch (StatementException e) {
                listener.read(script, sql, e.isOfText() || certain && known ? Reading.REFUSED : Reading.NOT_YET,
                        e.getMessage());
            }
        } else {
            listener.read(script, sql, Reading.UNKNOWN, "");
        }
        if (sql.keep().isPresent()) {
            keep(script, sql, columns);
        }
        if (set != null) {
            sql.takes().forEach(take -> set.add(take.name()));
        }
        return isPlain(sql);
    }

    private void keep(Script script, Command.Sql sql, Optional<List<String>> columns) {
        Command.Keep keep = sql.keep().orElseThrow();
        columns.stream().flatMap(names -> names.stream().flatMap(name -> Variables.refuses(name, keep).stream()))
                .findFirst().ifPresent(why -> {
                    throw new InvalidInputException(script.place(sql.line()) + ": " + why);
                });
        if (columns.isEmpty()) {
            set = null;
        } else if (set != null) {
            columns.get().forEach(column -> set.add(keep.prefix() + column));
        }
    }

    private static void bind(Script script, int place, StatementSession.Parameters to) {
        if (script.variables().has(place)) {
            ScriptExecution.add(script.variables().get(place), to);
        } else {
            to.add((String) null);
        }
    }

    /** A variable to which nothing can ever give a value is a slip. */
    private void checkNames(Script script) {
        Set<String> names = new HashSet<>(set);
        script.places().forEach((name, place) -> {
            if (script.variables().has(place)) {
                names.add(name);
            }
        });
        script.places().keySet().stream().filter(name -> !names.contains(name)).findFirst().ifPresent(name -> {
            throw new InvalidInputException(script.place(script.lines().get(name)) + ": variable '" + name
                    + "' is never set" + Suggestions.hint(name, names));
        });
    }
}
