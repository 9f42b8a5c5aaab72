package dev.tidemark.core.driver.embedded;

import module java.base;

/**
 * What a table of a {@link SortedStore} is for: {@code documents}, {@code keyspace-0}, {@code index-0},
 * {@code heads-0}, {@code style-NAME}.
 *
 * @param of the number of its keyspace or the name of its style; empty for the documents
 */
public record TableName(Kind kind, String of) {

    public static final TableName DOCUMENTS = new TableName(Kind.DOCUMENTS, "");

    private static final Pattern WRITTEN = Pattern.compile("(documents)|(keyspace|index|heads)-(\\d{1,9})|style-(.+)");

    /** What a table holds. */
    public enum Kind {
        /** Documents under their URIs. */
        DOCUMENTS,
        /** Values of a keyspace under their keys. */
        KEYSPACE,
        /** The rows of a keyspace's index ({@link dev.tidemark.core.driver.support.IndexRows}). */
        INDEX,
        /** Sizes of a keyspace's values under their keys, where these are kept apart. */
        HEADS,
        /** Documents of a style; whoever stores them removes them. */
        STYLE
    }

    public static TableName of(Kind kind, int keyspace) {
        return new TableName(kind, Integer.toString(keyspace));
    }

    public static TableName ofStyle(String name) {
        return new TableName(Kind.STYLE, name);
    }

    /** As {@link #toString} writes it; empty for what is none. */
    public static Optional<TableName> parse(String text) {
        Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            return Optional.empty();
        }
        if (written.group(1) != null) {
            return Optional.of(DOCUMENTS);
        }
        return Optional.of(written.group(2) == null ? ofStyle(written.group(4))
                : of(Kind.valueOf(written.group(2).toUpperCase(Locale.ROOT)), Integer.parseInt(written.group(3))));
    }

    /** Of a table of a keyspace. */
    public int keyspace() {
        return Integer.parseInt(of);
    }

    @Override
    public String toString() {
        String word = kind.name().toLowerCase(Locale.ROOT);
        return of.isEmpty() ? word : word + "-" + of;
    }
}
