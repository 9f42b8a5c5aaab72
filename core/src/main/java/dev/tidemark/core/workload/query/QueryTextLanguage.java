package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;
import dev.tidemark.core.driver.language.StatementLexer.Kind;
import dev.tidemark.core.driver.language.StatementLexer.Token;
import dev.tidemark.core.driver.language.http.RequestTemplate.Bound;
import dev.tidemark.core.workload.script.language.ScriptException;

/** Queries in the language of Lucene's query parser, one on each line, with places for values. */
final class QueryTextLanguage implements StatementLanguage {

    static final StatementLanguage INSTANCE = new QueryTextLanguage();

    /** What means something to the parser, and a blank, which parts two terms. */
    private static final String SIGNS = "\\+-!():^[]\"{}~*?|&/ ";
    private static final Set<String> OPERATORS = Set.of("AND", "OR", "NOT", "TO");

    private QueryTextLanguage() {}

    @Override
    public StatementLexer lexer(String text) {
        return at -> token(text, at);
    }

    @Override
    public boolean isWords() {
        return true;
    }

    @Override
    public boolean hasQuestionMarks() {
        return true;
    }

    private static Token token(String text, int at) {
        char c = text.charAt(at);
        boolean begins = text.substring(text.lastIndexOf('\n', at - 1) + 1, at).isBlank();
        if (c == '\n') {
            return new Token(Kind.END, at + 1);
        } else if (begins && c == '#') {
            return new Token(Kind.BLANK, lineEnd(text, at));
        } else if (begins && c == '\\' && at + 1 < text.length() && Character.isLetter(text.charAt(at + 1))) {
            return new Token(Kind.COMMAND, at + 1);
        }
        boolean blank = Character.isWhitespace(c);
        int end = at + 1;
        while (isPlain(c) && end < text.length() && isPlain(text.charAt(end))
                && blank == Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return new Token(blank ? Kind.BLANK : Kind.TEXT, end);
    }

    private static boolean isPlain(char c) {
        return ":\\\n".indexOf(c) < 0;
    }

    private static int lineEnd(String text, int at) {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    /** A query with values in their places: as terms, in which no sign means anything, or as they stand. */
    static String written(String text, List<Bound> values) {
        StringBuilder to = new StringBuilder();
        int next = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case PLACE -> escape(text(values.get(next++)), to);
                case PLACE_AS_WRITTEN -> to.append(text(values.get(next++)));
                default -> to.append(text.charAt(i));
            }
        }
        return to.toString();
    }

    private static String text(Bound value) {
        if (value.text() == null) {
            throw new ScriptException("a value is null where the query needs a text");
        }
        return value.text();
    }

    private static void escape(String term, StringBuilder to) {
        to.append(OPERATORS.contains(term) ? "\\" : "");
        for (int i = 0; i < term.length(); i++) {
            to.append(SIGNS.indexOf(term.charAt(i)) >= 0 ? "\\" : "").append(term.charAt(i));
        }
    }
}
