package dev.tidemark.driver.marklogic;

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

/** The document database MarkLogic. */
public final class MarkLogicDriver extends DeclaredDriver {

    public MarkLogicDriver() {
        super("marklogic", "MarkLogic, a server of documents, through its Java client.", MarkLogicParams.ALL,
                MarkLogicMeasures.ALL, EnumSet.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER,
                Capability.STATEMENTS, Capability.API_STYLES));
    }

    @Override
    public List<ApiStyle> styles() {
        return Styles.ALL;
    }

    /**
     * {@inheritDoc} Those of XCC only where its library is; and not where certificates are to be checked, since it is
     * not known to check for which name they are.
     */
    @Override
    public List<ApiStyle> styles(Values values) {
        boolean checked = values.get(ConnectionParams.TLS) && !values.get(ConnectionParams.INSECURE);
        return values.find(MarkLogicParams.XCC_JAR).isPresent() && !checked ? Styles.ALL : Styles.OF_CLIENT;
    }

    @Override
    public StatementLanguage statements(Values values) {
        return values.get(MarkLogicParams.SCRIPT_LANGUAGE).language();
    }

    /** {@inheritDoc} It has several ports. */
    @Override
    public boolean isReachedByAddressOnly(Values values) {
        return false;
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            MarkLogicConnection.loadClient();
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the MarkLogic client library (marklogic-client-api) is not on the class path",
                    e);
        }
        return MarkLogicTarget.open(values, context);
    }
}
