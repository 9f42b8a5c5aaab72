package dev.tidemark.driver.solr;

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

/** The search server Solr, in cloud mode. */
public final class SolrDriver extends DeclaredDriver {

    private static final UrlForm URL = ServerUrl.withTls("Solr", "solr://HOST:8983/COLLECTION")
            .scheme("solr", 8983)
            .severalHosts().wholeLogin().path(path -> UrlForm.name(SearchParams.INDEX, path.replaceFirst("^solr(/|$)", "")))
            .parameter(SearchParams.INDEX, index -> Map.of(SearchParams.INDEX, index))
            .knownBy("/solr/admin/info/system?wt=json", "\"solr-spec-version\"|(?i)realm=\"solr\"");

    public SolrDriver() {
        super("solr", "Solr in cloud mode, servers of indexes that are searched, over HTTP.", SolrParams.ALL,
                SolrMeasures.ALL, EnumSet.of(Capability.SEARCH, Capability.VECTOR_SEARCH, Capability.API_STYLES));
    }

    /** {@inheritDoc} A collection that others have made is searched by requests, and by nothing else. */
    @Override
    public Set<Capability> capabilities(Values values) {
        return SearchParams.ownIndex(values).isPresent() ? EnumSet.of(Capability.SEARCH) : capabilities();
    }

    @Override
    public List<ApiStyle> styles() {
        return SolrStyles.ALL;
    }

    @Override
    public List<ApiStyle> styles(Values values) {
        return SearchParams.ownIndex(values).isPresent() ? List.of() : styles();
    }

    /**
     * {@inheritDoc} The update log is flushed to the system only, and what it holds is committed to the disk every 15
     * s, as its collections have it
     * (https://solr.apache.org/guide/solr/latest/configuration-guide/commits-transaction-logs.html).
     */
    @Override
    public StatedDurability durability() {
        return StatedDurability.always(Durability.LAST_INTERVAL);
    }

    /**
     * {@inheritDoc} As in {@code solr://host:8983/collection}; several nodes behind commas; without the path none.
     */
    @Override
    public Optional<UrlForm> url() {
        return Optional.of(URL);
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return SearchParams.ownIndex(values).isPresent() ? OwnCollectionTarget.open(values, context)
                : SolrTarget.open(values, context);
    }
}
