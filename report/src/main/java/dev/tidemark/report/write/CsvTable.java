package dev.tidemark.report.write;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Tables as RFC 4180 has them: commas, CR LF, and quotes where a cell needs them. */
public final class CsvTable {

    private CsvTable() {}

    /**
     * The same table, from the tab-separated values of {@link TsvReport}, whose cells hold neither tab nor line end.
     */
    public static String ofTsv(String tsv) {
        return tsv.lines().map(line -> Arrays.stream(line.split("\t", -1)).map(CsvTable::cell)
                .collect(Collectors.joining(",", "", "\r\n"))).collect(Collectors.joining());
    }

    private static String cell(String text) {
        return text.matches("[^\",]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
