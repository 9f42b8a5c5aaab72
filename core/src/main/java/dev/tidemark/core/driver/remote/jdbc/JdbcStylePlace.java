package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A table of documents.
 *
 * @param name  of the place
 * @param table whole name
 */
record JdbcStylePlace(JdbcTarget target, ApiStyle style, String name, String table) implements StylePlace {

    @Override
    public StyleSession session(int worker) throws DriverException {
        return JdbcStyleSession.open(target.styles(), style, table);
    }

    @Override
    public long count() throws DriverException {
        return target.insist(connection -> connection.countPatiently(SqlStyles.count(table)));
    }

    @Override
    public Optional<JsonNode> read(long id) throws DriverException {
        return target.insist(connection -> connection.texts(SqlStyles.find(table, id))).stream().findFirst()
                .map(ObjectJson::parse);
    }

    @Override
    public void close() throws DriverException {
        target.removePlace(name);
    }
}
