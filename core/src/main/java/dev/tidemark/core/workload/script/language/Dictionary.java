package dev.tidemark.core.workload.script.language;

import dev.tidemark.core.data.search.TermFrequency;
import dev.tidemark.core.param.InvalidInputException;
import java.util.List;

/** The terms of an index, of which a script draws by {@code term('field', 'class')}. */
@FunctionalInterface
public interface Dictionary {

    /** Where there is no index. */
    Dictionary NONE = (_, _) -> {
        throw new InvalidInputException("term draws from an index of your own, in its query-template alone");
    };

    /** @throws InvalidInputException when there is no such field, or no such term in it */
    List<String> terms(String field, TermFrequency frequency);
}
