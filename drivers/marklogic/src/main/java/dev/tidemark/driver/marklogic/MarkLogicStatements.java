package dev.tidemark.driver.marklogic;

import module java.base;
import com.marklogic.client.DatabaseClient;
import com.marklogic.client.eval.EvalResult;
import com.marklogic.client.eval.EvalResultIterator;
import com.marklogic.client.eval.ServerEvaluationCall;
import dev.tidemark.core.driver.NumberText;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.Columns;
import dev.tidemark.core.driver.StatementSession.Parameters;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.language.BoundStatement;
import dev.tidemark.core.driver.language.XQueryLanguage;
import dev.tidemark.core.driver.language.XQueryProlog;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.support.ReadStatements;

/** The user's programs of one session, which the server evaluates. */
final class MarkLogicStatements {

    private static final Pattern CODE = Pattern.compile("([A-Z][A-Z0-9]*-[A-Z0-9]+)\\b.*");

    /** @param own names of variables that it gives a value itself */
    private record Program(String text, List<String> names, Set<String> own) {

        static Program of(String sent, StatementSyntax syntax) {
            BoundStatement statement = BoundStatement.of(sent);
            if (syntax == StatementSyntax.JAVASCRIPT) {
                return new Program(statement.text(), statement.names(), Set.of());
            }
            XQueryProlog prolog = XQueryProlog.of(statement.text());
            return new Program(prolog.declaring(statement.text(), statement.names(), "external"), statement.names(),
                    prolog.own());
        }
    }

    /** Gathers the values of a program's variables, as they are written: the client declares none of their types. */
    private static final class Values implements Parameters {
        private final Program program;
        private final Map<String, String> texts = new HashMap<>();
        private int next;

        Values(Program program) {
            this.program = program;
        }

        @Override
        public void add(long number) {
            add(Long.toString(number));
        }

        @Override
        public void add(double number) {
            add(NumberText.of(number).replace("Infinity", "INF"));
        }

        @Override
        public void add(String text) {
            texts.put(program.names().get(next++), text);
        }

        @Override
        public void addWritten(String text) {
            add(text);
        }

        void bind(ServerEvaluationCall call) {
            texts.forEach((name, text) -> {
                if (!program.own().contains(name)) {
                    call.addVariable(name, text);
                }
            });
        }
    }

    private final StatementSyntax syntax;
    private final ReadStatements<Program> programs;

    MarkLogicStatements(StatementSyntax syntax) {
        this.syntax = syntax;
        programs = new ReadStatements<>(sent -> Program.of(sent, syntax));
    }

    /** @return how many items were answered */
    int execute(MarkLogicConnection connection, String sent, Binding binding, Columns columns) throws Exception {
        Program program = programs.of(sent);
        Values values = new Values(program);
        binding.bind(values);
        if (values.texts.containsValue(null)) {
            throw new StatementException("", "a variable of the program is null, which cannot be bound", null);
        }
        return connection.ask(client -> rows(call(client, program, values), columns));
    }

    private ServerEvaluationCall call(DatabaseClient client, Program program, Values values) {
        ServerEvaluationCall call = client.newServerEval();
        call = syntax == StatementSyntax.JAVASCRIPT ? call.javascript(program.text()) : call.xquery(program.text());
        values.bind(call);
        return call;
    }

    private static int rows(ServerEvaluationCall call, Columns columns) {
        int rows = 0;
        try (EvalResultIterator results = call.eval()) {
            for (EvalResult result : results) {
                if (columns != null) {
                    columns.column(rows, XQueryLanguage.COLUMN, result.getString());
                }
                rows++;
            }
        }
        return rows;
    }

    /** A program that answers its only parameter. */
    String echo() {
        return syntax == StatementSyntax.JAVASCRIPT ? "?value" : "?$value";
    }

    /** MarkLogic's code of an error, as XDMP-UNDVAR, takes the place of an SQL state; empty where it tells none. */
    static StatementException refused(HttpRefusedException e, String line) {
        Matcher code = CODE.matcher(String.valueOf(e.getMessage()));
        return new StatementException(code.lookingAt() ? code.group(1) : "", line, e);
    }
}
