package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import tools.jackson.databind.JsonNode;

/** The caches of a collection, as its configuration tells them. */
final class Caches {

    private static final Map<String, Param<Long>> PARAMS = new LinkedHashMap<>();

    static {
        PARAMS.put("filterCache", SolrParams.FILTER_CACHE);
        PARAMS.put("queryResultCache", SolrParams.RESULT_CACHE);
        PARAMS.put("documentCache", SolrParams.DOCUMENT_CACHE);
    }

    private Caches() {}

    /** What it has, and the others as they were given. @param query the part of that name of its configuration */
    static Values of(JsonNode query, Values given) {
        Values found = given;
        for (Map.Entry<String, Param<Long>> cache : PARAMS.entrySet()) {
            String size = size(query, cache.getKey());
            found = size.matches("\\d{1,9}") ? found.with(cache.getValue(), Long.valueOf(size), SettingOrigin.EFFECTIVE)
                    : found;
        }
        return found.with(SolrParams.RESULT_WINDOW, query.path("queryResultWindowSize").asLong(),
                SettingOrigin.EFFECTIVE);
    }

    /** In entries; one that is limited otherwise says how. */
    private static String size(JsonNode query, String cache) {
        JsonNode settings = query.path(cache);
        return settings.isMissingNode() ? "0"
                : settings.path("size").asString(settings.path("maxRamMB").asString("?") + " MB");
    }

    /** For people, in Solr's own names. */
    static String words(JsonNode query) {
        return PARAMS.keySet().stream().map(cache -> cache + " " + size(query, cache)
                + query.path(cache).path("autowarmCount").asString("0").transform(warmed -> warmed.equals("0") ? ""
                : " (autowarmCount " + warmed + ")")).collect(Collectors.joining(", "));
    }
}
