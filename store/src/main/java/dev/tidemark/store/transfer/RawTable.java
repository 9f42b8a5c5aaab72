package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.data.ForeignFile;
import dev.tidemark.core.data.RowFile;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * A table as its file has it: headings, and rows of as many cells. Cells are separated by comma, semicolon or tab,
 * whichever the heading line has most of, or what a first line {@code sep=;} says, as spreadsheets write it. Separators
 * at the lines' ends, and blank lines at the file's end, are nothing. What {@link PeerResults other benchmarks} print, and
 * what {@link PgbenchLog pgbench} logs, becomes one.
 *
 * @param commas what a comma in a number is
 */
record RawTable(List<String> headings, List<Row> rows, char separator, Commas commas) {

    enum Commas {
        /** No number has one that is told apart from one of thousands. */
        NONE,
        /** It may be either: all could be of thousands, and points stand before fractions. */
        UNCLEAR,
        /** It stands before the fraction. */
        FRACTION
    }

    /** Bytes of a file. */
    static final long LARGEST_FILE = 64 << 20;
    /** Lines below the headings. */
    static final int MOST_ROWS = 100_000;
    /** Cells in all; a file of separators alone would take a hundred times its size in memory. */
    static final int MOST_CELLS = 3_000_000;

    private static final Pattern SEPARATOR = Pattern.compile("(?i)\"?sep=([,;\\t])\"?\\R");
    /** How another format begins. */
    private static final Pattern NO_TABLE = Pattern.compile("\\s*(?:\\{|\\[\\s*[{\\[]|(<[?!a-zA-Z]))");
    private static final Pattern FRACTION = Pattern.compile("([+-]?[0-9]*)([.,])([0-9]+)(?![0-9.,])(.*)");
    private static final Pattern THOUSANDS = Pattern.compile("[+-]?[1-9][0-9]{0,2}");
    /** Blanks that keep the digits of a number together. */
    private static final Pattern GROUPED = Pattern.compile("(?<=[0-9])[\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))");

    /** @param place the file and the line */
    record Row(String place, List<String> cells) {}

    /**
     * Reads a whole file.
     *
     * @param name what it is called
     * @throws InvalidInputException when it is no table
     */
    static RawTable read(Path file, String name) {
        Optional<ForeignFile> other = foreign(file);
        if (other.filter(PgbenchLog::is).isPresent()) {
            return PgbenchLog.table(List.of(file), List.of(name));
        }
        String text = text(file, name);
        Optional<RawTable> ofPeer = PeerResults.of(text, name);
        if (ofPeer.isPresent()) {
            return ofPeer.get();
        }
        other.filter(o -> o.content() != ForeignFile.Content.RESULTS).ifPresent(o -> {
            throw new InvalidInputException(name + " is " + o.words() + ", " + (o.remedy().isEmpty() ? "and holds "
                    + o.content().words() + ", no results" : "which is not read: " + o.remedy()));
        });
        Matcher markup = NO_TABLE.matcher(text);
        if (markup.lookingAt()) {
            throw new InvalidInputException(name + " is " + (markup.group(1) == null ? "JSON" : "XML or HTML")
                    + ", and no table of values under headings, separated by commas, semicolons or tabs");
        }
        Matcher declaration = SEPARATOR.matcher(text);
        boolean separatorDeclared = declaration.lookingAt();
        char separator = separatorDeclared ? declaration.group(1).charAt(0)
                : RowFile.separator(text.lines().findFirst().orElse(""));
        if (count(text, separator) > MOST_CELLS) {
            throw new InvalidInputException(name + " has more than " + MOST_CELLS + " cells");
        }
        CSVFormat format = CSVFormat.DEFAULT.builder().setDelimiter(separator).setIgnoreEmptyLines(false)
                .setTrim(true).get();
        List<Row> rows = new ArrayList<>();
        try (CSVParser parser =
                CSVParser.parse(new StringReader(separatorDeclared ? text.substring(declaration.end()) : text),
                format)) {
            for (CSVRecord row : parser) {
                rows.add(new Row(name + ":" + (parser.getCurrentLineNumber() + (separatorDeclared ? 1 : 0)),
                        row.toList()));
                if (rows.size() > MOST_ROWS + 1) {
                    throw new InvalidInputException(name + ": more than " + MOST_ROWS + " rows");
                }
            }
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            throw new InvalidInputException(name + " is not a table of comma-separated values: " + reason(e));
        }
        while (!rows.isEmpty() && rows.getLast().cells().equals(List.of(""))) {
            rows.removeLast();
        }
        return of(name, rows, separator);
    }

