package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/** The search library Lucene. */
public final class LuceneDriver extends EmbeddedDriver {

    public LuceneDriver() {
        super("lucene", "Apache Lucene, the search library of Solr and OpenSearch, in this process.", "Lucene",
                "lucene-core", LuceneParams.ALL, LuceneMeasures.ALL,
                EnumSet.of(Capability.SEARCH, Capability.VECTOR_SEARCH));
    }

    /** {@inheritDoc} An index of others' is asked by texts alone. */
    @Override
    public Set<Capability> capabilities(Values values) {
        return values.find(LuceneParams.INDEX).isPresent() ? Set.of(Capability.SEARCH) : capabilities();
    }

    @Override
    protected void loadEngine() {
        LuceneShard.loadEngine();
    }

    @Override
    public Optional<Param<Long>> cache() {
        return Optional.of(LuceneParams.QUERY_CACHE);
    }

    /** {@inheritDoc} And for vectors, which Lucene compares several numbers at a time with this module alone. */
    @Override
    public List<String> jvmFlags() {
        return List.of("--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector");
    }

    @Override
    protected OpenTarget target(Values values, Context context) throws DriverException {
        Optional<Path> existing = values.find(LuceneParams.INDEX);
        return existing.isPresent() ? new ExistingTarget(existing.get(), values, context)
                : new LuceneTarget(values, context);
    }
}
