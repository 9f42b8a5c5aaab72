package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.DriverException;

/** The statements of one session as they were read. Not thread-safe. */
public final class ReadStatements<T> {

    /** How many are kept; a text with values written into it is soon another one. */
    public static final int KEPT = 1024;

    /** Reads a statement. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(String text) throws DriverException;
    }

    private final Reader<T> reader;
    private final Map<String, T> statements = new HashMap<>();

    public ReadStatements(Reader<T> reader) {
        this.reader = reader;
    }

    /** One by its text, which is read when it is not kept. */
    public T of(String text) throws DriverException {
        T found = statements.get(text);
        if (found == null) {
            found = reader.read(text);
            if (statements.size() >= KEPT) {
                statements.clear();
            }
            statements.put(text, found);
        }
        return found;
    }
}
