package dev.tidemark.driver.http;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.http.HttpLanguage;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.remote.ServerUrl;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;

/** Any server that answers over HTTP. */
public final class HttpDriver extends DeclaredDriver {

    private static final UrlForm URL = ServerUrl.withTls("a server of HTTP", "http://HOST:PORT/BASE-PATH")
            .scheme("http", 80).secureScheme("https", 443).wholeLogin()
            .path(path -> Map.of(HttpParams.BASE_PATH.name(), "/" + path))
            .parameter(HttpParams.BASE_PATH.name(), HttpParams.BASE_PATH);

    public HttpDriver() {
        super("http", "Any server that answers over HTTP, by requests of your own; nothing is made on it.",
                HttpParams.ALL, MeasureSet.of(NamespaceTarget.RECONNECTS), EnumSet.of(Capability.STATEMENTS));
    }

    @Override
    public StatementLanguage statements(Values values) {
        return HttpLanguage.INSTANCE;
    }

    /** {@inheritDoc} Every URL with http or https: host, port and base path. */
    @Override
    public Optional<UrlForm> url() {
        return Optional.of(URL);
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        return HttpTarget.open(values, context);
    }
}
