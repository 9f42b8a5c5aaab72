package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The search server OpenSearch. */
public final class OpenSearchDriver implements Driver {

    @Override
    public String name() {
        return "opensearch";
    }

    @Override
    public String summary() {
        return "OpenSearch, a server of indexes that are searched, over HTTP.";
    }

    @Override
    public ParamSet params() {
        return OpenSearchParams.ALL;
    }

    @Override
    public MeasureSet measures() {
        return OpenSearchMeasures.ALL;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.SEARCH, Capability.VECTOR_SEARCH, Capability.API_STYLES);
    }

    @Override
    public List<ApiStyle> styles() {
        return OpenSearchStyles.ALL;
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

    @Override
    public List<String> jvmFlags() {
        return List.of();
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return OpenSearchTarget.open(values, context);
    }
}
