package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.search.TermFrequency;
import dev.tidemark.core.data.search.TermSample;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.workload.script.language.Dictionary;

/** Terms of the index that is asked, each field's drawn once. */
final class IndexTerms implements Dictionary {

    private final SearchTarget target;
    private final long seed;
    private final Map<String, TermSample> fields = new HashMap<>();

    IndexTerms(SearchTarget target, long seed) {
        this.target = target;
        this.seed = seed;
    }

    @Override
    public List<String> terms(String field, TermFrequency frequency) {
        TermSample sample = fields.computeIfAbsent(field, this::sample);
        List<String> terms = sample.terms(frequency);
        if (terms.isEmpty()) {
            throw new InvalidInputException("term: field '" + field + "' has no " + Types.word(frequency)
                    + " terms; of those that were looked at are " + sample);
        }
        return terms;
    }

    private TermSample sample(String field) {
        try {
            return target.terms(field, seed);
        } catch (DriverException e) {
            throw new InvalidInputException("term: " + e.getMessage());
        }
    }
}
