package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Carries out some harmless command lines without showing what they say, on a store of its own that is gone afterwards.
 * The launcher runs it once after each build, for the JVM to see which classes a start needs and to keep them in its
 * ahead-of-time cache.
 */
public final class AotTraining {

    private static final String EXPERIMENT = """
            label: training
            workload: ingest
            target: 'null'
            set: {documents: 20, warm-up: none}
            vary: {batch-size: [1, 10]}
            plan: {fork: none, repeat: 2}
            """;

    private static final List<String> LINES = List.of("--version", "--help", "ingest --help", "drivers", "params ingest",
            "run FOLDER/training.yaml --html FOLDER/training.html", "list", "show training", "report training",
            "report training --json", "defaults show", "target list", "job list", "complete -- re",
            "complete -- report tr");

    private AotTraining() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("tidemark-training");
        System.setProperty("java.io.tmpdir", folder.toString()); // it is no run that others would have to wait for
        try {
            Files.writeString(folder.resolve("training.yaml"), EXPERIMENT);
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            for (String line : LINES) {
                Main.execute(nowhere, nowhere, words(line, folder));
            }
        } finally {
            delete(folder);
        }
    }

    private static String[] words(String line, Path folder) {
        List<String> words = new ArrayList<>(List.of("--store", folder.resolve("results.db").toString()));
        Stream.of(line.split(" ")).map(word -> word.replace("FOLDER", folder.toString())).forEach(words::add);
        return words.toArray(String[]::new);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
