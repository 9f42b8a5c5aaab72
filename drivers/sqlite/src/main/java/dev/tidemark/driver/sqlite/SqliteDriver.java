package dev.tidemark.driver.sqlite;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.driver.language.SqlLexer;
import dev.tidemark.core.driver.language.SqlTrait;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import java.util.List;
import java.util.Optional;

/** The embedded SQL engine SQLite. */
public final class SqliteDriver extends EmbeddedDriver {

    static final StatementLanguage LANGUAGE = new SqliteLanguage();

    public SqliteDriver() {
        super("sqlite", "SQLite, an embedded SQL engine with a write-ahead log and one writer at a time, through JDBC.",
                "SQLite", "sqlite-jdbc", SqliteParams.ALL, SqliteMeasures.ALL, Capability.COMPACT, Capability.SNAPSHOT,
                Capability.STATEMENTS, Capability.API_STYLES);
    }

    @Override
    protected void loadEngine() throws Exception {
        SqliteDatabase.loadEngine();
    }

    @Override
    public List<ApiStyle> styles() {
        return SqlStyle.declared(SqliteStyles.ALL);
    }

    @Override
    public Optional<Param<?>> sync() {
        return Optional.of(SqliteParams.SYNC);
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(SqliteParams.CACHE);
    }

    @Override
    public List<Param<?>> decidedByData(Values values) {
        return values.find(SqliteParams.FILE).isPresent() ? List.of(SqliteParams.PAGE_SIZE) : List.of();
    }

    @Override
    public StatementLanguage statements(Values values) {
        return LANGUAGE;
    }

    @Override
    public String compaction() {
        return "Writes the database anew without its free pages (VACUUM), while writers wait, and copies the log into "
                + "the file, as far as no reader needs it. What is written over leaves none, as its pages are used "
                + "again at once; what is deleted does.";
    }

    @Override
    protected OpenTarget target(Values values, Context context) {
        return new SqliteTarget(values, context);
    }

    /** SQL as the program sqlite3 cuts it. */
    private static final class SqliteLanguage implements StatementLanguage {

        private static final Set<SqlTrait> TRAITS = Set.copyOf(
                EnumSet.of(SqlTrait.BACKTICKS, SqlTrait.BRACKETS, SqlTrait.TRIGGER_BODIES));
        /** A command of that program; no statement begins so. */
        private static final Pattern COMMAND = Pattern.compile("\\.([a-z]+).*", Pattern.DOTALL);
        /** What does the same as some of them. */
        private static final Map<String, String> INSTEAD = Map.of("read",
                "put the statements of that file here, or name it by "
                + "set-up", "import", "write \\load FILE INTO table, a section of its own", "open",
                "the setting file names the database", "timer", "the times of all statements are kept anyway");

        @Override
        public StatementLexer lexer(String text) {
            return new SqlLexer(text, TRAITS);
        }

        @Override
        public Optional<String> refuses(String text) {
            Matcher command = COMMAND.matcher(text);
            return command.matches() ? Optional.of("." + command.group(1)
                    + " is a command of the program sqlite3 and no statement; "
                    + INSTEAD.getOrDefault(command.group(1), "leave it out")) : Optional.empty();
        }
    }
}
