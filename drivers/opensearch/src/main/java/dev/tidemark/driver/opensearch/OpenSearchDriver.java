package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.remote.ServerUrl;
import dev.tidemark.core.driver.search.SearchDriver;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Values;

/** The search server OpenSearch. */
public final class OpenSearchDriver extends SearchDriver {

    private static final UrlForm URL = ServerUrl.withTls("OpenSearch", "opensearch://HOST:9200/INDEX")
            .scheme("opensearch", 9200)
            .scheme("elasticsearch", 9200)
            .severalHosts().wholeLogin().path(SearchParams.INDEX)
            .parameter(SearchParams.INDEX, index -> Map.of(SearchParams.INDEX, index))
            .knownBy("/", "\"lucene_version\"|(?i)realm=\"(OpenSearch Security|security)\"");

    public OpenSearchDriver() {
        super("opensearch", "OpenSearch, a server of indexes that are searched, over HTTP; and Elasticsearch, for an "
                + "index of your own.", OpenSearchParams.ALL, OpenSearchMeasures.ALL, URL, OpenSearchStyles.ALL);
    }

    /**
     * {@inheritDoc} Its indexes are made with index.translog.durability at request: the log is forced to the disk
     * before a request is acknowledged
     * (https://docs.opensearch.org/latest/install-and-configure/configuring-opensearch/index-settings/).
     */
    @Override
    public StatedDurability durability() {
        return StatedDurability.always(Durability.DURABLE);
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return SearchParams.ownIndex(values).isPresent() ? OwnIndexTarget.open(values, context)
                : OpenSearchTarget.open(values, context);
    }
}
