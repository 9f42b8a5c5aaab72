package dev.tidemark.driver.solr;

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

/** The search server Solr, in cloud mode. */
public final class SolrDriver extends SearchDriver {

    private static final UrlForm URL = ServerUrl.withTls("Solr", "solr://HOST:8983/COLLECTION")
            .scheme("solr", 8983)
            .severalHosts().wholeLogin().path(path -> UrlForm.name(SearchParams.INDEX, path.replaceFirst("^solr(/|$)", "")))
            .parameter(SearchParams.INDEX, index -> Map.of(SearchParams.INDEX, index))
            .knownBy("/solr/admin/info/system?wt=json", "\"solr-spec-version\"|(?i)realm=\"solr\"");

    public SolrDriver() {
        super("solr", "Solr in cloud mode, servers of indexes that are searched, over HTTP.", SolrParams.ALL,
                SolrMeasures.ALL, URL, SolrStyles.ALL);
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

    @Override
    public OpenTarget open(Values values, Context context) {
        return SearchParams.ownIndex(values).isPresent() ? OwnCollectionTarget.open(values, context)
                : SolrTarget.open(values, context);
    }
}
