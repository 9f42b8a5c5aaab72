package dev.tidemark.driver.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/**
 * The newest {@code OPTIONS-<number>} file of a database: what RocksDB itself wrote down of the options it runs with,
 * after correcting what it did not like.
 */
final class OptionsFile {

    private final Map<String, String> options = new HashMap<>();

    private OptionsFile(Stream<String> lines) {
        lines.map(String::strip).filter(line -> line.contains("=")).forEach(line -> {
            int equals = line.indexOf('=');
            options.put(line.substring(0, equals), line.substring(equals + 1));
        });
    }

    static OptionsFile newest(Path database) throws IOException {
        try (Stream<Path> files = Files.list(database)) {
            Path newest = files.filter(f -> f.getFileName().toString().matches("OPTIONS-\\d+"))
                    .max(Comparator.comparing(f -> f.getFileName().toString()))
                    .orElseThrow(() -> new IOException(database + " holds no OPTIONS file"));
            try (Stream<String> lines = Files.lines(newest)) {
                return new OptionsFile(lines);
            }
        }
    }

    String text(String name) {
        String text = options.get(name);
        if (text == null) {
            throw new NoSuchElementException("RocksDB wrote no option " + name);
        }
        return text;
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
