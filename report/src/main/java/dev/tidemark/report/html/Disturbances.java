package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.FindingText;

/**
 * What disturbed the runs that are drawn, as it was noted in them, each kind once: of what was noted several times only
 * the numbers differ, and what lasted longest stands for all.
 */
final class Disturbances {

    private static final Pattern LASTED = Pattern.compile("\\bfor ([0-9]+(?:\\.[0-9]+)?) (ms|s|min|h)\\b");
    private static final Map<String, Double> SECONDS = Map.of("ms", 1e-3, "s", 1.0, "min", 60.0, "h", 3600.0);

    private record Noted(long iteration, String text) {

        /** How long it lasted, in seconds; below 0 where the note does not tell. */
        double lasted() {
            Matcher lasted = LASTED.matcher(text);
            return lasted.find() ? Double.parseDouble(lasted.group(1)) * SECONDS.get(lasted.group(2)) : -1;
        }
    }

    private final Map<String, List<Noted>> kinds = new LinkedHashMap<>();

    void add(long iteration, String text) {
        kinds.computeIfAbsent(FindingText.withoutFigures(text), k -> new ArrayList<>())
                .add(new Noted(iteration, text));
    }

    /** In sentences. */
    List<String> sentences() {
        return kinds.values().stream().map(Disturbances::sentences).toList();
    }

    private static String sentences(List<Noted> alike) {
        Noted most = alike.stream().max(Comparator.comparingDouble(Noted::lasted)).orElseThrow();
        long iterations = alike.stream().map(Noted::iteration).distinct().count();
        String sentence = FindingText.capital(most.text()) + (most.text().endsWith(".") ? "" : ".");
        return alike.size() == 1 ? sentence
                : sentence + (most.lasted() < 0 ? " That is one of " : " That is the longest of ")
                + Numbers.counted(alike.size(), "such note")
                + (iterations == 1 ? "." : ", in " + iterations + " of the iterations drawn.");
    }
}
