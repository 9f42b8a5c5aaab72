package dev.tidemark.report.html;

import dev.tidemark.report.model.Grid;
import java.util.List;

/**
 * Comparisons as the template shows them.
 *
 * @param blocks one per pair of sides
 * @param data   what the charts draw, made safe as JSON; put in as it is
 */
public record ComparisonSection(List<Block> blocks, String data) {

    /**
     * One pair of sides.
     *
     * @param title       what is compared with what
     * @param sentences   what can be said
     * @param tables      the summary over several points, if there are, then overall and part by part at each
     * @param charts      both sides over time
     * @param differences in what else they differ
     * @param notes       what the reader must know
     */
    public record Block(String title, List<String> sentences, List<Grid> tables, List<Chart> charts,
            List<String> differences, List<String> notes) {}

    /** A chart drawn by the script, by its position in the data, with the table behind it. */
    public record Chart(int index, String title, Grid behind) {}
}
