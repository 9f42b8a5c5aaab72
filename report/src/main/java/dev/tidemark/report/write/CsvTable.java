package dev.tidemark.report.write;

import module java.base;

/**
 * Tables for spreadsheets, as RFC 4180 has them: commas, CR LF, and quotes where a cell needs them. What a spreadsheet
 * would take for a formula has an apostrophe before it, by which it is a text.
 */
public final class CsvTable {

    private static final Pattern FORMULA = Pattern.compile("[=@+-].+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]*[.]?[0-9]+([eE][+-]?[0-9]+)?");

    private CsvTable() {}

    /**
     * The same table, from the tab-separated values of {@link TsvReport}, whose cells hold neither tab nor line end.
     */
    public static String ofTsv(String tsv) {
        return tsv.lines().map(line -> Arrays.stream(line.split("\t", -1)).map(CsvTable::cell)
                .collect(Collectors.joining(",", "", "\r\n"))).collect(Collectors.joining());
    }

    private static String cell(String value) {
        String text = FORMULA.matcher(value).matches() && !NUMBER.matcher(value).matches() ? "'" + value : value;
        return text.matches("[^\",]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
