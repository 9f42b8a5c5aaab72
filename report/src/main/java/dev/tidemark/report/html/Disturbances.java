package dev.tidemark.report.html;

import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.FindingText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What disturbed runs, as it was noted in them, each kind once: of what was noted several times only the numbers differ, and
 * that with the largest stands for all.
 */
final class Disturbances {

    /** One that stands alone: the digits of a name tell one thing from another. */
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])[0-9]+(?:\\.[0-9]+)?(?!\\w)");

    private record Noted(long iteration, String text) {

        double number() {
            Matcher first = NUMBER.matcher(text);
            return first.results().mapToDouble(n -> Double.parseDouble(n.group())).max().orElse(0);
        }
    }

    private final Map<String, List<Noted>> kinds = new LinkedHashMap<>();

    void add(long iteration, String text) {
        kinds.computeIfAbsent(NUMBER.matcher(text).replaceAll("#"), k -> new ArrayList<>()).add(new Noted(iteration, text));
    }

    /** In sentences. */
    List<String> told() {
        return kinds.values().stream().map(Disturbances::told).toList();
    }

    private static String told(List<Noted> alike) {
        Noted most = alike.stream().max(Comparator.comparingDouble(Noted::number)).orElseThrow();
        long iterations = alike.stream().map(Noted::iteration).distinct().count();
        String sentence = FindingText.capital(most.text()) + (most.text().endsWith(".") ? "" : ".");
        return alike.size() == 1 ? sentence : sentence + " That is the most of " + Numbers.counted(alike.size(), "such note")
                + (iterations == 1 ? "." : ", in " + iterations + " iterations.");
    }
}
