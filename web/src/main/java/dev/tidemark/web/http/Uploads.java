package dev.tidemark.web.http;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where files lie that were sent, each as long as its request is answered. */
final class Uploads {

    private static final String END = ".upload";

    private final Path folder;

    Uploads(Path folder) {
        this.folder = folder;
    }

    /** An empty file that nobody else can read; its name begins with the process that it belongs to. */
    Path fresh() throws IOException {
        Files.createDirectories(folder);
        sweep();
        return Files.createTempFile(folder, ProcessHandle.current().pid() + "-", END);
    }

    /** Removes what processes have left that were killed. */
    private void sweep() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[0-9]*-*" + END)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                String process = name.substring(0, name.indexOf('-'));
                if (process.matches("[0-9]{1,18}") && ProcessHandle.of(Long.parseLong(process)).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
