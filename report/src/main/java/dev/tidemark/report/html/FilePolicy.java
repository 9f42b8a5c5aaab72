package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.os.Sha256;

/**
 * What a browser lets a report's file do (Content Security Policy): use this style sheet and run these scripts, each
 * known by its hash. Nothing else in it runs, nothing is loaded or sent, and no text is made into HTML.
 */
public final class FilePolicy {

    private FilePolicy() {}

    /** @param style what stands in the file's {@code style} @param scripts what stands in its {@code script}s */
    public static String of(String style, String... scripts) {
        return "default-src 'none'; style-src " + hash(style) + "; script-src "
                + Arrays.stream(scripts).map(FilePolicy::hash).collect(Collectors.joining(" "))
                + "; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
                + "trusted-types default";
    }

    private static String hash(String text) {
        return "'sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text)) + "'";
    }
}
