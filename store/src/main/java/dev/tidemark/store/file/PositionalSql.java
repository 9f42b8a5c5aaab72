package dev.tidemark.store.file;

import org.jdbi.v3.core.statement.ParsedParameters;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Takes statements as they are, with {@code ?} for each parameter. The statements of this module need no more, and
 * Jdbi's own parser for named parameters is a generated lexer whose loading every start of the program would pay for.
 */
final class PositionalSql implements SqlParser {

    @Override
    public ParsedSql parse(String sql, StatementContext context) {
        return ParsedSql.of(sql, ParsedParameters.positional((int) sql.chars().filter(c -> c == '?').count()));
    }

    @Override
    public String nameParameter(String rawName, StatementContext context) {
        return "?";
    }
}
