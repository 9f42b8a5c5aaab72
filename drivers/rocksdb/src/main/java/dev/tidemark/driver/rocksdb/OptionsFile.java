package dev.tidemark.driver.rocksdb;

import module java.base;

/**
 * The newest {@code OPTIONS-<number>} file of a database: what RocksDB itself wrote down of the options it runs with,
 * after correcting what it did not like.
 */
final class OptionsFile {

    private static final Pattern SECTION = Pattern.compile("\\[(?:CFOptions|TableOptions/\\w+) +\"(.*)\"]");

    private final Map<String, String> options = new HashMap<>();

    /** @param family the column family whose options it has, beside those of the whole database */
    private OptionsFile(Stream<String> lines, String family) {
        boolean its = true;
        for (String line : (Iterable<String>) lines.map(String::strip)::iterator) {
            Matcher section = SECTION.matcher(line);
            int equals = line.indexOf('=');
            if (line.startsWith("[")) {
                its = !section.matches() || section.group(1).equals(family);
            } else if (its && equals >= 0) {
                options.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
    }

    static Optional<Path> findNewest(Path database) throws IOException {
        try (Stream<Path> files = Files.list(database)) {
            return files.filter(f -> f.getFileName().toString().matches("OPTIONS-\\d+"))
                    .max(Comparator.comparingLong(f -> Long.parseLong(f.getFileName().toString().substring(8))));
        }
    }

    /** @param place the folder of a database, or a file */
    static OptionsFile of(Path place, String family) throws IOException {
        Path file = Files.isDirectory(place) ? findNewest(place)
                .orElseThrow(() -> new IOException(place + " holds no OPTIONS file")) : place;
        try (Stream<String> lines = Files.lines(file)) {
            return new OptionsFile(lines, family);
        }
    }

    /** Empty where RocksDB wrote none, as it does of a list without entries. */
    Optional<String> find(String name) {
        return Optional.ofNullable(options.get(name));
    }

    String text(String name) {
        return find(name).orElseThrow(() -> new NoSuchElementException("RocksDB wrote no option " + name));
    }

    long number(String name) {
        return Long.parseLong(text(name));
    }

    double fraction(String name) {
        return Double.parseDouble(text(name));
    }

    boolean flag(String name) {
        return Boolean.parseBoolean(text(name));
    }
}
