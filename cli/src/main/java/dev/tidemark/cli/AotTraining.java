package dev.tidemark.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * Carries out some harmless command lines without showing what they say. The launcher runs it once after each build,
 * for the JVM to see which classes a start needs and to keep them in its ahead-of-time cache.
 */
public final class AotTraining {

    private static final List<List<String>> LINES = List.of(List.of("--version"), List.of("--help"));

    private AotTraining() {}

    public static void main(String[] args) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        LINES.forEach(line -> Main.execute(nowhere, nowhere, line.toArray(String[]::new)));
    }
}
