package dev.tidemark.core.data;

import module java.base;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rows of text in a file of the user's: comma-separated values below a line of headings (RFC 4180, with commas,
 * semicolons or tabs between, whichever the headings have most of), or JSON objects, one a line. Which of the two it
 * is, its first sign says. A cell with nothing in it, not even quotes, is null, as a member that is not there.
 */
public final class RowFile {

    /** Characters of a row. */
    private static final int LONGEST_ROW = 1 << 24;
    /** Rows that are looked at to tell how many there are. */
    private static final int SAMPLE = 1000;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    private final Path path;
    private final String name;
    /** Bytes that are read of it, unpacked. */
    private final long most;
    private final boolean json;
    private final char separator;
    private final List<String> headings;

    /** A row that was not taken apart yet. @param line its first */
    public record Row(long line, String text) {}

    private RowFile(Path path, String name, long most, String first) {
        this.path = path;
        this.name = name;
        this.most = most;
        json = first.stripLeading().startsWith("{");
        separator = separator(first);
        Row row = new Row(1, first);
        headings = json ? List.copyOf(object(row).propertyNames()) : headings(csv(row));
    }

    /** @throws InvalidInputException when there is no such file, or no row in it */
    public static RowFile of(String name) {
        return of(name, Long.MAX_VALUE);
    }

    /** The same of one of whose text, unpacked, no more than so many bytes are read; whoever reads more is refused. */
    public static RowFile of(String name, long most) {
        try {
            Path path = Path.of(name);
            if (!Files.isRegularFile(path)) {
                throw new InvalidInputException("there is no file " + name);
            }
            try (TextFile.Lines lines = TextFile.lines(path, most)) {
                String first = lines.next();
                if (first == null || first.isBlank()) {
                    throw new InvalidInputException(name
                            + ": its first line is empty; it has the headings, or a JSON object");
                }
                return new RowFile(path, name, most, first);
            }
        } catch (IOException | InvalidPathException e) {
            throw unreadable(name, e);
        }
    }

    private static InvalidInputException unreadable(String name, Exception e) {
        return new InvalidInputException(name + (e instanceof TextFile.UnreadableException ? " " : " cannot be read: ")
                + e.getMessage());
    }

    /** The one of comma, semicolon and tab that a line of headings has most of, outside of quotes. */
    public static char separator(String line) {
        String plain = line.replaceAll("\"[^\"]*\"", "");
        return Stream.of(',', ';', '\t').max(Comparator.comparingLong(c -> plain.chars().filter(i -> i == c).count()))
                .orElseThrow();
    }

    /** As it was named. */
    public String name() {
        return name;
    }

    /** Of the columns; of JSON the members of the first object. */
    public List<String> headings() {
        return headings;
    }

    private List<String> headings(String[] cells) {
        List<String> all = new ArrayList<>();
        for (String cell : cells) {
            String heading = cell == null ? "" : cell.strip();
            if (heading.isEmpty() || all.contains(heading)) {
                throw bad(1, heading.isEmpty() ? "a heading is empty" : "the heading '" + heading + "' comes twice");
            }
            all.add(heading);
        }
        return List.copyOf(all);
    }

    /**
     * Takes rows apart, for some of the columns.
     *
     * @param columns by their headings; capitals do not matter
     * @throws InvalidInputException when there is none of that name
     */
    public Cells cells(List<String> columns) {
        int[] places = new int[columns.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = place(columns.get(i));
        }
        return new Cells(places, columns.equals(headings));
    }

    private int place(String column) {
        List<String> plain = headings.stream().map(h -> h.toLowerCase(Locale.ROOT)).toList();
        int place = headings.contains(column) ? headings.indexOf(column)
                : plain.indexOf(column.toLowerCase(Locale.ROOT));
        if (place < 0) {
            throw new InvalidInputException(name + " has no column '" + column + "'"
                    + Suggestions.hint(column, headings) + "; it has " + String.join(", ", headings));
        }
        return place;
    }

    /** Takes rows apart. Thread-safe. */
    public final class Cells {

        private final int[] places;
        private final boolean all;

        private Cells(int[] places, boolean all) {
            this.places = places;
            this.all = all;
        }

        /** @throws InvalidInputException when the row is none, naming its line */
        public String[] of(Row row) {
            String[] selected = new String[places.length];
            if (json) {
                JsonNode object = object(row);
                requireKnown(row, object);
                for (int i = 0; i < selected.length; i++) {
                    selected[i] = text(object.get(headings.get(places[i])));
                }
                return selected;
            }
            String[] cells = csv(row);
            if (cells.length != headings.size()) {
                throw bad(row.line(), cells.length + (cells.length == 1 ? " cell" : " cells") + " below "
                        + headings.size() + " headings");
            }
            for (int i = 0; i < selected.length; i++) {
                selected[i] = cells[places[i]];
            }
            return selected;
        }

