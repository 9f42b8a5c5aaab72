package dev.tidemark.core.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One execution of an experiment, as the reports see it.
 *
 * @param id       the store's number, which its iterations name
 * @param yaml     the experiment as it was run; empty for an import
 * @param seed     its seed
 * @param defaults its default point, name to text: the stored and declared defaults and what the experiment set
 * @param standing the defaults that held before the experiment said anything, stored or declared, name to text; empty
 *                 where they were not recorded
 */
public record Batch(long id, String yaml, long seed, Map<String, String> defaults, Map<String, String> standing) {

    public Batch {
        defaults = Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
        standing = Collections.unmodifiableMap(new LinkedHashMap<>(standing));
    }
}
