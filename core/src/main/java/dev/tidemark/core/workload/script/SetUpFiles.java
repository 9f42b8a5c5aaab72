package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.workload.script.language.PgbenchParser;

/**
 * Files of statements that are carried out first, such as those that a migration tool keeps in a folder: in the order
 * of their names, with the numbers in them by their size, and those that can be repeated (Flyway's {@code R__}) last.
 * What is for going back is left out: files {@code *.down.sql} and {@code U…}, and what stands behind a mark as dbmate,
 * goose and sql-migrate have it.
 */
final class SetUpFiles {

    /** What an operation of one is called. */
    static final String NAME = "set-up";

    private static final long LARGEST = 16 << 20;
    private static final Pattern BACK = Pattern.compile("(?i).*\\.down\\.sql|u[0-9].*__.*\\.sql");
    private static final Pattern DOWN = Pattern.compile(
            "(?im)^\\s*--\\s*(migrate:down|\\+goose\\s+down|\\+migrate\\s+down)\\b");

    private SetUpFiles() {}

    /** The paths that a setting names, with ; between. */
    static List<String> paths(String text) {
        return Stream.of(text.split(";")).map(String::strip).toList();
    }

    /**
     * @param text paths of files and folders with ; between
     * @throws InvalidInputException when one of them is not there, or cannot be read
     */
    static List<ScriptOperation> of(String text) {
        List<ScriptOperation> all = new ArrayList<>();
        for (String part : paths(text)) {
            try {
                Path path = Path.of(part);
                if (!Files.exists(path)) {
                    throw new InvalidInputException("set-up: there is no file or folder " + part);
                }
                for (Path file : Files.isDirectory(path) ? folder(path) : List.of(path)) {
                    String forward = DOWN.split(TextFile.read(file, LARGEST), 2)[0];
                    requireAlone(file, forward);
                    all.add(new ScriptOperation(NAME, 1, file.toString(), forward));
                }
            } catch (TextFile.UnreadableException e) {
                throw new InvalidInputException("set-up: " + part + " " + e.getMessage());
            } catch (IOException | UncheckedIOException | InvalidPathException e) {
                throw new InvalidInputException("set-up: " + part + " cannot be read: " + e.getMessage());
            }
        }
        return all;
    }

    /** What is agreed to is the files that the setting names, so that these read no others. */
    private static void requireAlone(Path file, String text) {
        PgbenchParser.files(text).stream().findFirst().ifPresent(other -> {
            throw new InvalidInputException("set-up: " + file + " reads " + other + ", which only a script can; put it "
                    + "under \\setup there");
        });
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
}
