package dev.tidemark.core.workload.script;

import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.RandomDraw;
import dev.tidemark.core.workload.script.language.Script;
import dev.tidemark.core.workload.script.language.ScriptException;
import dev.tidemark.core.workload.script.language.Value;
import dev.tidemark.core.workload.script.language.Variables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Carries a script out, for one worker. Not thread-safe. */
final class ScriptExecution {

    private static final int TEXTS = 1024;

    /** A statement with what it takes its values from, and the texts that variables within it have made of it. */
    private static final class Statement {

        private final Command.Sql sql;
        private final StatementSession.Binding binding;
        private final String[] texts;

        Statement(Command.Sql sql, Variables variables) {
            this.sql = sql;
            int[] places = sql.parameters().stream().mapToInt(Integer::intValue).toArray();
            binding = to -> {
                for (int place : places) {
                    add(variables.get(place), to);
                }
            };
            texts = sql.inline().isEmpty() ? null : new String[TEXTS];
        }

        private static void add(Value value, StatementSession.Parameters to) {
            switch (value.kind()) {
                case INTEGER -> to.add(value.integer());
                case DOUBLE -> to.add(value.number());
                default -> to.add(value.text());
            }
        }

        String text(Variables variables) {
            if (texts == null) {
                return sql.text();
            }
            Value first = variables.get(sql.inline().getFirst());
            boolean kept = sql.inline().size() == 1 && first.kind() == Value.Kind.INTEGER && first.integer() >= 0
                    && first.integer() < TEXTS;
            if (!kept) {
                return written(variables);
            }
            int at = (int) first.integer();
            if (texts[at] == null) {
                texts[at] = written(variables);
            }
            return texts[at];
        }

        private String written(Variables variables) {
            StringBuilder text = new StringBuilder();
            int next = 0;
            for (int i = 0; i < sql.text().length(); i++) {
                char c = sql.text().charAt(i);
                if (c == Command.Sql.INLINE) {
                    text.append(variables.get(sql.inline().get(next++)));
                } else {
                    text.append(c);
                }
            }
            return text.toString();
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
    private String prefix;
    private int rows;

    ScriptExecution(StatementSession session, boolean ownTables, Clock clock, Script script, Answers answers) {
        this.session = session;
        this.ownTables = ownTables;
        this.clock = clock;
        this.script = script;
        this.answers = answers;
        variables = script.variables();
        statements = script.statements().stream().map(sql -> new Statement(sql, variables)).toArray(Statement[]::new);
    }

    /**
     * @param seed     from which all of its random numbers follow
     * @param position of the operation
     * @return the rows that its statements answered
     */
    int carryOut(long seed, long position) throws Exception {
        rows = 0;
        random.seed(seed, position);
        session.begin(ownTables);
        try {
            run(script.commands());
        } catch (Exception | Error e) {
            try {
                session.end();
            } catch (Exception broken) {
                e.addSuppressed(broken);
            }
            throw e;
        }
        session.end();
        return rows;
    }

    private void run(List<Command> commands) throws Exception {
        for (int i = 0; i < commands.size(); i++) { // an iterator would be made anew each time
            switch (commands.get(i)) {
                case Command.Set set -> variables.set(set.place(), set.expression().evaluate(variables, random));
                case Command.Sql sql -> execute(statements[sql.number()]);
                case Command.Pipeline pipeline -> executeAll(pipeline.statements());
                case Command.If branches -> branch(branches);
                case Command.Sleep sleep -> clock.sleepUntil(clock.nanoTime() + Duration.of(
                        sleep.length().evaluate(variables, random).integer(), sleep.unit()).toNanos());
            }
        }
    }

    private void branch(Command.If branches) throws Exception {
        for (int i = 0; i < branches.branches().size(); i++) {
            Command.Branch branch = branches.branches().get(i);
            if (branch.condition().evaluate(variables, random).holds()) {
                run(branch.commands());
                return;
            }
        }
        run(branches.otherwise());
    }

    private void execute(Statement statement) throws Exception {
        boolean keeps = statement.sql.keep().isPresent();
        if (!keeps && answers == null) {
            rows += session.execute(statement.text(variables), statement.binding, null);
            return;
        }
        long question = answers == null ? 0 : question(statement);
        prefix = statement.sql.keep().orElse(null);
        digest.clear();
        int answered = session.execute(statement.text(variables), statement.binding, this::column);
        if (keeps && answered != 1) {
            throw new ScriptException("\\gset wants one row, and the statement answered " + answered);
        }
        if (answers != null && !answers.agrees(question, digest.value())) {
            throw new ScriptException("statement " + (statement.sql.number() + 1) + " of " + script.name()
                    + " was answered otherwise than the first time");
        }
        rows += answered;
    }

    private void executeAll(List<Command.Sql> pipeline) throws Exception {
        texts.clear();
        bindings.clear();
        long question = 0;
        for (int i = 0; i < pipeline.size(); i++) {
            Statement statement = statements[pipeline.get(i).number()];
            texts.add(statement.text(variables));
            bindings.add(statement.binding);
            question = answers == null ? 0 : SplitMix64.mix(question ^ question(statement));
        }
        prefix = null;
        digest.clear();
        rows += session.executeAll(texts, all, answers == null ? null : this::column);
        if (answers != null && !answers.agrees(question, digest.value())) {
            throw new ScriptException("the pipeline that begins with statement " + (pipeline.getFirst().number() + 1)
                    + " of " + script.name() + " was answered otherwise than the first time");
        }
    }

    private void bindAll(StatementSession.Parameters to) {
        for (int i = 0; i < bindings.size(); i++) {
            bindings.get(i).bind(to);
        }
    }

    private void column(int row, String name, String text) {
        if (prefix != null) {
            variables.define(prefix + name, text);
        }
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
            hash = Answers.digest(hash, variables.get(statement.sql.inline().get(i)).text());
        }
        return hash;
    }
}