        /** Where all members are wanted, one that the first object does not have would be lost. */
        private void requireKnown(Row row, JsonNode object) {
            Optional<String> lost = all ? object.propertyNames().stream().filter(m -> !headings.contains(m)).findFirst()
                    : Optional.empty();
            lost.ifPresent(member -> {
                throw bad(row.line(), "the first line has no member '" + member
                        + "'; name the columns that are wanted");
            });
        }
    }

    private InvalidInputException bad(long line, String why) {
        return new InvalidInputException(name + ": line " + line + ": " + why);
    }

    private JsonNode object(Row row) {
        try {
            JsonNode read = JSON.readTree(row.text());
            if (!read.isObject()) {
                throw bad(row.line(), "it is no JSON object");
            }
            return read;
        } catch (JacksonException e) {
            throw bad(row.line(), "it is no JSON: " + e.getOriginalMessage());
        } catch (NumberFormatException e) { // the reader's own, of an exponent that no number has
            throw bad(row.line(), "a number in it is too large or too small");
        }
    }

    private static String text(JsonNode member) {
        return member == null || member.isNull() ? null : member.isString() ? member.stringValue() : member.toString();
    }

    private String[] csv(Row row) {
        String text = row.text();
        List<String> cells = new ArrayList<>();
        int at = 0;
        while (true) {
            if (at < text.length() && text.charAt(at) == '"') {
                StringBuilder cell = new StringBuilder();
                at = quoted(row, at, cell);
                cells.add(cell.toString());
                if (at < text.length() && text.charAt(at) != separator) {
                    throw bad(row.line(), "cell " + cells.size() + " goes on behind its closing quote");
                }
            } else {
                int end = text.indexOf(separator, at);
                String cell = text.substring(at, end < 0 ? text.length() : end);
                cells.add(cell.isEmpty() ? null : cell);
                if (cell.indexOf('"') >= 0) {
                    throw bad(row.line(), "cell " + cells.size()
                            + " has a quote in it; put it into quotes, and double that one");
                }
                at += cell.length();
            }
            if (at >= text.length()) {
                return cells.toArray(String[]::new);
            }
            at++;
        }
    }

    /** @return behind the closing quote */
    private int quoted(Row row, int from, StringBuilder cell) {
        String text = row.text();
        int at = from + 1;
        while (true) {
            int quote = text.indexOf('"', at);
            if (quote < 0) {
                throw bad(row.line(), "a quote does not end");
            }
            cell.append(text, at, quote);
            if (!text.startsWith("\"\"", quote)) {
                return quote + 1;
            }
            cell.append('"');
            at = quote + 2;
        }
    }

    /** The rows, one after another. @throws InvalidInputException when the file cannot be read any more */
    public Rows rows() {
        try {
            return new Rows();
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /** Goes over the rows; lines without anything are none. Not thread-safe. */
    public final class Rows implements Closeable {

        private final TextFile.Lines lines = TextFile.lines(path, most);
        private long line;

        private Rows() throws IOException {
            if (!json) {
                next();
            }
        }

        /** Null at the end. Line breaks within a cell are line feeds. */
        public Row next() {
            String read = line();
            while (read != null && read.isBlank() && (json || headings.size() > 1 && read.indexOf(separator) < 0)) {
                read = line();
            }
            if (read == null) {
                return null;
            }
            long first = line;
            if (!json && odd(read)) {
                read = joined(read);
            }
            return new Row(first, read);
        }

        private String joined(String begun) {
            StringBuilder row = new StringBuilder(begun);
            long first = line;
            String more;
            do {
                more = line();
                if (more == null || row.length() > LONGEST_ROW) {
                    throw bad(first, "a quote does not end");
                }
                row.append('\n').append(more);
            } while (!odd(more));
            return row.toString();
        }

        private static boolean odd(String text) {
            boolean odd = false;
            for (int at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
                odd = !odd;
            }
            return odd;
        }

        private String line() {
            try {
                line++;
                return lines.next();
            } catch (IOException e) {
                throw unreadable(name, e);
            }
        }

        @Override
        public void close() {
            try {
                lines.close();
            } catch (IOException e) {
                // it was only read
            }
        }
    }

    /** About how many rows there are, by the size of the file and of the first of them. */
    public long estimate() {
        long rows = 0;
        long characters = 0;
        try (Rows some = rows()) {
            for (Row row = some.next(); row != null; row = some.next()) {
                rows++;
                characters += row.text().length() + 1;
                if (rows == SAMPLE) {
                    return Math.max(SAMPLE, Files.size(path) * rows / characters);
                }
            }
            return rows;
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }
}
