package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.NumberText;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.Columns;
import dev.tidemark.core.driver.StatementSession.Parameters;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.language.BoundStatement;
import dev.tidemark.core.driver.language.XQueryLanguage;
import dev.tidemark.core.driver.language.XQueryProlog;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.support.ReadStatements;

/**
 * The user's queries of one session. Behind the items of a query comes one more, which says that these are all: what
 * fails when part of the answer has left already ends without it, and is answered like what did not fail.
 */
final class BaseXStatements {

    /** Between two items: signs that are none, and stand in no text. */
    static final String SEPARATOR = "\uFDD0";
    static final String END = "\uFDD1";
    private static final byte[] SEPARATOR_BYTES = SEPARATOR.getBytes(StandardCharsets.UTF_8);
    private static final byte[] END_BYTES = END.getBytes(StandardCharsets.UTF_8);

    /** What answers something and updates something, too. */
    private static final String MIXED = "XUST0001";
    private static final Pattern CODE = Pattern.compile("\\[([^\\]\\s]+)\\].*");
    /** What is wrong whatever the data are; a module that is not there may be yet. */
    private static final Pattern OF_TEXT = Pattern.compile("X[PQU]ST(?!0059)\\d{4}");
    /** A text or a number; digits within a name are none. */
    private static final Pattern LITERAL = Pattern.compile("'[^']*'|\"[^\"]*\"|(?<![\\p{L}\\p{N}_.:-])\\d+");

    /** A query, and whether it has shown that it updates. */
    private static final class Query {
        private final String text;
        private final List<String> names;
        /** Names of variables that it gives a value itself. */
        private final Set<String> own;
        /** Without its literals, which say nothing of whether it updates. */
        private final String form;
        private boolean updates;

        /** @param sent as of {@link BoundStatement} */
        Query(String sent, Set<String> updating) {
            form = LITERAL.matcher(sent).replaceAll("");
            updates = updating.contains(form);
            BoundStatement statement = BoundStatement.of(sent);
            XQueryProlog prolog = XQueryProlog.of(statement.text());
            names = statement.names();
            own = prolog.own();
            text = prolog.declaring(statement.text(), names, "external := ()") + "\n, ";
        }

        /** With the item that is its last. */
        String text() {
            String end = "'" + END + "'";
            return text + (updates ? "Q{http://basex.org/modules/update}output(" + end + ")" : end);
        }
    }

    /** Binds values to the variables of a query, each once. */
    private static final class Values implements Parameters {
        private final Query query;
        private final RestQuery request;
        private final Set<String> bound;
        private int next;

        Values(Query query, RestQuery request) {
            this.query = query;
            this.request = request;
            bound = new HashSet<>(query.own);
        }

        private void add(String value, String type) {
            String name = query.names.get(next++);
            if (bound.add(name) && value != null) {
                request.bind(name, value, type);
            }
        }

        @Override
        public void add(long number) {
            add(Long.toString(number), "xs:integer");
        }

        /** {@inheritDoc} With a point it is a decimal number, as where a query writes one. */
        @Override
        public void add(double number) {
            String text = NumberText.of(number);
            boolean decimal = NumberText.isFraction(text);
            add(text.replace("Infinity", "INF"), decimal ? "xs:decimal" : "xs:double");
        }

        @Override
        public void add(String text) {
            add(text, "xs:string");
        }

        @Override
        public void addWritten(String text) {
            add(text, "xs:untypedAtomic");
        }
    }

    /** Where queries are asked. */
    private final BaseXTarget target;
    private final ReadStatements<Query> queries;

    BaseXStatements(BaseXTarget target) {
        this.target = target;
        queries = new ReadStatements<>(sent -> new Query(sent, target.updatingForms()));
    }

    /** @return how many items were answered */
    int execute(HttpConnection connection, String sent, Binding binding, Columns columns) throws Exception {
        return rows(ask(connection, queries.of(sent), binding, true), columns);
    }

    /** Has the server read a query, and find what is wrong with it as far as that shows. */
    void describe(HttpConnection connection, String sent, Binding binding) throws Exception {
        ask(connection, queries.of(sent), binding, false);
    }

    /** An update is none that answers an item, which shows before anything of it is carried out. */
    private byte[] ask(HttpConnection connection, Query query, Binding binding, boolean carriedOut) throws Exception {
        if (!query.updates) {
            try {
                return send(connection, query, binding, carriedOut);
            } catch (HttpRefusedException e) {
                if (!code(e).equals(MIXED)) {
                    throw e;
                }
            }
            query.updates = true;
            remember(query.form);
        }
        return send(connection, query, binding, carriedOut);
    }

    /** For other sessions, and for the same query with other values written into it. */
    private void remember(String form) {
        if (target.updatingForms().size() < ReadStatements.KEPT) {
            target.updatingForms().add(form);
        }
    }

    private byte[] send(HttpConnection connection, Query query, Binding binding, boolean carriedOut) throws Exception {
        RestQuery request = target.updating(query.text()).parameter("item-separator", SEPARATOR);
        if (!carriedOut) {
            request.option("runquery", false);
        }
        binding.bind(new Values(query, request));
        return request.askItems(connection, target.statementAddress());
    }

    private static int rows(byte[] answer, Columns columns) throws HttpRefusedException {
        int rows = 0;
        int begin = 0;
        for (int at = 0; at <= answer.length - SEPARATOR_BYTES.length; at++) {
            if (is(SEPARATOR_BYTES, answer, at)) {
                if (columns != null) {
                    columns.column(rows, XQueryLanguage.COLUMN, new String(answer, begin, at - begin,
                            StandardCharsets.UTF_8));
                }
                rows++;
                begin = at + SEPARATOR_BYTES.length;
            }
        }
        if (answer.length != begin + END_BYTES.length || !is(END_BYTES, answer, begin)) {
            throw cutOff(rows, answer);
        }
        return rows;
    }

    private static HttpRefusedException cutOff(int rows, byte[] answer) {
        return rows == 0 ? HttpRefusedException.undocumented("it has no end", new String(answer, StandardCharsets.UTF_8))
                : new HttpRefusedException(HttpURLConnection.HTTP_OK, "the answer ends behind " + rows + " items, or within "
                + "one: the query has failed when these had left the server already, whose log may say why");
    }

    private static boolean is(byte[] mark, byte[] answer, int at) {
        for (int i = 0; i < mark.length; i++) {
            if (answer[at + i] != mark[i]) {
                return false;
            }
        }
        return true;
    }

    /** BaseX's code of an error, as XPST0008 or db:open, takes the place of an SQL state; empty where it tells none. */
    private static String code(HttpRefusedException e) {
        Matcher code = CODE.matcher(String.valueOf(e.getMessage()));
        return code.matches() ? code.group(1) : "";
    }

    /** @param line what it says, in one line */
    static StatementException refused(HttpRefusedException e, String line) {
        String code = code(e);
        return OF_TEXT.matcher(code).matches() ? StatementException.ofText(code, line, e)
                : new StatementException(code, line, e);
    }
}
