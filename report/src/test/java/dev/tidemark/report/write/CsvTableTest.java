package dev.tidemark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CsvTableTest {

    @Test
    void aSpreadsheetFindsNoFormulas() {
        assertThat(CsvTable.ofTsv("=cmd|calc\t@SUM(1,2)\t+1+2\t-1-2\t-x\tplain\ta=b\n")).isEqualTo(
                "'=cmd|calc,\"'@SUM(1,2)\",'+1+2,'-1-2,'-x,plain,a=b\r\n");
    }

    @Test
    void numbersAndWhatIsMissingAreAsTheyWere() {
        assertThat(CsvTable.ofTsv("-5\t+3.25\t-1.5e-7\t-.5\t-\t\t1E9\n")).isEqualTo("-5,+3.25,-1.5e-7,-.5,-,,1E9\r\n");
    }
}
