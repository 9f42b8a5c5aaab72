package dev.tidemark.driver.cassandra;

import module java.base;
import dev.tidemark.core.driver.language.SqlLexer;
import dev.tidemark.core.driver.language.SqlTrait;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;

/** CQL as cqlsh cuts it: SQL, with comments of two slashes, and batches that have semicolons in them. */
final class CqlLanguage implements StatementLanguage {

    static final StatementLanguage INSTANCE = new CqlLanguage();
    private static final Pattern FIRST_WORD = Pattern.compile("(?s)" + SqlLexer.BEFORE + "(\\w+)");

    private CqlLanguage() {}

    @Override
    public StatementLexer lexer(String text) {
        return new Lexer(text);
    }

    @Override
    public Optional<String> refuses(String text) {
        return firstWord(text).equals("use") ? Optional.of("USE changes the session, "
                + "which others use, too, and is not carried out; write the keyspace before the table")
                : Optional.empty();
    }

    /** What a statement begins with behind comments, in lower case; empty where that is no word. */
    static String firstWord(String statement) {
        Matcher first = FIRST_WORD.matcher(statement);
        return first.lookingAt() ? first.group(1).toLowerCase(Locale.ROOT) : "";
    }

    /** Knows whether it is within a batch. */
    private static final class Lexer implements StatementLexer {

        private final String text;
        private final StatementLexer sql;
        private boolean begun;
        private boolean batch;
        /** The word before. */
        private String before = "";

        Lexer(String text) {
            this.text = text;
            sql = new SqlLexer(text, EnumSet.of(SqlTrait.DOLLAR_QUOTES));
        }

        @Override
        public Token next(int at) {
            if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                return new Token(Kind.BLANK, end < 0 ? text.length() : end);
            }
            Token token = sql.next(at);
            if (token.kind() == Kind.TEXT) {
                word(text.substring(at, token.end()).toLowerCase(Locale.ROOT));
            } else if (token.kind() == Kind.END && batch) {
                return new Token(Kind.TEXT, token.end());
            } else if (token.kind() == Kind.END) {
                begun = false;
            }
            return token;
        }

        private void word(String word) {
            batch = begun ? batch && !(before.equals("apply") && word.equals("batch")) : word.equals("begin");
            begun = true;
            before = word;
        }
    }
}
