package dev.tidemark.core.measure.environment;

import module java.base;

/**
 * Reads the files of {@code /proc}, {@code /sys} and {@code /etc} below a root, which tests put elsewhere. What is not
 * there, or not for us, is absent.
 */
public record ProcFs(Path root) {

    /** This machine's own. */
    public static ProcFs system() {
        return new ProcFs(Path.of("/"));
    }

    public Path path(String path) {
        return root.resolve(path.startsWith("/") ? path.substring(1) : path);
    }

    boolean exists(String path) {
        return Files.exists(path(path));
    }

    /** The file's text without blanks around it. */
    public Optional<String> text(String path) {
        return text(path(path));
    }

    static Optional<String> text(Path file) {
        try {
            return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public List<String> lines(String path) {
        return text(path).map(text -> text.lines().toList()).orElse(List.of());
    }

    /** The value after a name and a colon or an equals sign, in the first line that has it. */
    Optional<String> field(String path, String name) {
        return lines(path).stream().filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .filter(rest -> rest.startsWith(":") || rest.startsWith("="))
                .map(rest -> rest.substring(1).strip()).findFirst();
    }

    Optional<Long> number(String path) {
        return text(path).flatMap(ProcFs::wholeNumber);
    }

    /** The number of a field such as {@code MemTotal: 16 kB}, in bytes. */
    Optional<Long> kilobytes(String path, String name) {
        return field(path, name).map(value -> value.replace("kB", "").strip()).flatMap(ProcFs::wholeNumber)
                .map(kilobytes -> kilobytes * 1024);
    }

    private static Optional<Long> wholeNumber(String text) {
        return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** The word in brackets of a choice such as {@code always [madvise] never}; the only word where none has any. */
    static String chosen(String choice) {
        int open = choice.indexOf('[');
        int close = choice.indexOf(']');
        return open >= 0 && close > open ? choice.substring(open + 1, close) : choice;
    }

    /** What is in a folder, sorted; nothing when there is none. */
    static List<Path> entries(Path folder) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.forEach(entries::add);
        } catch (IOException e) {
            return List.of();
        }
        Collections.sort(entries);
        return entries;
    }
}
