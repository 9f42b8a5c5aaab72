package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.NumberText;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.RandomDraw;
import dev.tidemark.core.workload.script.language.Script;
import dev.tidemark.core.workload.script.language.ScriptException;
import dev.tidemark.core.workload.script.language.ScriptValue;
import dev.tidemark.core.workload.script.language.Variables;

/** Carries a script out, for one worker. Not thread-safe. */
final class ScriptExecution {

    /** No part of it is timed. */
    static final int UNTIMED = -1;

    private static final int TEXTS = 1024;
    private static final int NOWHERE = 0;
    private static final int BEHIND = -1;

    /** A statement with what it takes its values from, and the texts that variables within it have made of it. */
    private final class Statement {

        private final Command.Sql sql;
        /** Null where nothing is taken from its answer. */
        private final Taking taking;
        /** Among those whose times are kept. */
        private final int step;
        private final int[] places;
        private final StatementSession.Binding binding;
        private final String[] texts;

        Statement(Command.Sql sql, int step) {
            this.sql = sql;
            taking = sql.takes().isEmpty() ? null : new Taking(sql.takes());
            this.step = step;
            places = sql.parameters().stream().mapToInt(Integer::intValue).toArray();
            binding = places.length == 0 ? StatementSession.Binding.NONE : to -> {
                for (int place : places) {
                    add(variables.get(place), to);
                }
            };
            texts = sql.inline().isEmpty() ? null : new String[TEXTS];
        }

        /** With the values of variables in it; all that it takes have one. */
        String text() {
            for (int place : places) {
                variables.get(place);
            }
            if (texts == null) {
                return sql.text();
            }
            int place = sql.inline().getFirst();
            if (!variables.has(place)) {
                return ScriptExecution.text(sql, variables);
            }
            ScriptValue first = variables.get(place);
            boolean cacheable = sql.inline().size() == 1 && first.kind() == ScriptValue.Kind.INTEGER
                    && first.integer() >= 0
                    && first.integer() < TEXTS && (!first.isWritten() || NumberText.isWhole(first.text()));
            if (!cacheable) {
                return ScriptExecution.text(sql, variables);
            }
            int at = (int) first.integer();
            if (texts[at] == null) {
                texts[at] = ScriptExecution.text(sql, variables);
            }
            return texts[at];
        }
    }

    /** Puts what an answer has where its statement's takes point into their variables. */
    private final class Taking implements StatementSession.Columns {

        private final List<Command.Take> takes;
        private final List<String> pointers;
        private final boolean[] found;

        Taking(List<Command.Take> takes) {
            this.takes = takes;
            pointers = takes.stream().map(Command.Take::pointer).distinct().toList();
            found = new boolean[takes.size()];
        }

        @Override
        public List<String> requested() {
            return pointers;
        }

        @Override
        public void column(int row, String name, String text) {
            for (int i = 0; i < found.length; i++) {
                if (takes.get(i).pointer().equals(name)) {
                    found[i] = true;
                    set(takes.get(i), text);
                }
            }
            compare(row, text);
        }

        private void set(Command.Take take, String text) {
            variables.setText(take.place(), text);
            if (saved != null) {
                saved.put(take.name(), text);
            }
        }

        void begin() {
            Arrays.fill(found, false);
        }

        /** @throws ScriptException where there was nothing and had to be something */
        void end() {
            for (int i = 0; i < found.length; i++) {
                Command.Take take = takes.get(i);
                if (!found[i] && !take.maybe()) {
                    throw new ScriptException("\\take " + take.name() + ": the answer has nothing at "
                            + take.pointer());
                } else if (!found[i]) {
                    set(take, null);
                }
            }
        }
    }

    /** Puts the columns of answers into variables, where their statements say so. */
    private final class Keeping implements StatementSession.Columns {

        /** Of statements that are sent together; null for one alone. */
        private List<Command.Sql> statements;
        /** Which of them is being answered. */
        private int at;
        /** Null where nothing is kept of the answer. */
        private Command.Keep keep;
        /** What is wrong with what is to be kept, as with the name of a column; null for nothing. */
        private String wrong;

        /** @return whether something is kept */
        boolean begin(Command.Sql statement) {
            statements = null;
            wrong = null;
            keep = statement.keep().orElse(null);
            return keep != null;
        }

