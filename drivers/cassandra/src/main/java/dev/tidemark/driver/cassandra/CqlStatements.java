package dev.tidemark.driver.cassandra;

import module java.base;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.Columns;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.support.TextValues;

/** The user's statements of one session. Values go as the types that the server says their places have. */
final class CqlStatements {

    /** As SQL calls a value that its place cannot have. */
    private static final String NO_SUCH_VALUE = "22018";
    private static final Set<String> PREPARED = Set.of("select", "insert", "update", "delete", "begin");
    private static final Set<DataType> IN_QUOTES = Set.of(DataTypes.ASCII, DataTypes.TEXT, DataTypes.TIMESTAMP,
            DataTypes.DATE, DataTypes.TIME, DataTypes.INET);

    private final ConsistencyLevel reading;
    private final ConsistencyLevel writing;
    private final TextValues values = new TextValues();

    CqlStatements(ConsistencyLevel reading, ConsistencyLevel writing) {
        this.reading = reading;
        this.writing = writing;
    }

    /** @return how many rows were answered */
    int execute(CassandraConnection connection, String text, Binding binding, Columns columns) throws Exception {
        List<String> texts = values.of(binding);
        String first = CqlLanguage.firstWord(text);
        ConsistencyLevel consistency = first.equals("select") ? reading : writing;
        String cql = text.replace("??", "?");
        Statement<?> statement = PREPARED.contains(first)
                ? connection.bound(cql, consistency, bound(connection.prepared(cql), texts))
                : SimpleStatement.newInstance(cql).setConsistencyLevel(consistency);
        ResultSet answer = connection.run(statement);
        int rows = 0;
        for (Row row : answer) {
            addTo(rows++, row, columns);
        }
        return rows;
    }

    private static Object[] bound(PreparedStatement statement, List<String> texts) throws StatementException {
        ColumnDefinitions places = statement.getVariableDefinitions();
        if (places.size() != texts.size()) {
            throw new StatementException("07001", "the statement has " + places.size() + " places for values, and "
                    + texts.size() + " are given", null);
        }
        Object[] bound = new Object[texts.size()];
        for (int i = 0; i < bound.length; i++) {
            bound[i] = parsed(places.get(i).getType(), texts.get(i));
        }
        return bound;
    }

    private static Object parsed(DataType type, String text) throws StatementException {
        if (text == null || type.equals(DataTypes.TEXT) || type.equals(DataTypes.ASCII)) {
            return text;
        }
        TypeCodec<Object> codec = CodecRegistry.DEFAULT.codecFor(type);
        try {
            return codec.parse(IN_QUOTES.contains(type)
                    ? "'" + text.replace("'", "''") + "'" : text);
        } catch (IllegalArgumentException e) {
            throw new StatementException(NO_SUCH_VALUE, "'" + text + "' is no " + type.asCql(false, false), e);
        }
    }

    private static void addTo(int row, Row answer, Columns columns) {
        if (columns == null) {
            return;
        }
        ColumnDefinitions names = answer.getColumnDefinitions();
        for (int i = 0; i < names.size(); i++) {
            columns.column(row, names.get(i).getName().asInternal(), text(names.get(i).getType(), answer, i));
        }
    }

    /** As CQL writes it, but without quotes around it. */
    private static String text(DataType type, Row answer, int column) {
        if (answer.isNull(column)) {
            return null;
        }
        Object value = answer.getObject(column);
        if (value instanceof String text) {
            return text;
        }
        String written = CodecRegistry.DEFAULT.codecFor(type).format(value);
        return IN_QUOTES.contains(type) ? written.replaceAll("^'(.*)'$", "$1") : written;
    }
}
