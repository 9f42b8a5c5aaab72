package dev.tidemark.web.http;

import module java.base;

/**
 * Names in addresses. A label may hold any visible character, also such as servers and browsers take for the path's own
 * ({@code / \ % ;} and a leading dot): these are written {@code ~2F}, the others in percent where they must.
 */
public final class Links {

    private static final String OURS = "/\\%;~";

    private Links() {}

    /** The name as one segment of a path. */
    public static String segment(String name) {
        StringBuilder safe = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean ours = OURS.indexOf(c) >= 0 || c == '.' && i == 0;
            safe.append(ours ? String.format(Locale.ROOT, "~%02X", (int) c) : String.valueOf(c));
        }
        return query(safe.toString()).replace("%7E", "~");
    }

    /** A segment, percent signs decoded already, back to its name. */
    static String name(String segment) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '~' && i + 2 < segment.length() && isHex(segment.charAt(i + 1)) && isHex(segment.charAt(i + 2))) {
                name.append((char) Integer.parseInt(segment.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }

    private static boolean isHex(char c) {
        return Character.digit(c, 16) >= 0;
    }

    /** The text as a value of a query. */
    public static String query(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