        boolean begin(List<Command.Sql> together) {
            boolean keeps = false;
            for (int i = 0; i < together.size(); i++) {
                keeps |= together.get(i).keep().isPresent();
            }
            begin(together.getFirst());
            statements = together;
            at = 0;
            return keeps;
        }

        @Override
        public void column(int row, String name, String text) {
            if (keep != null) {
                String variable = keep.prefix().isEmpty() ? name : keep.prefix() + name;
                if (!variables.define(variable, text) && wrong == null) {
                    wrong = Variables.refuses(name, keep).orElse(null);
                }
                if (saved != null) {
                    saved.put(variable, text);
                }
            }
            compare(row, text);
        }

        @Override
        public void answered(int rows) {
            if (statements != null) {
                count(rows);
                at++;
                keep = at < statements.size() ? statements.get(at).keep().orElse(null) : null;
            }
        }

        private void count(int rows) {
            if (keep != null && keep.one() && rows != 1 && wrong == null) {
                wrong = "\\gset needs exactly one row, and the statement returned " + rows;
            }
        }

        /** @throws ScriptException where what was to be kept could not be */
        void end() {
            if (wrong != null) {
                throw new ScriptException(wrong);
            }
        }

        /** The same of a statement alone. */
        void end(int rows) {
            count(rows);
            end();
        }
    }

    static void add(ScriptValue value, StatementSession.Parameters to) {
        if (value.isWritten()) {
            to.addWritten(value.text());
            return;
        }
        switch (value.kind()) {
            case INTEGER -> to.add(value.integer());
            case DOUBLE -> add(value.number(), to);
            case BOOLEAN -> to.add(value.holds());
            default -> to.add(value.text());
        }
    }

    /** What is written without a point is a whole number. */
    private static void add(double number, StatementSession.Parameters to) {
        if (NumberText.isWhole(number)) {
            to.add((long) number);
        } else {
            to.add(number);
        }
    }

