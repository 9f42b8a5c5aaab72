package dev.tidemark.driver.sqlite;

import module java.base;
import dev.tidemark.core.driver.language.SqlLexer;
import dev.tidemark.core.driver.language.SqlTrait;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;

/** SQL as the program sqlite3 cuts it. */
final class SqliteLanguage implements StatementLanguage {

    private static final Set<SqlTrait> TRAITS = Set.copyOf(
            EnumSet.of(SqlTrait.BACKTICKS, SqlTrait.BRACKETS, SqlTrait.TRIGGER_BODIES));
    /** A command of that program; no statement begins so. */
    private static final Pattern COMMAND = Pattern.compile("\\.([a-z]+).*", Pattern.DOTALL);
    /** What does the same as some of them. */
    private static final Map<String, String> INSTEAD = Map.of("read", "put the statements of that file here, or name it by "
            + "set-up", "import", "write \\load FILE INTO table, a section of its own", "open", "the setting file names the "
            + "database", "timer", "the times of all statements are kept anyway");

    @Override
    public StatementLexer lexer(String text) {
        return new SqlLexer(text, TRAITS);
    }

    @Override
    public Optional<String> refuses(String text) {
        Matcher command = COMMAND.matcher(text);
        return command.matches() ? Optional.of("." + command.group(1) + " is a command of the program sqlite3 and no statement; "
                + INSTEAD.getOrDefault(command.group(1), "leave it out")) : Optional.empty();
    }
}
