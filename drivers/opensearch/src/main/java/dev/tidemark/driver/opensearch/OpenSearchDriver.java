package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.remote.ServerUrl;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Values;

/** The search server OpenSearch. */
public final class OpenSearchDriver extends DeclaredDriver {

    private static final UrlForm URL = ServerUrl.withTls("OpenSearch", "opensearch://HOST:9200/INDEX")
            .scheme("opensearch", 9200)
            .scheme("elasticsearch", 9200)
            .severalHosts().wholeLogin().path(SearchParams.INDEX)
            .parameter(SearchParams.INDEX, index -> Map.of(SearchParams.INDEX, index))
            .knownBy("/", "\"lucene_version\"|(?i)realm=\"(OpenSearch Security|security)\"");

    public OpenSearchDriver() {
        super("opensearch", "OpenSearch, a server of indexes that are searched, over HTTP; and Elasticsearch, for an "
                + "index of your own.", OpenSearchParams.ALL, OpenSearchMeasures.ALL,
                EnumSet.of(Capability.SEARCH, Capability.VECTOR_SEARCH, Capability.API_STYLES));
    }

    /** {@inheritDoc} An index that others have made is searched by requests, and by nothing else. */
    @Override
    public Set<Capability> capabilities(Values values) {
        return SearchParams.ownIndex(values).isPresent() ? EnumSet.of(Capability.SEARCH) : capabilities();
    }

    @Override
    public List<ApiStyle> styles() {
        return OpenSearchStyles.ALL;
    }

    @Override
    public List<ApiStyle> styles(Values values) {
        return SearchParams.ownIndex(values).isPresent() ? List.of() : styles();
    }

    /**
     * {@inheritDoc} Its indexes keep the default of index.translog.durability, request: the log is forced to the disk
     * before a request is acknowledged
     * (https://docs.opensearch.org/latest/install-and-configure/configuring-opensearch/index-settings/).
     */
    @Override
    public StatedDurability durability() {
        return StatedDurability.always(Durability.DURABLE);
    }

    /**
     * {@inheritDoc} As in {@code opensearch://host:9200/index}; several nodes behind commas; without the path none.
     */
    @Override
    public Optional<UrlForm> url() {
        return Optional.of(URL);
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return SearchParams.ownIndex(values).isPresent() ? OwnIndexTarget.open(values, context)
                : OpenSearchTarget.open(values, context);
    }
}