    /** A statement with the values of the variables that are written into it. */
    static String text(Command.Sql sql, Variables variables) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int i = 0; i < sql.text().length(); i++) {
            char c = sql.text().charAt(i);
            switch (c) {
                case Command.Sql.INLINE -> text.append(variables.get(sql.inline().get(next++)));
                case Command.Sql.VALUE -> write(variables.get(sql.inline().get(next++)), text);
                case Command.Sql.PERHAPS -> {
                    int place = sql.inline().get(next++);
                    text.append(variables.has(place) ? variables.get(place) : ":" + variables.name(place));
                }
                default -> text.append(c);
            }
        }
        return text.toString();
    }

    /** As it stands, but for a text of our own making, which stands for itself. */
    private static void write(ScriptValue value, StringBuilder to) {
        if (value.kind() == ScriptValue.Kind.TEXT && !value.isWritten()) {
            to.append('\'').append(value.text().replace("'", "''")).append('\'');
        } else {
            to.append(value);
        }
    }

    private final StatementSession session;
    private final boolean ownTables;
    private final Clock clock;
    private final Script script;
    private final Variables variables;
    private final Statement[] statements;
    /** Null when answers are not compared. */
    private final Answers answers;
    private final Answers.Digest digest = new Answers.Digest();
    private final RandomDraw random = new RandomDraw();
    /** Of the pipeline that is being sent. */
    private final List<String> texts = new ArrayList<>();
    private final List<StatementSession.Binding> bindings = new ArrayList<>();
    private final StatementSession.Binding all = this::bindAll;
    private final Keeping columns = new Keeping();
    private final boolean timed;
    private int connects = UNTIMED;
    /** Null where there is nothing to be done first on a connection. */
    private ConnectionSetUp connecting;
    /** Takes what statements have put into variables; null where nobody else wants it. */
    private Map<String, String> saved;
    private Tally tally;
    /** Of the command at work; {@link #NOWHERE} before the first, {@link #BEHIND} after the last. */
    private int line;
    /** Where it ends: one of the statements that are sent together may have failed, and clients do not tell which. */
    private int last;
    /** When the statement before this one ended, if nothing has been done since; else 0. */
    private long since;

    /** Whose statements' times nobody wants. */
    ScriptExecution(StatementSession session, boolean ownTables, Clock clock, Script script, Answers answers) {
        this(session, ownTables, clock, script, answers, UNTIMED);
    }

    /** @param firstStep the kind of step that its first timed part is; {@link #UNTIMED} where none is timed */
    ScriptExecution(StatementSession session, boolean ownTables, Clock clock, Script script, Answers answers,
            int firstStep) {
        timed = firstStep != UNTIMED;
        this.session = session;
        this.ownTables = ownTables;
        this.clock = clock;
        this.script = script;
        this.answers = answers;
        variables = script.variables();
        statements = new Statement[script.statements().size()];
        List<List<Command.Sql>> parts = script.parts();
        for (int part = 0; part < parts.size(); part++) {
            for (Command.Sql sql : parts.get(part)) {
                statements[sql.number()] = new Statement(sql, firstStep + part);
            }
        }
    }

    /** Has the time recorded separately that it waits for its connection. @param step the kind of step that this is */
    void timingConnections(int step) {
        connects = step;
    }

    /** Has each connection made ready first. */
    ScriptExecution after(ConnectionSetUp made) {
        connecting = made;
        return this;
    }

    /** Has what statements put into variables put there, too. */
    ScriptExecution keeping(Map<String, String> into) {
        saved = into;
        return this;
    }

    /**
     * Does it once, and adds up what its statements did.
     *
     * @param seed     from which all of its random numbers follow
     * @param position of the operation, which no other one has
     * @param turn     of the operation among those of its group
     * @param into     takes the rows and, of what was timed, the times; {@link Tally#place} where it fails
     */
    void carryOut(long seed, long position, long turn, Tally into) throws Exception {
        clear(seed, position, turn, into);
        try {
            begin();
            carryOut();
        } catch (Exception | Error e) {
            tally.rowsWritten = 0;
            if (line != NOWHERE) {
                tally.place = line == BEHIND ? script.place() : script.place(line, last);
            }
            throw e;
        }
    }

    /** The same of what there is one group of. */
    void carryOut(long seed, long position, Tally into) throws Exception {
        carryOut(seed, position, position, into);
    }

    private void clear(long seed, long position, long turn, Tally into) {
        tally = into;
        tally.hits = 0;
        tally.rowsWritten = 0;
        if (tally.place != null) { // of an earlier try
            tally.place = null;
        }
        line = NOWHERE;
        since = 0;
        random.seed(seed, position, turn);
    }

    /** Does it within an operation of somebody else's, who ends it. @param into takes {@link Tally#place} */
    void within(long seed, Tally into) throws Exception {
        clear(seed, 0, 0, into);
        try {
            run(script.commands());
        } catch (Exception | Error e) {
            tally.place = line == NOWHERE ? script.place() : script.place(line, last);
            throw e;
        }
    }

    private void open() throws Exception {
        session.begin(ownTables);
        if (connecting != null) {
            try {
                connecting.ready();
            } catch (Exception | Error e) {
                endAfter(session, e);
                throw e;
            }
        }
    }

    /** Ends an operation that has failed. */
    static void endAfter(StatementSession session, Throwable failure) {
        try {
            session.end();
        } catch (Exception broken) {
            failure.addSuppressed(broken);
        }
    }

    private void begin() throws Exception {
        if (connects == UNTIMED) {
            open();
            return;
        }
        long start = clock.nanoTime();
        try {
            open();
            tally.parts.answered(connects, clock.nanoTime() - start, 0);
        } catch (Exception | Error e) {
            tally.parts.failed(connects, clock.nanoTime() - start);
            throw e;
        }
    }

    private void carryOut() throws Exception {
        try {
            run(script.commands());
            line = BEHIND;
        } catch (Exception | Error e) {
            endAfter(session, e);
            throw e;
        }
        session.end();
    }

    private void run(List<Command> commands) throws Exception {
        for (int i = 0; i < commands.size(); i++) { // an iterator would be made anew each time
            Command command = commands.get(i);
            line = command.line();
            last = command instanceof Command.Pipeline together ? together.statements().getLast().line() : line;
            switch (command) {
                case Command.Sql sql -> {
                    execute(statements[sql.number()]);
                    continue;
                }
                case Command.Pipeline pipeline -> {
                    executeAll(pipeline.statements());
                    continue;
                }
                case Command.Set set -> variables.set(set.place(), set.expression().evaluate(variables, random));
                case Command.Row row -> row.values().draw(variables, random);
                case Command.If branches -> branch(branches);
                case Command.Sleep sleep -> clock.sleepUntil(clock.nanoTime() + Duration.of(
                        sleep.length().evaluate(variables, random).integer(), sleep.unit()).toNanos());
            }
            since = 0;
        }
    }

    /** When a statement begins: when the one before it ended, if nothing was done between. */
    private long start() {
        return !timed ? 0 : since != 0 ? since : clock.nanoTime();
    }

    private void answered(int step, long start, int rows) {
        long written = session.written();
        long read = rows - session.returned();
        tally.hits += read;
        tally.rowsWritten += written;
        if (timed) {
            since = clock.nanoTime();
            tally.parts.answered(step, since - start, read + written);
        }
    }

    private void failed(int step, long start) {
        if (timed) {
            tally.parts.failed(step, clock.nanoTime() - start);
        }
    }

    private void branch(Command.If branches) throws Exception {
        for (int i = 0; i < branches.branches().size(); i++) {
            Command.Branch branch = branches.branches().get(i);
            line = branch.line();
            last = line;
            if (branch.condition().evaluate(variables, random).holds()) {
                run(branch.commands());
                return;
            }
        }
        run(branches.otherwise());
    }

    private void execute(Statement statement) throws Exception {
        String text = statement.text();
        long question = answers == null ? 0 : question(statement);
        boolean looks = answers != null | columns.begin(statement.sql);
        digest.clear();
        if (statement.taking != null) {
            statement.taking.begin();
        }
        long start = start();
        int rows;
        try {
            rows = session.execute(text, statement.binding, statement.taking != null ? statement.taking
                    : looks ? columns : null);
        } catch (Exception | Error e) {
            failed(statement.step, start);
            throw e;
        }
        answered(statement.step, start, rows);
        columns.end(rows);
        if (statement.taking != null) {
            statement.taking.end();
        }
        if (answers != null && !answers.agrees(question, digest.value())) {
            throw new ScriptException("answered otherwise than the first time");
        }
    }

    private void executeAll(List<Command.Sql> pipeline) throws Exception {
        texts.clear();
        bindings.clear();
        long question = 0;
        boolean bound = false;
        for (int i = 0; i < pipeline.size(); i++) {
            Statement statement = statements[pipeline.get(i).number()];
            texts.add(statement.text());
            bindings.add(statement.binding);
            bound |= statement.binding != StatementSession.Binding.NONE;
            question = answers == null ? 0 : SplitMix64.mix(question ^ question(statement));
        }
        int step = statements[pipeline.getFirst().number()].step;
        boolean looks = answers != null | columns.begin(pipeline);
        digest.clear();
        long start = start();
        int rows;
        try {
            rows = session.executeAll(texts, bound ? all : StatementSession.Binding.NONE, looks ? columns : null);
        } catch (Exception | Error e) {
            failed(step, start);
            throw e;
        }
        answered(step, start, rows);
        columns.end();
        if (answers != null && !answers.agrees(question, digest.value())) {
            throw new ScriptException("the pipeline was answered otherwise than the first time");
        }
    }

    private void bindAll(StatementSession.Parameters to) {
        for (int i = 0; i < bindings.size(); i++) {
            bindings.get(i).bind(to);
        }
    }

    private void compare(int row, String text) {
        if (answers != null) {
            digest.column(row, text);
        }
    }

    /** The statement and its values. */
    private long question(Statement statement) {
        long hash = SplitMix64.mix(Answers.digest(0, script.name()) + statement.sql.number());
        for (int i = 0; i < statement.sql.parameters().size(); i++) {
            hash = Answers.digest(hash, variables.get(statement.sql.parameters().get(i)).text());
        }
        for (int i = 0; i < statement.sql.inline().size(); i++) {
            int place = statement.sql.inline().get(i);
            hash = Answers.digest(hash, variables.has(place) ? variables.get(place).text() : null);
        }
        return hash;
    }
}
