package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;

/**
 * Holds the pages in {@code docs/reference} to the declarations in the code. They are written anew by
 * {@code mvn -pl cli -am test -Dreference.write=true -Dtest=ReferenceTest -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class ReferenceTest {

    private static final String GENERATED = "<!-- Generated from the declarations in the code. -->\n";
    private static final String END_OF_GENERATED = "<!-- End of what is generated. -->\n";
    private static final Path FOLDER = ManualPage.ROOT.resolve("docs/reference");

    @Test
    void pagesSayWhatTheCodeDeclares() throws IOException {
        if (Boolean.getBoolean("reference.write")) {
            rewrite();
        }
        assertThat(stored()).as("docs/reference; -Dreference.write=true writes it anew")
                .containsExactlyInAnyOrderEntriesOf(ReferenceWriter.pages());
    }

    @Test
    void theTableOfDriversSaysWhatTheyDeclare() throws IOException {
        holds("docs/drivers.md", ReferenceWriter.capabilities());
    }

    @Test
    void theTableOfAnExperimentFileSaysWhatItsKeysDeclare() throws IOException {
        holds("docs/experiments.md", ReferenceWriter.keys());
    }

    @Test
    void aBarInATextDoesNotEndACell() {
        assertThat(ReferenceWriter.cell("a|b")).isEqualTo("a\\|b");
    }

    /** Its users have words of their own; what a workload's columns are called must not depend on any other driver. */
    @Test
    void onlyMarkLogicGivesColumnsOtherHeadings() {
        for (Driver driver : Drivers.all().stream().filter(d -> !d.name().equals("marklogic")).toList()) {
            for (Workload workload : Workloads.all()) {
                assertThat(titles(workload.measures().headedAs(driver.measures())))
                        .as(workload.name() + " on " + driver.name()).isEqualTo(titles(workload.measures()));
            }
        }
        assertThat(titles(Workloads.named("ingest").measures().headedAs(Drivers.named("marklogic").measures())))
                .contains("Merge write", "Save write", "Journal write", "In memory size", "Stands written");
    }

    private static List<String> titles(MeasureSet measures) {
        return measures.all().stream().map(Measure::title).toList();
    }

    private static void holds(String name, String table) throws IOException {
        Path page = ManualPage.ROOT.resolve(name);
        String text = Files.readString(page);
        int begin = text.indexOf(GENERATED) + GENERATED.length();
        int end = text.indexOf(END_OF_GENERATED);
        assertThat(end).as("the marks around the table in " + page).isGreaterThanOrEqualTo(begin)
                .isGreaterThan(GENERATED.length());
        if (Boolean.getBoolean("reference.write")) {
            text = text.substring(0, begin) + table + text.substring(end);
            Files.writeString(page, text);
            end = text.indexOf(END_OF_GENERATED);
        }
        assertThat(text.substring(begin, end)).as("the table; -Dreference.write=true writes it anew").isEqualTo(table);
    }

    private static void rewrite() throws IOException {
        Files.createDirectories(FOLDER);
        for (String name : stored().keySet()) {
            Files.delete(FOLDER.resolve(name));
        }
        for (Map.Entry<String, String> page : ReferenceWriter.pages().entrySet()) {
            Files.writeString(FOLDER.resolve(page.getKey()), page.getValue());
        }
    }

    private static Map<String, String> stored() throws IOException {
        Map<String, String> pages = new TreeMap<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                pages.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return pages;
    }
}
