package dev.tidemark.bench.tasks;

import java.util.Locale;

/**
 * What a task has cost a person.
 *
 * @param where   browser or terminal
 * @param seconds from the first click or key to the answer, runs included, with nothing added for thinking or typing
 * @param read    what there is to read at its end
 * @param how     what was done
 */
record TaskCost(String task, String where, int clicks, int keys, double seconds, String read, String how) {

    static String heading() {
        return "| Task | Where | Clicks | Keys | Seconds | What one reads then | How |\n"
                + "| --- | --- | ---: | ---: | ---: | --- | --- |";
    }

    String line() {
        return String.format(Locale.ROOT, "| %s | %s | %d | %d | %.1f | %s | %s |", task, where, clicks, keys, seconds,
                cell(read), cell(how));
    }

    private static String cell(String text) {
        return text.strip().replaceAll("\\s+", " ").replace("|", "\\|");
    }
}
