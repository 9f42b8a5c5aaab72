package dev.tidemark.report.write;

import java.util.ArrayList;
import java.util.List;

/** Breaks a text between words. */
final class Wrapping {

    private Wrapping() {}

    /** Lines no longer than the width, but for words that are. */
    static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!current.isEmpty() && current.length() + 1 + word.length() > width) {
                lines.add(current.toString());
                current.setLength(0);
            }
            current.append(current.isEmpty() ? "" : " ").append(word);
        }
        lines.add(current.toString());
        return lines;
    }
}
