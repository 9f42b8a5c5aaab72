package dev.tidemark.core.driver.search;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;

/** The driver of a server of indexes, which makes one of its own or searches one that others have made. */
public abstract class SearchDriver extends DeclaredDriver {

    private final UrlForm url;
    private final List<ApiStyle> styles;

    /** Each as the method of its name says it. */
    protected SearchDriver(String name, String summary, ParamSet params, MeasureSet measures, UrlForm url,
            List<ApiStyle> styles) {
        super(name, summary, params, measures,
                EnumSet.of(Capability.SEARCH, Capability.VECTOR_SEARCH, Capability.API_STYLES));
        this.url = url;
        this.styles = styles;
    }

    /** {@inheritDoc} An index that others have made is searched by requests, and by nothing else. */
    @Override
    public final Set<Capability> capabilities(Values values) {
        return SearchParams.ownIndex(values).isPresent() ? EnumSet.of(Capability.SEARCH) : capabilities();
    }

    /** {@inheritDoc} What others have made may be set to promise anything. */
    @Override
    public final StatedDurability durability(Values values) {
        return SearchParams.ownIndex(values).isPresent() ? StatedDurability.NOTHING : durability();
    }

    @Override
    public final List<ApiStyle> styles() {
        return styles;
    }

    @Override
    public final List<ApiStyle> styles(Values values) {
        return SearchParams.ownIndex(values).isPresent() ? List.of() : styles;
    }

    /** {@inheritDoc} Several nodes stand behind commas; without a path no index is named. */
    @Override
    public final Optional<UrlForm> url() {
        return Optional.of(url);
    }
}
