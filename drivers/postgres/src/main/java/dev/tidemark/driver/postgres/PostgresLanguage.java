package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.language.SqlLexer;
import dev.tidemark.core.driver.language.SqlTrait;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;

/** SQL as psql and pgbench cut it (psqlscan.l). @param writesValues whether values are written into its text */
record PostgresLanguage(boolean writesValues) implements StatementLanguage {

    private static final Set<SqlTrait> TRAITS = Set.copyOf(EnumSet.of(SqlTrait.ESCAPE_STRINGS, SqlTrait.DOLLAR_QUOTES,
            SqlTrait.NESTED_COMMENTS, SqlTrait.PARENTHESES, SqlTrait.ATOMIC_BODIES));
    private static final Pattern COPY = Pattern.compile("(?is)copy\\b.*\\b(?:from\\s+stdin|to\\s+stdout)\\b.*");

    private static final Pattern NUMBER = Pattern.compile("\\$[0-9]+(?![\\w$])");
    /** Their parameters get values later, or never. */
    private static final Pattern PLANNED = Pattern.compile("(?i)(prepare|create|explain)\\b");

    @Override
    public StatementLexer lexer(String text) {
        return new SqlLexer(text, TRAITS);
    }

    @Override
    public Optional<String> refuses(String text) {
        return COPY.matcher(text).matches() ? Optional.of("COPY to or from the client (STDIN, STDOUT) is no statement "
                + "that a script can carry out; \\load takes rows of a file")
                : PLANNED.matcher(text).lookingAt() ? Optional.empty() : numbered(text).map(StatementLanguage::unnamed);
    }

    /** A parameter as the server's own log and statistics write it, outside of quotes; empty where there is none. */
    private Optional<String> numbered(String text) {
        StatementLexer lexer = lexer(text);
        Matcher number = NUMBER.matcher(text);
        for (int at = 0; at < text.length();) {
            StatementLexer.Token token = lexer.next(at);
            if (token.kind() == StatementLexer.Kind.TEXT && number.region(at, text.length()).lookingAt()) {
                return Optional.of(number.group());
            }
            at = token.end();
        }
        return Optional.empty();
    }
}
