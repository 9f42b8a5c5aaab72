package dev.tidemark.report.write;

import module java.base;

/** Breaks a text between words. */
public final class Wrapping {

    private static final String SIGNS = "-:=,/_";

    private Wrapping() {}

    /** Lines no longer than the width, but for words that are. */
    public static List<String> lines(String text, int width) {
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

    /** Lines no longer than the width: a longer word is broken, too, if it can be behind a sign. */
    static List<String> narrow(String text, int width) {
        if (text.length() <= width) {
            return List.of(text);
        }
        List<String> lines = new ArrayList<>();
        for (String line : lines(text, width)) {
            String rest = line;
            while (rest.length() > width) {
                int at = breakAt(rest, width);
                lines.add(rest.substring(0, at));
                rest = rest.substring(at);
            }
            lines.add(rest);
        }
        return lines;
    }

    /** Behind the last sign of the second half of a line, or where the line is full. */
    private static int breakAt(String word, int width) {
        for (int at = width; at > width / 2; at--) {
            if (SIGNS.indexOf(word.charAt(at - 1)) >= 0) {
                return at;
            }
        }
        return width;
    }
}