    /** What another program wrote, if that is known; what is no text is told where it is read. */
    static Optional<ForeignFile> foreign(Path file) {
        try {
            return ForeignFile.of(file);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Tables one below the other, under all of their headings. */
    static RawTable together(List<RawTable> tables) {
        List<String> all = tables.stream().flatMap(table -> table.headings.stream()).distinct().toList();
        return tables.size() == 1 ? tables.getFirst() : new RawTable(all, tables.stream().flatMap(table -> {
            List<Function<Row, String>> columns = all.stream().map(table::column).toList();
            return table.rows.stream().map(row -> new Row(row.place, columns.stream().map(c -> c.apply(row)).toList()));
        }).toList(), tables.getFirst().separator, tables.stream().map(RawTable::commas).max(Comparator.naturalOrder()).orElseThrow());
    }

    private static RawTable of(String name, List<Row> rows, char separator) {
        if (rows.size() < 2) {
            throw new InvalidInputException(name + " has no rows below its headings");
        }
        int columns = rows.stream().mapToInt(row -> filled(row.cells())).max().orElse(0);
        if (columns == 1 && rows.getFirst().cells().getFirst().contains("|")) {
            throw new InvalidInputException(name + ": its cells have | between them; write a comma, a semicolon or a "
                    + "tab there");
        }
        List<String> headings = rows.getFirst().cells().stream().limit(columns)
                .map(heading -> heading.replaceAll("\\s+", " ").strip()).toList();
        List<Row> below = rows.stream().skip(1).map(row -> new Row(row.place(), row.cells().size() > headings.size()
                && filled(row.cells()) <= headings.size() ? row.cells().subList(0, headings.size()) : row.cells()))
                .toList();
        return new RawTable(headings, below, separator, commas(below, separator));
    }

    /** Cells up to the last with something in it. */
    private static int filled(List<String> cells) {
        int filled = cells.size();
        while (filled > 0 && cells.get(filled - 1).isBlank()) {
            filled--;
        }
        return filled;
    }

    /** Where semicolons separate, commas stand before fractions unless points do. */
    private static Commas commas(List<Row> rows, char separator) {
        List<Matcher> numbers = rows.stream().flatMap(row -> row.cells().stream()).map(FRACTION::matcher)
                .filter(Matcher::matches).toList();
        boolean points = numbers.stream().anyMatch(m -> m.group(2).equals(".") && !isThousands(m));
        List<Matcher> withComma = numbers.stream().filter(m -> m.group(2).equals(",")).toList();
        return withComma.stream().anyMatch(m -> !isThousands(m)) ? Commas.FRACTION
                : withComma.isEmpty() || separator != ';' ? Commas.NONE : points ? Commas.UNCLEAR : Commas.FRACTION;
    }

    private static boolean isThousands(Matcher fraction) {
        return fraction.group(3).length() == 3 && THOUSANDS.matcher(fraction.group(1)).matches();
    }

    /**
     * A number with a point before its fraction, whichever the table has.
     *
     * @throws InvalidInputException when it could be one of thousands
     */
    String number(String cell) {
        String plain = GROUPED.matcher(cell).replaceAll("").replace('\u00a0', ' ');
        Matcher m = FRACTION.matcher(plain);
        if (!m.matches()) {
            return plain;
        }
        boolean comma = m.group(2).equals(",");
        if (separator == ';' && isThousands(m) && commas == (comma ? Commas.UNCLEAR : Commas.FRACTION)) {
            throw new InvalidInputException("'" + cell + "' may be thousands, since other numbers of the table have a "
                    + (comma ? "point" : "comma") + " before their fraction; write it without the " + (comma ? "comma" : "point"));
        }
        return comma && commas == Commas.FRACTION && (separator == ';' || !isThousands(m))
                ? m.group(1) + "." + m.group(3) + m.group(4) : plain;
    }

    /** The same of a row's cell. @throws InvalidInputException naming the row and the column, too */
    String number(Row row, String heading, Function<Row, String> column) {
        try {
            return number(column.apply(row));
        } catch (InvalidInputException e) {
            throw e.at(row.place() + ": column '" + heading + "'");
        }
    }

    /** A number for a cell of any table: three digits behind its point could be taken for thousands. */
    static String written(double number) {
        String plain = BigDecimal.valueOf(number).toPlainString();
        return plain.matches(".*\\.[0-9]{3}") ? plain + "0" : plain;
    }

    RawTable with(List<String> newHeadings, List<Row> newRows) {
        return new RawTable(newHeadings, newRows, separator, commas);
    }

    /** Of a row, the cell below a heading, as the file has it; empty where there is none. */
    Function<Row, String> column(String heading) {
        int at = headings.stream().map(CsvImport::normal).toList().indexOf(CsvImport.normal(heading));
        return row -> at < 0 || at >= row.cells().size() ? "" : row.cells().get(at);
    }

    /** Whether a column has numbers alone. */
    boolean isOfNumbers(String heading) {
        return rows.stream().map(column(heading)).allMatch(cell -> cell.isBlank() || QuantityParser.isBare(cell));
    }

    /** @throws InvalidInputException when it is no text, or too long */
    static String text(Path file, String name) {
        try {
            return TextFile.read(file, LARGEST_FILE);
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException(name + " " + e.getMessage());
        } catch (IOException e) {
            throw new InvalidInputException(name + " cannot be read");
        }
    }

    private static long count(String text, char sign) {
        return text.chars().filter(c -> c == sign).count();
    }

    /** Without the name of the parser's exception, which would stand in front. */
    private static String reason(Exception e) {
        return Optional.ofNullable(e.getMessage()).orElse("")
                .replaceFirst("^.*[A-Za-z]Exception(?: reading next record)?: ", "");
    }
}
