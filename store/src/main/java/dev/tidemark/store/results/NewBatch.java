package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.MeasureSet;

/**
 * An execution of an experiment that begins.
 *
 * @param label     groups its iterations in reports
 * @param workload  name of the workload
 * @param objective the measure that ranks the rows
 * @param space     {@code single}, {@code matrix}, {@code study}, {@code list}, {@code ramp} or {@link Batch#IMPORT}
 * @param yaml      the experiment as a document; empty for an import
 * @param specHash  hash of everything that decides what is run; resuming demands the same; of an imported table, hash
 *                  of its rows
 * @param seed      from which every random choice follows
 * @param version   the Tidemark version that runs it; empty when another program measured
 * @param measures  the declared measures, recorded so that old results report with the measures of their time
 * @param defaults  the default point, name to text
 * @param baseDefaults the defaults that held before the experiment said anything, stored or declared, name to text;
 *                  empty where they were not recorded
 * @param expected  iterations of the whole plan, repeats included; the most there can be where a search decides
 * @param origin    where it came from, when not from here; empty for one that is run here
 */
public record NewBatch(String label, String workload, String objective, String space, String yaml, String specHash,
        long seed, String version, MeasureSet measures, Map<String, String> defaults, Map<String, String> baseDefaults,
        int expected, String origin) {

    private static final int LONGEST_LABEL = 200;
    private static final int LONGEST_ORIGIN = 500;

    /** @throws InvalidInputException when the label cannot be used */
    public NewBatch {
        if (label.isBlank() || label.length() > LONGEST_LABEL) {
            throw new InvalidInputException("a label has 1 to " + LONGEST_LABEL + " characters");
        }
        // A label is printed on terminals; an imported one must not be able to steer them.
        if (label.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidInputException("a label must not contain control characters");
        }
        if (origin.length() > LONGEST_ORIGIN || PlainText.hasControls(origin) || PlainText.wrong(origin).isPresent()) {
            throw new InvalidInputException("an origin has " + LONGEST_ORIGIN + " visible characters at most");
        }
        defaults = Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
        baseDefaults = Collections.unmodifiableMap(new LinkedHashMap<>(baseDefaults));
    }

    /** One that is run here. */
    public NewBatch(String label, String workload, String objective, String space, String yaml, String specHash,
            long seed, String version, MeasureSet measures, Map<String, String> defaults,
            Map<String, String> baseDefaults, int expected) {
        this(label, workload, objective, space, yaml, specHash, seed, version, measures, defaults, baseDefaults,
                expected, "");
    }

    /** The same of which only the default point as a whole is known. */
    public NewBatch(String label, String workload, String objective, String space, String yaml, String specHash,
            long seed, String version, MeasureSet measures, Map<String, String> defaults, int expected) {
        this(label, workload, objective, space, yaml, specHash, seed, version, measures, defaults, Map.of(), expected);
    }

    /** The same, as it came from elsewhere. */
    public NewBatch from(String where) {
        return new NewBatch(label, workload, objective, space, yaml, specHash, seed, version, measures, defaults,
                baseDefaults, expected, where);
    }
}
