package dev.tidemark.driver.jdbc;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/** The statements of the settings, with what they are about in the place of words in braces. */
record Statements(Values values) {

    /** @param table its name */
    String of(Param<String> statement, String table) {
        return filled(values.get(statement), Map.of("table", table));
    }

    String size(String column) {
        return filled(values.get(JdbcParams.SIZE), Map.of("column", column));
    }

    private String filled(String text, Map<String, String> more) {
        String all = text;
        for (Param<String> type : List.of(JdbcParams.KEY_TYPE, JdbcParams.VALUE_TYPE, JdbcParams.TERM_TYPE,
                JdbcParams.TEXT_TYPE)) {
            all = all.replace('{' + type.name() + '}', values.get(type));
        }
        for (Map.Entry<String, String> word : more.entrySet()) {
            all = all.replace('{' + word.getKey() + '}', word.getValue());
        }
        return all;
    }
}
