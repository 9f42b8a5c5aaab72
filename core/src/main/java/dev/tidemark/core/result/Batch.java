package dev.tidemark.core.result;

import module java.base;

/**
 * One execution of an experiment, as the reports see it.
 *
 * @param id       the store's number, which its iterations name
 * @param yaml     the experiment as it was run; empty for an import
 * @param seed     its seed
 * @param defaults its default point, name to text: the stored and declared defaults and what the experiment set
 * @param baseDefaults the defaults that held before the experiment said anything, stored or declared, name to text;
 *                 empty where they were not recorded
 * @param origin   where it, or some of its iterations, came from when not from here; empty for what was run here
 * @param imported whether another program measured, so that nobody knows which of its runs were side by side
 */
public record Batch(long id, String yaml, long seed, Map<String, String> defaults, Map<String, String> baseDefaults,
        String origin, boolean imported) {

    /** The space of results that were measured elsewhere. */
    public static final String IMPORT = "import";

    public Batch {
        defaults = Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
        baseDefaults = Collections.unmodifiableMap(new LinkedHashMap<>(baseDefaults));
    }

    /** One that was run here. */
    public Batch(long id, String yaml, long seed, Map<String, String> defaults, Map<String, String> baseDefaults) {
        this(id, yaml, seed, defaults, baseDefaults, "", false);
    }
}
