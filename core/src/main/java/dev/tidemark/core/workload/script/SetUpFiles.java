package dev.tidemark.core.workload.script;

import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files of statements that are carried out first, such as those that a migration tool keeps in a folder: in the order of
 * their names, with the numbers in them by their size, and those that can be repeated (Flyway's {@code R__}) last. What is
 * for going back is left out: files {@code *.down.sql} and {@code U…}, and what stands behind a mark as dbmate, goose and
 * sql-migrate have it.
 */
final class SetUpFiles {

    /** What an operation of one is called. */
    static final String NAME = "set-up";

    private static final long LARGEST = 16 << 20;
    private static final Pattern BACK = Pattern.compile("(?i).*\\.down\\.sql|u[0-9].*__.*\\.sql");
    private static final Pattern DOWN = Pattern.compile("(?im)^\\s*--\\s*(migrate:down|\\+goose\\s+down|\\+migrate\\s+down)\\b");

    private SetUpFiles() {}

    /**
     * @param text paths of files and folders with ; between
     * @throws InvalidInputException when one of them is not there, or cannot be read
     */
    static List<Operation> of(String text) {
        List<Operation> all = new ArrayList<>();
        for (String part : text.split(";")) {
            try {
                Path path = Path.of(part.strip());
                if (!Files.exists(path)) {
                    throw new InvalidInputException("set-up: there is no file or folder " + part.strip());
                }
                for (Path file : Files.isDirectory(path) ? folder(path) : List.of(path)) {
                    all.add(new Operation(NAME, 1, file.toString(), forward(TextFile.read(file, LARGEST))));
                }
            } catch (TextFile.UnreadableException e) {
                throw new InvalidInputException("set-up: " + part.strip() + " " + e.getMessage());
            } catch (IOException | InvalidPathException e) {
                throw new InvalidInputException("set-up: " + part.strip() + " cannot be read: " + e.getMessage());
            }
        }
        return all;
    }

    private static List<Path> folder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> found = files.filter(f -> f.toString().toLowerCase(Locale.ROOT).endsWith(".sql"))
                    .filter(f -> !BACK.matcher(f.getFileName().toString()).matches())
                    .sorted(Comparator.comparing(SetUpFiles::rank)).toList();
            if (found.isEmpty()) {
                throw new InvalidInputException("set-up: there is no .sql file in " + folder);
            }
            return found;
        }
    }

    /** The name, with as many zeros in front of its numbers that their order is that of their sizes. */
    private static String rank(Path file) {
        String name = file.getFileName().toString();
        String numbers = Pattern.compile("0*([0-9]+)").matcher(name)
                .replaceAll(n -> "0".repeat(Math.max(0, 20 - n.group(1).length())) + n.group(1));
        return (name.startsWith("R__") ? "1" : "0") + numbers + file;
    }

    private static String forward(String text) {
        return DOWN.split(text, 2)[0];
    }
}
