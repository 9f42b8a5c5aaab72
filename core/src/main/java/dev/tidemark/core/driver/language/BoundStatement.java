package dev.tidemark.core.driver.language;

import module java.base;

/**
 * A statement that takes its values by variables of its own language.
 *
 * @param text  as it was written
 * @param names of the variables that have a value each, as often as the text names them, in its order
 */
public record BoundStatement(String text, List<String> names) {

    /** @param sent with {@code ?} in front of each of these variables, and {@code ??} for a question mark */
    public static BoundStatement of(String sent) {
        StringBuilder text = new StringBuilder();
        List<String> names = new ArrayList<>();
        for (int at = 0; at < sent.length(); at++) {
            char c = sent.charAt(at);
            if (c == '?' && sent.startsWith("?", at + 1)) {
                at++;
            } else if (c == '?') {
                int name = sent.startsWith("$", at + 1) ? at + 2 : at + 1;
                names.add(sent.substring(name, nameEnd(sent, name)));
                continue;
            }
            text.append(c);
        }
        return new BoundStatement(text.toString(), List.copyOf(names));
    }

    private static int nameEnd(String text, int from) {
        int end = from;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_'
                || text.charAt(end) >= 0x80)) {
            end++;
        }
        return end;
    }
}
