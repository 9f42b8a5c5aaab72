package dev.tidemark.core.driver.search.http;

import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.filter.FilteringParserDelegate;
import tools.jackson.core.filter.TokenFilter;
import tools.jackson.core.filter.TokenFilter.Inclusion;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads of an answer in JSON what is wanted, and passes over the rest, which may be most of it: what documents hold,
 * facets, highlighting. So the time of a client hardly depends on what answers hold beside their hits. Thread-safe.
 */
public final class AnswerReader {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final TokenFilter answer;

    /**
     * @param passedOver members of an answer that are left out
     * @param several    member that holds several answers
     * @param hits       member, wherever it stands, in which nothing but some members is wanted
     * @param ofHits     those
     */
    public AnswerReader(Set<String> passedOver, String several, String hits, Set<String> ofHits) {
        answer = new Answer(Set.copyOf(passedOver), several, new Inner(hits, new OfHits(Set.copyOf(ofHits))));
    }

    /** Without what is passed over. @throws HttpRefusedException when it is no JSON */
    public JsonNode read(byte[] body) throws HttpRefusedException {
        try (JsonParser parser = new FilteringParserDelegate(MAPPER.createParser(body), answer,
                Inclusion.INCLUDE_ALL_AND_PATH, true)) {
            JsonNode read = MAPPER.readTree(parser);
            return read == null || read.isMissingNode() ? HttpConnection.json(body) : read;
        } catch (JacksonException e) {
            return HttpConnection.json(body); // says what is wrong with it
        }
    }

    /** What is empty, be it since all in it is passed over, is there. */
    private abstract static class Part extends TokenFilter {
        @Override
        public boolean includeEmptyObject(boolean contentsFiltered) {
            return true;
        }

        @Override
        public boolean includeEmptyArray(boolean contentsFiltered) {
            return true;
        }
    }

    private static final class Answer extends Part {
        private final Set<String> passedOver;
        private final String several;
        private final Inner inner;

        Answer(Set<String> passedOver, String several, Inner inner) {
            this.passedOver = passedOver;
            this.several = several;
            this.inner = inner;
        }

        @Override
        public TokenFilter includeProperty(String name) {
            return passedOver.contains(name) ? null : name.equals(several) ? this : inner.includeProperty(name);
        }
    }

    private static final class Inner extends Part {
        private final String hits;
        private final OfHits ofHits;

        Inner(String hits, OfHits ofHits) {
            this.hits = hits;
            this.ofHits = ofHits;
        }

        @Override
        public TokenFilter includeProperty(String name) {
            return name.equals(hits) ? ofHits : this;
        }
    }

    private static final class OfHits extends Part {
        private final Set<String> requested;

        OfHits(Set<String> requested) {
            this.requested = requested;
        }

        @Override
        public TokenFilter includeProperty(String name) {
            return requested.contains(name) ? this : null;
        }
    }
}
