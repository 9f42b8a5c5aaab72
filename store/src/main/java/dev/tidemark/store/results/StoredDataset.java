package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Where a dataset is. What it is stands in its own folder.
 *
 * @param name     the user's name for it: letters, digits, dots, underscores and hyphens
 * @param driver   name of the driver that holds it
 * @param settings the driver's settings that it was made with, name to text
 * @param folder   the folder that it was given
 */
public record StoredDataset(String name, String driver, Map<String, String> settings, Path folder) {

    /** @throws InvalidInputException when the name cannot be used */
    public StoredDataset {
        StoredName.check("dataset", name);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }
}
