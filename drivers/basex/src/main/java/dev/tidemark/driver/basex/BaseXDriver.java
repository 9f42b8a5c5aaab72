package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.Values;

/** The XQuery database BaseX. */
public final class BaseXDriver extends DeclaredDriver {

    public BaseXDriver() {
        super("basex",
                "BaseX, an XQuery database of XML, JSON and binary resources, over REST and its own client protocol.",
                BaseXParams.ALL, BaseXMeasures.ALL, EnumSet.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER,
                Capability.KEYSPACES, Capability.KEY_VALUES, Capability.DELETE, Capability.HEAD, Capability.STATEMENTS,
                Capability.API_STYLES));
    }

    @Override
    public List<ApiStyle> styles() {
        return BaseXStyles.ALL;
    }

    /** {@inheritDoc} Those of the client protocol where its port is known; it is never encrypted. */
    @Override
    public List<ApiStyle> styles(Values values) {
        boolean hasClients = values.find(BaseXParams.CLIENT_PORT).isPresent() && !values.get(ConnectionParams.TLS);
        return styles().stream().filter(style -> hasClients || !BaseXStyles.usesClient(style)).toList();
    }

    @Override
    public StatementLanguage statements(Values values) {
        return BaseXLanguage.INSTANCE;
    }

    @Override
    public String compaction() {
        return "Nothing: a binary resource, which is what a value is, has a file of its own, and trees of documents "
                + "stay as they were written.";
    }

    /** {@inheritDoc} Styles of the client protocol have a port of their own. */
    @Override
    public boolean isReachedByAddressOnly(Values values) {
        return measured(values).noneMatch(BaseXStyles::usesClient);
    }

    /** The styles that a run goes through; none of a workload that has no styles. */
    private Stream<ApiStyle> measured(Values values) {
        return values.params().lookUp(ApiStyle.SETTING).stream().flatMap(found -> values.find(found.param())
                .map(style -> Stream.of((ApiStyle) style)).orElseGet(() -> styles(values).stream()));
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            ClientConnection.load();
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the BaseX client library (basex) is not on the class path", e);
        }
        return BaseXTarget.open(values, context);
    }
}
