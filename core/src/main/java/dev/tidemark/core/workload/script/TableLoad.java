package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.data.RowFile;
import dev.tidemark.core.param.InvalidInputException;

/**
 * A file whose rows go into a table.
 *
 * @param table   as it stands in a statement
 * @param columns as they stand in a statement
 * @param cells   the file's, in the order of the columns
 */
record TableLoad(RowFile file, String table, List<String> columns, RowFile.Cells cells) {

    private static final String NAME = "(?:\"(?:[^\"]|\"\")+\"|`[^`]+`|\\[[^\\]]+]|[\\p{L}_][\\p{L}\\p{N}_$]*)";
    private static final Pattern LOAD = Pattern.compile("(?i)\\s+(?:'((?:[^']++|'')++)'|(\\S+))\\s+into\\s+("
            + NAME + "(?:\\." + NAME + ")*)\\s*(?:\\((.*)\\))?\\s*;?\\s*");
    private static final Pattern COLUMN = Pattern.compile("\\s*(" + NAME + ")\\s*(,|$)");

    /**
     * Written as {@code orders.csv INTO orders(id, total)}; without columns, the headings are the columns.
     *
     * @throws InvalidInputException when it is not, or there is no such file, or no such column in it
     */
    static TableLoad of(String text) {
        Matcher load = LOAD.matcher(text);
        if (!load.matches()) {
            throw new InvalidInputException("write it as \\load FILE INTO table(columns)");
        }
        RowFile file = RowFile.of(file(load));
        List<String> columns = load.group(4) == null ? file.headings() : columns(load.group(4));
        columns.stream().filter(column -> !column.matches(NAME)).findFirst().ifPresent(heading -> {
            throw new InvalidInputException("the heading '" + heading + "' of " + file.name()
                    + " is no name of a column; name the columns, as in INTO " + load.group(3) + "(a, b)");
        });
        return new TableLoad(file, load.group(3), columns, file.cells(columns.stream().map(TableLoad::plain).toList()));
    }

    private static String file(Matcher load) {
        return load.group(2) == null ? load.group(1).replace("''", "'") : load.group(2);
    }

    /** The file that such a text names. */
    static Stream<String> named(String text) {
        Matcher load = LOAD.matcher(text);
        return load.matches() ? Stream.of(file(load)) : Stream.empty();
    }

    private static List<String> columns(String text) {
        List<String> columns = new ArrayList<>();
        Matcher column = COLUMN.matcher(text);
        int end = 0;
        while (column.find(end) && column.start() == end && column.end() > end) {
            columns.add(column.group(1));
            end = column.end();
        }
        if (end < text.length() || columns.isEmpty()) {
            throw new InvalidInputException("'" + text.strip() + "' are no columns; write them as (a, b)");
        }
        return columns;
    }

    /** A name without its quotes. */
    private static String plain(String name) {
        char first = name.charAt(0);
        return first == '"' || first == '`' || first == '['
                ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
    }

    /** What reports call it: the table's name without its place. */
    String kind() {
        String last = table.replaceFirst("(?s)^.*\\.", "");
        String kind = plain(last).replaceAll("[^A-Za-z0-9_-]", "");
        return kind.isEmpty() ? "load" : kind;
    }

    /** An INSERT of so many rows. */
    String insert(int rows) {
        String row = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        return "INSERT INTO " + table.replace("?", "??") + " (" + String.join(", ", columns).replace("?", "??")
                + ") VALUES " + String.join(", ", Collections.nCopies(rows, row));
    }
}
