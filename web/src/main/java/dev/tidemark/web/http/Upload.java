package dev.tidemark.web.http;

import java.nio.file.Path;

/**
 * A file that came with a form, or from a program. It is removed when the request has been answered.
 *
 * @param name what it is called where it comes from: no path, nothing that could steer a terminal, and not empty
 * @param file where it lies meanwhile, under a name of our own
 */
public record Upload(String name, Path file) {

    private static final int LONGEST = 100;

    /** What a browser, or something that is none, says that the file is called, brought down to a name. */
    public static String safeName(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String safe = last.replaceAll("[\\p{Cntrl}\\p{Cf}\\uFFFD]", "").strip();
        return safe.isEmpty() ? "the file" : safe.substring(Math.max(0, safe.length() - LONGEST));
    }
}
